package org.plegma.stencil;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.plegma.device.Device;
import org.plegma.expr.Boundary;
import org.plegma.expr.Footprint;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.StencilSpec.Field;

/**
 * How {@link CpuWindowGenerator} shares a grid among the cores of a CPU: each work-group takes boxes of it in turn and
 * streams through a box along the first axis, with the last few rows or planes of each step in rings that stay in the
 * second cache.
 *
 * @param vector cells that are computed at once
 * @param together rows that are computed in one loop
 * @param chunk cells of a box along the first axis
 * @param rows the same along the middle axis of three
 * @param segment the same along the last one, a multiple of {@code vector}
 * @param streaming whether results go past the caches, which needs rows that vectors divide
 */
record CpuWindowTile(int vector, int together, int chunk, int rows, int segment, boolean streaming) {
    private static final int BYTES_OF_A_VECTOR = 64;

    /** Rings of so many bytes are as fast as smaller ones; each doubling costs a tenth, the third cache included. */
    private static final double BYTES_OF_RINGS = 256 << 10;

    private static final double COST_OF_DOUBLING = 0.1;
    private static final long MOST_BYTES = 4 << 20;

    private static final int ROWS_TOGETHER = 2;

    /** By how many times what is computed may be more than what is kept. */
    private static final double MOST_OVERLAP = 3;

    private static final int VECTORS_OF_A_SEGMENT = 8;

    /** The usual one; none where no box is of use, or vectors cannot hold what is read beside a cell. */
    static Optional<CpuWindowTile> usual(Setting setting, int steps) {
        int[] shape = setting.shape();
        int rank = shape.length;
        Footprint footprint = setting.spec().footprint();
        int bytes = setting.type().bytes();
        int vector = BYTES_OF_A_VECTOR / bytes;
        if (rank == 1 || footprint.radius(rank - 1) > vector) {
            return Optional.empty();
        }
        boolean streaming = shape[rank - 1] % vector == 0
                && State.arrays(setting.spec(), steps) * setting.cells() * bytes
                        > setting.device().cacheBytes();
        CpuWindowTile best = null;
        int row = roundUp(shape[rank - 1], vector);
        int middle = rank == 3 ? shape[1] : 1;
        for (int segments = 1; segments == 1 || row / segments >= VECTORS_OF_A_SEGMENT * vector; segments *= 2) {
            int segment = roundUp((row + segments - 1) / segments, vector);
            for (int parts = 1; parts <= middle; parts++) {
                int rows = (middle + parts - 1) / parts;
                for (int chunks : chunks(shape[0], setting.device())) {
                    int chunk = (shape[0] + chunks - 1) / chunks;
                    CpuWindowTile tile = new CpuWindowTile(vector, ROWS_TOGETHER, chunk, rows, segment, streaming);
                    if (tile.cells(setting, steps) * bytes <= MOST_BYTES
                            && tile.overlap(setting, steps) < MOST_OVERLAP
                            && (best == null || tile.work(setting, steps) < best.work(setting, steps))) {
                        best = tile;
                    }
                }
            }
        }
        return Optional.ofNullable(best);
    }

    private static SortedSet<Integer> chunks(int size, Device device) {
        int units = Math.max(1, device.computeUnits());
        SortedSet<Integer> all = new TreeSet<>(List.of(Math.min(size, units), Math.min(size, 2 * units)));
        for (int chunks = 1; chunks <= Math.min(size, 4 * units); chunks *= 2) {
            all.add(chunks);
        }
        return all;
    }

    /** About the time of a cell, in that of one computed once on an even share of the cores with small rings. */
    double work(Setting setting, int steps) {
        int units = Math.max(1, setting.device().computeUnits());
        double boxes = boxes(setting.shape());
        double bytes = cells(setting, steps) * setting.type().bytes();
        double doublings = Math.log(Math.max(1, bytes / BYTES_OF_RINGS)) / Math.log(2);
        return overlap(setting, steps)
                * (Math.ceil(boxes / units) * units / boxes)
                * (1 + COST_OF_DOUBLING * doublings);
    }

