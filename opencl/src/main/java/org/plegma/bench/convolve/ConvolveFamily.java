package org.plegma.bench.convolve;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.convolve.ConvolutionPlan;
import org.plegma.convolve.Convolve;
import org.plegma.convolve.filter.Filter;
import org.plegma.convolve.filter.Mode;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.methods.ConvolutionMethods;
import org.plegma.device.Device;
import org.plegma.device.Device.Kind;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.expr.tree.Boundary;
import org.plegma.measure.BenchCase;
import org.plegma.measure.BenchFamily;
import org.plegma.measure.Buffers;
import org.plegma.measure.Measurement;
import org.plegma.measure.Trial;
import org.plegma.measure.Work;

/**
 * The bench family {@code convolve}: planes as large as their image with reflected edges. The cases {@code choice} are a grid of
 * images and filters, by each method that is not hopeless and by {@code auto}.
 */
public final class ConvolveFamily implements BenchFamily {
    private static final String CHOICE = "choice-";
    private static final int SAMPLES = 100;
    /** Products of a case of {@code choice} that is not worth its time. */
    private static final double HOPELESS = 40e9;

    private static final double HOPELESS_ON_CPU = 2e9;
    /** So many times the products of its factors make a filter as a whole hopeless. */
    private static final int HOPELESS_TIMES = 12;

    @Override
    public String name() {
        return "convolve";
    }

    @Override
    public String description() {
        return "Filters of planes: direct, one axis after the other, by transforms.";
    }

    @Override
    public List<BenchCase> cases(Device device) {
        boolean cpu = device.kind() == Kind.CPU;
        int n = cpu ? 2048 : 16_384;
        List<BenchCase> cases = new ArrayList<>();
        for (int radius : new int[] {1, 8, 32}) {
            Filter gaussian = Filter.gaussian(2, Math.max(0.5, radius / 4.0), radius);
            cases.add(measured("separable", ConvolutionMethods.SEPARABLE.name(), gaussian, true, n, n));
        }
        for (int side : new int[] {3, 7, 15}) {
            cases.add(measured("direct", ConvolutionMethods.DIRECT.name(), random(side, side), false, n, n));
        }
        for (int side : new int[] {31, 129}) {
            cases.add(measured("fft", ConvolutionMethods.FFT.name(), random(side, side), false, n / 2, n / 2));
        }
        cases.addAll(choices(cpu));
        return cases;
    }

    private static List<BenchCase> choices(boolean cpu) {
        int[][] images = cpu
                ? new int[][] {{64, 64}, {256, 256}, {500, 300}, {1024, 1024}, {2048, 1500}}
                : new int[][] {{256, 256}, {1024, 1024}, {1000, 1500}, {4096, 4096}, {8192, 8192}};
        List<BenchCase> cases = new ArrayList<>();
        for (int[] image : images) {
            for (int radius : new int[] {1, 4, 16, 64}) {
                Filter gaussian = Filter.gaussian(2, Math.max(0.5, radius / 4.0), radius);
                choice(cases, "gaussian", gaussian, true, image, cpu);
            }
            for (int side : new int[] {7, 21}) {
                choice(cases, "random", random(side, side), false, image, cpu);
            }
        }
        return cases;
    }

    private static void choice(
            List<BenchCase> cases, String name, Filter filter, boolean separable, int[] image, boolean cpu) {
        Window window = Window.of(Mode.SAME, false, new int[0], image, filter.shape(), Boundary.REFLECT);
        List<String> methods = new ArrayList<>();
        ConvolutionMethods.candidates(window).stream()
                .filter(method -> separable || !method.needsFactors())
                .forEach(method -> methods.add(method.name()));
        int sum = filter.shape()[0] + filter.shape()[1];
        if ((double) window.cells() * window.tapCount() > (cpu ? HOPELESS_ON_CPU : HOPELESS)
                || separable && window.tapCount() > HOPELESS_TIMES * sum) {
            methods.remove(ConvolutionMethods.DIRECT.name());
        }
        methods.add(ConvolutionMethods.AUTO);
        for (String method : methods) {
            cases.add(measured(CHOICE + name, method, filter, separable, image));
        }
    }

    private static Filter random(int rows, int columns) {
        return Filter.of(Grid.random(ElementType.DOUBLE, rows, rows, columns)).times(1.0 / (rows * columns));
    }

    private static BenchCase measured(String name, String method, Filter filter, boolean separable, int... image) {
        double cells = (double) image[0] * image[1];
        int[] taps = filter.shape();
        double products = separable ? taps[0] + taps[1] : (double) taps[0] * taps[1];
        Shared shared = new Shared();
        return BenchCase.of("convolve", name, method)
                .parameter("radius", taps[0] / 2)
                .type(ElementType.FLOAT)
                .shape(image)
                .flops(2 * products * cells)
                .bytes(8 * cells)
                .cells(cells)
                .tolerance(0x1p-24 * (16 + products))
                .prepare(buffers -> new Run(buffers, shared, method, filter, image));
    }

