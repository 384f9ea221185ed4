package org.plegma.array;

import java.lang.reflect.Array;
import java.util.Arrays;

/** The Java array under a grid: what differs between their types. */
final class GridElements {
    private static final int SHOWN = 6;

    private GridElements() {}

    /** A new array of zeros. */
    static Object zeros(ElementType type, int... shape) {
        int length = length(shape);
        return switch (type) {
            case FLOAT -> new float[length];
            case DOUBLE -> new double[length];
            case INT -> new int[length];
            case LONG -> new long[length];
            default -> throw new IllegalArgumentException(
                    "A grid holds float, double, int or long, not " + type.javaName() + ".");
        };
    }

    private static int length(int... shape) {
        long length = ArrayShapes.length(shape);
        if (length > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("Shape " + ArrayShapes.text(shape) + " has " + length
                    + " elements, more than a Java array can hold; split it along the first axis.");
        }
        return (int) length;
    }

    static double get(Object data, ElementType type, int position) {
        return switch (type) {
            case FLOAT -> ((float[]) data)[position];
            case DOUBLE -> ((double[]) data)[position];
            case LONG -> ((long[]) data)[position];
            default -> ((int[]) data)[position];
        };
    }

    /** Sets an element; the value is rounded for float and cast for int and long. */
    static void put(Object data, ElementType type, int position, double value) {
        switch (type) {
            case FLOAT -> ((float[]) data)[position] = (float) value;
            case DOUBLE -> ((double[]) data)[position] = value;
            case LONG -> ((long[]) data)[position] = (long) value;
            default -> ((int[]) data)[position] = (int) value;
        }
    }

    /** The elements in another type, rounded once for float and double, and cast for int and long. */
    static Object converted(Object data, ElementType type, ElementType target) {
        int length = Array.getLength(data);
        Object result = zeros(target, length);
        if (data instanceof long[] longs && result instanceof float[] floats) {
            for (int i = 0; i < length; i++) {
                floats[i] = longs[i]; // by way of a double it would be rounded twice
            }
            return result;
        }
        for (int i = 0; i < length; i++) {
            put(result, target, i, get(data, type, i));
        }
        return result;
    }

    /** Sets all elements to one value, rounded for float and cast for int and long. */
    static void fill(Object data, ElementType type, double value) {
        switch (type) {
            case FLOAT -> Arrays.fill((float[]) data, (float) value);
            case DOUBLE -> Arrays.fill((double[]) data, value);
            case LONG -> Arrays.fill((long[]) data, (long) value);
            default -> Arrays.fill((int[]) data, (int) value);
        }
    }

    static Object copy(Object data, ElementType type) {
        return switch (type) {
            case FLOAT -> ((float[]) data).clone();
            case DOUBLE -> ((double[]) data).clone();
            case LONG -> ((long[]) data).clone();
            default -> ((int[]) data).clone();
        };
    }

    /** Type, shape and the first elements. */
    static String text(Object data, ElementType type, int[] shape) {
        int length = Array.getLength(data);
        StringBuilder text = new StringBuilder("Grid ").append(type.javaName());
        text.append(' ').append(ArrayShapes.text(shape)).append(" [");
        for (int i = 0; i < Math.min(SHOWN, length); i++) {
            text.append(i == 0 ? "" : ", ").append(Array.get(data, i));
        }
        return text.append(length > SHOWN ? ", ...]" : "]").toString();
    }
}
