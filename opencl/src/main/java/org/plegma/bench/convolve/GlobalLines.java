package org.plegma.bench.convolve;

import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.convolve.filter.Filter;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Session;
import org.plegma.device.source.KernelSource;
import org.plegma.measure.Buffers;
import org.plegma.measure.Trial;

/** A pass along rows or columns from global memory alone, the plain kernel that tiles in local memory are set against. */
final class GlobalLines implements Trial {
    static final String METHOD = "global";

    private final Session session;
    private final Filter filter;
    private final DeviceArray in;
    private final DeviceArray out;
    private final DeviceArray taps;
    private final Kernel kernel;

    /** @param filter of one row or of one column */
    GlobalLines(Buffers buffers, Filter filter, int height, int width) {
        this.session = buffers.session();
        this.filter = filter;
        boolean rows = filter.shape()[0] == 1;
        in = buffers.input(ElementType.FLOAT, height, width);
        out = buffers.output(ElementType.FLOAT, height, width);
        Grid values = filter.values().to(ElementType.FLOAT);
        taps = buffers.input(values);
        kernel = buffers.compile(
                        KernelSource.resource(GlobalLines.class, "global-lines.cl"),
                        "-DRADIUS=" + (values.length() - 1) / 2,
                        "-DROWS=" + (rows ? 1 : 0))
                .kernel("global_line")
                .global(width, height);
    }

    @Override
    public List<Event> run() {
        return List.of(kernel.launch(session.compute(), in, out, taps, in.shape()[0], in.shape()[1]));
    }

    @Override
    public double error() {
        return ConvolveReportFamily.error(in.download(), filter.values(), out.download());
    }
}
