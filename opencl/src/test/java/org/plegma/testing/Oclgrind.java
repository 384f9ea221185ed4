package org.plegma.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Runs a Java program on Oclgrind, an OpenCL device that finds reads and writes out of bounds, data races, divergent
 * barriers and uses of uninitialized memory. It is thousands of times slower than a real device: keep problems tiny.
 */
public final class Oclgrind {
    /** Oclgrind's own. */
    private static final int LOCAL_MEMORY = 32 << 10;

    private Oclgrind() {}

    private static final List<Path> LIBRARIES = List.of(
            Path.of("/usr/lib/oclgrind/liboclgrind-rt-icd.so"),
            Path.of("/usr/lib/x86_64-linux-gnu/oclgrind/liboclgrind-rt-icd.so"),
            Path.of("/usr/local/lib/oclgrind/liboclgrind-rt-icd.so"));

    /**
     * Runs a {@code main} on Oclgrind and fails the test if the program fails or Oclgrind has anything to report.
     *
     * @return what the program printed
     */
    public static String assertClean(Class<?> main, String... arguments) throws IOException {
        return assertClean(LOCAL_MEMORY, main, arguments);
    }

    /** On a device with so many bytes of local memory. */
    public static String assertClean(int localMemory, Class<?> main, String... arguments) throws IOException {
        Report report = run(localMemory, main, arguments);
        report.result().assertSuccess();
        assertEquals("", report.text(), "Oclgrind's report");
        return report.result().output();
    }

    /** Runs a {@code main} on Oclgrind, with data race and uniform write checks. */
    public static Report run(Class<?> main, String... arguments) throws IOException {
        return run(LOCAL_MEMORY, main, arguments);
    }

    private static Report run(int localMemory, Class<?> main, String... arguments) throws IOException {
        // As a driver of the OpenCL loader: the oclgrind command preloads itself, and then crashes beside PoCL.
        Optional<Path> library = LIBRARIES.stream().filter(Files::exists).findFirst();
        assumeTrue(library.isPresent(), "oclgrind is not installed");
        Path folder = Files.createTempDirectory("oclgrind");
        Path driver = Files.writeString(folder.resolve("oclgrind.icd"), library.orElseThrow() + "\n");
        Path log = folder.resolve("log");
        try {
            ChildJvm.Result result = ChildJvm.of(main)
                    .environment("OCL_ICD_VENDORS", folder.toString())
                    .environment("OCL_ICD_FILENAMES", null)
                    .environment("OCLGRIND_DATA_RACES", "1")
                    .environment("OCLGRIND_UNIFORM_WRITES", "1")
                    .environment("OCLGRIND_MAX_ERRORS", "100000")
                    .environment("OCLGRIND_LOCAL_MEM_SIZE", Integer.toString(localMemory))
                    .environment("OCLGRIND_LOG", log.toString())
                    .environment("PLEGMA_DEVICE", null)
                    .run(arguments);
            return new Report(result, Files.exists(log) ? Files.readString(log).strip() : "");
        } finally {
            Files.deleteIfExists(log);
            Files.delete(driver);
            Files.delete(folder);
        }
    }

    /** How the program ended, and what Oclgrind found; empty if nothing. */
    public record Report(ChildJvm.Result result, String text) {}
}
