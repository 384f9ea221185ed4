package org.plegma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Local arrays that {@code cp.async.cg} fills begin at multiples of 128 bytes, or copies take twice as long: decision 021. */
class AsyncCopiesTest {
    private static final Pattern COPIES = Pattern.compile("cp\\.async\\.cg|(?s)\"cp\\.async\\.\" cache.*\"cg\"");
    private static final Pattern INCLUDE = Pattern.compile("(?m)^#include \"([\\w.-]+)\"");
    private static final Pattern LOCAL_ARRAY = Pattern.compile("(?m)^ *local \\w+ (\\w+)\\[[^;]*;");
    private static final Pattern ALIGNED = Pattern.compile("__attribute__\\(\\(aligned\\((128|256|512|1024)\\)\\)\\)");

    /** Local arrays of such kernels that are declared otherwise, and why. */
    private static final Map<String, String> OTHERS = Map.of(
            "skinny.cl few", "aligned(ALIGNED), which is 128 where there are copies",
            "skinny.cl ring", "aligned(ALIGNED), which is 128 where there are copies",
            "skinny.cl parts", "sums, not copied",
            "tensor-skinny-wgmma.cl last", "a number, not copied",
            "tensor-skinny-wgmma.cl mbarriers", "barriers, not copied",
            "star-3-ring.cl come", "barriers, not copied",
            "sweep-separable.cl staged", "its rows are an odd number of copies apart",
            "sweep-separable.cl between", "sums, not copied",
            "star-3-async.cl plane_f_u", "for devices without room for a ring; not measured");

    @Test
    void whatTheyFillIsAlignedOrNamedWithItsReason() throws Exception {
        Map<String, String> sources = new TreeMap<>();
        // What is shipped, and the generated code that the tests keep.
        for (String known : List.of("/org/plegma/gemm/product/tensor.cl", "/org/plegma/stencil/star-3-ring.cl")) {
            read(AsyncCopiesTest.class.getResource(known).toURI(), sources);
        }
        TreeSet<String> others = new TreeSet<>();
        int aligned = 0;
        for (String file : sources.keySet()) {
            if (!copies(file, sources)) {
                continue;
            }
            Matcher array = LOCAL_ARRAY.matcher(sources.get(file));
            while (array.find()) {
                if (ALIGNED.matcher(array.group()).find()) {
                    aligned++;
                } else {
                    others.add(file + " " + array.group(1));
                }
            }
        }
        assertEquals(new TreeSet<>(OTHERS.keySet()), others, "arrays without aligned(128)");
        assertTrue(aligned >= 5, aligned + " arrays found");
    }

    private static boolean copies(String file, Map<String, String> sources) {
        String text = sources.get(file);
        return COPIES.matcher(text).find()
                || INCLUDE.matcher(text).results().anyMatch(included -> copies(included.group(1), sources));
    }

    /** All OpenCL sources in the folder of classes, or the jar, that holds this one. */
    private static void read(URI one, Map<String, String> sources) throws IOException {
        if (one.getScheme().equals("jar")) {
            try (FileSystem jar = FileSystems.newFileSystem(one, Map.of())) {
                read(jar.getPath("/org/plegma"), sources);
            }
        } else {
            Path folder = Path.of(one);
            while (!folder.endsWith("org/plegma")) {
                folder = folder.getParent();
            }
            read(folder, sources);
        }
    }

    private static void read(Path folder, Map<String, String> sources) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) files.filter(f -> f.toString().endsWith(".cl"))::iterator) {
                sources.put(file.getFileName().toString(), Files.readString(file));
            }
        }
    }
}
