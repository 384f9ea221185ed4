package org.plegma.magics;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs a main class of the tests in a Java process of its own, with other environment variables. */
final class ChildProcess {
    private ChildProcess() {}

    /**
     * The lines that it printed.
     *
     * @throws AssertionError if it fails or takes longer than ten minutes
     */
    static List<String> run(Path folder, Class<?> main, Map<String, String> environment) throws Exception {
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
        if (!process.waitFor(600, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("still running after ten minutes: " + Files.readString(output));
        }
        if (process.exitValue() != 0) {
            throw new AssertionError("failed: " + Files.readString(output));
        }
        return Files.readAllLines(output);
    }
}
