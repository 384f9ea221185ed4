package org.plegma.stencil;

import java.util.List;
import org.plegma.device.Device;
import org.plegma.device.Kernel;
import org.plegma.stencil.StepCode.Launch;

/** The method {@code direct}: the code of one step, and how its kernel is launched. */
final class DirectMethod {
    /** Cells of a column in 2-D and 3-D; measured on an H200, see {@code docs/performance.md}. */
    private static final int ROWS = 4;

    private static final int PLANES = 16;
    /** Cells of a work-item on a CPU: enough to hide the cost of a work-group, few enough to balance. */
    private static final int CELLS_ON_CPU = 1 << 16;

    private static final int SEGMENT = 1 << 14;

    private DirectMethod() {}

    static StepCode code(Setting setting) {
        CellCode code = setting.cellCode();
        DirectGenerator generator = new DirectGenerator(code);
        boolean cpu = setting.variant() == Variant.CPU;
        return new StepCode(
                1,
                1,
                cpu ? generator.cpu() : generator.gpu(),
                code.uniform(),
                List.of(cpu ? cpu(setting.shape(), setting.device()) : gpu(setting.shape())));
    }

    private static Launch gpu(int[] shape) {
        if (shape.length == 1) {
            return launch(new long[] {Kernel.roundUp(shape[0], 256)}, new long[] {256});
        }
        long columns = Kernel.roundUp(shape[shape.length - 1], 64);
        int planes = Math.min(shape.length == 2 ? ROWS : PLANES, shape[0]);
        long chunks = (shape[0] + planes - 1L) / planes;
        return shape.length == 2
                ? launch(new long[] {columns, Kernel.roundUp(chunks, 4)}, new long[] {64, 4}, planes)
                : launch(new long[] {columns, Kernel.roundUp(shape[1], 4), chunks}, new long[] {64, 4, 1}, planes);
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
        return new Launch(DirectGenerator.KERNEL, global, local, List.of(extra));
    }
}
