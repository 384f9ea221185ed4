package org.plegma.stencil.method.blocked;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.algebra.LinearForm;
import org.plegma.expr.algebra.LinearSystem;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.code.StepCode.Launch;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.blocked.BlockedSumsTile.Hardware;

/**
 * The method {@code blocked(k)} for linear stencils of one field on GPUs: partial sums in time, which stay in registers while
 * the rows of the grid stream past. See {@code docs/performance/stencils-gpu.md}.
 */
final class BlockedSums {
    private static final long CELLS_OF_A_LARGE_GRID = 1 << 24;

    /** Of all tiles. */
    private static final int WIDEST = 4;

    private BlockedSums() {}

    /** The code, if there is some for this instance: otherwise the general method is needed. */
    static Optional<StepCode> code(StencilInstance instance, int steps) {
        return code(instance, steps, Hardware.of(instance.device()));
    }

    static Optional<StepCode> code(StencilInstance instance, int steps, Hardware hardware) {
        StencilInstance exact = exact(instance);
        return form(instance)
                .map(form -> new BlockedSumsTaps(form, instance.type()))
                .flatMap(taps -> tile(exact, steps, taps, hardware).map(tile -> code(exact, tile, taps, hardware)));
    }

    /** The same with the tile of a large grid, so that all grids share the source whose rows are as whole and that have room. */
    static Optional<StepCode> plain(StencilInstance instance, int steps) {
        Hardware hardware = Hardware.of(instance.device());
        StencilInstance exact = exact(instance);
        int last = instance.shape().length - 1;
        int[] large = Variant.GPU.usualShape(last + 1);
        large[last] += instance.shape()[last] % WIDEST;
        return form(instance)
                .map(form -> new BlockedSumsTaps(form, instance.type()))
                .flatMap(taps -> tile(exact.withShape(large), steps, taps, hardware)
                        .filter(tile -> isWithin(exact, tile))
                        .map(tile -> code(exact, tile, taps, hardware)));
    }

    /** The update as a linear form, if it is one of a single field and level with coefficients that are the same everywhere. */
    private static Optional<LinearForm> form(StencilInstance instance) {
        StencilSpec spec = instance.spec();
        if (instance.variant() != Variant.GPU
                || spec.rank() == 1
                || spec.fields().size() != 1
                || spec.depth() != 1) {
            return Optional.empty();
        }
        return spec.linear()
                .filter(LinearSystem::hasUniformCoefficients)
                .map(system -> system.forms().values().iterator().next())
                .filter(form -> form.constant().isUniform()
                        && form.footprint(spec.rank()).radius() <= 1);
    }

    /** A grid of one cell has no second cell to mirror; its neighbours are itself. */
    private static StencilInstance exact(StencilInstance instance) {
        List<Boundary> boundaries = IntStream.range(0, instance.shape().length)
                .mapToObj(axis -> {
                    Boundary boundary = instance.boundaries().get(axis);
                    return boundary.skipsEdgeCell() && instance.shape()[axis] == 1 ? Boundary.NEAREST : boundary;
                })
                .toList();
        return new StencilInstance(
                        instance.spec(),
                        boundaries,
                        instance.type(),
                        instance.shape(),
                        instance.device(),
                        instance.variant())
                .ofPlanes(instance.ofPlanes());
    }

    private static StepCode code(
            StencilInstance instance, BlockedSumsTile tile, BlockedSumsTaps taps, Hardware hardware) {
        int[] shape = instance.shape();
        boolean[] periodic = periodic(instance);
        int last = shape.length - 1;
        int across = tile.across(shape[last], periodic[last]);
        int down = last == 1 ? 1 : tile.down(shape[1], periodic[1]);
        int tiles = across * down;
        boolean late = isLate(instance, taps);
        int chunks = tile.chunks(tiles, shape[0], late, hardware, instance.type());
        return new StepCode(
                        tile.steps(),
                        1,
                        () -> new BlockedSumsGenerator(instance, tile, taps, hardware)
                                .source(instance.device().isNvidia()),
                        taps.uniform(),
                        List.of(new Launch(
                                BlockedSumsGenerator.KERNEL,
                                new long[] {(long) tiles * chunks * tile.lanes(), tile.warps()},
                                new long[] {tile.lanes(), tile.warps()},
                                last == 1 ? List.of(tiles, chunks) : List.of(across, down, chunks))))
                .withOptions(options(instance, hardware));
    }