    /** How far {@code auto} is from the best method of each choice, and the worst. */
    @Override
    public List<String> remarks(List<Measurement> measurements) {
        Map<List<Object>, List<Measurement>> tasks = measurements.stream()
                .filter(m -> m.valid() && m.work().name().startsWith(CHOICE))
                .collect(Collectors.groupingBy(m -> m.work().task(), LinkedHashMap::new, Collectors.toList()));
        List<String> remarks = new ArrayList<>();
        double worst = 0;
        for (List<Measurement> methods : tasks.values()) {
            OptionalDouble auto = least(methods, true);
            OptionalDouble best = least(methods, false);
            if (auto.isPresent() && best.isPresent()) {
                double ratio = auto.getAsDouble() / best.getAsDouble();
                worst = Math.max(worst, ratio);
                Work work = methods.get(0).work();
                remarks.add(String.format(
                        Locale.ROOT,
                        "%s %s: auto takes %.2f times the best method",
                        work.caseText(),
                        work.shapeText(),
                        ratio));
            }
        }
        if (!remarks.isEmpty()) {
            remarks.add(String.format(
                    Locale.ROOT, "auto takes at most %.2f times the best method in %d choices", worst, remarks.size()));
        }
        return remarks;
    }

    private static OptionalDouble least(List<Measurement> methods, boolean auto) {
        return methods.stream()
                .filter(m -> m.work().method().equals(ConvolutionMethods.AUTO) == auto)
                .mapToDouble(Measurement::medianSeconds)
                .min();
    }

    /** What all sets of buffers of a case share, as making it takes longer than measuring: a plan, and what is right. */
    private static final class Shared {
        private @Nullable ConvolutionPlan plan;
        private int users;
        private double @Nullable [] expected;

        ConvolutionPlan open(Session session, String method, Filter filter, int[] image) {
            if (plan == null) {
                plan = Convolve.of(session)
                        .boundary(Boundary.REFLECT)
                        .method(method)
                        .plan(ElementType.FLOAT, filter, image);
            }
            users++;
            return plan;
        }

        void close() {
            users--;
            if (users == 0 && plan != null) {
                plan.close();
                plan = null;
            }
        }
    }

    private static final class Run implements Trial {
        private final Shared shared;
        private final ConvolutionPlan plan;
        private final boolean chosen;
        private final Filter filter;
        private final DeviceArray in;
        private final DeviceArray out;

        Run(Buffers buffers, Shared shared, String method, Filter filter, int[] image) {
            this.filter = filter;
            this.shared = shared;
            this.chosen = method.equals(ConvolutionMethods.AUTO);
            plan = shared.open(buffers.session(), method, filter, image);
            in = buffers.input(ElementType.FLOAT, image);
            out = buffers.output(ElementType.FLOAT, image);
        }

        @Override
        public List<Event> run() {
            return plan.launch(in, out);
        }

        @Override
        public String why() {
            return chosen ? plan.method() + ": " + plan.why() : "";
        }

        /** The largest difference of some cells, corners among them, from the definition in double precision. */
        @Override
        public double error() {
            Grid result = out.download();
            int[] cells = cells(result.size(0), result.size(1));
            double[] expected = shared.expected;
            if (expected == null) {
                Grid image = in.download();
                double[] taps = filter.values().doubles();
                expected = Arrays.stream(cells)
                        .mapToDouble(at -> cell(image, taps, at / image.size(1), at % image.size(1)))
                        .toArray();
                shared.expected = expected;
            }
            double worst = 0;
            for (int i = 0; i < SAMPLES; i++) {
                double error = Math.abs(result.floats()[cells[i]] - expected[i]);
                worst = Double.isNaN(error) ? error : Math.max(worst, error);
            }
            return worst;
        }

        private static int[] cells(int ny, int nx) {
            Random random = new Random(1);
            int[] cells = new int[SAMPLES];
            for (int i = 0; i < SAMPLES; i++) {
                int y = i < 4 ? (i & 1) * (ny - 1) : random.nextInt(ny);
                int x = i < 4 ? (i >> 1) * (nx - 1) : random.nextInt(nx);
                cells[i] = y * nx + x;
            }
            return cells;
        }

        private double cell(Grid image, double[] taps, int y, int x) {
            float[] values = image.floats();
            int rows = filter.shape()[0];
            int columns = filter.shape()[1];
            double sum = 0;
            for (int i = 0; i < rows; i++) {
                int row = Boundary.REFLECT.fold(y + (rows - 1) / 2 - i, image.size(0)) * image.size(1);
                for (int j = 0; j < columns; j++) {
                    int column = Boundary.REFLECT.fold(x + (columns - 1) / 2 - j, image.size(1));
                    sum += taps[i * columns + j] * values[row + column];
                }
            }
            return sum;
        }

        @Override
        public void close() {
            shared.close();
        }
    }
}
