package org.plegma.bench.fft;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.HostBuffer;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.shared.SharedArray;
import org.plegma.device.source.KernelSource;
import org.plegma.fft.Fft;
import org.plegma.fft.FftPlan;
import org.plegma.fft.SharedFftPlan;
import org.plegma.measure.BenchCase;
import org.plegma.measure.Buffers;
import org.plegma.measure.Places;
import org.plegma.measure.Trial;

/**
 * Transforms of complex values on one device and on several, forward, timed by the host's clock. Operations and bytes are those of a
 * device's share. The input is a few waves, so that each value of the spectrum is known, however large the grid is.
 */
final class SharedFftCases {
    private static final int SAMPLES = 2000;

    private SharedFftCases() {}

    static List<BenchCase> of(List<Device> devices) {
        boolean cpu = devices.get(0).kind() == Device.Kind.CPU;
        int[][] shapes = cpu
                ? new int[][] {{256, 256}, {64, 64, 64}}
                : new int[][] {{16_384, 16_384}, {32_768, 32_768}, {512, 512, 512}, {1024, 1024, 1024}, {65_536, 65_536}
                };
        List<BenchCase> cases = new ArrayList<>();
        for (int[] shape : shapes) {
            if (fits(devices.get(0), 1, shape)) {
                cases.add(one(shape, 1));
            }
            if (devices.stream().allMatch(device -> fits(device, devices.size(), shape))) {
                cases.add(one(shape, devices.size()));
            }
        }
        return cases;
    }

    /** Input, output and what a transform keeps; there are no links between them, so one device's share is as large as another's. */
    private static boolean fits(Device device, int count, int... shape) {
        double bytes = 2.0 * Float.BYTES / count;
        for (int length : shape) {
            bytes *= length;
        }
        return bytes <= device.maxAllocationBytes() && 3.5 * bytes <= device.globalMemoryBytes();
    }

    private static BenchCase one(int[] shape, int count) {
        double points = Arrays.stream(shape).asDoubleStream().reduce(1, (a, b) -> a * b);
        double stages = Math.log(points) / Math.log(2);
        return BenchCase.of("fft", "complex-on-devices", "passes")
                .parameter("devices", count)
                .type(ElementType.FLOAT)
                .shape(shape)
                .flops(5 * points * stages / count)
                .bytes(4 * points * Float.BYTES / count)
                .cells(points)
                // As for one device, and the rounding of the waves that are the input.
                .tolerance(6 * 0x1p-24 * (20 + 4 * stages))
                .rested()
                .prepare(buffers -> new Run(buffers, count, shape));
    }

    /** @param numbers of the wave, an axis each */
    private record Wave(int[] numbers, float amplitude) {
        static List<Wave> in(int... shape) {
            return List.of(
                    new Wave(new int[shape.length], 0.5f),
                    new Wave(Arrays.stream(shape).map(n -> n / 3).toArray(), 1),
                    new Wave(Arrays.stream(shape).map(n -> n - 1).toArray(), 0.25f));
        }
    }

    private static final class Run implements Trial {
        private final int[] shape;
        private final List<Session> sessions;
        private final SharedArray in;
        private final SharedArray out;
        private final Runnable free;
        private final Runnable forward;

        Run(Buffers buffers, int count, int... shape) {
            this.shape = shape;
            Session session = buffers.session();
            sessions = session.devices().subList(0, count).stream()
                    .map(session::on)
                    .toList();
            if (count == 1) {
                FftPlan one = Fft.of(session).plan(ElementType.FLOAT, shape);
                free = one::close;
                in = new SharedArray(sessions, 0, new int[] {shape[0]}, ElementType.FLOAT, one.inputShape());
                out = new SharedArray(sessions, 0, new int[] {shape[0]}, ElementType.FLOAT, one.inputShape());
                forward = () -> {
                    one.forward(in.part(0).orElseThrow(), out.part(0).orElseThrow());
                    session.compute().finish();
                };
            } else {
                SharedFftPlan all = Fft.of(session).on(sessions).plan(ElementType.FLOAT, shape);
                free = all::close;
                in = all.allocateInput();
                out = all.allocateSpectrum();
                forward = () -> all.forward(in, out);
            }
            for (int device = 0; device < count; device++) {
                out.part(device).orElseThrow().fill(Double.NaN);
                waves(device);
            }
        }

        private void waves(int device) {
            DeviceArray part = in.part(device).orElseThrow();
            part.fill(0);
            int axes = shape.length;
            int columns = shape[axes - 1];
            int rows = axes == 3 ? shape[1] : 1;
            try (Program program =
                    sessions.get(device).compile(KernelSource.resource(SharedFftCases.class, "waves.cl"))) {
                Kernel add = program.kernel("add_wave")
                        .global(Kernel.roundUp(columns, 64), rows, in.count(device))
                        .local(64, 1, 1);
                for (Wave wave : Wave.in(shape)) {
                    int[] k = wave.numbers();
                    add.call(
                                    part,
                                    in.first(device),
                                    shape[0],
                                    rows,
                                    columns,
                                    k[0],
                                    axes == 3 ? k[1] : 0,
                                    k[axes - 1],
                                    wave.amplitude())
                            .await();
                }
            }
        }

        @Override
        public List<Event> run() {
            forward.run();
            return List.of();
        }

        /**
         * Where there is a wave, relative to what it gives; elsewhere relative to the usual size of values of a spectrum, of such energy.
         */
        @Override
        public double error() {
            double points = Arrays.stream(shape).asDoubleStream().reduce(1, (a, b) -> a * b);
            double error = 0;
            for (int[] place : Places.of(SAMPLES, shape)) {
                error = Math.max(error, distance(place, 0) / Math.sqrt(points));
            }
            for (Wave wave : Wave.in(shape)) {
                double expected = wave.amplitude() * points;
                error = Math.max(error, distance(wave.numbers(), expected) / expected);
            }
            return error;
        }

        /** From a value of the spectrum to what is expected there unless there is a wave; NaN counts as infinite. */
        private double distance(int[] place, double expected) {
            if (expected == 0 && Wave.in(shape).stream().anyMatch(wave -> Arrays.equals(wave.numbers(), place))) {
                return 0;
            }
            for (int device = 0; device < sessions.size(); device++) {
                int axis = sessions.size() == 1 ? 0 : 1;
                int at = place[axis] - out.first(device);
                if (at >= 0 && at < out.count(device)) {
                    int[] part = out.part(device).orElseThrow().shape();
                    long index = 0;
                    for (int a = 0; a < shape.length; a++) {
                        index = index * part[a] + (a == axis ? at : place[a]);
                    }
                    double[] value = value(device, index);
                    double distance = Math.hypot(value[0] - expected, value[1]);
                    return Double.isNaN(distance) ? Double.POSITIVE_INFINITY : distance;
                }
            }
            throw new AssertionError("no device has " + Arrays.toString(place));
        }

        private double[] value(int device, long index) {
            Session session = sessions.get(device);
            try (HostBuffer pair = session.pinned(ElementType.FLOAT, 2)) {
                out.part(device)
                        .orElseThrow()
                        .downloadAsync(session.compute(), pair, 0, 2 * index, 2)
                        .await();
                return new double[] {pair.floats().get(0), pair.floats().get(1)};
            }
        }

        @Override
        public void close() {
            free.run();
            in.close();
            out.close();
        }
    }
}
