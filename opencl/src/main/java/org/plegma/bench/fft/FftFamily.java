package org.plegma.bench.fft;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Device;
import org.plegma.device.Device.Kind;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.fft.Fft;
import org.plegma.fft.FftPlan;
import org.plegma.fft.SpectralProduct;
import org.plegma.fft.arithmetic.Radices;
import org.plegma.fft.arithmetic.Roots;
import org.plegma.measure.BenchCase;
import org.plegma.measure.BenchFamily;
import org.plegma.measure.Buffers;
import org.plegma.measure.Places;
import org.plegma.measure.Trial;

/**
 * The bench family {@code fft}: transforms of reals there and back, products with a spectrum between, and batches of complex
 * lines. The limit is reading and writing each array once.
 */
public final class FftFamily implements BenchFamily {
    private static final int SAMPLES = 3;

    /** Values of a row that are summed together. */
    private static final int PIECE = 4096;

    /** Powers of two, other products of primes up to 7, and primes. */
    private static final int[] LENGTHS = {
        1024, 4096, 1000, 3000, 5000, 6000, 6561, 7000, 12_000, 16_384, 101, 1009, 4099, 10_007
    };

    private static final int[] LENGTHS_OF_DOUBLES = {4096, 8192};

    @Override
    public String name() {
        return "fft";
    }

    @Override
    public String description() {
        return "Transforms of reals in 1-D to 3-D there and back, products in frequency, batches of lines.";
    }

    @Override
    public List<BenchCase> cases(Device device) {
        int[][] shapes = device.kind() == Kind.CPU
                ? new int[][] {{1 << 20}, {1024, 1024}, {2048, 2048}, {1001, 1001}, {128, 128, 128}}
                : new int[][] {{1 << 24}, {4096, 4096}, {8192, 8192}, {16_384, 16_384}, {5000, 5000}, {512, 512, 512}};
        List<BenchCase> cases = new ArrayList<>();
        for (int[] shape : shapes) {
            cases.add(there(shape, ElementType.FLOAT));
            if (device.supportsDouble() && shape[0] <= 8192) {
                cases.add(there(shape, ElementType.DOUBLE));
            }
        }
        int[][] images = device.kind() == Kind.CPU
                ? new int[][] {{1024, 1024}, {2048, 2048}, {1000, 1000}}
                : new int[][] {{4096, 4096}, {8192, 8192}, {16_384, 16_384}};
        for (int[] image : images) {
            cases.add(product(image));
        }
        int values = device.kind() == Kind.CPU ? 1 << 20 : 1 << 25;
        for (int n : LENGTHS) {
            cases.add(lines(values / n, n, ElementType.FLOAT));
        }
        if (device.supportsDouble()) {
            for (int n : LENGTHS_OF_DOUBLES) {
                cases.add(lines(values / n, n, ElementType.DOUBLE));
            }
        }
        return cases;
    }

    @Override
    public List<BenchCase> cases(List<Device> devices) {
        return devices.size() == 1 ? cases(devices.get(0)) : SharedFftCases.of(devices);
    }

    /** {@code irfft2(rfft2(x)·K)}. */
    private static BenchCase product(int[] shape) {
        double points = (double) shape[0] * shape[1];
        double spectrum = (double) shape[0] * (shape[1] / 2 + 1);
        double stages = Math.log(points) / Math.log(2);
        return BenchCase.of("fft", "real-product", "fused")
                .type(ElementType.FLOAT)
                .shape(shape)
                .flops(5 * points * stages + 6 * spectrum)
                .bytes((2 * points + 2 * spectrum) * Float.BYTES)
                .cells(points)
                .tolerance(6 * 0x1p-24 * (4 + 4 * stages))
                .prepare(buffers -> new ProductRun(buffers, shape));
    }

    /** Complex lines, forward. */
    private static BenchCase lines(int count, int n, ElementType type) {
        double unit = type == ElementType.FLOAT ? 0x1p-24 : 0x1p-53;
        double points = (double) count * n;
        double stages = Math.log(n) / Math.log(2);
        return BenchCase.of("fft", "complex-lines", Radices.isSmooth(n) ? "passes" : "chirp")
                .type(type)
                .shape(count, n)
                .flops(5 * points * stages)
                .bytes(4 * points * type.bytes())
                .cells(points)
                // Bluestein's algorithm does two transforms of up to four times the length.
                .tolerance(6 * unit * (Radices.isSmooth(n) ? 4 + 4 * stages : 20 + 8 * stages))
                .prepare(buffers -> new LinesRun(buffers, type, count, n));
    }

