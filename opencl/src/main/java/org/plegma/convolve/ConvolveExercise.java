package org.plegma.convolve;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.ArgumentCheck;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.KernelFaultException;
import org.plegma.device.OclgrindCheck;
import org.plegma.device.OpenClException;
import org.plegma.device.Session;
import org.plegma.measure.Ceilings;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/**
 * Judges what somebody wrote as an exercise: the two kernels of a separable convolution, and a convolution in strips.
 *
 * <p>The kernels have the parameters {@code (int height, int width, int radius, global const float* image, constant float*
 * taps, global float* result)} and compute, along rows or columns, {@code result[i] = Σ taps[j] · image[i - radius + j]} for j
 * from 0 to 2·radius, with zeros outside of the image.
 *
 * <p>Each size, drawn anew for each check, is first simulated in a process of its own if Oclgrind is installed: what would
 * end or hang this process on a device, and a race that does no harm there, are verdicts with a place. Then it runs with
 * guards behind the arrays: the result's must stay as they are, and the image's are NaN.
 */
public final class ConvolveExercise {
    private static final int LARGEST_RADIUS = 256;
    private static final int GUARD = 4096;
    private static final float UNTOUCHED = -12345.5f;
    private static final int TIMED_RADIUS = 16;
    private static final long POLL_NANOS = 20_000;

    private final Session session;
    private final Kernel kernel;
    private final Launch launch;
    private final int axis;
    private final Optional<? extends ArgumentCheck> simulation;

    private ConvolveExercise(
            Session session, Kernel kernel, Launch launch, int axis, Optional<? extends ArgumentCheck> simulation) {
        this.session = session;
        this.kernel = kernel;
        this.launch = launch;
        this.axis = axis;
        this.simulation = simulation;
    }

    /** How a kernel is launched: {@code (kernel, height, width, radius) -> kernel.global(...).local(...)}. */
    @FunctionalInterface
    public interface Launch {
        /** The kernel with its sizes set. */
        Kernel of(Kernel kernel, int height, int width, int radius);
    }

    /** A convolution along rows and then columns that has some rows of the result at once. */
    @FunctionalInterface
    public interface InStrips {
        /** The result for a whole image, computed in strips of {@code rows} rows. */
        Grid convolve(Grid image, float[] taps, int rows);
    }

    /** What a kernel did for a size. */
    private record Verdict(String text, boolean isRight, double seconds) {
        static Verdict wrong(String text) {
            return new Verdict(text, false, Double.NaN);
        }
    }

    /** An image and a filter. */
    record Size(int height, int width, int radius) {
        int cells() {
            return height * width;
        }

        @Override
        public String toString() {
            return height + " x " + width + ", " + radius;
        }
    }

    /** Tries a kernel that convolves along rows, then times it; see {@link #checkColumns}. */
    public static Table checkRows(Session session, Kernel kernel, Launch launch) {
        return check(session, kernel, launch, 1, OclgrindCheck.ifInstalled());
    }

    /**
     * Tries a kernel that convolves along columns, then times it. The first size that fails is the last row; if none does,
     * the last row has the rate and its share of the roofline: what bandwidth and arithmetic units of the device allow.
     */
    public static Table checkColumns(Session session, Kernel kernel, Launch launch) {
        return check(session, kernel, launch, 0, OclgrindCheck.ifInstalled());
    }

    /** Along an axis, with this simulation of each launch. */
    static Table check(
            Session session, Kernel kernel, Launch launch, int axis, Optional<? extends ArgumentCheck> simulation) {
        return new ConvolveExercise(session, kernel, launch, axis, simulation).table();
    }

    private Table table() {
        StringColumn sizes = StringColumn.create("height x width, radius");
        StringColumn verdicts = StringColumn.create("verdict");
        DoubleColumn rates = DoubleColumn.create("GCell/s");
        DoubleColumn shares = DoubleColumn.create("% of the roofline");
        String caption = simulation.isPresent() ? "" : " (not simulated first: the command oclgrind-kernel is missing)";
        Table table = Table.create(kernel.name() + caption, sizes, verdicts, rates, shares);
        boolean isRight = true;
        for (Size size : drawSizes(new Random())) {
            if (isRight) {
                Verdict verdict = simulate(size).orElseGet(() -> tryOut(size, 1));
                sizes.append(size.toString());
                verdicts.append(verdict.text);
                rates.appendMissing();
                shares.appendMissing();
                isRight = verdict.isRight;
            }
        }
        if (isRight) {
            int side = session.device().kind() == Device.Kind.CPU ? 512 : 4096;
            Size size = new Size(side, side, TIMED_RADIUS);
            Verdict verdict = tryOut(size, 5);
            sizes.append(size.toString());
            verdicts.append(verdict.text);
            rates.append(size.cells() / verdict.seconds * 1e-9); // NaN is Tablesaw's missing value
            shares.append(100 * bound(session, size.cells()) / verdict.seconds);
        }
        return table;
    }

