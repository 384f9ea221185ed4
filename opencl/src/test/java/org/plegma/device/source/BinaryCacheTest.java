package org.plegma.device.source;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.StandIn;
import org.plegma.testing.ChildJvm;

@Tag("optimized")
class BinaryCacheTest {
    private static final BinaryCache.Entry ENTRY = new BinaryCache.Entry(
            new byte[] {1, 2, 3},
            "a log\nof two lines",
            List.of(new KernelSignature(
                    "k", List.of(new KernelParameter("x", "float*", KernelParameter.AddressSpace.GLOBAL, true)))));

    @TempDir
    Path folder;

    @Test
    void givesBackWhatWasStored() {
        BinaryCache cache = new BinaryCache(folder.resolve("not there yet"));
        String key = cache.key("driver", "source", List.of("-DA=1"));
        assertTrue(cache.load(key).isEmpty());
        cache.store(key, ENTRY);
        BinaryCache.Entry loaded = cache.load(key).orElseThrow();
        assertArrayEquals(ENTRY.binary(), loaded.binary());
        assertEquals(ENTRY.log(), loaded.log());
        assertEquals(ENTRY.kernels(), loaded.kernels());
    }

    @Test
    void keysTellSourcesAndOptionsApart() {
        BinaryCache cache = new BinaryCache(folder);
        String key = cache.key("driver", "source", List.of("-DA=1"));
        assertEquals(key, cache.key("driver", "source", List.of("-DA=1")));
        assertNotEquals(key, cache.key("driver", "source", List.of("-DA=2")));
        assertNotEquals(key, cache.key("driver", "source ", List.of("-DA=1")));
        assertNotEquals(key, cache.key("driver", "-DA=1", List.of("source")));
    }

    @Test
    void aDamagedFileCountsAsMissing() throws IOException {
        BinaryCache cache = new BinaryCache(folder);
        String key = cache.key("driver", "source", List.of());
        cache.store(key, ENTRY);
        byte[] whole = Files.readAllBytes(cache.file(key));
        for (int length = 0; length < whole.length; length += 7) {
            Files.write(cache.file(key), java.util.Arrays.copyOf(whole, length));
            assertTrue(cache.load(key).isEmpty(), "cut to " + length);
        }
        for (int i = 0; i < whole.length; i += 5) {
            byte[] damaged = whole.clone();
            damaged[i] ^= 4;
            Files.write(cache.file(key), damaged);
            assertTrue(cache.load(key).isEmpty(), "changed at " + i);
        }
        cache.store(key, ENTRY);
        assertTrue(cache.load(key).isPresent());
    }

    @Test
    void aFolderThatCannotBeWrittenIsNoError() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "in the way");
        BinaryCache cache = new BinaryCache(file.resolve("programs"));
        String key = cache.key("driver", "source", List.of());
        cache.store(key, ENTRY);
        assertTrue(cache.load(key).isEmpty());
    }

    @Test
    void theOldestFilesGoWhenThereAreTooMany() throws IOException {
        BinaryCache cache = new BinaryCache(folder);
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            String key = cache.key("driver", "source " + i, List.of());
            cache.store(key, ENTRY);
            Files.setLastModifiedTime(cache.file(key), FileTime.fromMillis(1000L * i));
            keys.add(key);
        }
        long size = Files.size(cache.file(keys.get(0)));
        cache.prune(10 * size);
        assertEquals(10, keys.stream().filter(k -> cache.load(k).isPresent()).count());
        cache.prune(8 * size);
        assertEquals(
                keys.subList(6, 10),
                keys.stream().filter(k -> cache.load(k).isPresent()).toList());
    }

    /** Compiles some programs, runs them, and prints the results and how many came from the cache. */
    static final class Compiles {
        public static void main(String[] arguments) {
            int sum = 0;
            int cached = 0;
            try (Session session = StandIn.keepingPrograms()) {
                for (int i = 0; i < 4; i++) {
                    try (Program program = session.compile(KERNEL, "-DN=" + i)) {
                        int[] a = new int[1];
                        program.kernel("k").global(1).call(7, a);
                        sum += a[0];
                        cached += program.fromCache() ? 1 : 0;
                        if (!"[n, a]".equals(names(program))) {
                            throw new AssertionError("parameters lost: " + names(program));
                        }
                    }
                }
            }
            System.out.print(sum + " " + cached);
        }

        private static final String KERNEL = "kernel void k(int n, global int *a) { a[0] = n + N; }";

        private static String names(Program program) {
            return program.kernel("k").parameters().stream()
                    .map(KernelParameter::name)
                    .toList()
                    .toString();
        }
    }

    private ChildJvm compiles() {
        return ChildJvm.of(Compiles.class).environment("PLEGMA_CACHE", folder.toString());
    }

    @Test
    void processesShareProgramsAndMayWriteAtOnce() throws IOException {
        List<ChildJvm.Running> writers = List.of(compiles().start(), compiles().start());
        for (ChildJvm.Running writer : writers) {
            String output = writer.await().assertSuccess().output();
            assertTrue(output.startsWith("34 "), output);
        }
        assertEquals("34 4", compiles().run().assertSuccess().output());

        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".bin")).toList()) {
                Files.writeString(file, "no longer a program");
            }
        }
        assertEquals("34 0", compiles().run().assertSuccess().output(), "damaged files are not fatal");
        assertEquals("34 4", compiles().run().assertSuccess().output(), "and are made anew");

        try (Stream<Path> files = Files.walk(folder)) {
            assertEquals(0, files.filter(f -> f.toString().endsWith(".part")).count());
        }
    }

    @Test
    void aBinaryThatTheDriverRefusesIsCompiledAnew() throws IOException {
        compiles().run().assertSuccess();
        BinaryCache cache = new BinaryCache(folder.resolve("programs"));
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".bin")).toList()) {
                cache.store(file.getFileName().toString().replace(".bin", ""), ENTRY);
            }
        }
        assertEquals("34 0", compiles().run().assertSuccess().output());
    }
}
