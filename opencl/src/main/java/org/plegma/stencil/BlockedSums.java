package org.plegma.stencil;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.expr.Boundary;
import org.plegma.expr.LinearForm;
import org.plegma.expr.LinearSystem;
import org.plegma.expr.StencilSpec;
import org.plegma.stencil.StepCode.Launch;

/**
 * The method {@code blocked(k)} for linear stencils of one field on GPUs: partial sums in time, which stay in registers while
 * the rows of the grid stream past. See {@code docs/performance.md}.
 */
final class BlockedSums {
    /** Registers of partial sums, of 4 bytes, that a work-item can have beside what else it needs. */
    private static final int MOST_SUMS = 128;

    /** Registers of 4 bytes of a GPU's unit, and those that a work-item needs besides cells. */
    private static final int REGISTERS_OF_A_UNIT = 1 << 16;

    private BlockedSums() {}

    /** The code, if there is some for this setting: otherwise the general method is needed. */
    static Optional<StepCode> code(Setting setting, int steps) {
        return form(setting).flatMap(form -> tile(setting, steps).map(tile -> code(exact(setting), tile, form)));
    }

    /** The update as a linear form, if it is one of a single field and level with coefficients that are the same everywhere. */
    private static Optional<LinearForm> form(Setting setting) {
        StencilSpec spec = setting.spec();
        if (setting.variant() != Variant.GPU
                || spec.rank() != 2
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

    /** The widest tile that fits the registers and whose work-items do not lie across the end of a row. */
    private static Optional<BlockedSumsTile> tile(Setting setting, int steps) {
        int last = setting.shape().length - 1;
        int size = setting.shape()[last];
        boolean periodic = setting.boundaries().get(last).kind() == Boundary.Kind.PERIODIC;
        int words = setting.type().bytes() / 4;
        return IntStream.of(4, 2, 1)
                .mapToObj(width -> new BlockedSumsTile(steps, width, lanes(setting.device())))
                .filter(tile -> 2 * steps * tile.width() * words <= MOST_SUMS)
                .filter(tile -> tile.useful() >= tile.lanes() / 4)
                .filter(tile -> size % tile.width() == 0 || (!periodic && size >= tile.span()))
                .findFirst();
    }

    private static int lanes(Device device) {
        return Math.max(32, device.warpSize());
    }

    private static StepCode code(Setting setting, BlockedSumsTile tile, LinearForm form) {
        BlockedSumsTaps taps = new BlockedSumsTaps(form, setting.type());
        int[] shape = setting.shape();
        boolean periodic = setting.boundaries().get(1).kind() == Boundary.Kind.PERIODIC;
        int strips = tile.count(shape[1], periodic);
        long groups = Math.max(1, Math.min(groups(setting, tile), (long) strips * shape[0] / (2L * tile.steps())));
        return new StepCode(
                tile.steps(),
                1,
                new BlockedSumsGenerator(setting, tile, taps)
                        .source(setting.device().isNvidia()),
                taps.uniform(),
                List.of(new Launch(
                        BlockedSumsGenerator.KERNEL,
                        new long[] {groups * tile.lanes()},
                        new long[] {tile.lanes()},
                        List.of(strips))));
    }

    /** As many groups as the device runs at a time. */
    private static long groups(Setting setting, BlockedSumsTile tile) {
        int words = setting.type() == ElementType.FLOAT ? 1 : 2;
        int registers = Math.min(255, words * tile.width() * (2 * tile.steps() + 8) + 40);
        int rounded = (registers + 7) / 8 * 8;
        return (long) setting.device().computeUnits() * (REGISTERS_OF_A_UNIT / (rounded * tile.lanes()));
    }
}
