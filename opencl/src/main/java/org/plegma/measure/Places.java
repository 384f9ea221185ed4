package org.plegma.measure;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Places in an array at which a result too large to be compared as a whole is: the corners, and places that fill it evenly
 * whatever its shape is. Multiples of a whole number along each axis would not: with sizes that have a common factor they lie
 * on a diagonal.
 *
 * <p>Along the axes these are multiples of 1/g, 1/g², … where g is to d dimensions what the golden ratio is to one:
 * g^(d+1) = g + 1 (Roberts, The unreasonable effectiveness of quasirandom sequences, 2018). Of each eight places one is moved to
 * the end of the first axis, one to that of the second, and so on, where blocks are cut off.
 */
public final class Places {
    private static final int PERIOD = 8;
    private static final MathContext DIGITS = new MathContext(30);

    private Places() {}

    /**
     * So many places, always the same ones, each an index along every axis.
     *
     * @param shape 1 to 7 axes of at least 1
     */
    public static int[][] of(int count, int... shape) {
        int corners = 1 << shape.length;
        int[][] places = spread(count, shape);
        for (int i = 0; i < count; i++) {
            for (int axis = 0; axis < shape.length; axis++) {
                if (i < corners ? (i >> axis & 1) == 1 : i % PERIOD == axis) {
                    places[i][axis] = shape[axis] - 1;
                } else if (i < corners) {
                    places[i][axis] = 0;
                }
            }
        }
        return places;
    }

    /** The same without corners and ends, for what is so costly that there are few. */
    public static int[][] spread(int count, int... shape) {
        long[] steps = steps(shape.length);
        int[][] places = new int[count][shape.length];
        for (int i = 0; i < count; i++) {
            for (int axis = 0; axis < shape.length; axis++) {
                long part = ((i + 1) * steps[axis]) >>> 32; // of 2^32
                places[i][axis] = (int) (part * shape[axis] >>> 32);
            }
        }
        return places;
    }

    /** 1/g, 1/g², … as fractions of 2^64. */
    private static long[] steps(int rank) {
        double g = 1.5;
        for (int i = 0; i < 100; i++) {
            g = Math.pow(1 + g, 1.0 / (rank + 1));
        }
        long[] steps = new long[rank];
        BigDecimal part = BigDecimal.ONE;
        for (int axis = 0; axis < rank; axis++) {
            part = part.divide(BigDecimal.valueOf(g), DIGITS);
            steps[axis] = part.multiply(BigDecimal.valueOf(2).pow(64))
                    .setScale(0, RoundingMode.DOWN)
                    .toBigInteger()
                    .longValue();
        }
        return steps;
    }
}
