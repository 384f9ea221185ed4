package org.plegma.stencil.tile;

import java.util.ArrayList;
import java.util.List;
import org.plegma.device.Kernel;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.tree.Footprint;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.method.State;

/**
 * How the CPU kernel of the method {@code direct} shares a grid among work-items: each does a box of it, plane by plane,
 * and in a plane row by row, so that what the next plane needs is still in the cache.
 *
 * @param vector cells that are computed at once along the last axis; 1 for rows that are shorter than any vector
 * @param segment cells of a box along the last axis, a multiple of {@code vector}; the last box of a row has the rest too
 * @param rows of a box, along the middle axis of three; 1 otherwise
 * @param planes of a box, along the first axis of two or three; 1 otherwise
 * @param together rows that are computed in one loop, one behind the other along the first axis, if {@code whole}
 * @param whole whether rows are whole vectors, of several cells, and reads along them reach less far than one
 * @param streaming whether results go past the caches to memory, which needs rows that vectors divide
 */
public record CpuTile(int vector, int segment, int rows, int planes, int together, boolean whole, boolean streaming) {
    /** Of the widest vectors that processors have. */
    public static final int BYTES_OF_A_VECTOR = 64;

    /** What a box may hold of the caches of a core. */
    private static final int BYTES_OF_A_BOX = 512 << 10;

    /** Rows that are computed in one loop, by rank, and of a field with more points, for which registers do not suffice. */
    private static final int[] TOGETHER = {1, 4, 3};

    private static final int MOST_POINTS = 9;
    private static final int TOGETHER_OF_MORE_POINTS = 2;

    /**
     * The most of the last cache that a core has, in bytes. A virtual machine of a few cores is told the size of all of it, of
     * which others take their part; and even what fits is written faster past it than through it.
     */
    private static final long SHARE_OF_A_CORE = 4 << 20;

    /** By rank. */
    private static final int[] LONGEST_SEGMENT = {16384, 4096, 2048};

    private static final int FEWEST_ROWS = 16;

    /** The same for every shape, cell by cell: what a source of the user's own begins with. */
    public static final CpuTile PLAIN = new CpuTile(1, 64, 1, 1, 1, false, false);

    public CpuTile {
        if (whole && vector == 1) {
            throw new IllegalArgumentException("rows are of whole vectors only if those have several cells");
        }
    }

    /** The name of the parameter for the cells of a box along an axis before the last. */
    public static String count(int axis) {
        return axis == 1 ? "rows" : "planes";
    }

    /** The values of a kernel's parameters for the sizes of a box, along each axis. */
    public List<Object> arguments(int rank) {
        List<Object> all = new ArrayList<>(List.<Object>of(planes, rows).subList(0, rank - 1));
        all.add(segment);
        return all;
    }

    public static CpuTile usual(StencilInstance instance) {
        int[] shape = instance.shape();
        int rank = shape.length;
        int row = shape[rank - 1];
        int bytes = instance.type().bytes();
        int vector = Math.min(BYTES_OF_A_VECTOR / bytes, Integer.highestOneBit(row));
        int segment = Math.max(vector, Math.min(row, LONGEST_SEGMENT[rank - 1]) / vector * vector);
        Footprint footprint = instance.spec().footprint();
        int together = together(instance);
        int rows = 1;
        if (rank == 3) {
            long plane = (long) (footprint.low(0) + footprint.high(0) + together) * segment * bytes;
            long fit = Math.max(FEWEST_ROWS, BYTES_OF_A_BOX / plane - footprint.low(1) - footprint.high(1));
            long parts = (shape[1] + fit - 1) / fit;
            // All cores have the same to do, if boxes are few.
            parts = parts > units(instance) ? Kernel.roundUp(parts, units(instance)) : parts;
            rows = (int) ((shape[1] + parts - 1) / parts);
        }
        int planes = 1;
        if (rank > 1) {
            long boxes = Math.max(1, row / segment) * ((shape[rank - 2] - 1L + rows) / rows);
            long chunks = rank == 2 ? 8L * units(instance) : (4L * units(instance) + boxes - 1) / boxes;
            planes = (int) Math.max(1, (shape[0] + chunks - 1) / chunks);
        }
        boolean divides = vector > 1 && row % vector == 0;
        boolean streaming = divides && pastCaches(instance, 1);
        boolean whole = divides && Math.max(footprint.low(rank - 1), footprint.high(rank - 1)) < vector;
        return new CpuTile(vector, segment, rows, planes, together, whole, streaming);
    }

    /** As many as registers hold, of those that read nothing outside along the first axis. */
    private static int together(StencilInstance instance) {
        StencilSpec spec = instance.spec();
        int rank = spec.rank();
        boolean few = rank == 1
                || spec.cost().points() <= MOST_POINTS * spec.updates().size();
        int inside =
                instance.shape()[0] - spec.footprint().low(0) - spec.footprint().high(0);
        return Math.max(1, Math.min(few ? TOGETHER[rank - 1] : TOGETHER_OF_MORE_POINTS, inside));
    }

    /** Whether the arrays of so many outputs at once are larger than the caches, so that stores had better go past them. */
    public static boolean pastCaches(StencilInstance instance, int outputs) {
        long bytes = State.arrays(instance.spec(), outputs)
                * instance.cells()
                * instance.type().bytes();
        long caches = instance.device().cacheBytes();
        long share = units(instance) * SHARE_OF_A_CORE;
        return bytes > (caches == 0 ? share : Math.min(caches, share));
    }

    private static int units(StencilInstance instance) {
        return Math.max(1, instance.device().computeUnits());
    }
}
