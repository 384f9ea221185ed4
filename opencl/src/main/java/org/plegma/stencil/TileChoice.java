package org.plegma.stencil;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;

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
    /** Widths of work-groups on GPUs; below 16 reads do not coalesce. */
    private static final int[] WIDTHS = {16, 32, 64};

    private static List<Integer> sizes(int extent, int perDoubling) {
        TreeSet<Integer> sizes = new TreeSet<>(List.of(extent));
        for (int size = 1; size < extent; size += Math.max(1, size / perDoubling)) {
            // Parts of equal size.
            int parts = (int) ((extent + size - 1L) / size);
            sizes.add((int) ((extent + parts - 1L) / parts));
        }
        return List.copyOf(sizes);
    }

    /**
     * @param extents of the box
     * @param radii what one step reads, along each axis
     * @param open how many sides of the box, along each axis, have cells beyond them that steps read
     * @param most cells that the memory of a group has for each array of a tile
     * @param groups that should have work
     * @return null if no tile fits
     */
    static TileChoice of(int[] extents, int[] radii, int[] open, int steps, long most, int groups, Variant variant) {
        TileChoice best = null;
        List<int[]> tiles = new ArrayList<>(List.of(new int[0]));
        for (int extent : extents) {
            List<int[]> longer = new ArrayList<>();
            for (int[] tile : tiles) {
                for (int size : sizes(extent, extents.length == 3 ? 4 : 8)) {
                    int[] more = Arrays.copyOf(tile, tile.length + 1);
                    more[tile.length] = size;
                    if (cells(more, extents, radii, open, steps) <= most) {
                        longer.add(more);
                    }
                }
            }
            tiles = longer;
        }
        for (int[] tile : tiles) {
            for (long[] local : variant == Variant.CPU ? List.of(new long[] {1}) : groups(extents.length)) {
                double work = work(tile, extents, radii, open, steps, local, groups);
                if (best == null || work < best.work) {
                    best = new TileChoice(tile, cells(tile, extents, radii, open, steps), local, work);
                }
            }
        }
        return best;
    }

    private static List<long[]> groups(int rank) {
        return rank == 1
                ? List.of(new long[] {GROUP})
                : Arrays.stream(WIDTHS)
                        .mapToObj(width -> new long[] {width, GROUP / width})
                        .toList();
    }

    /** A tile's size with {@code steps} times the radius on each side that is not an edge of the grid. */
    private static int size(int[] tile, int[] extents, int[] radii, int[] open, int steps, int axis) {
        int sides = tile[axis] < extents[axis] ? 2 : open[axis];
        return tile[axis] + sides * steps * radii[axis];
    }

    private static long cells(int[] tile, int[] extents, int[] radii, int[] open, int steps) {
        return IntStream.range(0, tile.length)
                .mapToLong(axis -> size(tile, extents, radii, open, steps, axis))
                .reduce(1, DeviceLimits::multiply);
    }

    private static double work(
            int[] tile, int[] extents, int[] radii, int[] open, int steps, long[] local, int groups) {
        double work = 0;
        double parts = 1;
        double wanted = 1;
        for (int axis = 0; axis < tile.length; axis++) {
            parts *= (extents[axis] + tile[axis] - 1) / tile[axis];
            wanted *= extents[axis];
        }
        int last = tile.length - 1;
        for (int left = 0; left <= steps; left++) {
            long rows = 1;
            for (int axis = 0; axis < last; axis++) {
                rows *= size(tile, extents, radii, open, left, axis);
            }
            double width = size(tile, extents, radii, open, left, last);
            // A CPU starts a row at some cost; on a GPU the last part of a row, or of the rows, leaves work-items idle.
            work += local[0] == 1
                    ? rows * (width + 8)
                    : Math.ceil(width / local[0])
                            * local[0]
                            * (local.length > 1 ? (rows + local[1] - 1) / local[1] * local[1] : rows);
        }
        return work * Math.max(parts, groups) / wanted;
    }
}