    /** Sizes as numbers save registers and so 2 to 6% on NVIDIA's devices: worth a program of its own for a large grid. */
    private static List<String> options(StencilInstance instance, Hardware hardware) {
        int[] shape = instance.shape();
        return hardware.nvidia() && shape.length == 3 && instance.cells() >= CELLS_OF_A_LARGE_GRID
                ? List.of("-DSIZE1=" + shape[1], "-DSIZE2=" + shape[2])
                : List.of();
    }

    /** The tile of the code for so many steps, if there is some for this instance. */
    static Optional<BlockedSumsTile> tile(StencilInstance instance, int steps) {
        StencilInstance exact = exact(instance);
        return form(instance)
                .map(form -> new BlockedSumsTaps(form, instance.type()))
                .flatMap(taps -> tile(exact, steps, taps, Hardware.of(exact.device())));
    }

    /** What {@link BlockedSumsTile#idle} says of a tile of the code. */
    static double idle(StencilInstance instance, BlockedSumsTile tile) {
        boolean late = isLate(instance, new BlockedSumsTaps(form(instance).orElseThrow(), instance.type()));
        return tile.idle(instance.shape(), periodic(instance), late, Hardware.of(instance.device()), instance.type());
    }

    static boolean[] periodic(StencilInstance instance) {
        boolean[] periodic = new boolean[instance.shape().length];
        for (int axis = 0; axis < periodic.length; axis++) {
            periodic[axis] = instance.boundaries().get(axis).wraps();
        }
        return periodic;
    }

    /** Whether rows of others are needed when all levels are done only. */
    static boolean isLate(StencilInstance instance, BlockedSumsTaps taps) {
        return instance.shape().length == 2 || taps.rowsAreLate();
    }

    /** The same for a tile: a work-item with one row finds its second, which a mirror needs, only with the others. */
    static boolean isLate(StencilInstance instance, BlockedSumsTaps taps, BlockedSumsTile tile) {
        boolean secondRow = tile.rows() > 1 || !instance.boundaries().get(1).skipsEdgeCell();
        return secondRow && isLate(instance, taps);
    }

    /**
     * The tile of the highest worth that fits the device and whose work-items do not lie across an end of the grid. Rows that are added
     * late are added in another order: a slab takes a tile that does as that of the whole grid.
     */
    static Optional<BlockedSumsTile> tile(
            StencilInstance instance, int steps, BlockedSumsTaps taps, Hardware hardware) {
        if (instance.ofPlanes() == instance.shape()[0]) {
            return best(instance, steps, taps, hardware, tile -> true);
        }
        int[] whole = instance.shape().clone();
        whole[0] = instance.ofPlanes();
        return best(instance.withShape(whole), steps, taps, hardware, tile -> true)
                .map(tile -> isLate(instance, taps, tile))
                .flatMap(late -> best(instance, steps, taps, hardware, tile -> isLate(instance, taps, tile) == late));
    }

    private static Optional<BlockedSumsTile> best(
            StencilInstance instance,
            int steps,
            BlockedSumsTaps taps,
            Hardware hardware,
            Predicate<BlockedSumsTile> allowed) {
        boolean[] periodic = periodic(instance);
        boolean late = isLate(instance, taps);
        int points = instance.spec().footprint().points();
        return BlockedSumsTile.all(instance.shape().length, steps, late, hardware, instance.type())
                .filter(tile -> isWithin(instance, tile))
                .filter(allowed)
                .max(Comparator.comparingDouble(
                        tile -> tile.worth(instance.shape(), periodic, late, points, instance.type(), hardware)));
    }

    /** Whether no work-item of a tile lies across an end of the grid. */
    private static boolean isWithin(StencilInstance instance, BlockedSumsTile tile) {
        int[] shape = instance.shape();
        int last = shape.length - 1;
        boolean[] periodic = periodic(instance);
        return (shape[last] % tile.width() == 0 || !periodic[last] && shape[last] >= tile.span())
                && (last == 1 || periodic[1] || shape[1] % tile.rows() == 0 || shape[1] >= tile.tall());
    }
}
