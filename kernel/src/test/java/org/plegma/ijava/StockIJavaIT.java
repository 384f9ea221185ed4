package org.plegma.ijava;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The packaged jar in a process whose class path is a stock IJava's: its Gson and Maven are older than Plegma's, and its
 * class loader, the parent of the one that has Plegma's jar, is asked first.
 */
class StockIJavaIT {
    private static final Path LIBRARIES = Path.of("target", "ijava-libraries");

    /** Each needs Gson, Maven or a default import of Plegma. */
    private static final List<String> CELLS = List.of(
            "org.plegma.ijava.PlegmaForIJava.install();",
            "float[][] a = {{1, 2}, {3, 4}};\n%gemm c = a * a",
            "Arrays.deepToString(c)",
            "%%bench --time 0.01\none: Math.sqrt(2)",
            "%%stencil heat --boundary reflect\nu[x,y] = u + 0.1*lap(u)",
            "Grid spot = Grid.floats(16, 16).fill(i -> i[0] == 8 ? 1 : 0);\nheat.on(session()).animate(spot, 4, 2)",
            "%hdf5 save spot.h5 spot",
            "%explain heat",
            "%provenance",
            "%maven --help",
            "Map<String, Object> facts = new TreeMap<>(Map.of(\"x\", new float[] {1, 2}));\nfacts");

    @Test
    void magicsUseTheirOwnLibraries(@TempDir Path folder) throws Exception {
        Path log = folder.resolve("log");
        Process kernel = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.awt.headless=true",
                        "-cp",
                        classPath(),
                        StockIJava.class.getName(),
                        Path.of("target", "plegma.jar").toAbsolutePath().toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try (var in = kernel.getOutputStream()) {
            in.write(String.join(StockIJava.SEPARATOR, CELLS).getBytes(StandardCharsets.UTF_8));
        }
        int status = kernel.waitFor();
        String shown = Files.readString(log);
        assertEquals(0, status, shown);
        assertTrue(shown.contains("[[7.0, 10.0], [15.0, 22.0]]"), shown);
    }

    private static String classPath() throws IOException {
        try (Stream<Path> jars = Files.list(LIBRARIES)) {
            String libraries = jars.map(jar -> jar.toAbsolutePath().toString())
                    .sorted()
                    .collect(Collectors.joining(File.pathSeparator));
            return Path.of("target", "test-classes").toAbsolutePath() + File.pathSeparator + libraries;
        }
    }
}
