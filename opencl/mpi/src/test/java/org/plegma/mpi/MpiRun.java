package org.plegma.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plegma.process.WorkLimit;
import org.plegma.testing.Patience;

/** A program of the tests on several ranks of this machine, by the launcher of Open MPI or of MPICH. */
final class MpiRun {
    private final Process process;

    private final Path output;

    private MpiRun(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /** What is left of a job. */
    record Result(int exitCode, String output) {
        Result assertSuccess() {
            assertEquals(0, exitCode, output);
            return this;
        }
    }

    static MpiRun start(String launcher, int ranks, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(launcher, "-n", "" + ranks));
        if (launcher.endsWith("openmpi")) {
            // More ranks than cores, each free to use all; containers forbid reading other processes' memory.
            command.addAll(List.of("--oversubscribe", "--bind-to", "none"));
            command.addAll(List.of("--mca", "btl_vader_single_copy_mechanism", "none"));
        }
        // Signal chaining is for PoCL in the ranks, not for the launcher.
        Path home = Path.of(System.getProperty("java.home"));
        command.addAll(List.of("env", "LD_PRELOAD=" + home.resolve("lib/libjsig.so")));
        command.add(home.resolve("bin/java").toString());
        command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        try {
            Path output = Files.createTempFile("mpirun", ".out");
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
            builder.environment().putAll(Map.of("OMPI_ALLOW_RUN_AS_ROOT", "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"));
            return new MpiRun(builder.start(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Result run(String launcher, int ranks, Class<?> main, String... arguments) {
        return start(launcher, ranks, main, arguments).await();
    }

    Process process() {
        return process;
    }

    /** What was printed until now. */
    String output() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Result await() {
        try {
            WorkLimit.End end = Patience.LIMIT.await(process);
            if (end != WorkLimit.End.OVER) {
                WorkLimit.kill(process);
                process.waitFor();
            }
            String why = end == WorkLimit.End.OVER ? "" : "\nKilled: it " + Patience.LIMIT.text(end) + ".";
            Result result = new Result(process.exitValue(), output() + why);
            Files.delete(output);
            return result;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            throw new IllegalStateException("interrupted while waiting for mpirun", e);
        }
    }
}
