package org.plegma.device.check;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.plegma.process.WorkLimit;

/** A run of the command {@code oclgrind-kernel}, which needs no host program. */
public final class OclgrindProcess {
    /** A simulation never waits: one that does nothing gets no processor time, so that this may be long. */
    private static final int IDLE = 10;

    private final String kernel;
    private final Path log;
    private final Path output;
    private final Process process;

    /** The command, if it is installed. */
    public static Optional<Path> command() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(path -> Path.of(path, "oclgrind-kernel"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /**
     * Starts it.
     *
     * @param folder of the files that it writes
     * @param line the command and its options
     */
    public OclgrindProcess(String kernel, Path folder, List<String> line) throws IOException {
        this.kernel = kernel;
        log = folder.resolve("log");
        output = folder.resolve("output");
        Files.deleteIfExists(log);
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(line));
        builder.command().addAll(1, List.of("--log", log.toString()));
        process = builder.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    /**
     * Waits for the end, which is forced after so many seconds of the processor's time.
     *
     * @param isLong whether it takes long, so that a fault ends it, too
     * @return whether it came to its end
     * @throws CancellationException if the thread is interrupted
     */
    public boolean hasEnded(int seconds, boolean isLong) {
        WorkLimit limit =
                new WorkLimit(Duration.ofSeconds(seconds), Duration.ofSeconds(IDLE * (long) Math.min(seconds, 30)));
        WorkLimit.Wait end = millis -> process.waitFor(millis, TimeUnit.MILLISECONDS);
        WorkLimit.Wait wait = isLong ? WorkLimit.Wait.until(() -> !process.isAlive() || hasFault()) : end;
        try {
            return limit.await(process.toHandle(), wait) == WorkLimit.End.OVER && !process.isAlive();
        } catch (InterruptedException e) {
            throw new CancellationException("The check of " + kernel + " was interrupted.");
        } finally {
            WorkLimit.kill(process);
        }
    }

    /** Whether one is told, with all that belongs to it: another line follows. */
    private boolean hasFault() {
        try {
            return OclgrindReport.isComplete(log());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int exitValue() {
        return process.exitValue();
    }

    /** What it has found, line by line. */
    public List<String> log() throws IOException {
        return Files.exists(log) ? Files.readAllLines(log) : List.of();
    }

    /** Whether the simulator gave up, which it tells in the log only. */
    boolean hasFailedItself() throws IOException {
        return log().stream().anyMatch(line -> line.startsWith("OCLGRIND FATAL ERROR"));
    }

    /** What it has printed. */
    public String output() throws IOException {
        return Files.readString(output).strip();
    }
}
