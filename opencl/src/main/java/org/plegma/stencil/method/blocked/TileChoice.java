package org.plegma.stencil.method.blocked;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.plegma.stencil.code.DeviceLimits;
import org.plegma.stencil.code.Variant;

/**
 * The tile of a box with the least work a cell: steps on a tile also compute what they read around it, less from step to
 * step.
 *
 * @param tile the sizes of a tile
 * @param cells those of a tile with its surroundings
 * @param local the sizes of a work-group
 * @param work cells computed or copied for a cell of the box
 */
record TileChoice(int[] tile, long cells, long[] local, double work) {
    private static final int GROUP = 256;
    /** Widths of work-groups on GPUs: narrower ones read parts of sectors of memory. */
    private static final int[] WIDTHS = {8, 16, 32, 64};
    /** What it costs a CPU to start a row, in cells. */
    private static final int ROW = 8;

    /**
     * What is to be cut into tiles.
     *
     * @param extents of the box
     * @param radii what one step reads, along each axis
     * @param open how many sides of the box, along each axis, have cells beyond them that steps read
     * @param groups that should have work
     */
    record Task(int[] extents, int[] radii, int[] open, int steps, int groups, Variant variant) {
        /** The best tile, or null if none fits into memory for so many cells. */
        @Nullable
        TileChoice best(long most) {
            Search search = new Search(this, most);
            search.axis(0, new int[extents.length], 1);
            return search.best;
        }

        /** Some sizes, of which a whole number makes up the extent or a little more. */
        private int[] sizes(int axis) {
            int perDoubling = extents.length < 3 ? 8 : axis < 2 ? 2 : 4;
            TreeSet<Integer> sizes = new TreeSet<>(List.of(extents[axis]));
            for (long size = 1; size < extents[axis]; size += Math.max(1, size / perDoubling)) {
                long parts = (extents[axis] + size - 1) / size;
                sizes.add((int) ((extents[axis] + parts - 1) / parts));
            }
            return sizes.stream().mapToInt(size -> size).toArray();
        }

        /** A tile's size with so many times the radius on each side that is not an edge of the grid. */
        private long size(int[] tile, int left, int axis) {
            int sides = tile[axis] < extents[axis] ? 2 : open[axis];
            return tile[axis] + (long) sides * left * radii[axis];
        }
    }

    private static final class Search {
        private final Task task;
        private final long most;
        private final int[][] sizes;
        private @Nullable TileChoice best;

        Search(Task task, long most) {
            this.task = task;
            this.most = most;
            this.sizes = IntStream.range(0, task.extents.length)
                    .mapToObj(task::sizes)
                    .toArray(int[][]::new);
        }

        void axis(int axis, int[] tile, long cells) {
            if (axis == tile.length) {
                for (int width : task.variant == Variant.CPU ? new int[] {1} : WIDTHS) {
                    double work = work(tile, width);
                    if (best == null || work < best.work) {
                        best = new TileChoice(tile.clone(), cells, local(tile.length, width), work);
                    }
                }
                return;
            }
            for (int size : sizes[axis]) {
                tile[axis] = size;
                long more = DeviceLimits.multiply(cells, task.size(tile, task.steps, axis));
                if (more > most) {
                    break;
                }
                axis(axis + 1, tile, more);
            }
        }

        private long[] local(int rank, int width) {
            return task.variant == Variant.CPU
                    ? new long[] {1}
                    : rank == 1 ? new long[] {GROUP} : new long[] {width, GROUP / width};
        }

        private double work(int[] tile, int width) {
            int last = tile.length - 1;
            double work = 0;
            for (int left = 0; left <= task.steps; left++) {
                long rows = 1;
                for (int axis = 0; axis < last; axis++) {
                    rows *= task.size(tile, left, axis);
                }
                long cells = task.size(tile, left, last);
                // On a GPU the last part of a row, or of the rows, leaves work-items idle.
                work += width == 1
                        ? (double) rows * (cells + ROW)
                        : (double) roundUp(cells, width) * (last == 0 ? 1 : roundUp(rows, GROUP / width));
            }
            double parts = 1;
            double wanted = 1;
            for (int axis = 0; axis <= last; axis++) {
                parts *= (task.extents[axis] - 1L + tile[axis]) / tile[axis];
                wanted *= task.extents[axis];
            }
            return work * Math.max(parts, task.groups) / wanted;
        }

        private static long roundUp(long size, int of) {
            return (size + of - 1) / of * of;
        }
    }
}
