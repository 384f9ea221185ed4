package org.plegma.cli;

import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.plegma.kernel.CrashLog;

/**
 * The folder by which Jupyter knows a kernel: {@code kernel.json}, two logos, the cell that Quarto runs first and, unless
 * in place, the jar itself, so that an installed kernel outlives the checkout that it was built in.
 */
final class KernelSpec {
    static final String NAME = "plegma";
    static final String DISPLAY_NAME = "Java (Plegma)";

    /** Under this name Quarto looks in the folder of a kernelspec for a cell that it runs before those of a document. */
    static final String QUARTO_SETUP = "quarto_setup_cell";

    /**
     * At most half of the machine's memory, and what is free for half a minute goes back to it. The heap grows when it has to,
     * not to save the collector some work, and is searched for what is free when half of it is in use: decision 029.
     */
    private static final List<String> MEMORY = List.of(
            "-XX:MaxRAMPercentage=50",
            "-Xms128m",
            "-XX:+UseG1GC",
            "-XX:GCTimeRatio=1",
            "-XX:InitiatingHeapOccupancyPercent=50",
            "-XX:-G1UseAdaptiveIHOP",
            "-XX:G1PeriodicGCInterval=30000",
            "-XX:+ExplicitGCInvokesConcurrent",
            "-XX:MinHeapFreeRatio=10",
            "-XX:MaxHeapFreeRatio=30");

    private static final List<String> KEPT = List.of(
            "OCL_ICD_VENDORS",
            "OPENCL_VENDOR_PATH",
            "OCL_ICD_FILENAMES",
            "LD_LIBRARY_PATH",
            "PLEGMA_CLASSPATH",
            "SPARK_HOME",
            "SPARK_SCALA_VERSION");

    private KernelSpec() {}

