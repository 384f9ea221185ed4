package org.plegma.bench.convolve;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.convolve.ConvolutionPlan;
import org.plegma.convolve.Convolve;
import org.plegma.convolve.filter.Filter;
import org.plegma.convolve.stream.StreamSink;
import org.plegma.convolve.stream.StreamSource;
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
import org.plegma.measure.Places;
import org.plegma.measure.Trial;

/**
 * The bench family {@code streams}: an image that goes through the device in strips, beside its three parts alone. The result
 * must be, bit for bit, that of the whole image on the device.
 */
public final class StreamFamily implements BenchFamily {
    static final String FAMILY = "streams";
    /** Upload and download at once and nothing else: no stream is faster. */
    static final String BOTH_WAYS = "both ways";

    private static final String UPLOAD = "upload";
    private static final String COMPUTE = "compute";
    private static final String DOWNLOAD = "download";
    static final String OVERLAPPED = "overlapped";
    static final String ONE_AFTER_ANOTHER = "one after another";
    /** As overlapped, but its memory is allocated and freed each time, and there is a timeline. */
    static final String SINGLE_CALL = "single call";

    static final String GRIDS = "grids";

    private static final int SAMPLES = 256;

    @Override
    public String name() {
        return FAMILY;
    }

    @Override
    public String description() {
        return "A large image convolved in strips, overlapped and not, and its transfers and kernels alone.";
    }

    @Override
    public List<BenchCase> cases(Device device) {
        boolean cpu = device.kind() == Kind.CPU;
        int side = cpu ? 2048 : 32_768;
        List<BenchCase> all = cases(
                FAMILY,
                "separable",
                side,
                32,
                List.of(UPLOAD, COMPUTE, DOWNLOAD, BOTH_WAYS, OVERLAPPED, ONE_AFTER_ANOTHER, SINGLE_CALL, GRIDS));
        all.addAll(PageableCases.cases(FAMILY, "separable", side));
        all.addAll(cases(FAMILY, "half", side / 2, 32, List.of(OVERLAPPED, ONE_AFTER_ANOTHER)));
        all.addAll(cases(FAMILY, "wide", side, cpu ? 64 : 256, List.of(COMPUTE, OVERLAPPED)));
        for (int images : cpu ? new int[] {3} : new int[] {1, 10, 100}) {
            all.addAll(FeedCases.cases(side / 2, 32, images));
        }
        all.add(LargeStream.of(2 * side, 32));
        return all;
    }

    /** Streams and copies of all devices, and of one. */
    @Override
    public List<BenchCase> cases(List<Device> devices) {
        if (devices.size() == 1) {
            return cases(devices.get(0));
        }
        int side = devices.get(0).kind() == Kind.CPU ? 2048 : 32_768;
        List<BenchCase> all = new ArrayList<>();
        for (String method : List.of(BOTH_WAYS, OVERLAPPED, GRIDS)) {
            for (int count : new int[] {1, devices.size()}) {
                all.add(onDevices(method, count, side, 32));
            }
        }
        return all;
    }

    private static BenchCase onDevices(String method, int count, int side, int radius) {
        double cells = (double) side * side;
        return BenchCase.of(FAMILY, "separable-on-devices", method)
                .parameter("devices", count)
                .parameter("radius", radius)
                .type(ElementType.FLOAT)
                .shape(side, side)
                .bytes(2 * cells * Float.BYTES / count)
                .cells(cells)
                .inCache()
                .prepare(buffers -> {
                    Session session = buffers.session();
                    List<Session> some = session.devices().subList(0, count).stream()
                            .map(session::on)
                            .toList();
                    return method.equals(BOTH_WAYS)
                            ? new BothWays(some, side)
                            : new Streamed(some, side, radius, method);
                });
    }

    /** How far the overlapped stream is from its longest part, and from what both copies at once allow. */
    @Override
    public List<String> remarks(List<Measurement> measurements) {
        Map<String, Double> seconds = measurements.stream()
                .filter(m -> m.valid() && m.work().family().equals(FAMILY))
                .filter(m -> m.work().name().equals("separable"))
                .collect(Collectors.toMap(m -> m.work().method(), Measurement::medianSeconds, (a, b) -> b));
        if (!seconds.keySet().containsAll(List.of(UPLOAD, COMPUTE, DOWNLOAD, BOTH_WAYS, OVERLAPPED))) {
            return List.of();
        }
        ToDoubleFunction<String> of = method -> seconds.getOrDefault(method, Double.NaN);
        double longest =
                Stream.of(UPLOAD, COMPUTE, DOWNLOAD).mapToDouble(of).max().orElseThrow();
        double limit = Math.max(of.applyAsDouble(COMPUTE), of.applyAsDouble(BOTH_WAYS));
        return List.of(String.format(
                Locale.ROOT,
                "overlapped takes %.2f times the longest part, and %.2f times what the bus needs for both copies at"
                        + " once",
                of.applyAsDouble(OVERLAPPED) / longest,
                of.applyAsDouble(OVERLAPPED) / limit));
    }

