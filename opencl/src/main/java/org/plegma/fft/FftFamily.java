package org.plegma.fft;

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
import org.plegma.measure.BenchCase;
import org.plegma.measure.BenchFamily;
import org.plegma.measure.Buffers;
import org.plegma.measure.Trial;

/** The bench family {@code fft}: transforms of reals there and back; the limit is reading and writing each array once. */
public final class FftFamily implements BenchFamily {
    private static final int SAMPLES = 3;

    @Override
    public String name() {
        return "fft";
    }

    @Override
    public String description() {
        return "Transforms of reals in 1-D to 3-D, there and back.";
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
        return cases;
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
            for (int sample = 0; sample < SAMPLES; sample++) {
                int[] k = new int[half.length - 1];
                for (int axis = 0; axis < k.length; axis++) {
                    k[axis] = (int) ((sample * 7919L + 31 * axis + 17) % half[axis]);
                }
                double[] expected = value(x, k);
                for (int part = 0; part < 2; part++) {
                    int[] place = Arrays.copyOf(k, half.length);
                    place[k.length] = part;
                    error = Math.max(error, Math.abs(found.get(place) - expected[part]) / size);
                }
            }
            return error;
        }

        /** One value of the spectrum by the definition, in double precision, rows in parallel. */
        private static double[] value(Grid x, int[] k) {
            int[] shape = x.shape();
            int last = shape[shape.length - 1];
            int rows = (int) (x.length() / last);
            double[][] parts = IntStream.range(0, rows)
                    .parallel()
                    .mapToObj(row -> row(x, k, row, last))
                    .toArray(double[][]::new);
            double re = 0;
            double im = 0;
            for (double[] part : parts) {
                re += part[0];
                im += part[1];
            }
            return new double[] {re, im};
        }

        private static double[] row(Grid x, int[] k, int row, int last) {
            int[] shape = x.shape();
            int[] place = new int[shape.length];
            double turn = 0;
            for (int axis = shape.length - 2, rest = row; axis >= 0; axis--) {
                place[axis] = rest % shape[axis];
                rest /= shape[axis];
                turn += (double) ((long) place[axis] * k[axis] % shape[axis]) / shape[axis];
            }
            double re = 0;
            double im = 0;
            for (int j = 0; j < last; j++) {
                place[shape.length - 1] = j;
                double angle = 2 * Math.PI * (turn + (double) ((long) j * k[shape.length - 1] % last) / last);
                double value = x.get(place);
                re += value * Math.cos(angle);
                im -= value * Math.sin(angle);
            }
            return new double[] {re, im};
        }

        @Override
        public void close() {
            plan.close();
        }
    }
}
