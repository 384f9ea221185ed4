package org.plegma.measure;

import java.util.Arrays;
import java.util.Locale;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;
import org.apache.commons.math3.stat.descriptive.rank.Percentile.EstimationType;

/**
 * Descriptive statistics of repeated timings, and distribution-free confidence intervals for their quantiles.
 *
 * <p>Timings are skewed and have outliers, so the figure to report is the median, and its interval is built from order
 * statistics (Conover, <i>Practical Nonparametric Statistics</i>, section 3.2), which assume only that the samples are
 * independent.
 */
public final class Statistics {

    private final double[] samples;
    private final double[] sorted;

    private Statistics(double[] samples) {
        this.samples = samples;
        this.sorted = samples.clone();
        Arrays.sort(sorted);
    }

    /**
     * Statistics of at least one sample.
     *
     * @throws IllegalArgumentException if there is none, or one is NaN
     */
    public static Statistics of(double... samples) {
        if (samples.length == 0) {
            throw new IllegalArgumentException("Statistics need at least one sample.");
        }
        for (int i = 0; i < samples.length; i++) {
            if (Double.isNaN(samples[i])) {
                throw new IllegalArgumentException("Sample " + i + " of " + samples.length + " is NaN.");
            }
        }
        return new Statistics(samples.clone());
    }

    /** The number of samples. */
    public int count() {
        return samples.length;
    }

    /** The samples in the order in which they were taken. */
    public double[] samples() {
        return samples.clone();
    }

    /** The smallest sample. */
    public double min() {
        return sorted[0];
    }

    /** The largest sample. */
    public double max() {
        return sorted[sorted.length - 1];
    }

    /** The mean of the samples. */
    public double mean() {
        return StatUtils.mean(samples);
    }

    /** The median; of an even number of samples, the mean of the two in the middle. */
    public double median() {
        return quantile(0.5);
    }

    /** The sample standard deviation (divisor n - 1); 0 for a single sample. */
    public double standardDeviation() {
        return Math.sqrt(StatUtils.variance(samples));
    }

    /** Standard deviation over mean. */
    public double coefficientOfVariation() {
        return standardDeviation() / mean();
    }

    /**
     * A quantile, linear between neighbouring samples (definition 7 of Hyndman and Fan, as in NumPy and R).
     *
     * @param p from 0 (the minimum) to 1 (the maximum)
     */
    public double quantile(double p) {
        if (!(p >= 0 && p <= 1)) {
            throw new IllegalArgumentException("A quantile is named by a number from 0 to 1, not " + p + ".");
        }
        return p == 0
                ? min()
                : new Percentile().withEstimationType(EstimationType.R_7).evaluate(sorted, 100 * p);
    }

    /**
     * Statistics of fewer samples: quantiles at even distances, from the minimum to the maximum, so that the median stays.
     *
     * @param count an odd number; 1 keeps the median alone
     */
    public Statistics thinned(int count) {
        if (count < 1 || count % 2 == 0) {
            throw new IllegalArgumentException(
                    "An odd number of runs can be kept, as their median is one of them; found " + count + ".");
        }
        if (count >= samples.length) {
            return this;
        }
        double[] kept = new double[count];
        for (int i = 0; i < count; i++) {
            kept[i] = count == 1 ? median() : quantile((double) i / (count - 1));
        }
        return new Statistics(kept);
    }

    /** The range that holds the middle half of the samples. */
    public Interval middleHalf() {
        return new Interval(quantile(0.25), quantile(0.75));
    }

    /** {@link #interval} of the median, at 95 %. */
    public Interval medianInterval() {
        return interval(0.5, 0.95);
    }

    /**
     * A confidence interval for a quantile of the distribution that the samples came from.
     *
     * <p>Its ends are the samples of ranks l and u for which B(n, p) lies below l, and at or above u, with probability
     * (1 - confidence) / 2 at most each. With too few samples (under 6 for the median at 95 %) no sample is low or high
     * enough and that end is infinite.
     *
     * @param p the quantile, in (0, 1)
     * @param confidence the least probability with which the interval covers it, in (0, 1)
     */
    public Interval interval(double p, double confidence) {
        double tail = (1 - confidence) / 2;
        int n = sorted.length;
        BinomialDistribution below = new BinomialDistribution(null, n, p);
        int lower = 0;
        while (lower < n && below.cumulativeProbability(lower) <= tail) {
            lower++;
        }
        int upper = n + 1;
        while (upper > 1 && 1 - below.cumulativeProbability(upper - 2) <= tail) {
            upper--;
        }
        return new Interval(
                lower == 0 ? Double.NEGATIVE_INFINITY : sorted[lower - 1],
                upper == n + 1 ? Double.POSITIVE_INFINITY : sorted[upper - 1]);
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.4g (min %.4g, max %.4g, %d runs)", median(), min(), max(), count());
    }

    /** A closed range of values. */
    public record Interval(double lower, double upper) {

        public double width() {
            return upper - lower;
        }

        public boolean contains(double value) {
            return lower <= value && value <= upper;
        }

        /** Whether the two have no value in common. */
        public boolean isDisjointFrom(Interval other) {
            return upper < other.lower || other.upper < lower;
        }
    }
}
