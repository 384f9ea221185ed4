package org.plegma.device.source;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.plegma.device.Session;
import org.plegma.device.errors.BuildException;
import org.plegma.device.errors.OpenClException;
import org.plegma.process.WorkLimit;

/**
 * Compiles OpenCL C for AMD devices without having one, with clang and libclc (Debian: {@code clang-15 libclc-15}), to see
 * what a kernel would need there: registers, spills, local memory, occupancy. Needs no OpenCL driver.
 */
public final class AmdCompiler {
    /** Devices that are usually looked at: Vega 20, MI200, RDNA 2, RDNA 3. */
    public static final List<String> TARGETS = List.of("gfx906", "gfx90a", "gfx1030", "gfx1100");

    private static final WorkLimit LIMIT = new WorkLimit(Duration.ofMinutes(1), Duration.ofMinutes(1));
    private static final String LIBRARY = "amdgcn--amdhsa.bc";

    private final Path clang;
    private final Path library;

    private AmdCompiler(Path clang, Path library) {
        this.clang = clang;
        this.library = library;
    }

    /** The compiler; empty if clang or libclc is not installed. */
    public static Optional<AmdCompiler> find() {
        Optional<Path> clang = Stream.concat(
                        Stream.of("clang-15"), Stream.of("clang", "clang-16", "clang-17", "clang-18", "clang-19"))
                .flatMap(name -> folders(System.getenv("PATH")).map(folder -> folder.resolve(name)))
                .filter(Files::isExecutable)
                .findFirst();
        String conda = System.getenv("CONDA_PREFIX");
        Optional<Path> library = Stream.concat(
                        conda == null ? Stream.empty() : Stream.of(Path.of(conda, "share", "clc")),
                        Stream.of(Path.of("/usr/lib/clc"), Path.of("/usr/share/clc")))
                .map(folder -> folder.resolve(LIBRARY))
                .filter(Files::isReadable)
                .findFirst();
        return clang.flatMap(c -> library.map(l -> new AmdCompiler(c, l)));
    }

    private static Stream<Path> folders(String path) {
        return path == null
                ? Stream.empty()
                : Arrays.stream(path.split(":")).filter(p -> !p.isEmpty()).map(Path::of);
    }

    /**
     * Compiles for one target.
     *
     * @param target for example {@code gfx90a}
     * @param options as for {@link Session#compile}
     * @throws BuildException if it does not compile
     * @throws OpenClException if the compiler takes more than a minute of processor time
     */
    public AmdReport compile(String source, String target, String... options) {
        if (!target.matches("gfx[0-9a-f]{3,5}")) {
            throw new IllegalArgumentException(
                    "'" + target + "' is not an AMD target; expected one like " + TARGETS + ".");
        }
        try {
            Path folder = Files.createTempDirectory("plegma-amd");
            try {
                return compile(folder, source, target, List.of(options));
            } finally {
                try (Stream<Path> files = Files.list(folder)) {
                    for (Path file : files.toList()) {
                        Files.delete(file);
                    }
                }
                Files.delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot run " + clang + ": " + e.getMessage(), e);
        }
    }

    private AmdReport compile(Path folder, String source, String target, List<String> options) throws IOException {
        Path input = Files.writeString(folder.resolve("source.cl"), source);
        Path assembly = folder.resolve("source.s");
        Path log = folder.resolve("log");
        Process process = new ProcessBuilder(command(target, options, input, assembly))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        process.getOutputStream().close();
        WorkLimit.End end = await(process, target);
        if (end != WorkLimit.End.OVER) {
            throw new OpenClException(
                    "Compiling for " + target,
                    "a compiler that " + LIMIT.text(end),
                    "Unroll less, or use smaller tiles.");
        }
        String messages = Files.readString(log);
        if (process.exitValue() != 0) {
            throw new BuildException("AMD " + target, source, options, messages, BuildLog.diagnostics(messages));
        }
        return AmdReport.parse(target, Files.readString(assembly), BuildLog.diagnostics(messages));
    }

    private static WorkLimit.End await(Process process, String target) {
        try {
            return LIMIT.await(process);
        } catch (InterruptedException e) {
            throw new CancellationException("Interrupted while compiling for " + target + ".");
        } finally {
            WorkLimit.kill(process);
        }
    }

    private List<String> command(String target, List<String> options, Path input, Path assembly) {
        List<String> command = new ArrayList<>(List.of(clang.toString(), "-x", "cl", "-cl-std=CL1.2"));
        command.addAll(List.of("-Xclang", "-finclude-default-header", "-target", "amdgcn-amd-amdhsa"));
        command.addAll(List.of("-mcpu=" + target, "-nogpulib", "-Wno-linker-warnings"));
        command.addAll(List.of("-Xclang", "-mlink-builtin-bitcode", "-Xclang", library.toString()));
        command.addAll(List.of("-fno-color-diagnostics", "-O3", "-S", "-o", assembly.toString()));
        // One option may hold several words, as for the driver; those of NVIDIA's compiler mean nothing to clang.
        options.stream()
                .flatMap(option -> Arrays.stream(option.strip().split("\\s+")))
                .filter(word -> !word.isEmpty() && !word.startsWith("-cl-nv-"))
                .forEach(command::add);
        command.add(input.toString());
        return command;
    }
}
