package org.plegma.gemm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;

/**
 * A matrix whose rows are dealt out to several devices, or a batch whose matrices are: each has some that follow one another, in the
 * order of the devices. {@link SharedGemm} makes it. Close it to free its memory.
 */
public final class SharedMatrix implements AutoCloseable {
    private final ElementType type;
    private final int[] shape;
    private final int[] ends;
    private final List<Optional<DeviceArray>> parts = new ArrayList<>();

    /** @param rates how many rows each device gets, in proportion */
    SharedMatrix(List<Session> sessions, double[] rates, ElementType type, int... shape) {
        if (shape.length != 2 && shape.length != 3) {
            throw new IllegalArgumentException(
                    "A shared matrix has 2 axes, or 3 for a batch, not " + Arrays.toString(shape) + ".");
        }
        this.type = type;
        this.shape = shape.clone();
        this.ends = ends(shape[0], rates);
        try {
            for (int i = 0; i < sessions.size(); i++) {
                Session session = sessions.get(i);
                int[] part = shape.clone();
                part[0] = count(i);
                parts.add(part[0] == 0 ? Optional.empty() : Optional.of(session.allocate(type, part)));
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Where each part ends, in proportion to rates. */
    static int[] ends(int length, double... rates) {
        double all = Arrays.stream(rates).sum();
        int[] ends = new int[rates.length];
        double sum = 0;
        for (int i = 0; i < rates.length; i++) {
            sum += rates[i];
            ends[i] = i == rates.length - 1 ? length : (int) Math.round(length * (sum / all));
        }
        return ends;
    }

    /** The first row, or matrix, of a device's part. */
    public int first(int device) {
        return device == 0 ? 0 : ends[device - 1];
    }

    /** Rows, or matrices, of a device's part; there may be none. */
    public int count(int device) {
        return ends[device] - first(device);
    }

    /** A device's part; empty if it has no row. */
    public Optional<DeviceArray> part(int device) {
        return parts.get(device);
    }

    /** Whether parts end at these rows. */
    boolean endsAt(int... rows) {
        return Arrays.equals(ends, rows);
    }

    public ElementType type() {
        return type;
    }

    public int[] shape() {
        return shape.clone();
    }

    /** Copies a grid of the same shape and type to the devices. */
    public SharedMatrix upload(Grid grid) {
        Preconditions.notNull(grid, "grid");
        requireSame(grid);
        for (int i = 0; i < parts.size(); i++) {
            if (count(i) > 0) {
                part(i).orElseThrow().upload(along(grid, 0, first(i), count(i)));
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

    void download(Grid grid) {
        requireSame(grid);
        int row = shape[0] == 0 ? 0 : Math.toIntExact(grid.length() / shape[0]);
        for (int i = 0; i < parts.size(); i++) {
            if (count(i) > 0) {
                Object part = part(i).orElseThrow().download().data();
                System.arraycopy(part, 0, grid.data(), first(i) * row, count(i) * row);
            }
        }
    }

    private void requireSame(Grid grid) {
        if (grid.type() != type || !Arrays.equals(grid.shape(), shape)) {
            throw new IllegalArgumentException("The shared matrix is " + type.javaName() + " " + Arrays.toString(shape)
                    + ", the grid " + grid.type().javaName() + " " + Arrays.toString(grid.shape()) + ".");
        }
    }

    /** The part of a grid that has some places of one axis, and all of the others. */
    static Grid along(Grid grid, int axis, int first, int count) {
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
        return "Shared matrix " + type.javaName() + " " + Arrays.toString(shape) + ", parts end at "
                + Arrays.toString(ends);
    }
}