    /** A case for each of these methods. */
    static List<BenchCase> cases(String family, String name, int side, int radius, List<String> methods) {
        double cells = (double) side * side;
        List<BenchCase> cases = new ArrayList<>();
        for (String method : methods) {
            boolean oneWay = method.equals(UPLOAD) || method.equals(DOWNLOAD);
            boolean copy = oneWay || method.equals(BOTH_WAYS);
            BenchCase.Builder builder = BenchCase.of(family, name, method)
                    .type(ElementType.FLOAT)
                    .shape(side, side)
                    .bytes((oneWay ? 1 : 2) * cells * Float.BYTES)
                    .cells(cells)
                    .inCache();
            if (!copy) {
                builder.parameter("radius", radius).flops(2.0 * 2 * (2 * radius + 1) * cells);
            }
            cases.add(builder.prepare(buffers -> switch (method) {
                case UPLOAD, DOWNLOAD -> new Copies(buffers.session(), side, side, method.equals(UPLOAD));
                case BOTH_WAYS -> new BothWays(List.of(buffers.session()), side);
                case COMPUTE -> new Whole(buffers, side, radius);
                default -> new Streamed(List.of(buffers.session()), side, radius, method);
            }));
        }
        return cases;
    }

    /** A filter without symmetry, so that a mistake in its direction shows. */
    public static Filter filter(int radius) {
        double[] factor = IntStream.rangeClosed(0, 2 * radius)
                .mapToDouble(i -> 1 + i % 7 + i / 16.0)
                .toArray();
        double sum = Arrays.stream(factor).sum();
        double[] scaled = Arrays.stream(factor).map(x -> x / sum).toArray();
        return Filter.separable(scaled, scaled);
    }

    /** Noise that is quickly made. */
    public static StreamSource noise(int height, int width) {
        return StreamSource.generate(
                "noise",
                (row, values) -> {
                    int state = row * 0x9e3779b9 + 1;
                    for (int i = 0; i < values.length; i++) {
                        state ^= state << 13;
                        state ^= state >>> 17;
                        state ^= state << 5;
                        values[i] = (state >>> 8) * 0x1p-24f;
                    }
                },
                height,
                width);
    }

    static Convolve settings(Session session) {
        return Convolve.of(session).method("separable").boundary("reflect");
    }

    /** The largest difference of two grids; 0 only if all bits are equal. */
    static double difference(float[] expected, float[] found) {
        return IntStream.range(0, expected.length)
                .parallel()
                .filter(i -> Float.floatToRawIntBits(expected[i]) != Float.floatToRawIntBits(found[i]))
                .mapToDouble(i -> Math.max(Float.MIN_VALUE, Math.abs((double) expected[i] - found[i])))
                .max()
                .orElse(0);
    }

    /** The image as a whole through the device. */
    private static final class Whole implements Trial {
        private final Grid image;
        private final int radius;
        private final DeviceArray in;
        private final DeviceArray out;
        private final ConvolutionPlan plan;

        Whole(Buffers buffers, int side, int radius) {
            this.radius = radius;
            image = Grid.floats(side, side);
            noise(side, side).copyTo(StreamSink.of(image));
            in = buffers.input(image);
            out = buffers.output(ElementType.FLOAT, side, side);
            plan = settings(buffers.session()).plan(ElementType.FLOAT, filter(radius), side, side);
        }

        @Override
        public List<Event> run() {
            return plan.launch(plan.session().compute(), in, out);
        }

        /** Of some cells, by the definition in double precision; more than rounding is wrong. */
        @Override
        public double error() {
            float[] found = out.download().floats();
            int side = image.size(0);
            Filter flipped = filter(radius).flipped();
            double[] taps = flipped.factors().orElseThrow().get(0);
            double worst = 0;
            for (int[] cell : Places.of(SAMPLES, side, side)) {
                int y = cell[0];
                int x = cell[1];
                double sum = 0;
                for (int i = 0; i < taps.length; i++) {
                    int row = Boundary.REFLECT.fold(y - radius + i, side);
                    for (int j = 0; j < taps.length; j++) {
                        int column = Boundary.REFLECT.fold(x - radius + j, side);
                        sum += taps[i] * taps[j] * image.get(row, column);
                    }
                }
                worst = Math.max(worst, Math.abs(sum - found[y * side + x]));
            }
            // Two sums of positive terms with the sum 1, each term rounded once.
            return worst <= (2 * taps.length + 4) * 0x1p-24 ? 0 : worst;
        }

        @Override
        public void close() {
            plan.close();
        }
    }
}
