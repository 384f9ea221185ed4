package org.plegma.testing;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Appends to {@code target/processor-times.txt} the seconds of processor time that each test class took, its child
 * processes' included: on a loaded machine these tell what is long, where seconds on the clock do not.
 */
public final class ProcessorTimes implements TestExecutionListener {
    /** Clock ticks a second in which Linux tells the times of children. */
    private static final double TICKS = 100;

    private final Map<String, Double> begun = new HashMap<>();

    @Override
    public void executionStarted(TestIdentifier test) {
        if (isClass(test)) {
            begun.put(test.getUniqueId(), used());
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (isClass(test)) {
            String name = ((ClassSource) test.getSource().orElseThrow()).getClassName();
            String line = String.format(Locale.ROOT, "%.1f %s%n", used() - begun.remove(test.getUniqueId()), name);
            try {
                Files.createDirectories(Path.of("target"));
                Files.writeString(
                        Path.of("target", "processor-times.txt"),
                        line,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static boolean isClass(TestIdentifier test) {
        return test.getSource().filter(ClassSource.class::isInstance).isPresent();
    }

    private static double used() {
        double own =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime() * 1e-9;
        return own + children();
    }

    /** Of children that have ended: user and system time, fields 16 and 17 of Linux's file, 0 elsewhere. */
    private static double children() {
        try {
            String all = Files.readString(Path.of("/proc/self/stat"));
            String[] fields = all.substring(all.lastIndexOf(')') + 2).split(" ");
            return (Long.parseLong(fields[13]) + Long.parseLong(fields[14])) / TICKS;
        } catch (IOException e) {
            return 0;
        }
    }
}