    CpuWindowTile withoutStreaming() {
        return new CpuWindowTile(vector, together, chunk, rows, segment, false);
    }

    /** Cells computed for each that is kept. */
    double overlap(Setting setting, int steps) {
        int[] shape = setting.shape();
        int rank = shape.length;
        Footprint footprint = setting.spec().footprint();
        double overlap = 1;
        for (int axis = 0; axis < rank; axis++) {
            int size = axis == rank - 1 ? segment : axis == 0 ? chunk : rows;
            if (size < shape[axis] || isPeriodic(setting, axis) && axis < rank - 1) {
                int beside = axis == rank - 1 ? 2 * beside(setting, steps) : steps * footprint.radius(axis);
                overlap *= (size + beside) / (double) size;
            }
        }
        return overlap;
    }

    /** Cells on each side of a box that is a part of a row, which hold what its steps read. */
    int beside(Setting setting, int steps) {
        return roundUp(steps * setting.spec().footprint().radius(setting.shape().length - 1), vector);
    }

    /** Cells of a row in a ring, with a vector on each side. */
    int wide(Setting setting, int steps) {
        boolean parts = segment < setting.shape()[setting.shape().length - 1];
        return segment + 2 * vector + (parts ? 2 * beside(setting, steps) : 0);
    }

    /** Rows of a plane in a ring: some before and after the box, as rows are computed together. */
    int high(Setting setting, int steps) {
        if (setting.shape().length == 2) {
            return 1;
        }
        boolean whole = rows >= setting.shape()[1] && !isPeriodic(setting, 1);
        return rows
                + 2 * together
                + (whole ? 0 : 2 * steps * setting.spec().footprint().radius(1));
    }

    private static boolean isPeriodic(Setting setting, int axis) {
        return setting.boundaries().get(axis).kind() == Boundary.Kind.PERIODIC;
    }

    /** Rows, or planes, that each step goes on by at a time. */
    int pace(int rank) {
        return rank == 2 ? together : 1;
    }

    /** Rows, or planes, of a ring that holds a level of an updated field. */
    int slots(StencilSpec spec) {
        return power((spec.depth() + 1) * spec.footprint().radius(0) + pace(spec.rank()));
    }

    /** The same of a ring that holds a field that all steps read. */
    int slotsOfOthers(StencilSpec spec, int steps) {
        return power((steps + 1) * spec.footprint().radius(0) + pace(spec.rank()));
    }

    /** Rings of the updated fields: a level each. */
    static int rings(StencilSpec spec, int steps) {
        return spec.fields().stream()
                .filter(Field::updated)
                .mapToInt(field -> field.levels() + steps)
                .sum();
    }

    /** Memory of a work-group, in cells. */
    long cells(Setting setting, int steps) {
        StencilSpec spec = setting.spec();
        long rows = (long) rings(spec, steps) * slots(spec)
                + (long) spec.readOnlyFields().size() * slotsOfOthers(spec, steps);
        return (rows * high(setting, steps) + spec.rank() - 1) * wide(setting, steps);
    }

    long boxes(int[] shape) {
        long boxes = (shape[0] + chunk - 1L) / chunk * ((shape[shape.length - 1] + segment - 1L) / segment);
        return shape.length == 2 ? boxes : boxes * ((shape[1] + rows - 1L) / rows);
    }

    /** The values of the kernel's parameters for the sizes of a box, and of rings. */
    List<Object> arguments(Setting setting, int steps) {
        List<Object> all = new ArrayList<>(List.of(chunk));
        if (setting.shape().length == 3) {
            all.add(rows);
            all.add(high(setting, steps));
        }
        all.add(segment);
        all.add(wide(setting, steps));
        return all;
    }

    private static int power(int least) {
        return least == 1 ? 1 : Integer.highestOneBit(least - 1) * 2;
    }

    private static int roundUp(int size, int of) {
        return (size + of - 1) / of * of;
    }
}