    /** Whole groups, one cell, each side a little more than groups, flat and tall images, filters larger than the image. */
    static List<Size> drawSizes(Random random) {
        return List.of(
                new Size(16, 16, 1),
                new Size(16 * (1 + random.nextInt(3)), 64, 8),
                new Size(1, 1, 1),
                new Size(17 + random.nextInt(5), 33 + random.nextInt(5), 2),
                new Size(5 + random.nextInt(5), 70 + random.nextInt(20), 16),
                new Size(65 + random.nextInt(20), 66 + random.nextInt(9), 7),
                new Size(2 + random.nextInt(2), 140 + random.nextInt(40), LARGEST_RADIUS),
                new Size(140 + random.nextInt(40), 2 + random.nextInt(2), LARGEST_RADIUS));
    }

    /** Seconds below which no kernel can be: each cell read and written once, a multiply-add for each tap. */
    private static double bound(Session session, double cells) {
        Ceilings limits = Ceilings.of(session);
        double memory = 2 * Float.BYTES * cells / (limits.bandwidth() * 1e9);
        double arithmetic = 2 * (2 * TIMED_RADIUS + 1) * cells / (limits.arithmetic("float") * 1e9);
        return Math.max(memory, arithmetic);
    }

    /** What a simulator finds wrong, on arrays without guards. */
    private Optional<Verdict> simulate(Size size) {
        try {
            simulation.ifPresent(check -> check.check(
                    sized(size),
                    List.of(
                            size.height,
                            size.width,
                            size.radius,
                            image(size).floats(),
                            taps(size.radius),
                            new float[size.cells()])));
            return Optional.empty();
        } catch (KernelFaultException e) {
            return Optional.of(Verdict.wrong("wrong: " + e.getMessage()));
        } catch (OpenClException | IllegalArgumentException | IllegalStateException e) {
            return Optional.of(Verdict.wrong("cannot be launched: " + e.getMessage()));
        }
    }

    private Kernel sized(Size size) {
        Kernel sized = launch.of(kernel, size.height, size.width, size.radius);
        if (sized == null) {
            throw new IllegalArgumentException("the launch gives null instead of the kernel with its sizes");
        }
        return sized;
    }

    private static Grid image(Size size) {
        Grid random = Grid.random(ElementType.FLOAT, 1, size.cells());
        return random.fill(i -> random.get(i) - 0.5);
    }

    private Verdict tryOut(Size size, int runs) {
        int cells = size.cells();
        Grid values = image(size);
        Grid image = Grid.generate(ElementType.FLOAT, i -> i[0] < cells ? values.get(i[0]) : Float.NaN, cells + GUARD);
        Grid result = Grid.floats(cells + GUARD).fill(UNTOUCHED);
        float[] taps = taps(size.radius);
        double seconds = Double.POSITIVE_INFINITY;
        try (DeviceArray deviceImage = session.upload(image);
                DeviceArray deviceTaps = session.upload(taps);
                DeviceArray deviceResult = session.upload(result)) {
            for (int run = 0; run < runs; run++) {
                Event event =
                        sized(size).call(size.height, size.width, size.radius, deviceImage, deviceTaps, deviceResult);
                event.await();
                seconds = Math.min(seconds, event.seconds());
            }
            deviceResult.download(result);
        } catch (OpenClException | IllegalArgumentException | IllegalStateException e) {
            return Verdict.wrong("cannot be launched: " + e.getMessage());
        }
        Optional<String> fault = fault(image.floats(), taps, result.floats(), size.height, size.width, axis);
        return new Verdict(fault.orElse("right"), fault.isEmpty(), fault.isEmpty() ? seconds : Double.NaN);
    }

    /** Taps without symmetry, so that a filter that is turned round shows. */
    private static float[] taps(int radius) {
        float[] taps = new float[2 * radius + 1];
        for (int j = 0; j < taps.length; j++) {
            taps[j] = (1 + j % 5 - 0.25f * (j % 3)) / taps.length;
        }
        return taps;
    }

    /** What is wrong with a result; empty if nothing is. */
    private static Optional<String> fault(
            float[] image, float[] taps, float[] result, int height, int width, int axis) {
        int cells = height * width;
        if (IntStream.range(0, cells).allMatch(i -> result[i] == UNTOUCHED)) {
            return Optional.of("still to be written: the result is as it was before");
        }
        for (int i = cells; i < result.length; i++) {
            if (result[i] != UNTOUCHED) {
                return Optional.of("writes behind the result, at element " + i + " of " + cells
                        + ": does every work-item check that its row is below height and its column below width?");
            }
        }
        for (int cell = 0; cell < cells; cell++) {
            int place = axis == 0 ? cell / width : cell % width;
            double[] sum = sum(image, taps, cell, place, axis == 0 ? height : width, axis == 0 ? width : 1);
            float found = result[cell];
            if (!(Math.abs(found - sum[0]) <= (taps.length + 1) * 0x1p-24 * sum[1])) {
                String hint = Float.isNaN(found)
                        ? ": it takes elements from outside of the image"
                        : found == UNTOUCHED ? ": it was not written" : "";
                return Optional.of(String.format(
                        Locale.ROOT,
                        "wrong: row %d, column %d should be %.6g, is %.6g%s",
                        cell / width,
                        cell % width,
                        sum[0],
                        found,
                        hint));
            }
        }
        return Optional.empty();
    }

