package org.plegma.coursework.apart;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plegma.process.WorkLimit;

/** Runs them in a process of their own. What a kernel does to it, the judge only hears of. */
public final class ApartRunner implements LaunchRunner {
    private static final Duration IDLE = Duration.ofSeconds(60);

    /** Processor time until the next launch is done: starting and compiling take 3 s of it, on a machine with many cores more. */
    private static final WorkLimit LIMIT = new WorkLimit(Duration.ofSeconds(20), IDLE);

    private static final List<String> OPTIONS = List.of(
            "-Xmx256m",
            "-Xss512k",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xshare:auto",
            "-Djava.awt.headless=true");

    private final Confinement confinement;
    private final WorkLimit limit;

    public ApartRunner() {
        this(Confinement.best(), LIMIT);
    }

    /** Shut in by this, with this limit for each launch. */
    public ApartRunner(Confinement confinement, WorkLimit limit) {
        this.confinement = confinement;
        this.limit = limit;
    }

    @Override
    public LaunchRunner within(int seconds) {
        return new ApartRunner(confinement, new WorkLimit(Duration.ofSeconds(seconds), IDLE));
    }

    @Override
    public String place() {
        return KernelProcess.device().name();
    }

    @Override
    public Outcomes run(List<Code> codes, List<Launch> launches) {
        try {
            Path folder = Files.createTempDirectory("plegma-judged").toRealPath();
            try {
                Parcel.writeWork(folder, codes, launches);
                Process process = start(folder);
                WorkLimit.End end = await(process, folder, launches);
                if (!Parcel.isBegun(folder)) { // which is no fault of a kernel's
                    throw new IOException(
                            end == WorkLimit.End.OVER ? "it ended with " + process.exitValue() : limit.text(end));
                }
                List<Outcome> outcomes = Parcel.readResults(folder, launches);
                if (outcomes.size() == launches.size()) {
                    return new Outcomes(outcomes, "", false);
                }
                return end == WorkLimit.End.OVER
                        ? new Outcomes(outcomes, "ended with " + process.exitValue(), false)
                        : new Outcomes(outcomes, limit.text(end) + " for one launch", true);
            } finally {
                delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("A process for the kernel cannot run: " + e.getMessage(), e);
        }
    }

    private Process start(Path folder) throws IOException {
        List<String> command = new ArrayList<>(confinement.prefix(folder));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(OPTIONS);
        command.add("-Djava.io.tmpdir=" + folder);
        command.addAll(List.of("-cp", classPath(), KernelProcess.class.getName()));
        command.add(folder.toString());
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        Map<String, String> variables = builder.environment();
        variables.put("POCL_CACHE_DIR", folder.toString());
        variables.put("XDG_CACHE_HOME", folder.toString());
        variables.put("TMPDIR", folder.toString());
        return builder.start();
    }

    /** For a process in another folder. */
    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Each launch that is done has the whole limit for the next one: a long task is not taken for one without end. */
    private WorkLimit.End await(Process process, Path folder, List<Launch> launches) {
        try {
            return limit.awaitParts(process, new Progress(folder, launches)::isMade);
        } catch (InterruptedException e) {
            throw new CancellationException("The check was interrupted.");
        } finally {
            WorkLimit.kill(process);
        }
    }

    /** Whether it has begun, or more launches are done than before. The results are read when there is more of them only. */
    static final class Progress {
        private final Path folder;
        private final List<Launch> launches;
        private long bytes = Parcel.NO_RESULTS;
        private int done = -1;

        Progress(Path folder, List<Launch> launches) {
            this.folder = folder;
            this.launches = launches;
        }

        boolean isMade() {
            try {
                long now = Parcel.bytesOfResults(folder);
                if (now == bytes) {
                    return false;
                }
                bytes = now;
                int before = done;
                done = Parcel.readResults(folder, launches).size();
                return done > before;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }
}
