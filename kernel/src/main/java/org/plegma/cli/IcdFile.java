package org.plegma.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A file by which an OpenCL driver is registered on Linux: its first line names the driver's library.
 *
 * @param file the {@code .icd} file
 * @param library the library, an absolute path or a name that the dynamic linker resolves
 */
record IcdFile(Path file, String library) {
    private static final Path STANDARD = Path.of("/etc/OpenCL/vendors");

    /**
     * The files that the OpenCL loader reads, in the order of their names.
     *
     * @param variable the value of {@code OCL_ICD_VENDORS} or {@code OPENCL_VENDOR_PATH}, a folder or a file, or null for the
     *     standard folder
     */
    static List<IcdFile> registered(String variable) {
        Path place = variable == null || variable.isEmpty() ? STANDARD : Path.of(variable);
        if (Files.isRegularFile(place)) {
            return List.of(read(place));
        }
        if (!Files.isDirectory(place)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(place)) {
            return files.filter(path -> path.toString().endsWith(".icd"))
                    .sorted()
                    .map(IcdFile::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static IcdFile read(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return new IcdFile(file, lines.findFirst().orElse("").strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether the library exists, where the dynamic linker looks for it. */
    boolean isUsable() {
        if (library.contains("/")) {
            return Files.exists(Path.of(library));
        }
        if (library.isEmpty()) {
            return false;
        }
        return searched().stream().anyMatch(folder -> Files.exists(folder.resolve(library)));
    }

    private static List<Path> searched() {
        List<Path> folders = new ArrayList<>();
        for (String folder : System.getenv().getOrDefault("LD_LIBRARY_PATH", "").split(":")) {
            if (!folder.isEmpty()) {
                folders.add(Path.of(folder));
            }
        }
        try {
            Process process = new ProcessBuilder(
                            "sh", "-c", "PATH=$PATH:/sbin:/usr/sbin; ldconfig -p | sed -n 's/.*=> //p'")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (Stream<String> lines = process.inputReader().lines()) {
                lines.map(line -> Path.of(line).getParent()).distinct().forEach(folders::add);
            }
        } catch (IOException e) {
            // Without a shell or ldconfig the usual folders have to do.
        }
        Stream.of("/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib", "/lib")
                .map(Path::of)
                .forEach(folders::add);
        return folders;
    }
}
