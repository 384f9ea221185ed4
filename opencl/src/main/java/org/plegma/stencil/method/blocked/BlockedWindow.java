package org.plegma.stencil.method.blocked;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.plegma.device.Device;
import org.plegma.stencil.code.CellCode;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.code.StepCode.Launch;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.tile.TileGenerator;

/**
 * The method {@code blocked(k)} for any stencil in 2-D and 3-D on GPUs: {@link WindowGenerator} away from the edges, and a
 * {@link Rim}.
 */
final class BlockedWindow {
    /** Registers of 32 bits that a group's work-items have together, and those that one needs besides values. */
    private static final int REGISTERS = 1 << 16;

    private static final int OTHER_REGISTERS = 32;
    /** Bytes of local memory: what NVIDIA gives to a group, and enough for one of others to have company. */
    private static final int MOST_LOCAL = 48 << 10;
    /** Groups for each unit that a launch should have at least, if the grid is large enough. */
    private static final int GROUPS_A_UNIT = 8;

    private BlockedWindow() {}

    /** The sizes of a group: the last axis, and the middle one of three. */
    private record Tile(int width, int height, double useful) {}

    /** The code, or nothing if no work-group is much larger than what the steps read around it. */
    static Optional<StepCode> code(StencilInstance instance, int steps) {
        Rim rim = Rim.of(instance, steps);
        if (instance.variant() != Variant.GPU || instance.shape().length == 1 || rim.isAll()) {
            return Optional.empty();
        }
        WindowStreams streams = new WindowStreams(instance.spec(), steps);
        CellCode code = instance.cellCode();
        return tile(instance, code, streams).map(tile -> {
            List<Launch> launches = new ArrayList<>(List.of(launch(instance, streams, tile, rim.interior())));
            launches.addAll(rim.launches());
            return new StepCode(
                    steps,
                    TileGenerator.outputs(instance.spec().depth(), steps),
                    () -> new WindowGenerator(code, streams, tile.width, tile.height).source() + "\n" + rim.source(),
                    code.uniform(),
                    launches);
        });
    }

    private static Optional<Tile> tile(StencilInstance instance, CellCode code, WindowStreams streams) {
        Device device = instance.device();
        int rank = instance.shape().length;
        int registers = OTHER_REGISTERS + streams.values() * instance.type().bytes() / 4;
        Tile best = null;
        for (int height : rank == 2 ? new int[] {1} : new int[] {4, 8, 12, 16, 24, 32}) {
            for (int width : rank == 2 ? new int[] {64, 128, 256, 512} : new int[] {32, 64}) {
                int items = width * height;
                long cells = new WindowGenerator(code, streams, width, height).localCells();
                if (items > Math.min(1024, device.maxWorkGroupSize())
                        || (long) registers * items > REGISTERS
                        || cells * instance.type().bytes() > Math.min(MOST_LOCAL, device.localMemoryBytes())) {
                    continue;
                }
                double useful =
                        part(instance, streams, rank - 1, width) * (rank == 3 ? part(instance, streams, 1, height) : 1);
                // Larger groups wait longer at barriers.
                if (useful >= 0.25 && (best == null || useful > best.useful * 1.03)) {
                    best = new Tile(width, height, useful);
                }
            }
        }
        return Optional.ofNullable(best);
    }

    private static int reach(StencilInstance instance, WindowStreams streams, int axis) {
        return streams.steps() * instance.spec().footprint().radius(axis);
    }

    private static double part(StencilInstance instance, WindowStreams streams, int axis, int size) {
        return Math.max(0, size - 2.0 * reach(instance, streams, axis)) / size;
    }

    private static Launch launch(StencilInstance instance, WindowStreams streams, Tile tile, int[][] box) {
        int rank = instance.shape().length;
        long[] groups = new long[rank];
        for (int axis = 1; axis < rank; axis++) {
            int size = axis == rank - 1 ? tile.width : tile.height;
            int useful = size - 2 * reach(instance, streams, axis);
            groups[rank - 1 - axis] = (box[1][axis] - box[0][axis] + useful - 1) / useful;
        }
        long beside = groups[0] * (rank == 3 ? groups[1] : 1);
        int extent = box[1][0] - box[0][0];
        // Each portion of planes begins with planes that only the steps before the last need.
        int least = 4 * (2 * reach(instance, streams, 0) + streams.steps());
        long wanted = (long) GROUPS_A_UNIT * instance.device().computeUnits();
        int planes = (int) Math.min(extent, Math.max(least, extent * beside / wanted));
        groups[rank - 1] = (extent + planes - 1) / planes;
        long[] local = rank == 2 ? new long[] {tile.width, 1} : new long[] {tile.width, tile.height, 1};
        long[] global = IntStream.range(0, rank)
                .mapToLong(dimension -> groups[dimension] * local[dimension])
                .toArray();
        List<Object> extra = new ArrayList<>();
        for (int[] corner : box) {
            IntStream.of(corner).forEach(extra::add);
        }
        extra.add(planes);
        return new Launch(WindowGenerator.KERNEL, global, local, extra);
    }
}
