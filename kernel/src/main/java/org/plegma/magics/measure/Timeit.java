package org.plegma.magics.measure;

import java.util.Arrays;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.plegma.display.page.Numbers;

/**
 * What {@code %timeit} compiles code into: a loop that times itself, run with more and more rounds until it takes long
 * enough for the clock, then repeated.
 */
public final class Timeit {
    private static final double ENOUGH_SECONDS = 0.2;

    /** Less than a processor's cycle, which each round takes that does anything. */
    private static final double LEAST_SECONDS = 0.25e-9;

    private static final long MOST_LOOPS = 1_000_000_000L;
    private static volatile long noLong = 1;
    private static volatile long noOtherLong = 2;
    private static volatile double noDouble = 1;
    private static volatile double noOtherDouble = 2;
    private static volatile @Nullable Object kept;
    private static int keepMask = 1;
    private static int objects;
    private static volatile long started;

    private Timeit() {}

    /** The timed loop. */
    @FunctionalInterface
    public interface Loop {
        /** Runs the code so often and returns the nanoseconds that took. */
        long run(long loops) throws Throwable;
    }

    /**
     * What was measured.
     *
     * @param loops rounds of a run
     * @param seconds the time of one round, of each run
     */
    public record Result(long loops, double[] seconds) {
        public double mean() {
            return Arrays.stream(seconds).average().orElseThrow();
        }

        public double best() {
            return Arrays.stream(seconds).min().orElseThrow();
        }

        /** The standard deviation of the runs' times, over their number as {@code timeit} in IPython has it. */
        public double deviation() {
            double mean = mean();
            return Math.sqrt(Arrays.stream(seconds)
                    .map(s -> (s - mean) * (s - mean))
                    .average()
                    .orElseThrow());
        }

        /** Whether a round takes less time than anything that a processor does: nothing is left of the code. */
        boolean isRemoved() {
            return best() < LEAST_SECONDS;
        }

        @Override
        public String toString() {
            if (isRemoved()) {
                return "Nothing to time: Java's compiler has removed the code, since nothing uses what it computes, or it is the"
                        + " same each time. End with an expression that depends on a variable.";
            }
            return Numbers.seconds(mean()) + " ± " + Numbers.seconds(deviation()) + " per loop, best "
                    + Numbers.seconds(best()) + " (mean ± standard deviation of "
                    + Numbers.counted(seconds.length, "run") + ", " + Numbers.counted(loops, "loop") + " each)";
        }
    }

    /**
     * Times a loop.
     *
     * @param loops rounds of a run; 0 for as many as take {@value #ENOUGH_SECONDS} s
     * @param runs how many runs
     */
    public static Result measure(long loops, int runs, Loop loop) throws Throwable {
        started++;
        long rounds = loops > 0 ? loops : enough(loop);
        double[] seconds = new double[runs];
        for (int i = 0; i < runs; i++) {
            seconds[i] = run(loop, rounds) * 1e-9 / rounds;
        }
        return new Result(rounds, seconds);
    }

    /**
     * The first of 1, 2, 5, 10, 20 … rounds that take long enough twice. The second time counts: by then the code is
     * compiled, and what it does once, such as building a kernel, is done.
     */
    private static long enough(Loop loop) throws Throwable {
        for (long ten = 1; ; ten *= 10) {
            for (long rounds : new long[] {ten, 2 * ten, 5 * ten}) {
                if (rounds >= MOST_LOOPS || isEnough(loop, rounds) && isEnough(loop, rounds)) {
                    return rounds;
                }
            }
        }
    }

    private static boolean isEnough(Loop loop, long rounds) throws Throwable {
        return run(loop, rounds) * 1e-9 >= ENOUGH_SECONDS;
    }

    private static long run(Loop loop, long rounds) throws Throwable {
        if (Thread.interrupted()) {
            throw new CancellationException("The timing was interrupted.");
        }
        return loop.run(rounds);
    }

    /** How many measurements have begun, by which a failure to compile and one of the code are told apart. */
    static long started() {
        return started;
    }

    /**
     * Takes a value, so that its computation is not optimised away: it is compared with two values that the compiler has
     * to take for unknown, and of which it can equal at most one.
     */
    public static void use(long value) {
        if (value == noLong & value == noOtherLong) {
            throw new IllegalStateException("A number equals two.");
        }
    }

    /** As {@link #use(long)}. */
    public static void use(double value) {
        if (value == noDouble & value == noOtherDouble) {
            throw new IllegalStateException("A number equals two.");
        }
    }

    /** As {@link #use(long)}. */
    public static void use(boolean value) {
        use(value ? 3L : 4L);
    }

    /** Takes an object: ever more seldom, but always possibly, it is kept. */
    public static void use(Object value) {
        if ((++objects & keepMask) == 0) {
            kept = value;
            keepMask = keepMask << 1 | 1;
        }
    }

    /** The object that was kept last. */
    public static @Nullable Object kept() {
        return kept;
    }
}
