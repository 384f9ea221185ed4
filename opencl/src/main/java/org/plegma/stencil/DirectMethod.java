package org.plegma.stencil;

import java.util.List;
import org.plegma.device.Device;
import org.plegma.device.Kernel;
import org.plegma.stencil.StepCode.Launch;

/** The method {@code direct}: the code of one step, and how its kernel is launched. */
final class DirectMethod {
    static final String KERNEL = "stencil_step";

    /** Cells of a work-item on a CPU: enough to hide the cost of a work-group, few enough to balance. */
    private static final int CELLS_ON_CPU = 1 << 16;

    private static final int SEGMENT = 1 << 14;

    private DirectMethod() {}

    static StepCode code(Setting setting) {
        if (setting.variant() == Variant.GPU) {
            return code(setting, DirectTile.usual(setting));
        }
        CellCode code = setting.cellCode();
        return new StepCode(
                1, 1, new DirectCpu(code).source(), code.uniform(), List.of(cpu(setting.shape(), setting.device())));
    }

    /** The code for a GPU with a tile; its vector divides the last axis. */
    static StepCode code(Setting setting, DirectTile tile) {
        CellCode code = setting.cellCode();
        return new StepCode(
                1, 1, new DirectGpu(code, tile).source(), code.uniform(), List.of(gpu(setting.shape(), tile)));
    }

    private static Launch gpu(int[] shape, DirectTile tile) {
        int rank = shape.length;
        long vectors = shape[rank - 1] / tile.vector();
        if (rank == 1) {
            return launch(new long[] {Kernel.roundUp(vectors, tile.groupX())}, new long[] {tile.groupX()});
        }
        long chunks = (shape[0] + tile.planes() - 1L) / tile.planes();
        long columns = Kernel.roundUp(vectors, tile.groupX());
        return rank == 2
                ? launch(
                        new long[] {columns, Kernel.roundUp(chunks, tile.groupY())},
                        new long[] {tile.groupX(), tile.groupY()})
                : launch(
                        new long[] {
                            columns, Kernel.roundUp((shape[1] + tile.rows() - 1L) / tile.rows(), tile.groupY()), chunks
                        },
                        new long[] {tile.groupX(), tile.groupY(), 1});
    }

    private static Launch cpu(int[] shape, Device device) {
        int last = shape[shape.length - 1];
        int segment = Math.min(last, SEGMENT);
        long segments = (last + segment - 1L) / segment;
        if (shape.length == 1) {
            return launch(new long[] {segments}, new long[] {1}, segment);
        }
        long count = shape.length == 2 ? shape[0] : (long) shape[0] * shape[1];
        long balanced = Math.max(1, count / (4L * device.computeUnits()));
        int rows = (int) Math.min(balanced, Math.max(1, CELLS_ON_CPU / segment));
        return launch(new long[] {segments, (count + rows - 1) / rows}, new long[] {1, 1}, segment, rows);
    }

    private static Launch launch(long[] global, long[] local, Object... extra) {
        return new Launch(KERNEL, global, local, List.of(extra));
    }
}
