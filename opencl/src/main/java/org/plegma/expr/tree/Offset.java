package org.plegma.expr.tree;

import java.util.Arrays;

/** A constant displacement on the grid, one whole number an axis in array order. Immutable, ordered axis by axis. */
public final class Offset implements Comparable<Offset> {
    private final int[] steps;
    private final int hash;

    private Offset(int[] steps) {
        this.steps = steps;
        this.hash = Arrays.hashCode(steps);
    }

    /** By its steps along each axis. */
    public static Offset of(int... steps) {
        return new Offset(steps.clone());
    }

    /** The cell itself. */
    public static Offset zero(int rank) {
        return new Offset(new int[rank]);
    }

    /** The displacement by {@code steps} along one axis. */
    public static Offset along(int axis, int steps, int rank) {
        int[] all = new int[rank];
        all[axis] = steps;
        return new Offset(all);
    }

    /** The number of axes. */
    public int rank() {
        return steps.length;
    }

    /** The steps along an axis. */
    public int at(int axis) {
        return steps[axis];
    }

    /** The place that one reaches by both, one after the other. */
    public Offset plus(Offset other) {
        if (other.steps.length != steps.length) {
            throw new IllegalArgumentException("Cannot add offsets of rank " + rank() + " and " + other.rank() + ".");
        }
        int[] sum = new int[steps.length];
        for (int axis = 0; axis < sum.length; axis++) {
            sum[axis] = Math.addExact(steps[axis], other.steps[axis]);
        }
        return new Offset(sum);
    }

    /** Whether it is the cell itself. */
    public boolean isZero() {
        return axesMoved() == 0;
    }

    /** The number of axes along which this displacement is not zero: at most one for a point of a star. */
    public int axesMoved() {
        int moved = 0;
        for (int step : steps) {
            if (step != 0) {
                moved++;
            }
        }
        return moved;
    }

    /** The number of cells to go, along the axes. */
    int distance() {
        int distance = 0;
        for (int step : steps) {
            distance += Math.abs(step);
        }
        return distance;
    }

    /** The steps along each axis, as a copy. */
    public int[] toArray() {
        return steps.clone();
    }

    @Override
    public int compareTo(Offset other) {
        return Arrays.compare(steps, other.steps);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Offset that && Arrays.equals(steps, that.steps);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return Arrays.toString(steps);
    }
}
