package org.plegma.device.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.plegma.process.WorkLimit;

/** A run of {@code oclgrind-kernel}. */
final class OclgrindProcess {
    /** A simulation never waits: one that does nothing gets no processor time, so that this may be long. */
    private static final int IDLE = 10;

    private final String kernel;
    private final Path log;
    private final Path output;
    private final Process process;

    /** @param line the command and its options */
    OclgrindProcess(String kernel, Path folder, List<String> line) throws IOException {
        this.kernel = kernel;
        log = folder.resolve("log");
        output = folder.resolve("output");
        Files.deleteIfExists(log);
        ProcessBuilder builder = new ProcessBuilder(line);
        builder.command().addAll(1, List.of("--log", log.toString()));
        process = builder.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    /**
     * Waits for the end, which is forced after so many seconds of the processor's time.
     *
     * @return whether it came to its end
     * @throws CancellationException if the thread is interrupted
     */
    boolean hasEnded(int seconds) {
        WorkLimit limit = new WorkLimit(Duration.ofSeconds(seconds), Duration.ofSeconds(IDLE * (long) seconds));
        try {
            return limit.await(process) == WorkLimit.End.OVER;
        } catch (InterruptedException e) {
            throw new CancellationException("The check of " + kernel + " was interrupted.");
        } finally {
            WorkLimit.kill(process);
        }
    }

    int exitValue() {
        return process.exitValue();
    }

    List<String> log() throws IOException {
        return Files.exists(log) ? Files.readAllLines(log) : List.of();
    }

    /** Whether the simulator gave up, which it tells in the log only. */
    boolean hasFailedItself() throws IOException {
        return log().stream().anyMatch(line -> line.startsWith("OCLGRIND FATAL ERROR"));
    }

    String output() throws IOException {
        return Files.readString(output).strip();
    }
}
