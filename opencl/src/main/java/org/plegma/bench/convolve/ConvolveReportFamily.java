package org.plegma.bench.convolve;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.convolve.ConvolutionPlan;
import org.plegma.convolve.Convolve;
import org.plegma.convolve.filter.Filter;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.methods.ConvolutionMethods;
import org.plegma.device.Device;
import org.plegma.device.Device.Kind;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.measure.BenchCase;
import org.plegma.measure.BenchFamily;
import org.plegma.measure.Buffers;
import org.plegma.measure.Places;
import org.plegma.measure.Trial;

/**
 * The bench family {@code convolve-report}: what {@code notebooks/reports/convolution.ipynb} draws. Row and column kernels
 * over the radius, kernels beside transfers, strips with and without overlap, transforms over radius and density.
 */
public final class ConvolveReportFamily implements BenchFamily {
    private static final String FAMILY = "convolve-report";

    private static final int SAMPLES = 24;
    private static final int LONG = 64;

    @Override
    public String name() {
        return FAMILY;
    }

    @Override
    public String description() {
        return "Convolutions for the report: rows and columns, transfers, strips, transforms; small on processors.";
    }

    @Override
    public List<BenchCase> cases(Device device) {
        boolean cpu = device.kind() == Kind.CPU;
        List<BenchCase> cases = new ArrayList<>();
        int side = cpu ? 1024 : 8192;
        for (int radius : cpu ? new int[] {1, 8, 32} : new int[] {1, 2, 4, 8, 16, 32, 64, 65, 80, 96, 128, 256}) {
            double[] factor =
                    StreamFamily.filter(radius).factors().orElseThrow().get(0);
            Filter row = Filter.separable(new double[] {1}, factor);
            Filter column = Filter.separable(factor, new double[] {1});
            // From some radius on transforms of rows alone may be faster, and auto shall see it.
            List<String> methods = radius >= LONG
                    ? List.of("separable", "fft", "auto", GlobalLines.METHOD)
                    : List.of("separable", GlobalLines.METHOD);
            add(cases, "row", radius, row, methods, side, side);
            add(cases, "column", radius, column, methods, side, side);
        }
        for (int radius : cpu ? new int[] {1, 32} : new int[] {1, 8, 32, 128, 256}) {
            cases.addAll(StreamFamily.cases(
                    FAMILY, "image", side, radius, List.of("compute", "overlapped", "one after another")));
        }
        cases.addAll(StreamFamily.cases(FAMILY, "image", side, 1, List.of("upload", "download")));
        for (int radius : cpu ? new int[] {1, 3, 7} : new int[] {1, 2, 3, 5, 7, 11, 15, 23, 31}) {
            Filter filter = dense(2, radius, 100);
            add(cases, "square", radius, filter, List.of("direct", "fft"), side / 2, side / 2);
        }
        int cube = cpu ? 64 : 512;
        for (int percent : cpu ? new int[] {5, 10} : new int[] {5, 10, 25, 50, 75, 100}) {
            Filter filter = dense(3, 2, percent);
            add(
                    cases,
                    "random",
                    Map.of("radius", 2, "density", percent),
                    filter,
                    List.of("direct", "stencil", "fft"),
                    cube,
                    cube,
                    cube);
        }
        return cases;
    }

    /** Random values of sum 1, of which a share is not 0. */
    private static Filter dense(int rank, int radius, int percent) {
        int[] shape = new int[rank];
        Arrays.fill(shape, 2 * radius + 1);
        Grid chosen = Grid.random(ElementType.DOUBLE, 1, shape);
        Grid values = Grid.random(ElementType.DOUBLE, 2, shape);
        values.fill(at -> chosen.get(at) < percent / 100.0 ? 0.1 + values.get(at) : 0);
        double sum = values.mean() * values.length();
        return Filter.of(values).times(1 / sum);
    }

    private static void add(
            List<BenchCase> cases, String name, int radius, Filter filter, List<String> methods, int... shape) {
        add(cases, name, Map.of("radius", radius), filter, methods, shape);
    }

    private static void add(
            List<BenchCase> cases,
            String name,
            Map<String, Object> parameters,
            Filter filter,
            List<String> methods,
            int... shape) {
        double cells = Window.count(shape);
        double taps = Window.count(filter.shape());
        for (String method : methods) {
            // Rounding of each term of a sum of 1; that of a transform grows with the number of its stages.
            double tolerance = method.equals("fft") || method.equals("auto")
                    ? 6 * 0x1p-24 * (4 + 4 * Math.log(cells) / Math.log(2))
                    : (taps + 2) * 0x1p-24;
            BenchCase.Builder named = BenchCase.of(FAMILY, name, method);
            parameters.forEach(named::parameter);
            cases.add(named.type(ElementType.FLOAT)
                    .shape(shape)
                    .flops(2 * taps * cells)
                    .bytes(2 * cells * Float.BYTES)
                    .cells(cells)
                    .tolerance(tolerance)
                    .prepare(buffers -> method.equals(GlobalLines.METHOD)
                            ? new GlobalLines(buffers, filter, shape[0], shape[1])
                            : new Run(buffers, filter, method, shape)));
        }
    }

    /** Of some cells, at the edges too, by the definition in double precision. */
    static double error(Grid image, Grid taps, Grid found) {
        double worst = 0;
        for (int[] cell : Places.of(SAMPLES, image.shape())) {
            worst = Math.max(worst, Math.abs(value(image, taps, cell) - found.get(cell)));
        }
        return worst;
    }

    private static double value(Grid image, Grid taps, int[] cell) {
        double sum = 0;
        int[] size = taps.shape();
        for (int t = 0; t < taps.length(); t++) {
            int[] tap = new int[cell.length];
            int[] from = new int[cell.length];
            boolean inside = true;
            for (int axis = cell.length - 1, rest = t; axis >= 0; axis--) {
                tap[axis] = rest % size[axis];
                rest /= size[axis];
                from[axis] = cell[axis] + size[axis] / 2 - tap[axis];
                inside &= from[axis] >= 0 && from[axis] < image.size(axis);
            }
            sum += inside ? taps.get(tap) * image.get(from) : 0;
        }
        return sum;
    }

    private static final class Run implements Trial {
        private final Filter filter;
        private final DeviceArray in;
        private final DeviceArray out;
        private final ConvolutionPlan plan;
        private final boolean chosen;

        Run(Buffers buffers, Filter filter, String method, int... shape) {
            this.filter = filter;
            in = buffers.input(ElementType.FLOAT, shape);
            out = buffers.output(ElementType.FLOAT, shape);
            chosen = method.equals(ConvolutionMethods.AUTO);
            plan = Convolve.of(buffers.session()).method(method).plan(ElementType.FLOAT, filter, shape);
        }

        @Override
        public List<Event> run() {
            return plan.launch(plan.session().compute(), in, out);
        }

        @Override
        public String why() {
            return chosen ? plan.method() + ": " + plan.why() : "";
        }

        @Override
        public double error() {
            return ConvolveReportFamily.error(in.download(), filter.values(), out.download());
        }

        @Override
        public void close() {
            plan.close();
        }
    }
}
