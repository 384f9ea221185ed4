package org.plegma.kernel;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.plegma.device.source.CacheFolder;
import org.plegma.device.timeline.LaunchMarker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is left of a kernel's process that died in native code: Java's report and the {@link LaunchMarker}, in one folder. The
 * next process that starts where it ran tells of it, once.
 */
public final class CrashLog {
    private static final Logger LOG = LoggerFactory.getLogger(CrashLog.class);
    private static final String MARKER = "launch-";
    private static final String PLACE = "place-";

    private final Path folder;
    private final String place;

    /** @param place the folder that the notebook runs in */
    CrashLog(Path folder, String place) {
        this.folder = folder;
        this.place = place;
    }

    /** The log of this process: where Java writes its report, or in the cache if nobody said where. */
    static CrashLog ofThisProcess() {
        String report = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .getVMOption("ErrorFile")
                .getValue();
        Path parent = report.isBlank() ? null : Path.of(report).toAbsolutePath().getParent();
        return new CrashLog(
                parent == null ? folder() : parent, Path.of("").toAbsolutePath().toString());
    }

    /** Where reports belong. */
    public static Path folder() {
        return CacheFolder.path().resolve("crashes");
    }

    /** Begins the log of this process; what is to be told of the one before, if that crashed. */
    Optional<String> begin() {
        try {
            Files.createDirectories(folder);
            Optional<String> told = tellOthers();
            long pid = ProcessHandle.current().pid();
            Files.writeString(folder.resolve(PLACE + pid), place);
            Path marker = folder.resolve(MARKER + pid);
            Files.deleteIfExists(marker);
            LaunchMarker.keepIn(marker);
            marker.toFile().deleteOnExit();
            folder.resolve(PLACE + pid).toFile().deleteOnExit();
            return told;
        } catch (IOException e) {
            LOG.warn("A crash of this process will not be explained: {}", e.toString());
            return Optional.empty();
        }
    }

    private Optional<String> tellOthers() throws IOException {
        List<Path> places;
        try (Stream<Path> files = Files.list(folder)) {
            places = files.filter(file -> file.getFileName().toString().matches(PLACE + "\\d+"))
                    .toList();
        }
        Optional<String> told = Optional.empty();
        for (Path file : places) {
            long pid = Long.parseLong(file.getFileName().toString().substring(PLACE.length()));
            boolean alive = pid != ProcessHandle.current().pid()
                    && ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
            if (!alive && (!crashed(pid) || Files.readString(file).equals(place))) {
                Optional<String> crash = tell(pid);
                told = crash.isPresent() ? crash : told;
                Files.deleteIfExists(file);
                Files.deleteIfExists(folder.resolve(MARKER + pid));
            }
        }
        return told;
    }

    /** What became of a process that has ended; empty if it did not crash. */
    private Optional<String> tell(long pid) throws IOException {
        if (!crashed(pid)) {
            return Optional.empty();
        }
        Path marker = folder.resolve(MARKER + pid);
        LaunchMarker.LastLaunch last =
                Files.exists(marker) ? LaunchMarker.read(marker) : new LaunchMarker.LastLaunch("", false);
        return Optional.of("The notebook's process before this one died"
                + (last.ran()
                        ? " while the OpenCL kernel '" + last.kernel()
                                + "' ran on the processor. With %%opencl --check launches"
                                + " are simulated first, which finds what kills a process, and where; with %device --isolated kernels run in a process of"
                                + " their own."
                        : " in native code" + (last.kernel().isEmpty() ? "." : "; no OpenCL kernel ran."))
                + " Java's report: " + report(pid));
    }

    private boolean crashed(long pid) {
        return Files.exists(report(pid));
    }

    private Path report(long pid) {
        return folder.resolve("hs_err_pid" + pid + ".log");
    }
}
