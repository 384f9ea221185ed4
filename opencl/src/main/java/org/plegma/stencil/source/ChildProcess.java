package org.plegma.stencil.source;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.plegma.process.WorkLimit;

/** A {@code main} of ours in a Java process of its own, for what may crash or hang. */
public final class ChildProcess {
    /** How Java begins the report of an exception that nobody caught. */
    private static final String UNCAUGHT = "Exception in thread \"main\"";

    private ChildProcess() {}

    /**
     * How a process ended.
     *
     * @param way over if by itself, else it was killed
     * @param failure the line that names the exception that ended it; empty if none did
     */
    public record End(WorkLimit.End way, int exitCode, String failure) {}

    /**
     * Runs it to its end or kills it.
     *
     * @param environment variables to set besides those of this process; null removes one
     * @throws CancellationException if the thread is interrupted
     */
    public static End run(Class<?> main, WorkLimit limit, Map<String, String> environment, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of("-Xmx1g", "-XX:TieredStopAtLevel=1", "-XX:ErrorFile=/dev/null", "-XX:-CreateCoredumpOnCrash"));
        command.addAll(List.of("-cp", classPath(main), main.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        // Java's copy of the environment, even if nothing is changed: in the process's own a loader of OpenCL
        // may have cut OCL_ICD_FILENAMES off behind the first driver.
        Map<String, String> variables = builder.environment();
        environment.forEach((name, value) -> {
            if (value == null) {
                variables.remove(name);
            } else {
                variables.put(name, value);
            }
        });
        try {
            Path errors = Files.createTempFile("plegma-child", ".err");
            try {
                return run(builder.redirectError(errors.toFile()), limit, errors);
            } finally {
                Files.delete(errors);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot run " + command.get(0) + ".", e);
        }
    }

    private static End run(ProcessBuilder builder, WorkLimit limit, Path errors) throws IOException {
        Process process = builder.start();
        try {
            WorkLimit.End way = limit.await(process);
            if (way != WorkLimit.End.OVER) {
                process.destroyForcibly().waitFor();
            }
            return new End(way, process.exitValue(), failure(errors));
        } catch (InterruptedException e) {
            throw new CancellationException("The check of the source was interrupted.");
        } finally {
            process.destroyForcibly();
        }
    }

    /** Drivers write to the same file, and not all of them in UTF-8. */
    private static String failure(Path errors) throws IOException {
        try (Stream<String> lines = Files.lines(errors, StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> line.startsWith(UNCAUGHT))
                    .findFirst()
                    .map(line -> line.substring(UNCAUGHT.length()).strip())
                    .orElse("");
        }
    }

    /** Where the class itself is, for hosts that load it by a loader of their own, and all that this process has. */
    private static String classPath(Class<?> main) {
        try {
            String own = Path.of(main.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
            return own + File.pathSeparator + System.getProperty("java.class.path");
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
