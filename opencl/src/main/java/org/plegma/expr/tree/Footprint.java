package org.plegma.expr.tree;

import java.util.Collection;
import java.util.Collections;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;

/** The set of cells that a stencil reads, relative to the cell it computes. */
public final class Footprint {
    /** What the cells look like from afar; generators have special code for stars. */
    public enum Shape {
        /** Nothing, or the cell itself alone. */
        POINT,
        /** Neighbours along the axes only. */
        STAR,
        /** All cells of a cuboid. */
        BOX,
        OTHER
    }

    private final int rank;
    private final SortedSet<Offset> offsets;
    private final int[] low;
    private final int[] high;

    private Footprint(int rank, SortedSet<Offset> offsets) {
        this.rank = rank;
        this.offsets = offsets;
        this.low = new int[rank];
        this.high = new int[rank];
        for (Offset offset : offsets) {
            for (int axis = 0; axis < rank; axis++) {
                low[axis] = Math.max(low[axis], -offset.at(axis));
                high[axis] = Math.max(high[axis], offset.at(axis));
            }
        }
    }

    /** The smallest footprint that holds some offsets. */
    public static Footprint of(int rank, Collection<Offset> offsets) {
        return new Footprint(rank, Collections.unmodifiableSortedSet(new TreeSet<>(offsets)));
    }

    /** The number of axes. */
    public int rank() {
        return rank;
    }

    /** The points that are read, seen from the cell. */
    public SortedSet<Offset> offsets() {
        return offsets;
    }

    /** The number of cells that are read. */
    public int points() {
        return offsets.size();
    }

    /** How far the stencil reaches towards index 0 along an axis; never negative. */
    public int low(int axis) {
        return low[axis];
    }

    /** How far the stencil reaches towards the last index along an axis; never negative. */
    public int high(int axis) {
        return high[axis];
    }

    /** The farthest reach along an axis in either direction. */
    public int radius(int axis) {
        return Math.max(low(axis), high(axis));
    }

    /** The farthest reach along any axis. */
    public int radius() {
        int radius = 0;
        for (int axis = 0; axis < rank; axis++) {
            radius = Math.max(radius, radius(axis));
        }
        return radius;
    }

    /** Whether it is a star, a box, or anything else. */
    public Shape shape() {
        int moved = offsets.stream().mapToInt(Offset::axesMoved).max().orElse(0);
        if (moved == 0) {
            return Shape.POINT;
        } else if (moved == 1) {
            return Shape.STAR;
        }
        long cells = 1;
        for (int axis = 0; axis < rank; axis++) {
            int index = axis;
            int first = offsets.stream().mapToInt(o -> o.at(index)).min().orElse(0);
            int last = offsets.stream().mapToInt(o -> o.at(index)).max().orElse(0);
            cells *= last - first + 1L;
        }
        return cells == offsets.size() ? Shape.BOX : Shape.OTHER;
    }

    /** The cells of both. */
    public Footprint union(Footprint other) {
        SortedSet<Offset> all = new TreeSet<>(offsets);
        all.addAll(other.offsets);
        return of(rank, all);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Footprint that && rank == that.rank && offsets.equals(that.offsets);
    }

    @Override
    public int hashCode() {
        return offsets.hashCode();
    }

    @Override
    public String toString() {
        String points = points() + (points() == 1 ? " point" : " points");
        return shape() == Shape.OTHER
                ? points + " of radius " + radius()
                : shape().name().toLowerCase(Locale.ROOT) + " of radius " + radius() + " with " + points;
    }
}
