package org.plegma.stencil.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.Kernel;
import org.plegma.stencil.code.DeviceLimits;
import org.plegma.stencil.code.PlaneRange;
import org.plegma.stencil.code.StencilInstance;

/**
 * How the GPU kernel of the method {@code direct} shares a grid among work-items: each computes a block of cells and
 * streams along the first axis.
 *
 * @param vector cells of a work-item along the last axis; 1, 2, 4 or 8, and a divisor of the size of that axis
 * @param rows cells of a work-item along the middle axis of three
 * @param planes cells of a work-item along the first axis
 * @param unroll iterations of the loop over them that are written out
 * @param ahead how many planes before its use a value is loaded that the caches do not hold yet
 * @param queue whether values that several planes need stay in registers; otherwise the caches are read again
 * @param groupX work-items of a group along the last axis
 * @param groupY work-items of a group along the next axis
 */
public record DirectTile(
        int vector, int rows, int planes, int unroll, int ahead, boolean queue, int groupX, int groupY) {
    /** Values of 32 bits that a work-item may hold before occupancy suffers more than the caches. */
    private static final int REGISTERS = 128;

    /** Reads in the body of the loop, all copies counted, beyond which compiling takes too long. */
    private static final int MOST_READS = 512;

    private static final int BYTES_OF_A_LOAD = 16;

    private static final int WIDE_IN_2D = 6;

    public DirectTile {
        if (Integer.bitCount(vector) != 1 || vector > 8 || rows < 1 || planes < 1 || unroll < 1 || ahead < 0) {
            throw new IllegalArgumentException("Not a tile: " + vector + " by " + rows + " cells, " + planes
                    + " planes, unrolled " + unroll + " times, " + ahead + " ahead.");
        }
    }

    /** What is used without tuning: measured on an H200, see {@code docs/performance/stencils-gpu.md}. */
    public static DirectTile usual(StencilInstance instance) {
        int widest = widest(instance);
        DirectTile wide = special(instance, widest).orElseGet(() -> usual(instance, widest, true));
        if (wide.fits(instance, REGISTERS)) {
            return wide.compilable(instance);
        }
        DirectTile narrow = usual(instance, Math.max(1, widest / 2), true);
        DirectTile cached = usual(instance, widest, false);
        return (narrow.fits(instance, REGISTERS) ? narrow : cached).compilable(instance);
    }

    /** Where another tile than for most is 8 to 26% faster on an H200: rows that no vector divides, and wide stencils in 2-D. */
    private static Optional<DirectTile> special(StencilInstance instance, int vector) {
        int rank = instance.shape().length;
        int radius = instance.spec().footprint().radius(0);
        boolean isFloat = instance.type() == ElementType.FLOAT;
        boolean odd = rank == 3 && instance.shape()[2] % 2 > 0;
        if (!instance.device().isNvidia()) {
            return Optional.empty();
        } else if (rank == 2 && radius >= WIDE_IN_2D) {
            int copies = radius >= 12 || isFloat && radius != 8 ? 1 : 2;
            return Optional.of(new DirectTile(vector, 1, radius >= 12 ? 16 : 8, copies, 0, true, 64, 4));
        } else if (odd && radius <= 1) {
            return Optional.of(new DirectTile(1, isFloat ? 3 : 2, 8, 1, 0, true, columns(instance, 1), 4));
        }
        return odd && isFloat && radius == 2
                ? Optional.of(new DirectTile(1, 2, 64, 2, 1, true, 64, 8))
                : Optional.empty();
    }

    /** One for grids of any shape, without vectors: for code to read and to change. */
    public static DirectTile plain(StencilInstance instance) {
        DirectTile queued = usual(instance, 1, true, 64);
        return (queued.fits(instance, REGISTERS) ? queued : usual(instance, 1, false, 64)).compilable(instance);
    }

    private static DirectTile usual(StencilInstance instance, int vector, boolean queue) {
        return usual(instance, vector, queue, columns(instance, vector));
    }

    private static int columns(StencilInstance instance, int vector) {
        boolean several = vector > 1 && instance.spec().updates().size() > 1;
        return instance.shape()[instance.shape().length - 1] / vector >= 128 && !several ? 128 : 64;
    }

    /** @param columns work-items of a group along the last axis of three, where radii are small */
    private static DirectTile usual(StencilInstance instance, int vector, boolean queue, int columns) {
        int rank = instance.shape().length;
        int radius = instance.spec().footprint().radius(0);
        int copied = instance.device().isNvidia() ? 4 : 2;
        return switch (rank) {
            case 1 -> new DirectTile(vector, 1, 1, 1, 0, queue, 256, 1);
            case 2 -> new DirectTile(vector, 1, 4, 4, 0, queue, 64, 4);
            default -> radius <= 1
                    ? new DirectTile(vector, 1, instance.type() == ElementType.FLOAT ? 8 : 16, 1, 0, queue, columns, 4)
                    : new DirectTile(vector, 1, 64, radius <= copied ? 2 : 1, 1, queue, 32, 8);
        };
    }

    /** Tiles worth timing, the usual one first. */
    public static List<DirectTile> candidates(StencilInstance instance) {
        List<DirectTile> all = new ArrayList<>(List.of(usual(instance)));
        int widest = widest(instance);
        int rank = instance.shape().length;
        int[][] groups = rank == 1 ? new int[][] {{256, 1}, {128, 1}} : new int[][] {{64, 4}, {32, 8}, {256, 1}};
        int[][] loops = rank == 1
                ? new int[][] {{1, 1, 0}}
                : rank == 2
                        ? new int[][] {{2, 2, 0}, {4, 4, 0}, {8, 4, 1}}
                        : new int[][] {{8, 1, 0}, {16, 2, 0}, {64, 2, 1}, {64, 1, 1}};
        for (int vector = widest; vector >= Math.max(1, widest / 2); vector /= 2) {
            for (int[] group : groups) {
                for (int[] loop : loops) {
                    DirectTile tile = new DirectTile(vector, 1, loop[0], loop[1], loop[2], true, group[0], group[1]);
                    if (tile.fits(instance, 2 * REGISTERS) && !all.contains(tile.compilable(instance))) {
                        all.add(tile.compilable(instance));
                    }
                }
            }
        }
        return all;
    }

    /** The widest vector of 16 bytes or less that divides a row: rows of another length would be out of line. */
    private static int widest(StencilInstance instance) {
        int row = instance.shape()[instance.shape().length - 1];
        return Math.min(BYTES_OF_A_LOAD / instance.type().bytes(), Integer.lowestOneBit(row));
    }

    private DirectTile compilable(StencilInstance instance) {
        int reads = instance.spec().updates().stream()
                        .mapToInt(update ->
                                instance.spec().accesses(update.field()).size())
                        .sum()
                * vector
                * rows;
        // Strides of 64 bits in several copies are more than the scalar registers of AMD devices hold.
        boolean wide = DeviceLimits.needsWideIndex(instance.cells(), instance.spec());
        int copies = wide ? 1 : Math.max(1, Math.min(unroll, MOST_READS / Math.max(1, reads)));
        return new DirectTile(vector, rows, planes, copies, ahead, queue, groupX, groupY);
    }

    /** With chunks of equal length, about as long as these: where a launch says the planes, the last one might have a plane or two. */
    public DirectTile even(StencilInstance instance) {
        int all = instance.planes();
        if (instance.part().filter(PlaneRange.class::isInstance).isEmpty() || all <= planes) {
            return this;
        }
        int chunks = Math.round((float) all / planes);
        int length = (int) Kernel.roundUp((all - 1) / chunks + 1, unroll);
        return new DirectTile(vector, rows, length, unroll, ahead, queue, groupX, groupY);
    }

    /** Whether about so many registers of 32 bits hold the fields, next values included. */
    private boolean fits(StencilInstance instance, int registers) {
        int most = registers / (instance.type() == ElementType.DOUBLE ? 2 : 1)
                - instance.spec().updates().size() * vector * rows;
        // A queue has a register for each cell that is read, at least: with many there is no need to count.
        return !(queue && instance.spec().footprint().points() > most)
                && DirectPieces.of(instance.spec(), this).values() <= most;
    }
}
