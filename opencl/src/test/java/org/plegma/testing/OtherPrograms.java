package org.plegma.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Programs of others that judge our files. The launcher sees to it that they are there. */
public final class OtherPrograms {
    private OtherPrograms() {}

    /** What a Python program prints; it runs in {@code PLEGMA_PYTHON}, or in the system's own Python. */
    public static String python(String program, Object... arguments) throws IOException, InterruptedException {
        List<Object> command = new ArrayList<>();
        command.add(System.getenv().getOrDefault("PLEGMA_PYTHON", "/usr/bin/python3"));
        command.addAll(List.of("-c", program));
        command.addAll(Arrays.asList(arguments));
        return run(command.toArray());
    }

    /** What a program on the PATH prints; it must end well. */
    public static String run(Object... command) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(Arrays.stream(command).map(Object::toString).toList());
        builder.environment().put("PYTHONIOENCODING", "utf-8");
        Process process = builder.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
        return output;
    }
}