    private static final class ProductRun implements Trial {
        private static final double[] TAPS = {0.5, -0.75, 0.25};
        private final int[] shape;
        private final int[][] places;
        private final SpectralProduct product;
        private final SpectralProduct.Factor factor;
        private final DeviceArray in;
        private final DeviceArray out;

        ProductRun(Buffers buffers, int[] shape) {
            this.shape = shape;
            this.places = new int[][] {{0, 0}, {1, 2}, {shape[0] - 1, shape[1] / 2}};
            product = Fft.of(buffers.session()).product(ElementType.FLOAT, shape);
            in = buffers.input(ElementType.FLOAT, shape);
            out = buffers.output(ElementType.FLOAT, shape);
            Grid kernel = Grid.floats(shape);
            for (int tap = 0; tap < TAPS.length; tap++) {
                kernel.set(TAPS[tap], places[tap]);
            }
            try (DeviceArray reals = buffers.session().upload(kernel)) {
                factor = product.factorOf(reals);
            }
        }

        @Override
        public List<Event> run() {
            return product.launch(in, factor, out);
        }

        /** Against the sum over the kernel's taps, at places spread over the image. */
        @Override
        public double error() {
            Grid x = in.download();
            Grid found = out.download();
            double error = 0;
            for (int[] place : Places.of(4096, shape[0], shape[1])) {
                int row = place[0];
                int column = place[1];
                double expected = 0;
                for (int tap = 0; tap < TAPS.length; tap++) {
                    expected += TAPS[tap]
                            * x.get(
                                    Math.floorMod(row - places[tap][0], shape[0]),
                                    Math.floorMod(column - places[tap][1], shape[1]));
                }
                error = Math.max(error, Math.abs(found.get(row, column) - expected));
            }
            return error;
        }

        @Override
        public void close() {
            factor.close();
            product.close();
        }
    }

    private static final class LinesRun implements Trial {
        private final FftPlan plan;
        private final DeviceArray in;
        private final DeviceArray out;
        private final int count;
        private final int n;

        LinesRun(Buffers buffers, ElementType type, int count, int n) {
            this.count = count;
            this.n = n;
            plan = Fft.of(buffers.session()).axes(1).plan(type, count, n);
            in = buffers.input(type, count, n, 2);
            out = buffers.output(type, count, n, 2);
        }

        @Override
        public List<Event> run() {
            return plan.launchForward(in, out);
        }

        /** Of some values of the first, a middle and the last line, by the definition, relative to their usual size. */
        @Override
        public double error() {
            Grid x = in.download();
            Grid found = out.download();
            double error = 0;
            for (int line : new int[] {0, count / 2, count - 1}) {
                for (int[] place : Places.spread(SAMPLES, n)) {
                    int k = place[0];
                    double re = 0;
                    double im = 0;
                    for (int j = 0; j < n; j++) {
                        double c = Roots.cos((long) j * k, n);
                        double s = Roots.sin((long) j * k, n);
                        re += c * x.get(line, j, 0) + s * x.get(line, j, 1);
                        im += c * x.get(line, j, 1) - s * x.get(line, j, 0);
                    }
                    double difference = Math.hypot(found.get(line, k, 0) - re, found.get(line, k, 1) - im);
                    error = Math.max(error, difference / Math.sqrt(n));
                }
            }
            return error;
        }

        @Override
        public void close() {
            plan.close();
        }
    }

