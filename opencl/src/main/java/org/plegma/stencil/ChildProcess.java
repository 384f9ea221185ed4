package org.plegma.stencil;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;

/** A {@code main} of ours in a Java process of its own, for what may crash or hang; what it prints is dropped. */
final class ChildProcess {
    private ChildProcess() {}

    /** How a process ended; the exit code is that of a killed one after a time-out. */
    record End(boolean timedOut, int exitCode) {}

    /**
     * Runs it to its end or kills it.
     *
     * @param environment variables to set besides those of this process; null removes one
     * @throws CancellationException if the thread is interrupted
     */
    static End run(Class<?> main, Duration limit, Map<String, String> environment, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of("-Xmx1g", "-XX:TieredStopAtLevel=1", "-XX:ErrorFile=/dev/null", "-XX:-CreateCoredumpOnCrash"));
        command.addAll(List.of("-cp", classPath(main), main.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        environment.forEach((name, value) -> {
            if (value == null) {
                builder.environment().remove(name);
            } else {
                builder.environment().put(name, value);
            }
        });
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot start " + command.get(0) + ".", e);
        }
        try {
            boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended) {
                process.destroyForcibly().waitFor();
            }
            return new End(!ended, process.exitValue());
        } catch (InterruptedException e) {
            throw new CancellationException("The check of the source was interrupted.");
        } finally {
            process.destroyForcibly();
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
