package org.plegma.array;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Arithmetic on shapes of row-major arrays. */
public final class Shapes {
    private Shapes() {}

    /**
     * The number of elements of a shape.
     *
     * @throws IllegalArgumentException if the shape has no axis, an axis is negative, or the product exceeds a long
     */
    public static long length(int... shape) {
        if (shape.length == 0) {
            throw new IllegalArgumentException("A shape needs at least one axis, for example 100 or 10, 10.");
        }
        long length = 1;
        for (int size : shape) {
            if (size < 0) {
                throw new IllegalArgumentException("Negative size in shape " + text(shape) + ".");
            }
            try {
                length = Math.multiplyExact(length, (long) size);
            } catch (ArithmeticException e) {
                throw new IllegalArgumentException("Shape " + text(shape) + " has more elements than a long counts.");
            }
        }
        return length;
    }

    /** A shape in words, for example {@code 3 x 4}. */
    public static String text(int... shape) {
        return Arrays.stream(shape).mapToObj(Integer::toString).collect(Collectors.joining(" x "));
    }

    /** Distance, in elements, between neighbours along each axis of a row-major array. */
    public static long[] strides(int... shape) {
        long[] strides = new long[shape.length];
        long stride = 1;
        for (int axis = shape.length - 1; axis >= 0; axis--) {
            strides[axis] = stride;
            stride *= shape[axis];
        }
        return strides;
    }
}
