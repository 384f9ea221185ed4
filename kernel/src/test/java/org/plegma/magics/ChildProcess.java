package org.plegma.magics;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plegma.process.WorkLimit;

/** Runs a main class of the tests in a Java process of its own, with other environment variables. */
public final class ChildProcess {
    private ChildProcess() {}

    /**
     * The lines that it printed.
     *
     * @throws AssertionError if it fails, or does too much or nothing
     */
    public static List<String> run(Path folder, Class<?> main, Map<String, String> environment) throws Exception {
        Path output = folder.resolve("output.txt");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().remove("PLEGMA_DEVICE");
        builder.environment().putAll(environment);
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        WorkLimit limit = new WorkLimit(Duration.ofMinutes(20), Duration.ofMinutes(5));
        WorkLimit.End end = limit.await(process);
        if (end != WorkLimit.End.OVER) {
            WorkLimit.kill(process);
            throw new AssertionError("it " + limit.text(end) + ": " + Files.readString(output));
        }
        if (process.exitValue() != 0) {
            throw new AssertionError("failed: " + Files.readString(output));
        }
        return Files.readAllLines(output);
    }
}
