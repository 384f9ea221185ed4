package org.plegma.bench.fft;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.SharedArray;
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
            List<Wave> waves = Wave.in(shape);
            List<int[]> places = new ArrayList<>(List.of(Places.of(SAMPLES, shape)));
            places.removeIf(place -> waves.stream().anyMatch(wave -> Arrays.equals(wave.numbers(), place)));
            int others = places.size();
            waves.forEach(wave -> places.add(wave.numbers()));
            double[][] values = values(places);
            double error = 0;
            for (int i = 0; i < values.length; i++) {
                double expected = i < others ? 0 : waves.get(i - others).amplitude() * points;
                double distance =
                        Math.hypot(values[i][0] - expected, values[i][1]) / (i < others ? Math.sqrt(points) : expected);
                error = Math.max(error, Double.isNaN(distance) ? Double.POSITIVE_INFINITY : distance);
            }
            return error;
        }

        /** The spectrum at these places. */
        private double[][] values(List<int[]> places) {
            double[][] values = new double[places.size()][];
            for (int device = 0; device < sessions.size(); device++) {
                Map<Integer, Long> mine = new LinkedHashMap<>();
                for (int i = 0; i < values.length; i++) {
                    long index = index(device, places.get(i));
                    if (index >= 0) {
                        mine.put(i, index);
                    }
                }
                float[] found = mine.isEmpty() ? new float[0] : gathered(device, mine.values());
                int next = 0;
                for (int i : mine.keySet()) {
                    values[i] = new double[] {found[next], found[next + 1]};
                    next += 2;
                }
            }
            return values;
        }

        /** Where a device has a place of the spectrum, or -1. */
        private long index(int device, int... place) {
            int axis = sessions.size() == 1 ? 0 : 1;
            int at = place[axis] - out.first(device);
            if (at < 0 || at >= out.count(device)) {
                return -1;
            }
            int[] part = out.part(device).orElseThrow().shape();
            long index = 0;
            for (int a = 0; a < shape.length; a++) {
                index = index * part[a] + (a == axis ? at : place[a]);
            }
            return index;
        }

        /** By one launch: a copy of its own for each would take longer than all transforms. */
        private float[] gathered(int device, Collection<Long> indices) {
            Session session = sessions.get(device);
            int count = indices.size();
            try (Program program = session.compile(KernelSource.resource(SharedFftCases.class, "waves.cl"));
                    DeviceArray from = session.upload(
                            indices.stream().mapToLong(Long::longValue).toArray());
                    DeviceArray to = session.allocate(ElementType.FLOAT, count, 2)) {
                program.kernel("gather")
                        .global(Kernel.roundUp(count, 64))
                        .local(64)
                        .call(out.part(device).orElseThrow(), from, to, count);
                return to.download().floats();
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
