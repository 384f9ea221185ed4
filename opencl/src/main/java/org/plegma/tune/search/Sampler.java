package org.plegma.tune.search;

import java.util.Arrays;
import org.plegma.measure.Statistics;
import org.plegma.tune.candidate.Candidate;

/**
 * Times a candidate as often as it takes to rank it: until the 95 % interval of the median is narrow, or time is up.
 *
 * <p>A candidate whose first runs all take more than {@value #HOPELESS} times the best median so far is not worth more
 * runs; its few runs are kept.
 */
final class Sampler {
    private static final int FIRST_RUNS = 3;
    private static final int MOST_RUNS = 50;
    private static final double ENOUGH_SECONDS = 0.3;
    private static final double NARROW = 0.02;
    private static final double HOPELESS = 2;

    private Sampler() {}

    /** Times in seconds, in order; at least one. */
    static double[] sample(Candidate candidate, double bestSeconds) throws Exception {
        double[] runs = new double[MOST_RUNS];
        double total = 0;
        for (int n = 1; n <= MOST_RUNS; n++) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            double seconds = candidate.run();
            if (!(seconds > 0) || Double.isInfinite(seconds)) {
                throw new IllegalStateException("a run took " + seconds + " s: times must be positive and finite");
            }
            runs[n - 1] = seconds;
            total += seconds;
            if (n >= FIRST_RUNS && enough(Statistics.of(Arrays.copyOf(runs, n)), total, bestSeconds)) {
                return Arrays.copyOf(runs, n);
            }
        }
        return runs;
    }

    private static boolean enough(Statistics runs, double total, double bestSeconds) {
        return runs.min() > HOPELESS * bestSeconds
                || total > ENOUGH_SECONDS
                || runs.medianInterval().width() <= NARROW * runs.median();
    }
}
