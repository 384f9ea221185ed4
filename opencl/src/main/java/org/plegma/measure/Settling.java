package org.plegma.measure;

/**
 * Tells from the medians of warm-up rounds when code has stopped getting faster: when three rounds in a row were not 5 %
 * below the least before them.
 *
 * <p>One round without gain proves nothing, for Java goes on with the code of its first compiler until the second one,
 * which works beside it, is done.
 */
final class Settling {

    private static final double GAIN = 0.95;
    private static final int ROUNDS_WITHOUT_GAIN = 3;

    private double least = Double.POSITIVE_INFINITY;
    private int withoutGain;

    /** Takes the median of the next round, and says whether it was the last that is needed. */
    boolean isSettledBy(double median) {
        withoutGain = median < GAIN * least ? 0 : withoutGain + 1;
        least = Math.min(least, median);
        return withoutGain >= ROUNDS_WITHOUT_GAIN;
    }
}
