package org.plegma.device;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;

/**
 * An array whose places along one axis are dealt out to several devices: each has some that follow one another, in the order of the
 * devices. Close it to free its memory.
 */
public final class SharedArray implements AutoCloseable {
    private final ElementType type;
    private final int[] shape;
    private final int axis;
    private final int[] ends;
    private final List<Optional<DeviceArray>> parts = new ArrayList<>();

    /**
     * Allocates it; its elements are undefined.
     *
     * @param sessions each stands for the device that it is seen from
     * @param axis from 0
     * @param ends where each part ends along the axis, as {@link #ends} gives it
     */
    public SharedArray(List<Session> sessions, int axis, int[] ends, ElementType type, int... shape) {
        this.type = type;
        this.shape = shape.clone();
        this.axis = axis;
        this.ends = ends.clone();
        try {
            for (int i = 0; i < sessions.size(); i++) {
                Session session = sessions.get(i);
                int[] part = shape.clone();
                part[axis] = count(i);
                parts.add(part[axis] == 0 ? Optional.empty() : Optional.of(session.allocate(type, part)));
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /**
     * Allocates one whose parts along the first axis are in proportion to rates; its elements are undefined.
     *
     * @param sessions each stands for the device that it is seen from
     * @param rates as of {@link #rates}
     */
    public static SharedArray of(List<Session> sessions, double[] rates, ElementType type, int... shape) {
        Preconditions.notNull(sessions, "sessions");
        Preconditions.notNull(rates, "rates");
        Preconditions.notNull(type, "type");
        Preconditions.notNull(shape, "shape");
        if (shape.length == 0) {
            throw new IllegalArgumentException("A shared array needs an axis along which it is dealt out.");
        }
        return new SharedArray(sessions, 0, ends(shape[0], rates(sessions.size(), rates)), type, shape);
    }

    /** Where each part of a length ends, in proportion to rates. */
    public static int[] ends(int length, double... rates) {
        double all = Arrays.stream(rates).sum();
        int[] ends = new int[rates.length];
        double sum = 0;
        for (int i = 0; i < rates.length; i++) {
            sum += rates[i];
            ends[i] = i == rates.length - 1 ? length : (int) Math.round(length * (sum / all));
        }
        return ends;
    }

    /**
     * The rates of so many devices: all equal if none are given.
     *
     * @throws IllegalArgumentException unless there is a finite rate above 0 for each
     */
    public static double[] rates(int devices, double... given) {
        double[] each = given.clone();
        if (each.length == 0) {
            each = new double[devices];
            Arrays.fill(each, 1);
        }
        if (each.length != devices || !Arrays.stream(each).allMatch(rate -> rate > 0 && rate < Double.MAX_VALUE)) {
            throw new IllegalArgumentException("Each of the " + devices + " devices needs a finite rate above 0, found "
                    + Arrays.toString(given) + ".");
        }
        return each;
    }

    /** The first place along the axis of a device's part. */
    public int first(int device) {
        return device == 0 ? 0 : ends[device - 1];
    }

    /** How many places along the axis a device has; there may be none. */
    public int count(int device) {
        return ends[device] - first(device);
    }

    /** A device's part; empty if it has no place. */
    public Optional<DeviceArray> part(int device) {
        return parts.get(device);
    }

    /** Whether parts end there along this axis. */
    public boolean isDealt(int along, int... there) {
        return axis == along && Arrays.equals(ends, there);
    }

    /** The type of its elements. */
    public ElementType type() {
        return type;
    }

    /** The shape of the whole; a copy. */
    public int[] shape() {
        return shape.clone();
    }

    /**
     * Copies a grid to the devices; blocks.
     *
     * @param grid of the same shape and type
     * @throws IllegalArgumentException if it is not
     */
    public SharedArray upload(Grid grid) {
        Preconditions.notNull(grid, "grid");
        requireSame(grid);
        for (int i = 0; i < parts.size(); i++) {
            if (count(i) > 0) {
                part(i).orElseThrow().upload(along(grid, axis, first(i), count(i)));
            }
        }
        return this;
    }

    /** All of it, on the host; waits for the devices. */
    public Grid download() {
        Grid grid = Grid.zeros(type, shape);
        download(grid);
        return grid;
    }

    /**
     * Copies all of it into a grid; waits for the devices.
     *
     * @param grid of the same shape and type
     * @throws IllegalArgumentException if it is not
     */
    public void download(Grid grid) {
        Preconditions.notNull(grid, "grid");
        requireSame(grid);
        int inner = product(axis + 1, shape.length);
        int outer = product(0, axis);
        for (int i = 0; i < parts.size(); i++) {
            if (count(i) > 0) {
                Object part = part(i).orElseThrow().download().data();
                int piece = count(i) * inner;
                for (int o = 0; o < outer; o++) {
                    System.arraycopy(part, o * piece, grid.data(), (o * shape[axis] + first(i)) * inner, piece);
                }
            }
        }
    }

    /** At most the length of a grid. */
    private int product(int from, int to) {
        return Arrays.stream(shape, from, to).reduce(1, Math::multiplyExact);
    }

    private void requireSame(Grid grid) {
        if (grid.type() != type || !Arrays.equals(grid.shape(), shape)) {
            throw new IllegalArgumentException("The shared array is " + type.javaName() + " " + Arrays.toString(shape)
                    + ", the grid " + grid.type().javaName() + " " + Arrays.toString(grid.shape()) + ".");
        }
    }

    /** The part of a grid that has some places of one axis, and all of the others. */
    public static Grid along(Grid grid, int axis, int first, int count) {
        int[] from = new int[grid.rank()];
        int[] extent = grid.shape();
        from[axis] = first;
        extent[axis] = count;
        return grid.region(from, extent);
    }

    @Override
    public void close() {
        parts.forEach(part -> part.ifPresent(DeviceArray::close));
    }

    @Override
    public String toString() {
        return "Shared array " + type.javaName() + " " + Arrays.toString(shape) + ", parts end at "
                + Arrays.toString(ends) + " along axis " + axis;
    }
}
