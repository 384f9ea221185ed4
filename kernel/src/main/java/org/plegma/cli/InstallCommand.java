package org.plegma.cli;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.plegma.process.UserHome;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Gives the kernel to a Jupyter by writing its kernelspec. */
@Command(
        name = "install",
        mixinStandardHelpOptions = true,
        description = "Give the kernel \"Java (Plegma)\" to your Jupyter. Without an option: for the present user.")
final class InstallCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @ArgGroup
    private Place place = new Place();

    @Option(
            names = "--name",
            paramLabel = "NAME",
            defaultValue = KernelSpec.NAME,
            description =
                    "Under another name than ${DEFAULT-VALUE}, beside a kernel that is there already: plegma-dev is shown as"
                            + " \"Java (Plegma, dev)\".")
    private String name = KernelSpec.NAME;

    @Option(
            names = "--python",
            paramLabel = "PYTHON",
            defaultValue = "python3",
            description = "The Python of the Jupyter that --sys-prefix means (default: ${DEFAULT-VALUE}).")
    private String python = "python3";

    @Option(
            names = "--in-place",
            description =
                    "Let the kernelspec name this jar where it lies. Without it, the jar is copied into the kernelspec.")
    private boolean inPlace;

    @Option(
            names = "--java-option",
            paramLabel = "OPTION",
            description = "An option for the kernel's Java, for example --java-option=-Xmx8g; may be repeated."
                    + " Without one of its size, the heap is at most half of the machine's memory.")
    private List<String> javaOptions = List.of();

    @Option(
            names = "--spark",
            description =
                    "A kernel that starts Apache Spark by %%spark: with the options that Spark needs of Java, and with"
                            + " the class path that the launcher set up.")
    private boolean spark;

    @Option(
            names = "--no-archive",
            description =
                    "Make no archive of classes, which takes some seconds and 25 MB, and without which each start of"
                            + " the kernel takes longer.")
    private boolean noArchive;

    /** Where to; at most one of these. */
    static final class Place {
        @Option(names = "--user", description = "For the present user (JUPYTER_DATA_DIR, or Jupyter's usual folder).")
        boolean user;

        @Option(names = "--sys-prefix", description = "Into Python's sys.prefix: a virtual or conda environment.")
        boolean sysPrefix;

        @Option(names = "--prefix", paramLabel = "DIR", description = "Into DIR/share/jupyter, for example /usr/local.")
        @Nullable
        Path prefix;

        @Option(names = "--data-dir", paramLabel = "DIR", description = "Into this Jupyter data folder.")
        @Nullable
        Path dataDir;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!name.matches("[A-Za-z0-9._-]+")) { // Jupyter's rule
            throw new ParameterException(
                    spec.commandLine(),
                    "A kernel's name has letters, digits, '.', '_' and '-' only, not " + name + ".");
        }
        Path jar = KernelSpec.runningJar()
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(), "Only a packaged plegma.jar can be installed: run \"plegma install\"."));
        List<String> options = options();
        Path folder = dataDirectory().resolve("kernels").resolve(name);
        KernelSpec.write(folder, jar, inPlace, options);
        if (!noArchive && !KernelSpec.addArchive(folder, jar, inPlace, options)) {
            spec.commandLine()
                    .getErr()
                    .println("plegma: this Java made no archive of classes, so the kernel starts without one.");
        }
        spec.commandLine()
                .getOut()
                .println("Installed the kernel \"" + KernelSpec.displayName(folder) + "\" in " + folder);
        return 0;
    }

    private List<String> options() throws IOException {
        List<String> options = new ArrayList<>();
        if (spark) {
            try (InputStream file = InstallCommand.class.getResourceAsStream("spark.options")) {
                options.addAll(List.of(new String(file.readAllBytes(), StandardCharsets.UTF_8)
                        .strip()
                        .split("\\s+")));
            }
        }
        options.addAll(checkedOptions());
        return options;
    }

    private List<String> checkedOptions() {
        for (String option : javaOptions) {
            if (!option.startsWith("-") || option.equals("-jar")) {
                throw new ParameterException(
                        spec.commandLine(), option + " is no option of Java's, as --java-option=-Xmx8g names one.");
            }
        }
        return javaOptions;
    }

    private Path dataDirectory() throws IOException, InterruptedException {
        if (place.dataDir != null) {
            return place.dataDir.toAbsolutePath();
        }
        if (place.prefix != null) {
            return place.prefix.toAbsolutePath().resolve("share/jupyter");
        }
        if (place.sysPrefix) {
            return sysPrefix().resolve("share").resolve("jupyter");
        }
        return userDataDirectory(System.getenv(), System.getProperty("os.name"), System.getProperty("user.home"));
    }

    /** Jupyter's data folder of a user, by the rules of jupyter_core. */
    static Path userDataDirectory(Map<String, String> environment, String system, String userHome) {
        String given = environment.getOrDefault("JUPYTER_DATA_DIR", "");
        if (!given.isEmpty()) {
            return Path.of(given).toAbsolutePath();
        }
        Path home = UserHome.of(environment, userHome);
        if (system.startsWith("Mac")) {
            return home.resolve("Library/Jupyter");
        }
        if (system.startsWith("Windows")) {
            String roaming = environment.getOrDefault("APPDATA", "");
            return roaming.isEmpty() ? home.resolve(".jupyter").resolve("data") : Path.of(roaming, "jupyter");
        }
        String shared = environment.getOrDefault("XDG_DATA_HOME", "");
        return (shared.isEmpty() ? home.resolve(".local/share") : Path.of(shared)).resolve("jupyter");
    }

    private Path sysPrefix() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(python, "-c", "import sys; print(sys.prefix)")
                .redirectInput(ProcessBuilder.Redirect.from(new File(nullDevice())))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String prefix = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0 || prefix.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), python + " does not tell its sys.prefix; name another --python.");
        }
        return Path.of(prefix);
    }

    private static String nullDevice() {
        return System.getProperty("os.name").startsWith("Windows") ? "NUL" : "/dev/null";
    }
}
