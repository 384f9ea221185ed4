package org.plegma.stencil;

import java.util.ArrayList;
import java.util.List;
import org.plegma.expr.Footprint;

/**
 * How the CPU kernel of the method {@code direct} shares a grid among work-items: each does a box of it, plane by plane,
 * and in a plane row by row, so that what the next plane needs is still in the cache.
 *
 * @param vector cells that are computed at once along the last axis; 1 for rows that are shorter than any vector
 * @param segment cells of a box along the last axis, a multiple of {@code vector}; the last box of a row has the rest too
 * @param rows of a box, along the middle axis of three; 1 otherwise
 * @param planes of a box, along the first axis of two or three; 1 otherwise
 * @param together rows that are computed in one loop, if {@code whole}
 * @param whole whether rows are whole vectors and reads along them reach less far than one
 * @param streaming whether results go past the caches to memory, which needs rows that vectors divide
 */
record CpuTile(int vector, int segment, int rows, int planes, int together, boolean whole, boolean streaming) {
    private static final int BYTES_OF_A_VECTOR = 64;

    /** What a box may hold of the caches of a core. */
    private static final int BYTES_OF_A_BOX = 256 << 10;

    private static final int ROWS_TOGETHER = 2;

    private static final int LONGEST_SEGMENT = 4096;
    private static final int FEWEST_ROWS = 8;

    /** The same for every shape, cell by cell: what a source of the user's own begins with. */
    static final CpuTile PLAIN = new CpuTile(1, 64, 1, 1, 1, false, false);

    /** The name of the parameter for the cells of a box along an axis before the last. */
    static String count(int axis) {
        return axis == 1 ? "rows" : "planes";
    }

    /** The values of a kernel's parameters for the sizes of a box, along each axis. */
    List<Object> arguments(int rank) {
        List<Object> all = new ArrayList<>(List.<Object>of(planes, rows).subList(0, rank - 1));
        all.add(segment);
        return all;
    }

    static CpuTile usual(Setting setting) {
        int[] shape = setting.shape();
        int rank = shape.length;
        int row = shape[rank - 1];
        int bytes = setting.type().bytes();
        int vector = Math.min(BYTES_OF_A_VECTOR / bytes, Integer.highestOneBit(row));
        int segment =
                Math.max(vector, Math.min(row, rank == 1 ? LONGEST_SEGMENT * 4 : LONGEST_SEGMENT) / vector * vector);
        Footprint footprint = setting.spec().footprint();
        int rows = 1;
        if (rank == 3) {
            long plane = (long) (footprint.low(0) + footprint.high(0) + 1) * segment * bytes;
            long fit = BYTES_OF_A_BOX / plane - footprint.low(1) - footprint.high(1);
            rows = (int) Math.min(shape[1], Math.max(FEWEST_ROWS, fit));
        }
        int planes = 1;
        if (rank > 1) {
            long boxes = Math.max(1, row / segment) * ((shape[rank - 2] + rows - 1L) / rows);
            long chunks = rank == 2 ? 8L * units(setting) : (4L * units(setting) + boxes - 1) / boxes;
            planes = (int) Math.max(1, (shape[0] + chunks - 1) / chunks);
        }
        boolean divides = vector > 1 && row % vector == 0;
        boolean streaming = divides
                && State.arrays(setting.spec(), 1) * setting.cells() * bytes
                        > setting.device().cacheBytes();
        boolean whole = divides && Math.max(footprint.low(rank - 1), footprint.high(rank - 1)) < vector;
        return new CpuTile(vector, segment, rows, planes, rank == 1 ? 1 : ROWS_TOGETHER, whole, streaming);
    }

    private static int units(Setting setting) {
        return Math.max(1, setting.device().computeUnits());
    }
}
