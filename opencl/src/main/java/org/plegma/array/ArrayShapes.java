package org.plegma.array;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Arithmetic on shapes of row-major arrays. */
public final class ArrayShapes {
    private ArrayShapes() {}

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

    /**
     * The position of an element in a row-major array.
     *
     * @throws IndexOutOfBoundsException if the index lies outside the shape
     * @throws IllegalArgumentException if it has not one entry an axis
     */
    public static long position(int[] shape, int... index) {
        if (index.length != shape.length) {
            throw new IllegalArgumentException("An array of shape " + text(shape) + " needs " + shape.length
                    + " indices, got " + index.length + ".");
        }
        long position = 0;
        for (int axis = 0; axis < index.length; axis++) {
            if (index[axis] < 0 || index[axis] >= shape[axis]) {
                throw new IndexOutOfBoundsException(
                        "Index " + Arrays.toString(index) + " is outside shape " + text(shape) + ".");
            }
            position = position * shape[axis] + index[axis];
        }
        return position;
    }

    /** The axis as a number from 0; negative axes count from the end. */
    static int axis(int axis, int rank) {
        int positive = axis < 0 ? axis + rank : axis;
        if (positive < 0 || positive >= rank) {
            throw new IllegalArgumentException("Axis " + axis + " does not exist: the grid has " + rank + " axes.");
        }
        return positive;
    }
}
