package org.plegma.measure;

import java.util.Arrays;
import org.plegma.array.Grid;

/** Error figures of a result against an oracle. */
public final class Errors {

    private Errors() {}

    /**
     * The largest difference relative to the largest finite expected element: max |x - e| / max |e|. Where infinity or NaN
     * is expected, the result must have the same, else the error is infinite.
     *
     * @throws IllegalArgumentException if the shapes differ
     */
    public static double relativeToLargest(Grid result, Grid expected) {
        double scale = 0;
        for (int i = 0; i < expected.length(); i++) {
            double e = Math.abs(expected.at(i));
            scale = Double.isFinite(e) ? Math.max(scale, e) : scale;
        }
        double most = largest(result, expected);
        return most == 0 ? 0 : most / scale;
    }

    /**
     * The largest difference max |x - e|; infinite where exactly one is NaN, or an infinity is missed.
     *
     * @throws IllegalArgumentException if the shapes differ
     */
    public static double largest(Grid result, Grid expected) {
        if (!Arrays.equals(result.shape(), expected.shape())) {
            throw new IllegalArgumentException("The result has the shape " + Arrays.toString(result.shape()) + ", and "
                    + Arrays.toString(expected.shape()) + " was expected.");
        }
        double most = 0;
        for (int i = 0; i < expected.length(); i++) {
            double x = result.at(i);
            double e = expected.at(i);
            if (x != e && Double.compare(x, e) != 0) {
                double difference = Math.abs(x - e);
                most = Double.isNaN(difference) ? Double.POSITIVE_INFINITY : Math.max(most, difference);
            }
        }
        return most;
    }
}
