package org.plegma.stencil.method.window;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.StencilSpec.Field;
import org.plegma.expr.tree.Footprint;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.tile.CpuTile;
import org.plegma.stencil.tile.TileGenerator;

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
public record CpuWindowTile(int vector, int together, int chunk, int rows, int segment, boolean streaming) {

    /** Rings of so many bytes are as fast as smaller ones; each doubling costs a tenth, the third cache included. */
    private static final double BYTES_OF_RINGS = 256 << 10;

    private static final double COST_OF_DOUBLING = 0.1;
    private static final long MOST_BYTES = 4 << 20;

    private static final int ROWS_TOGETHER = 2;

    /** By how many times what is computed may be more than what is kept. */
    private static final double MOST_OVERLAP = 3;

    private static final int VECTORS_OF_A_SEGMENT = 8;

    /**
     * What is to be cut into boxes.
     *
     * @param radii what a step reads, along each axis
     * @param depth levels that a step reads
     * @param levels rings of updated fields, all together
     * @param others rings of fields that are only read
     * @param units cores
     * @param bytes of a value
     */
    public record Task(
            int[] shape,
            int[] radii,
            boolean[] periodic,
            int steps,
            int depth,
            int levels,
            int others,
            int units,
            int bytes) {
        public static Task of(StencilInstance instance, int steps) {
            StencilSpec spec = instance.spec();
            Footprint footprint = spec.footprint();
            int rank = spec.rank();
            int[] radii = new int[rank];
            boolean[] periodic = new boolean[rank];
            for (int axis = 0; axis < rank; axis++) {
                radii[axis] = footprint.radius(axis);
                periodic[axis] = instance.boundaries().get(axis).wraps();
            }
            return new Task(
                    instance.shape(),
                    radii,
                    periodic,
                    steps,
                    spec.depth(),
                    spec.fields().stream()
                            .filter(Field::updated)
                            .mapToInt(field -> field.levels() + steps)
                            .sum(),
                    spec.readOnlyFields().size(),
                    Math.max(1, instance.device().computeUnits()),
                    instance.type().bytes());
        }

        int last() {
            return shape.length - 1;
        }
    }

    /** The usual one; none where no box is of use, or vectors cannot hold what is read beside a cell. */
    public static Optional<CpuWindowTile> usual(StencilInstance instance, int steps) {
        int outputs = TileGenerator.outputs(instance.spec().depth(), steps);
        return usual(Task.of(instance, steps), CpuTile.pastCaches(instance, outputs));
    }

    /** @param large whether the grids do not fit the caches */
    public static Optional<CpuWindowTile> usual(Task task, boolean large) {
        int vector = CpuTile.BYTES_OF_A_VECTOR / task.bytes;
        if (task.last() == 0 || task.radii[task.last()] > vector) {
            return Optional.empty();
        }
        boolean streaming = large && task.shape[task.last()] % vector == 0;
        CpuWindowTile best = null;
        double least = Double.POSITIVE_INFINITY;
        int row = roundUp(task.shape[task.last()], vector);
        int middle = task.last() == 2 ? task.shape[1] : 1;
        for (int segments = 1; segments == 1 || row / segments >= VECTORS_OF_A_SEGMENT * vector; segments *= 2) {
            int segment = roundUp((row + segments - 1) / segments, vector);
            for (int parts = 1, before = 0; parts <= middle; parts++) {
                int rows = (middle + parts - 1) / parts;
                if (rows == before) {
                    continue;
                }
                before = rows;
                for (int chunks : chunks(task)) {
                    int chunk = (task.shape[0] + chunks - 1) / chunks;
                    CpuWindowTile tile = new CpuWindowTile(vector, ROWS_TOGETHER, chunk, rows, segment, streaming);
                    double work = tile.work(task);
                    if (tile.cells(task) * task.bytes <= MOST_BYTES
                            && tile.overlap(task) < MOST_OVERLAP
                            && work < least) {
                        best = tile;
                        least = work;
                    }
                }
            }
        }
        return Optional.ofNullable(best);
    }