    private static BenchCase there(int[] shape, ElementType type) {
        double points = Arrays.stream(shape).asDoubleStream().reduce(1, (a, b) -> a * b);
        double spectrum = points / shape[shape.length - 1] * (shape[shape.length - 1] / 2 + 1);
        double stages = Math.log(points) / Math.log(2);
        double unit = type == ElementType.FLOAT ? 0x1p-24 : 0x1p-53;
        return BenchCase.of("fft", "real-there-and-back", "passes")
                .type(type)
                .shape(shape)
                // The usual count, 5·n·log2(n) for complex values and half of it for reals, twice.
                .flops(5 * points * stages)
                .bytes(2 * (points + 2 * spectrum) * type.bytes())
                .cells(points)
                // Of the root mean square error, by which random values of size 1 differ at most about six times.
                .tolerance(6 * unit * (4 + 4 * stages))
                .prepare(buffers -> new Run(buffers, type, shape));
    }

    private static final class Run implements Trial {
        private final FftPlan plan;
        private final DeviceArray in;
        private final DeviceArray spectrum;
        private final DeviceArray out;

        Run(Buffers buffers, ElementType type, int[] shape) {
            plan = Fft.of(buffers.session()).planReal(type, shape);
            in = buffers.input(type, shape);
            spectrum = buffers.output(type, plan.spectrumShape());
            out = buffers.output(type, shape);
        }

        @Override
        public List<Event> run() {
            return plan.launchBoth(in, spectrum, out);
        }

        /** The larger of the way back's error and that of some values of the spectrum, relative to their usual size. */
        @Override
        public double error() {
            Grid x = in.download();
            double error = x.maxAbsDifference(out.download());
            Grid found = spectrum.download();
            int[] half = plan.spectrumShape();
            double size = Math.sqrt(x.length());
            for (int[] k : Places.spread(SAMPLES, Arrays.copyOf(half, half.length - 1))) {
                double[] expected = value(x, k);
                for (int part = 0; part < 2; part++) {
                    int[] place = Arrays.copyOf(k, half.length);
                    place[k.length] = part;
                    error = Math.max(error, Math.abs(found.get(place) - expected[part]) / size);
                }
            }
            return error;
        }

        /**
         * One value of the spectrum by the definition, in double precision. The turns of a piece of a row are those of the
         * first piece times one: a cosine for each of 2²⁷ values would take longer than all else in a case.
         */
        private static double[] value(Grid x, int[] k) {
            int[] shape = x.shape();
            int last = shape[shape.length - 1];
            double[][] turns = new double[2][Math.min(last, PIECE)];
            for (int j = 0; j < turns[0].length; j++) {
                turns[0][j] = Roots.cos((long) j * k[shape.length - 1], last);
                turns[1][j] = -Roots.sin((long) j * k[shape.length - 1], last);
            }
            int pieces = (last + PIECE - 1) / PIECE;
            int rows = Math.toIntExact(x.length() / last);
            double[][] parts = IntStream.range(0, rows * pieces)
                    .parallel()
                    .mapToObj(i -> piece(x, k, i / pieces, i % pieces * PIECE, turns))
                    .toArray(double[][]::new);
            double re = 0;
            double im = 0;
            for (double[] part : parts) {
                re += part[0];
                im += part[1];
            }
            return new double[] {re, im};
        }

        /** What the values of a row from a column on, as many as there are turns, add to it. */
        private static double[] piece(Grid x, int[] k, int row, int from, double[][] turns) {
            int[] shape = x.shape();
            int axes = shape.length;
            int last = shape[axes - 1];
            double turn = (double) ((long) from * k[axes - 1] % last) / last;
            for (int axis = axes - 2, rest = row; axis >= 0; axis--) {
                turn += (double) ((long) (rest % shape[axis]) * k[axis] % shape[axis]) / shape[axis];
                rest /= shape[axis];
            }
            int start = row * last + from;
            int count = Math.min(turns[0].length, last - from);
            double re = 0;
            double im = 0;
            if (x.type() == ElementType.FLOAT) {
                float[] values = x.floats();
                for (int j = 0; j < count; j++) {
                    re += values[start + j] * turns[0][j];
                    im += values[start + j] * turns[1][j];
                }
            } else {
                double[] values = x.doubles();
                for (int j = 0; j < count; j++) {
                    re += values[start + j] * turns[0][j];
                    im += values[start + j] * turns[1][j];
                }
            }
            double c = Math.cos(2 * Math.PI * turn);
            double s = -Math.sin(2 * Math.PI * turn);
            return new double[] {re * c - im * s, re * s + im * c};
        }

        @Override
        public void close() {
            plan.close();
        }
    }
}