    /** The jar that this program runs from; empty when it runs from class folders. */
    static Optional<Path> runningJar() {
        try {
            Path place = Path.of(KernelSpec.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return Files.isRegularFile(place) ? Optional.of(place) : Optional.empty();
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /**
     * Writes the kernelspec.
     *
     * @param folder where it comes, the folder {@code kernels/NAME} of a Jupyter data folder
     * @param inPlace whether the kernelspec names {@code jar} where it lies
     * @param javaOptions options of Java's beside those that every kernel gets; they come after these and so overrule them
     */
    static void write(Path folder, Path jar, boolean inPlace, List<String> javaOptions) throws IOException {
        Files.createDirectories(folder);
        Path used = jar;
        if (!inPlace) {
            used = folder.resolve("plegma.jar");
            Path copy = Files.createTempFile(folder, "plegma", ".jar");
            Files.copy(jar, copy, StandardCopyOption.REPLACE_EXISTING);
            // Running kernels keep the old file, which a plain overwrite would pull from under them.
            Files.move(copy, used, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        }
        for (int size : new int[] {32, 64}) {
            ImageIO.write(
                    Logo.draw(size),
                    "png",
                    folder.resolve("logo-" + size + "x" + size + ".png").toFile());
        }
        try (InputStream cell = KernelSpec.class.getResourceAsStream(QUARTO_SETUP)) {
            Files.copy(cell, folder.resolve(QUARTO_SETUP), StandardCopyOption.REPLACE_EXISTING);
        }
        writeJson(folder, used, inPlace, javaOptions);
    }

    /**
     * Makes the archive by which a kernel that was written starts faster, beside its {@code kernel.json}, and names it there.
     * Where none can be made, the kernel starts as it did.
     *
     * <p>The parameters are those of {@link #write}.
     *
     * @return whether there is an archive
     */
    static boolean addArchive(Path folder, Path jar, boolean inPlace, List<String> javaOptions)
            throws IOException, InterruptedException {
        Path used = inPlace ? jar : folder.resolve("plegma.jar");
        Optional<Path> archive =
                StartUpArchive.make(folder.resolve("plegma.jsa"), java(javaOptions), used.toAbsolutePath());
        if (archive.isPresent()) {
            List<String> options = new ArrayList<>(StartUpArchive.options(archive.get()));
            options.addAll(javaOptions);
            writeJson(folder, used, inPlace, options);
        }
        return archive.isPresent();
    }

    private static void writeJson(Path folder, Path jar, boolean inPlace, List<String> javaOptions) throws IOException {
        Map<String, Object> spec = contents(jar, javaOptions, inPlace ? Map.of() : System.getenv());
        spec.put("display_name", displayName(folder));
        String json = new GsonBuilder()
                .setPrettyPrinting()
                .disableHtmlEscaping()
                .create()
                .toJson(spec);
        Files.writeString(folder.resolve("kernel.json"), json + "\n");
    }

    /** How Jupyter shows the kernel in a folder: {@code Java (Plegma, dev)} is that in {@code plegma-dev}. */
    static String displayName(Path folder) {
        String name = folder.getFileName().toString();
        return name.equals(NAME) ? DISPLAY_NAME : "Java (Plegma, " + name.replaceFirst("^" + NAME + "[-_.]", "") + ")";
    }

    static Map<String, Object> contents(Path jar, List<String> javaOptions, Map<String, String> environment) {
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("argv", command(jar, javaOptions));
        spec.put("display_name", DISPLAY_NAME);
        spec.put("language", "java");
        spec.put("interrupt_mode", "message");
        spec.put("metadata", Map.of("debugger", false));
        // What finds the OpenCL driver and libraries now must find them when another Jupyter starts the kernel. One in
        // place is started by the launcher, which hands on its own environment.
        Map<String, String> kept = new LinkedHashMap<>();
        for (String name : KEPT) {
            if (!environment.getOrDefault(name, "").isEmpty()) {
                kept.put(name, environment.get(name));
            }
        }
        // So the launcher sets it where the locale knows ASCII only, and a Jupyter there finds names with umlauts, too.
        if ("C.UTF-8".equals(environment.get("LC_ALL"))) {
            kept.put("LC_ALL", "C.UTF-8");
        }
        // Each thread of PoCL keeps to its core, and its arrays have large pages; see docs/decisions/018.
        kept.put("POCL_AFFINITY", environment.getOrDefault("POCL_AFFINITY", affinity(Path.of("/proc/self/status"))));
        kept.put(
                "GLIBC_TUNABLES",
                environment.getOrDefault("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1:glibc.malloc.arena_max=2"));
        signalChaining(environment).ifPresent(libraries -> kept.put("LD_PRELOAD", libraries));
        spec.put("env", kept);
        return spec;
    }

    /**
     * Whether thread i of PoCL shall stay on core i: "1" or "0". Where it may not use core i, as in a container that has only cores 4 to 7,
     * PoCL 3.1 leaves the thread alone, and PoCL 6 ends the process. So not there; see docs/decisions/015.
     *
     * @param status what Linux tells of this process
     */
    static String affinity(Path status) {
        try (Stream<String> lines = Files.lines(status)) {
            return lines.anyMatch(line -> line.matches("Cpus_allowed_list:\\s*0(-\\d+)?")) ? "1" : "0";
        } catch (IOException e) {
            return "0"; // no Linux
        }
    }

    /**
     * Java's library that lets other code have signal handlers without taking Java's away, before others to be loaded.
     * Without it, PoCL's compiler loses its files whenever Java collects garbage; see docs/decisions/004.
     */
    static Optional<String> signalChaining(Map<String, String> environment) {
        Path library = signalLibrary();
        String others = environment.getOrDefault("LD_PRELOAD", "");
        if (!Files.exists(library) || others.contains("libjsig")) {
            return others.isEmpty() ? Optional.empty() : Optional.of(others);
        }
        return Optional.of(others.isEmpty() ? library.toString() : library + ":" + others);
    }

    /** Where this Java has its library for signal chaining, if it has one. */
    static Path signalLibrary() {
        return Path.of(System.getProperty("java.home"), "lib", "libjsig.so");
    }

    private static List<String> command(Path jar, List<String> javaOptions) {
        List<String> command = java(javaOptions);
        command.add("-jar");
        command.add(jar.toAbsolutePath().toString());
        command.add(KernelCommand.NAME);
        command.add("{connection_file}");
        return command;
    }

    private static List<String> java(List<String> javaOptions) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Dfile.encoding=UTF-8");
        command.add("-Djava.awt.headless=true");
        command.addAll(MEMORY);
        // Not beside the notebook; the next process looks for it there.
        command.add("-XX:ErrorFile=" + CrashLog.folder().resolve("hs_err_pid%p.log"));
        command.addAll(javaOptions);
        return command;
    }
}
