package org.plegma.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.plegma.device.Device;
import org.plegma.device.Devices;
import org.plegma.process.WorkLimit;

/**
 * A Java program in a process of its own, with the class path of the tests; killed if it does too much or nothing.
 *
 * <p>A test of Java mutants runs those that only want several devices in its own process, which has them, as no other process has
 * the mutant: see {@code mutations.py}.
 */
public final class ChildJvm {
    private static final boolean HERE = Boolean.getBoolean("mutations.children.here");
    private static final String GPUS = "PLEGMA_TEST_GPUS";

    private final Class<?> main;
    private final List<String> jvmOptions = new ArrayList<>();
    private final Map<String, String> environment = new HashMap<>();
    private boolean here;

    private ChildJvm(Class<?> main) {
        this.main = main;
    }

    /** What a program left behind. */
    public record Result(int exitCode, String output, String errors) {
        /** Fails the test unless the program ended with 0. */
        public Result assertSuccess() {
            assertEquals(0, exitCode, () -> "exit code; output:\n" + output + "\nerrors:\n" + errors);
            return this;
        }
    }

    /** A running program. */
    public final class Running {
        private final Process process;
        private final Path output;
        private final Path errors;

        private Running(Process process, Path output, Path errors) {
            this.process = process;
            this.output = output;
            this.errors = errors;
        }

        /** The process. */
        public Process process() {
            return process;
        }

        /** Waits for the end. */
        public Result await() {
            try {
                WorkLimit.End end = Patience.LIMIT.await(process);
                if (end != WorkLimit.End.OVER) {
                    WorkLimit.kill(process);
                    process.waitFor();
                }
                String why = end == WorkLimit.End.OVER ? "" : "\nKilled: it " + Patience.LIMIT.text(end) + ".";
                Result result =
                        new Result(process.exitValue(), Files.readString(output), Files.readString(errors) + why);
                Files.delete(output);
                Files.delete(errors);
                return result;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                process.destroyForcibly();
                throw new IllegalStateException("interrupted while waiting for " + main, e);
            }
        }
    }

    /** A program whose {@code main} is in a class of the tests. */
    public static ChildJvm of(Class<?> main) {
        return new ChildJvm(main);
    }

    /**
     * The same where PoCL offers the processor as so many devices, beside whatever others there are. More threads than cores: each is
     * stopped now and then, as a device that lags behind the others would be.
     */
    public static ChildJvm onProcessors(int count, Class<?> main) {
        ChildJvm child = of(main).environment("POCL_DEVICES", String.join(" ", Collections.nCopies(count, "pthread")))
                .environment("POCL_MAX_PTHREAD_COUNT", "6")
                .environment("POCL_AFFINITY", "0") // PoCL 6 ends the process if a thread has no core
                .option("-Dplegma.pocl.shared=" + (Runtime.getRuntime().availableProcessors() <= 2))
                .environment("PLEGMA_DEVICE", null)
                .environment("OCL_ICD_VENDORS", null);
        child.here = HERE;
        return child;
    }

    /** The same on so many processors and, where the machine has so many GPUs, on these. */
    public static List<ChildJvm> onDevices(int count, Class<?> main) {
        ChildJvm processors = onProcessors(count, main);
        return HERE || devices(Device.Kind.GPU, count).length < count
                ? List.of(processors)
                : List.of(processors, of(main).environment(GPUS, "yes"));
    }

    /** What the child of {@link #onProcessors} has: a machine may have GPUs, too. */
    public static Device[] processors(int count) {
        Device[] devices = devices(Device.Kind.CPU, HERE ? count : Integer.MAX_VALUE);
        assertEquals(count, devices.length);
        return devices;
    }

    /** What a child of {@link #onDevices} has. */
    public static Device[] devices(int count) {
        return System.getenv(GPUS) == null ? processors(count) : devices(Device.Kind.GPU, count);
    }

    private static Device[] devices(Device.Kind kind, int most) {
        return Devices.all().stream()
                .filter(device -> device.kind() == kind)
                .limit(most)
                .toArray(Device[]::new);
    }

    /** An option of the virtual machine. */
    public ChildJvm option(String option) {
        jvmOptions.add(option);
        return this;
    }

    /** A variable of the environment; null removes it. */
    public ChildJvm environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Runs it to its end. */
    public Result run(String... arguments) {
        return here ? runHere(arguments) : start(arguments).await();
    }

    private Result runHere(String... arguments) {
        PrintStream usual = System.out;
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
        try {
            Method program = main.getDeclaredMethod("main", String[].class);
            program.setAccessible(true);
            program.invoke(null, (Object) arguments);
            return new Result(0, output.toString(StandardCharsets.UTF_8), "");
        } catch (ReflectiveOperationException e) {
            return new Result(1, output.toString(StandardCharsets.UTF_8), String.valueOf(e.getCause()));
        } finally {
            System.setOut(usual);
        }
    }

    /** Starts it. */
    public Running start(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx512m", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
        command.addAll(jvmOptions);
        command.add(main.getName());
        command.addAll(List.of(arguments));
        try {
            Path output = Files.createTempFile("child", ".out");
            Path errors = Files.createTempFile("child", ".err");
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectOutput(output.toFile()).redirectError(errors.toFile());
            // As Java found it: what drivers have changed of it since is not for the child.
            Map<String, String> variables = builder.environment();
            environment.forEach((name, value) -> {
                if (value == null) {
                    variables.remove(name);
                } else {
                    variables.put(name, value);
                }
            });
            return new Running(builder.start(), output, errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
