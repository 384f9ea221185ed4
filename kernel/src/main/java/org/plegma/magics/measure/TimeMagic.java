package org.plegma.magics.measure;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plegma.display.page.Numbers;
import org.plegma.magics.Host;
import org.plegma.magics.Magic;
import org.plegma.magics.MagicCall;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code %time} and {@code %%time}: runs code once and says how long it took. */
@Command(
        name = "time",
        description =
                "Runs Java code once and prints the time it took; the code's value stays the result. Compiling the"
                        + " code is told apart where the kernel can tell, and the processor time is that of all threads.")
public final class TimeMagic implements Magic {
    private static final double NANO = 1e-9;

    @Parameters(arity = "0..*", paramLabel = "CODE", description = "Java code, up to the end of the line.")
    private @Nullable List<String> code;

    @Override
    public Set<Kind> kinds() {
        return EnumSet.allOf(Kind.class);
    }

    @Override
    public boolean takesJava() {
        return true;
    }

    @Override
    public String example() {
        return "%time java.util.stream.LongStream.range(0, 50_000_000).sum()";
    }

    @Override
    public @Nullable Object run(MagicCall call) throws Exception {
        if (call.isCell() && code != null) {
            throw call.error(
                    "%%time takes no code on its own line. Write it below, or use %time with one percent sign.");
        }
        if (call.code().isEmpty()) {
            throw call.error("There is no code to time. Write it after %time, or below %%time.");
        }
        Host host = call.host();
        long runBefore = host.runNanos();
        long cpuBefore = cpuNanos();
        long start = System.nanoTime();
        try {
            return call.evaluate(" ".repeat(call.codeColumn() - 1) + call.code(), call.codeLine());
        } finally {
            boolean compiled = runBefore < 0 || host.runNanos() > runBefore;
            if (compiled) {
                tell(host, start, cpuBefore, runBefore);
            }
        }
    }

    private static void tell(Host host, long start, long cpuBefore, long runBefore) {
        double wall = (System.nanoTime() - start) * NANO;
        double cpu = (cpuNanos() - cpuBefore) * NANO;
        double run = runBefore < 0 ? wall : (host.runNanos() - runBefore) * NANO;
        String rest =
                runBefore < 0 ? " with compiling" : ", and " + Numbers.seconds(Math.max(0, wall - run)) + " to compile";
        host.out()
                .println("Wall time: " + Numbers.seconds(run) + rest + " (CPU time in all: " + Numbers.seconds(cpu)
                        + ")");
    }

    /** Processor time of the whole process, since OpenCL on a CPU works in threads of its own. */
    private static long cpuNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }
}