    /** The result of a cell, and the sum of the magnitudes, by which rounding is measured. */
    private static double[] sum(float[] image, float[] taps, int cell, int place, int size, int stride) {
        int radius = taps.length / 2;
        double sum = 0;
        double magnitude = 0;
        for (int j = Math.max(0, radius - place); j < taps.length && place - radius + j < size; j++) {
            double product = (double) taps[j] * image[cell + (j - radius) * stride];
            sum += product;
            magnitude += Math.abs(product);
        }
        return new double[] {sum, magnitude};
    }

    /**
     * Tries a convolution in strips: its values, and whether it has more in device memory at once than strips need, which
     * is looked at while it runs.
     */
    public static Table checkStrips(Session session, InStrips inStrips) {
        int[][] cases = {{64, 48, 3, 16}, {100, 33, 5, 7}, {50, 64, 20, 8}, {33, 40, 4, 100}, {2048, 512, 8, 64}};
        StringColumn sizes = StringColumn.create("height x width, radius, rows");
        StringColumn verdicts = StringColumn.create("verdict");
        Table table = Table.create("in strips", sizes, verdicts);
        boolean isRight = true;
        for (int c = 0; isRight && c < cases.length; c++) {
            String verdict = tryStrips(session, inStrips, cases[c]);
            sizes.append(cases[c][0] + " x " + cases[c][1] + ", " + cases[c][2] + ", " + cases[c][3]);
            verdicts.append(verdict);
            isRight = verdict.equals("right");
        }
        return table;
    }

    private static String tryStrips(Session session, InStrips inStrips, int[] size) {
        int height = size[0];
        int width = size[1];
        int radius = size[2];
        int rows = size[3];
        Grid image = Grid.random(ElementType.FLOAT, 3, height, width);
        float[] taps = taps(radius);
        long before = session.memoryInUse();
        MemoryWatch watch = new MemoryWatch(session);
        Grid found;
        try {
            found = inStrips.convolve(image, taps, rows);
        } catch (RuntimeException e) {
            return "failed: " + e.getMessage();
        } finally {
            watch.close();
        }
        if (found == null) {
            return "still to be written";
        }
        if (!Arrays.equals(found.shape(), image.shape()) || found.type() != ElementType.FLOAT) {
            return "wrong: the result is " + found + ", expected float " + height + " x " + width;
        }
        // Twice an input, what lies between the passes, and a result, and some more.
        long allowed = 6L * Math.min(height, rows + 2 * radius) * width * Float.BYTES + (1 << 16);
        if (watch.most - before > allowed) {
            return "too much: " + (watch.most - before) + " bytes of device memory at once, strips need less than "
                    + allowed;
        }
        return differences(image, taps, found).orElse("right");
    }

    private static Optional<String> differences(Grid image, float[] taps, Grid found) {
        int height = image.size(0);
        int width = image.size(1);
        int cells = height * width;
        float[] rows = new float[cells];
        for (int cell = 0; cell < cells; cell++) {
            rows[cell] = (float) sum(image.floats(), taps, cell, cell % width, width, 1)[0];
        }
        for (int cell = 0; cell < cells; cell++) {
            double[] sum = sum(rows, taps, cell, cell / width, height, width);
            // Both passes round every term.
            if (!(Math.abs(found.floats()[cell] - sum[0]) <= 2 * (taps.length + 1) * 0x1p-24 * sum[1])) {
                return Optional.of(String.format(
                        Locale.ROOT,
                        "wrong: row %d, column %d should be %.6g, is %.6g",
                        cell / width,
                        cell % width,
                        sum[0],
                        found.floats()[cell]));
            }
        }
        return Optional.empty();
    }

    /** Looks at a session's memory again and again. */
    private static final class MemoryWatch {
        private final Thread thread;
        private volatile boolean done;
        private volatile long most;

        MemoryWatch(Session session) {
            thread = new Thread(
                    () -> {
                        while (!done) {
                            most = Math.max(most, session.memoryInUse());
                            LockSupport.parkNanos(POLL_NANOS);
                        }
                    },
                    "memory-watch");
            thread.setDaemon(true);
            thread.start();
        }

        void close() {
            done = true;
        }
    }
}
