package org.plegma.rewrite.parallel.fuzz;

import java.time.Duration;
import java.util.function.Supplier;
import org.plegma.process.WorkLimit;

/**
 * Ends this process if one step of it does too much, or nothing, and tells which step it was. Programs are drawn so that they
 * end; what does not is a fault of the fuzzer, of javac, of the translation or of the device, and its text is needed.
 */
final class StepWatch implements AutoCloseable {
    static final int EXIT_CODE = 3;

    /** Usual steps take less than ten seconds. */
    private static final WorkLimit USUAL = new WorkLimit(Duration.ofSeconds(120), Duration.ofMinutes(2));

    /** Steps that are over sooner cost no look at the processes of this machine. */
    private static final Duration SHORT = Duration.ofSeconds(1);

    private final WorkLimit limit;
    private final Thread thread;
    private volatile Step step;

    /** Its identity counts. */
    private static final class Step {
        private final String what;
        private final Supplier<String> programs;

        Step(String what, Supplier<String> programs) {
            this.what = what;
            this.programs = programs;
        }
    }

    StepWatch() {
        this(USUAL);
    }

    StepWatch(WorkLimit limit) {
        this.limit = limit;
        thread = new Thread(this::watch, "fuzzer's watch");
        thread.setDaemon(true);
        next("begin", () -> "");
        thread.start();
    }

    /** The step before has ended. */
    void next(String what, Supplier<String> programs) {
        step = new Step(what, programs);
    }

    private void watch() {
        try {
            while (true) {
                Step now = step;
                Thread.sleep(SHORT.toMillis());
                if (step != now) {
                    continue;
                }
                WorkLimit.End end = limit.await(ProcessHandle.current(), WorkLimit.Wait.until(() -> step != now));
                if (end != WorkLimit.End.OVER) {
                    System.out.println(
                            "\n=== One step " + limit.text(end) + ": " + now.what + "\n" + now.programs.get());
                    Thread.getAllStackTraces().forEach(StepWatch::print);
                    System.out.flush();
                    Runtime.getRuntime().halt(EXIT_CODE);
                }
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private static void print(Thread thread, StackTraceElement[] trace) {
        System.out.println(thread.getName());
        for (StackTraceElement each : trace) {
            System.out.println("    " + each);
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
