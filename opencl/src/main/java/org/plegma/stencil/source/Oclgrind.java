package org.plegma.stencil.source;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plegma.process.WorkLimit;

/** The simulator Oclgrind, where it is installed: it finds reads and writes out of bounds that do no harm by chance. */
public final class Oclgrind {
    private static final List<Path> LIBRARIES = List.of(
            Path.of("/usr/lib/oclgrind/liboclgrind-rt-icd.so"),
            Path.of("/usr/lib/x86_64-linux-gnu/oclgrind/liboclgrind-rt-icd.so"),
            Path.of("/usr/local/lib/oclgrind/liboclgrind-rt-icd.so"));

    private Oclgrind() {}

    public static boolean isInstalled() {
        return library().isPresent();
    }

    private static Optional<Path> library() {
        return LIBRARIES.stream().filter(Files::exists).findFirst();
    }

    /**
     * Runs a {@code main} with Oclgrind as its only OpenCL driver.
     *
     * @return the first invalid access that it reports; empty if there is none, or no Oclgrind here
     */
    static Optional<String> invalidAccess(Class<?> main, WorkLimit limit, String... arguments) {
        Optional<Path> library = library();
        if (library.isEmpty()) {
            return Optional.empty();
        }
        try {
            Path folder = Files.createTempDirectory("plegma-oclgrind");
            Path driver = Files.writeString(folder.resolve("oclgrind.icd"), library.get() + "\n");
            Path log = folder.resolve("log");
            try {
                Map<String, String> environment = new HashMap<>();
                environment.put("OCL_ICD_VENDORS", folder.toString());
                environment.put("OCL_ICD_FILENAMES", null);
                environment.put("OPENCL_VENDOR_PATH", null);
                environment.put("PLEGMA_DEVICE", null);
                environment.put("OCLGRIND_MAX_ERRORS", "10");
                environment.put("OCLGRIND_LOG", log.toString());
                ChildProcess.run(main, limit, environment, arguments);
                return Files.exists(log) ? firstInvalid(Files.readAllLines(log)) : Optional.empty();
            } finally {
                Files.deleteIfExists(log);
                Files.delete(driver);
                Files.delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The report's head, and the line of the source that it names. */
    private static Optional<String> firstInvalid(List<String> report) {
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
