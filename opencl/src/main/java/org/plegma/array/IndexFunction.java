package org.plegma.array;

/** A value for each point of a grid. */
@FunctionalInterface
public interface IndexFunction {

    /**
     * The value at a point.
     *
     * @param index one entry an axis; the array is reused between calls and must not be kept
     */
    double at(int[] index);
}
