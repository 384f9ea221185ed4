package org.plegma.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.Optional;
import org.plegma.device.check.OclgrindDriver;

/**
 * Runs a Java program on Oclgrind, an OpenCL device that finds reads and writes out of bounds, data races, divergent
 * barriers and uses of uninitialized memory. It is thousands of times slower than a real device: keep problems tiny.
 */
public final class Oclgrind {
    /** Oclgrind's own. */
    private static final int LOCAL_MEMORY = 32 << 10;

    private Oclgrind() {}

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
        Optional<OclgrindDriver> installed = OclgrindDriver.open();
        assumeTrue(installed.isPresent(), "oclgrind is not installed");
        try (OclgrindDriver driver = installed.orElseThrow()) {
            ChildJvm child = ChildJvm.of(main)
                    .environment("OCLGRIND_DATA_RACES", "1")
                    .environment("OCLGRIND_UNIFORM_WRITES", "1")
                    .environment("OCLGRIND_MAX_ERRORS", "100000")
                    .environment("OCLGRIND_LOCAL_MEM_SIZE", Integer.toString(localMemory));
            driver.environment().forEach(child::environment);
            ChildJvm.Result result = child.run(arguments);
            return new Report(result, String.join("\n", driver.report()).strip());
        }
    }

    /** How the program ended, and what Oclgrind found; empty if nothing. */
    public record Report(ChildJvm.Result result, String text) {}
}
