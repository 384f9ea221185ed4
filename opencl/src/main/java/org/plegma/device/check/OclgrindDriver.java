package org.plegma.device.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Oclgrind as the only OpenCL driver of a child process, for whole programs. It is a driver of the OpenCL loader, as the command
 * {@code oclgrind} preloads itself and then crashes beside PoCL.
 */
public final class OclgrindDriver implements AutoCloseable {
    private static final List<Path> LIBRARIES = List.of(
            Path.of("/usr/lib/oclgrind/liboclgrind-rt-icd.so"),
            Path.of("/usr/lib/x86_64-linux-gnu/oclgrind/liboclgrind-rt-icd.so"),
            Path.of("/usr/local/lib/oclgrind/liboclgrind-rt-icd.so"));

    private final Path folder;
    private final Path driver;
    private final Path log;

    private OclgrindDriver(Path library) throws IOException {
        folder = Files.createTempDirectory("plegma-oclgrind");
        driver = Files.writeString(folder.resolve("oclgrind.icd"), library + "\n");
        log = folder.resolve("log");
    }

    private static Optional<Path> library() {
        return LIBRARIES.stream().filter(Files::exists).findFirst();
    }

    /** Whether the simulator is there, so that launches can be checked. */
    public static boolean isInstalled() {
        return library().isPresent();
    }

    /** Empty if Oclgrind is not installed. */
    public static Optional<OclgrindDriver> open() throws IOException {
        Optional<Path> library = library();
        return library.isPresent() ? Optional.of(new OclgrindDriver(library.get())) : Optional.empty();
    }

    /** The environment of the child; null for what it must not have. */
    public Map<String, @Nullable String> environment() {
        Map<String, @Nullable String> environment = new HashMap<>();
        environment.put("OCL_ICD_VENDORS", folder.toString());
        environment.put("OCL_ICD_FILENAMES", null);
        environment.put("OPENCL_VENDOR_PATH", null);
        environment.put("PLEGMA_DEVICE", null);
        environment.put("OCLGRIND_LOG", log.toString());
        return environment;
    }

    /** What it has reported, line by line. */
    public List<String> report() throws IOException {
        return Files.exists(log) ? Files.readAllLines(log) : List.of();
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(log);
        Files.delete(driver);
        Files.delete(folder);
    }
}
