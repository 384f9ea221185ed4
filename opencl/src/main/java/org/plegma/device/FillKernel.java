package org.plegma.device;

import java.util.List;

/** Sets all elements of a device array to one value. */
final class FillKernel {
    private static final long GROUP = 64;
    private static final String SOURCE = KernelSource.resource(FillKernel.class, "fill.cl");

    private FillKernel() {}

    static Event fill(DeviceArray array, double value) {
        array.checkOpen();
        DeviceContext context = array.context();
        if (array.length() == 0) {
            return Event.nothing(context.compute(), "fill", Span.Kind.KERNEL);
        }
        List<String> options = List.of("-DTYPE=" + array.type().openclName());
        try (Program program = new Program(context, SOURCE, options)) {
            return program.kernel("fill")
                    .global(Kernel.roundUp(array.length(), GROUP))
                    .local(GROUP)
                    .call(array.length(), value, array);
        }
    }
}
