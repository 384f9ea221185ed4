package org.plegma.stencil.method.blocked;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.algebra.LinearForm;
import org.plegma.expr.algebra.LinearSystem;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.code.Setting;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.code.StepCode.Launch;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.blocked.BlockedSumsTile.Target;

/**
 * The method {@code blocked(k)} for linear stencils of one field on GPUs: partial sums in time, which stay in registers while
 * the rows of the grid stream past. See {@code docs/performance/stencils-gpu.md}.
 */
final class BlockedSums {
    private static final long CELLS_OF_A_LARGE_GRID = 1 << 24;

    /** Of all tiles. */
    private static final int WIDEST = 4;

    private BlockedSums() {}

    /** The code, if there is some for this setting: otherwise the general method is needed. */
    static Optional<StepCode> code(Setting setting, int steps) {
        return code(setting, steps, Target.of(setting.device()));
    }

    static Optional<StepCode> code(Setting setting, int steps, Target target) {
        Setting exact = exact(setting);
        return form(setting)
                .map(form -> new BlockedSumsTaps(form, setting.type()))
                .flatMap(taps -> tile(exact, steps, taps, target).map(tile -> code(exact, tile, taps, target)));
    }

    /** The same with the tile of a large grid, so that all grids share the source whose rows are as whole and that have room. */
    static Optional<StepCode> plain(Setting setting, int steps) {
        Target target = Target.of(setting.device());
        Setting exact = exact(setting);
        int last = setting.shape().length - 1;
        int[] large = Variant.GPU.usualShape(last + 1);
        large[last] += setting.shape()[last] % WIDEST;
        return form(setting)
                .map(form -> new BlockedSumsTaps(form, setting.type()))
                .flatMap(taps -> tile(exact.withShape(large), steps, taps, target)
                        .filter(tile -> isWithin(exact, tile))
                        .map(tile -> code(exact, tile, taps, target)));
    }

    /** The update as a linear form, if it is one of a single field and level with coefficients that are the same everywhere. */
    private static Optional<LinearForm> form(Setting setting) {
        StencilSpec spec = setting.spec();
        if (setting.variant() != Variant.GPU
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
    private static Setting exact(Setting setting) {
        List<Boundary> boundaries = IntStream.range(0, setting.shape().length)
                .mapToObj(axis -> {
                    Boundary boundary = setting.boundaries().get(axis);
                    return boundary.kind() == Boundary.Kind.MIRROR && setting.shape()[axis] == 1
                            ? Boundary.NEAREST
                            : boundary;
                })
                .toList();
        return new Setting(
                setting.spec(), boundaries, setting.type(), setting.shape(), setting.device(), setting.variant());
    }

    private static StepCode code(Setting setting, BlockedSumsTile tile, BlockedSumsTaps taps, Target target) {
        int[] shape = setting.shape();
        boolean[] periodic = periodic(setting);
        int last = shape.length - 1;
        int across = tile.across(shape[last], periodic[last]);
        int down = last == 1 ? 1 : tile.down(shape[1], periodic[1]);
        int tiles = across * down;
        boolean late = isLate(setting, taps);
        int chunks = tile.chunks(tiles, shape[0], late, target, setting.type());
        return new StepCode(
                        tile.steps(),
                        1,
                        new BlockedSumsGenerator(setting, tile, taps, target)
                                .source(setting.device().isNvidia()),
                        taps.uniform(),
                        List.of(new Launch(
                                BlockedSumsGenerator.KERNEL,
                                new long[] {(long) tiles * chunks * tile.lanes(), tile.warps()},
                                new long[] {tile.lanes(), tile.warps()},
                                last == 1 ? List.of(tiles, chunks) : List.of(across, down, chunks))))
                .withOptions(options(setting, target));
    }

    /** Sizes as numbers save registers and so 2 to 6% on NVIDIA's devices: worth a program of its own for a large grid. */
    private static List<String> options(Setting setting, Target target) {
        int[] shape = setting.shape();
        return target.nvidia() && shape.length == 3 && setting.cells() >= CELLS_OF_A_LARGE_GRID
                ? List.of("-DSIZE1=" + shape[1], "-DSIZE2=" + shape[2])
                : List.of();
    }

    /** The tile of the code for so many steps, if there is some for this setting. */
    static Optional<BlockedSumsTile> tile(Setting setting, int steps) {
        Setting exact = exact(setting);
        return form(setting)
                .map(form -> new BlockedSumsTaps(form, setting.type()))
                .flatMap(taps -> tile(exact, steps, taps, Target.of(exact.device())));
    }

    /** What {@link BlockedSumsTile#idle} says of a tile of the code. */
    static double idle(Setting setting, BlockedSumsTile tile) {
        boolean late = isLate(setting, new BlockedSumsTaps(form(setting).orElseThrow(), setting.type()));
        return tile.idle(setting.shape(), periodic(setting), late, Target.of(setting.device()), setting.type());
    }

    static boolean[] periodic(Setting setting) {
        boolean[] periodic = new boolean[setting.shape().length];
        for (int axis = 0; axis < periodic.length; axis++) {
            periodic[axis] = setting.boundaries().get(axis).wraps();
        }
        return periodic;
    }

    /** Whether rows of others are needed when all levels are done only. */
    static boolean isLate(Setting setting, BlockedSumsTaps taps) {
        return setting.shape().length == 2 || taps.rowsAreLate();
    }

    /** The tile of the highest worth that fits the device and whose work-items do not lie across an end of the grid. */
    static Optional<BlockedSumsTile> tile(Setting setting, int steps, BlockedSumsTaps taps, Target target) {
        boolean[] periodic = periodic(setting);
        boolean late = isLate(setting, taps);
        int points = setting.spec().footprint().points();
        return BlockedSumsTile.all(setting.shape().length, steps, late, target, setting.type())
                .filter(tile -> isWithin(setting, tile))
                .max(Comparator.comparingDouble(
                        tile -> tile.worth(setting.shape(), periodic, late, points, setting.type(), target)));
    }

    /** Whether no work-item of a tile lies across an end of the grid. */
    private static boolean isWithin(Setting setting, BlockedSumsTile tile) {
        int[] shape = setting.shape();
        int last = shape.length - 1;
        boolean[] periodic = periodic(setting);
        return (shape[last] % tile.width() == 0 || !periodic[last] && shape[last] >= tile.span())
                && (last == 1 || periodic[1] || shape[1] % tile.rows() == 0 || shape[1] >= tile.tall());
    }
}
