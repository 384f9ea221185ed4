package org.plegma.stencil.source;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plegma.device.check.OclgrindDriver;
import org.plegma.process.WorkLimit;

/** The simulator Oclgrind, where it is installed: it finds reads and writes out of bounds that do no harm by chance. */
final class Oclgrind {
    private Oclgrind() {}

    /**
     * Runs a {@code main} with Oclgrind as its only OpenCL driver.
     *
     * @return the first invalid access that it reports; empty if there is none, or no Oclgrind here
     */
    static Optional<String> invalidAccess(Class<?> main, WorkLimit limit, String... arguments) {
        try {
            Optional<OclgrindDriver> installed = OclgrindDriver.open();
            if (installed.isEmpty()) {
                return Optional.empty();
            }
            try (OclgrindDriver driver = installed.get()) {
                Map<String, @Nullable String> environment = driver.environment();
                environment.put("OCLGRIND_MAX_ERRORS", "10");
                ChildProcess.run(main, limit, environment, arguments);
                return firstInvalid(driver.report());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The report's head, and the line of the source that it names. */
    static Optional<String> firstInvalid(List<String> report) {
        for (int i = 0; i < report.size(); i++) {
            if (report.get(i).startsWith("Invalid ")) {
                String place = report.stream()
                        .skip(i)
                        .map(String::strip)
                        .filter(line -> line.startsWith("At line "))
                        .map(line -> line.replaceAll(" of input.*", ""))
                        .findFirst()
                        .map(line -> ", " + line.substring(0, 1).toLowerCase(java.util.Locale.ROOT) + line.substring(1))
                        .orElse("");
                return Optional.of(report.get(i).strip() + place);
            }
        }
        return Optional.empty();
    }
}
