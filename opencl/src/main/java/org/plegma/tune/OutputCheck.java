package org.plegma.tune;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Optional;
import org.plegma.array.ElementType;

/**
 * Compares arrays that a kernel wrote with what they should be.
 *
 * <p>Integers must be equal. Of floating-point numbers, a tuned kernel may change the order of operations: they may
 * differ by {@value #ROUNDINGS} units of rounding of the largest finite number expected (a sum of n terms in another
 * order differs by about √n units, so this covers sums of some ten thousand). NaN and infinities must be the same.
 */
final class OutputCheck {
    private static final int ROUNDINGS = 256;

    private OutputCheck() {}

    /** The tolerance for a type, relative to the largest finite number expected; 0 for integers. */
    static double tolerance(ElementType type) {
        return switch (type) {
            case FLOAT -> ROUNDINGS * 0x1p-24;
            case DOUBLE -> ROUNDINGS * 0x1p-53;
            default -> 0;
        };
    }

    /** What differs most, in words; empty if nothing differs by more than the tolerance. */
    static Optional<String> difference(String name, Object expected, Object found, double tolerance) {
        int length = Array.getLength(expected);
        double largest = 0;
        for (int i = 0; i < length; i++) {
            double e = Math.abs(number(expected, i));
            largest = Double.isFinite(e) ? Math.max(largest, e) : largest;
        }
        int wrong = 0;
        int worst = -1;
        double worstDifference = -1;
        for (int i = 0; i < length; i++) {
            double difference = difference(expected, found, i);
            if (difference > tolerance * largest) {
                wrong++;
                if (difference > worstDifference) {
                    worst = i;
                    worstDifference = difference;
                }
            }
        }
        return wrong == 0
                ? Optional.empty()
                : Optional.of(name + "[" + worst + "]: expected " + Array.get(expected, worst) + ", found "
                        + Array.get(found, worst) + " (" + wrong + " of " + length + " elements differ)");
    }

    private static double difference(Object expected, Object found, int i) {
        if (expected instanceof long[] e) {
            return e[i] == ((long[]) found)[i] ? 0 : Double.POSITIVE_INFINITY; // doubles do not tell all longs apart
        }
        double e = number(expected, i);
        double f = number(found, i);
        if (e == f || (Double.isNaN(e) && Double.isNaN(f))) {
            return 0;
        }
        double difference = Math.abs(e - f);
        return Double.isNaN(difference) ? Double.POSITIVE_INFINITY : difference;
    }

    private static double number(Object array, int i) {
        if (array instanceof float[] a) {
            return a[i];
        }
        if (array instanceof double[] a) {
            return a[i];
        }
        if (array instanceof int[] a) {
            return a[i];
        }
        return Array.getDouble(array, i);
    }

    /** A hash of an array's contents. */
    static int hash(Object array) {
        return Arrays.deepHashCode(new Object[] {array});
    }

    /** Values that a right kernel overwrites: none is what is expected; small, as integers may be used as an index. */
    static Object poison(Object expected) {
        int length = Array.getLength(expected);
        Object poison = Array.newInstance(expected.getClass().getComponentType(), length);
        for (int i = 0; i < length; i++) {
            if (poison instanceof float[] a) {
                a[i] = Float.isNaN(((float[]) expected)[i]) ? 0 : Float.NaN;
            } else if (poison instanceof double[] a) {
                a[i] = Double.isNaN(((double[]) expected)[i]) ? 0 : Double.NaN;
            } else if (Array.getLong(expected, i) == 0) {
                Array.setByte(poison, i, (byte) 1);
            }
        }
        return poison;
    }
}
