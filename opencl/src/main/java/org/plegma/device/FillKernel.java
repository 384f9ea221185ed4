package org.plegma.device;

import java.util.List;
import org.plegma.device.source.KernelSource;
import org.plegma.device.timeline.Span;

/** Sets all elements of a device array to one value. */
final class FillKernel {
    private static final long GROUP = 256;

    /** Elements of a work-item: several keep a GPU's memory busy, one lets PoCL vectorize the work-group. */
    private static final long GPU_ITEMS = 16;

    private static final String SOURCE = KernelSource.resource(FillKernel.class, "fill.cl");

    private FillKernel() {}

    static Event fill(DeviceArray array, double value) {
        array.checkOpen();
        DeviceContext context = array.context();
        if (array.length() == 0) {
            return Event.nothing(context.compute(), "fill", Span.Kind.KERNEL);
        }
        long items = context.device().kind() == Device.Kind.GPU ? GPU_ITEMS : 1;
        List<String> options = List.of("-DTYPE=" + array.type().openclName(), "-DGROUP=" + GROUP, "-DITEMS=" + items);
        long groups = (array.length() + GROUP * items - 1) / (GROUP * items);
        try (Program program = new Program(context, SOURCE, options, false)) {
            return program.kernel("fill").global(groups * GROUP).call(array.length(), value, array);
        }
    }
}
