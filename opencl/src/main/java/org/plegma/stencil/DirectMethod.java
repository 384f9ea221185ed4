package org.plegma.stencil;

import java.util.List;
import org.plegma.device.Device;
import org.plegma.device.Device.Kind;
import org.plegma.device.Kernel;

/** The method {@code direct} for a device and a shape: its source, and how its kernel is launched. */
final class DirectMethod {
    /** Cells of a column in 2-D and 3-D; measured on an H200, see {@code docs/performance.md}. */
    private static final int ROWS = 4;

    private static final int PLANES = 16;
    /** Cells of a work-item on a CPU: enough to hide the cost of a work-group, few enough to balance. */
    private static final int CELLS_ON_CPU = 1 << 16;

    private static final int SEGMENT = 1 << 14;

    private final String source;
    private final long[] global;
    private final long[] local;
    private final List<Object> extra;

    private DirectMethod(String source, long[] global, long[] local, List<Object> extra) {
        this.source = source;
        this.global = global;
        this.local = local;
        this.extra = extra;
    }

    /** For which kind of device the loop is made; each runs on all devices. */
    enum Variant {
        GPU,
        CPU;

        static Variant of(Device device) {
            return device.kind() == Kind.CPU ? CPU : GPU;
        }
    }

    static DirectMethod of(Variant variant, CellCode code, int[] shape, Device device) {
        return variant == Variant.CPU ? cpu(code, shape, device) : gpu(code, shape);
    }

    private static DirectMethod gpu(CellCode code, int[] shape) {
        String source = new DirectGenerator(code).gpu();
        if (shape.length == 1) {
            return new DirectMethod(source, new long[] {Kernel.roundUp(shape[0], 256)}, new long[] {256}, List.of());
        }
        long columns = Kernel.roundUp(shape[shape.length - 1], 64);
        int planes = Math.min(shape.length == 2 ? ROWS : PLANES, shape[0]);
        long chunks = (shape[0] + planes - 1L) / planes;
        return shape.length == 2
                ? new DirectMethod(
                        source, new long[] {columns, Kernel.roundUp(chunks, 4)}, new long[] {64, 4}, List.of(planes))
                : new DirectMethod(
                        source,
                        new long[] {columns, Kernel.roundUp(shape[1], 4), chunks},
                        new long[] {64, 4, 1},
                        List.of(planes));
    }

    private static DirectMethod cpu(CellCode code, int[] shape, Device device) {
        String source = new DirectGenerator(code).cpu();
        int last = shape[shape.length - 1];
        int segment = Math.min(last, SEGMENT);
        long segments = (last + segment - 1L) / segment;
        if (shape.length == 1) {
            return new DirectMethod(source, new long[] {segments}, new long[] {1}, List.of(segment));
        }
        long count = shape.length == 2 ? shape[0] : (long) shape[0] * shape[1];
        long balanced = Math.max(1, count / (4L * device.computeUnits()));
        int rows = (int) Math.min(balanced, Math.max(1, CELLS_ON_CPU / segment));
        return new DirectMethod(
                source, new long[] {segments, (count + rows - 1) / rows}, new long[] {1, 1}, List.of(segment, rows));
    }

    String source() {
        return source;
    }

    /** The kernel with its launch sizes. */
    Kernel sized(Kernel kernel) {
        return kernel.global(global).local(local);
    }

    /** The arguments behind the sizes. */
    List<Object> extraArguments() {
        return extra;
    }
}