    private static SortedSet<Integer> chunks(Task task) {
        int size = task.shape[0];
        SortedSet<Integer> all = new TreeSet<>(List.of(Math.min(size, task.units), Math.min(size, 2 * task.units)));
        for (int chunks = 1; chunks <= Math.min(size, 4 * task.units); chunks *= 2) {
            all.add(chunks);
        }
        return all;
    }

    /** About the time of a cell, in that of one computed once on an even share of the cores with small rings. */
    public double work(Task task) {
        double boxes = boxes(task.shape);
        double bytes = cells(task) * task.bytes;
        double doublings = Math.log(Math.max(1, bytes / BYTES_OF_RINGS)) / Math.log(2);
        return overlap(task)
                * (Math.ceil(boxes / task.units) * task.units / boxes)
                * (1 + COST_OF_DOUBLING * doublings);
    }

    CpuWindowTile withoutStreaming() {
        return new CpuWindowTile(vector, together, chunk, rows, segment, false);
    }

    /** Cells computed for each that is kept. */
    public double overlap(Task task) {
        double overlap = 1;
        for (int axis = 0; axis <= task.last(); axis++) {
            int size = axis == task.last() ? segment : axis == 0 ? chunk : rows;
            if (size < task.shape[axis] || task.periodic[axis] && axis < task.last()) {
                int more = axis == task.last() ? 2 * beside(task) : task.steps * task.radii[axis];
                overlap *= (size + more) / (double) size;
            }
        }
        return overlap;
    }

    /** Cells on each side of a box that is a part of a row, which hold what its steps read. */
    int beside(Task task) {
        return roundUp(task.steps * task.radii[task.last()], vector);
    }

    /** The same as an expression. */
    String beside(String steps, int radius) {
        return "(%s*%s + %s)/%s*%4$s".formatted(steps, radius, vector - 1, vector);
    }

    /** Cells of a row in a ring, with a vector on each side. */
    int wide(Task task) {
        return segment + 2 * vector + (segment < task.shape[task.last()] ? 2 * beside(task) : 0);
    }

    /** Rows of a plane in a ring: some before and after the box, as rows are computed together. */
    int high(Task task) {
        if (task.last() == 1) {
            return 1;
        }
        boolean whole = rows >= task.shape[1] && !task.periodic[1];
        return rows + 2 * together + (whole ? 0 : 2 * task.steps * task.radii[1]);
    }

    /** Rows, or planes, that each step goes on by at a time. */
    int pace(int rank) {
        return rank == 2 ? together : 1;
    }

    /** Rows, or planes, of a ring that holds a level of an updated field. */
    int slots(Task task) {
        return power((task.depth + 1) * task.radii[0] + pace(task.last() + 1));
    }

    /** The same of a ring that holds a field that all steps read. */
    int slotsOfOthers(Task task) {
        return power((task.steps + 1) * task.radii[0] + pace(task.last() + 1));
    }

    /** Rows, or planes, of all rings of a work-group. */
    int slotsOfAll(Task task) {
        return task.levels * slots(task) + task.others * slotsOfOthers(task);
    }

    /** Memory of a work-group, in cells. */
    long cells(Task task) {
        return ((long) slotsOfAll(task) * high(task) + task.last()) * wide(task);
    }

    long boxes(int[] shape) {
        long boxes = (shape[0] - 1L + chunk) / chunk * ((shape[shape.length - 1] - 1L + segment) / segment);
        return shape.length == 2 ? boxes : boxes * ((shape[1] - 1L + rows) / rows);
    }

    /** The values of the kernel's parameters for the sizes of a box, and of rings. */
    List<Object> arguments(Task task) {
        List<Object> all = new ArrayList<>(List.of(task.steps, chunk));
        if (task.last() == 2) {
            all.add(rows);
            all.add(high(task));
        }
        all.add(segment);
        all.add(wide(task));
        if (task.others > 0) {
            all.add(slotsOfOthers(task));
        }
        return all;
    }

    private static int power(int least) {
        return least == 1 ? 1 : Integer.highestOneBit(least - 1) * 2;
    }

    private static int roundUp(int size, int of) {
        return (size + of - 1) / of * of;
    }
}
