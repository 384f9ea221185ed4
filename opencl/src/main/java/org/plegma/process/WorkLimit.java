package org.plegma.process;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * How much a process may do before it is given up. What counts is processor time, its own and that of the processes that it
 * has started: on a busy machine work takes longer by the clock, but not by this. A process that does next to nothing for
 * long is given up, too.
 */
public final class WorkLimit {
    /** Of one core. Who waits by asking takes less, who has to share it with thirty others takes more. */
    static final double LEAST_SHARE = 0.03;

    private static final Duration LOOK = Duration.ofSeconds(1);

    private final Duration work;
    private final Duration idle;

    /** How it came out. */
    public enum End {
        /** What was waited for has come. */
        OVER,
        /** The processor time is used up. */
        TOO_MUCH_WORK,
        /** Nothing was done for too long. */
        IDLE
    }

    /** Waits for something, but not for long. */
    @FunctionalInterface
    public interface Wait {
        /** Waits so long, or less if it has come; whether it has. */
        boolean forMillis(long millis) throws InterruptedException;

        /** For something to come true, which is asked each hundredth of a second. */
        static Wait until(BooleanSupplier condition) {
            return millis -> {
                for (long tries = 0; tries < millis / 10; tries++) {
                    if (condition.getAsBoolean()) {
                        return true;
                    }
                    Thread.sleep(10);
                }
                return condition.getAsBoolean();
            };
        }
    }

    /**
     * @param work processor time, of all cores together
     * @param idle how long nothing may be done; up to twice as long passes until it is noticed
     */
    public WorkLimit(Duration work, Duration idle) {
        this.work = work;
        this.idle = idle;
    }

    /** Waits for the end of a process, which stays alive if it exceeds the limit; see {@link #kill}. */
    public End await(Process process) throws InterruptedException {
        return await(process.toHandle(), millis -> process.waitFor(millis, TimeUnit.MILLISECONDS));
    }

    /**
     * Waits for the end of a process that has the whole limit for each part of its work: who gets on is not given up.
     *
     * @param isPartDone asked each hundredth of a second; true once for each part
     */
    public End awaitParts(Process process, BooleanSupplier isPartDone) throws InterruptedException {
        Wait part = Wait.until(() -> !process.isAlive() || isPartDone.getAsBoolean());
        return awaitParts(new Meter(process.toHandle()), part, () -> !process.isAlive());
    }

    End awaitParts(Supplier<Duration> used, Wait part, BooleanSupplier isOver) throws InterruptedException {
        End end = await(used, part);
        while (end == End.OVER && !isOver.getAsBoolean()) {
            end = await(used, part);
        }
        return end;
    }

    /** Waits for something that a process does, be it this one; what it did before does not count. */
    public End await(ProcessHandle process, Wait wait) throws InterruptedException {
        return await(new Meter(process), wait);
    }

    /** @param used processor time until now */
    End await(Supplier<Duration> used, Wait wait) throws InterruptedException {
        Duration atFirst = used.get();
        Duration atLook = atFirst;
        // Looks are counted, not the clock: while this process gets no processor time, the other may get none, either.
        long looksUntilIdle = Math.max(1, idle.dividedBy(LOOK));
        Duration least =
                LOOK.multipliedBy((long) (looksUntilIdle * LEAST_SHARE * 1000)).dividedBy(1000);
        for (long looks = 1; !wait.forMillis(LOOK.toMillis()); looks++) {
            Duration now = used.get();
            if (now.minus(atFirst).compareTo(work) >= 0) {
                return End.TOO_MUCH_WORK;
            }
            if (looks % looksUntilIdle == 0) {
                if (now.minus(atLook).compareTo(least) < 0) {
                    return End.IDLE;
                }
                atLook = now;
            }
        }
        return End.OVER;
    }

    /** What happened, as the end of a sentence that begins with the process: "used 20 s of processor time". */
    public String text(End end) {
        return switch (end) {
            case OVER -> "came to its end";
            case TOO_MUCH_WORK -> "used " + work.toSeconds() + " s of processor time";
            case IDLE -> "did nothing for " + idle.toSeconds() + " s";
        };
    }

    /** Ends a process and those that it has started. */
    public static void kill(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    /** The processor time of a process and its descendants. Of one that has ended, the last that was seen counts. */
    private static final class Meter implements Supplier<Duration> {
        private final ProcessHandle process;
        private final Map<ProcessHandle, Duration> seen = new HashMap<>();

        Meter(ProcessHandle process) {
            this.process = process;
        }

        @Override
        public Duration get() {
            Stream.concat(Stream.of(process), process.descendants())
                    .forEach(each -> each.info().totalCpuDuration().ifPresent(used -> seen.put(each, used)));
            return seen.values().stream().reduce(Duration.ZERO, Duration::plus);
        }
    }
}
