package org.plegma.convolve;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
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
 * from 0 to 2·radius, with zeros outside of the image. Arrays have guards behind them: the result's must stay as they are,
 * and the image's are NaN.
 */
public final class ConvolveExercise {
    private static final int[][] SIZES = {
        {16, 16, 1}, {64, 64, 8}, {1, 1, 1}, {17, 33, 2}, {5, 70, 16}, {70, 5, 16}, {129, 127, 7}, {40, 300, 256}
    };
    private static final int GUARD = 4096;
    private static final float UNTOUCHED = -12345.5f;
    private static final int TIMED_RADIUS = 16;
    private static final long POLL_NANOS = 20_000;

    private ConvolveExercise() {}

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
    private record Verdict(String text, boolean isRight, double seconds) {}

    /** Tries a kernel that convolves along rows, then times it; see {@link #checkColumns}. */
    public static Table checkRows(Session session, Kernel kernel, Launch launch) {
        return check(session, kernel, launch, 1);
    }

    /**
     * Tries a kernel that convolves along columns, then times it. The first size that fails is the last row; if none does,
     * the last row has the rate and its share of the roofline: what bandwidth and arithmetic units of the device allow.
     */
    public static Table checkColumns(Session session, Kernel kernel, Launch launch) {
        return check(session, kernel, launch, 0);
    }

    private static Table check(Session session, Kernel kernel, Launch launch, int axis) {
        StringColumn sizes = StringColumn.create("height x width, radius");
        StringColumn verdicts = StringColumn.create("verdict");
        DoubleColumn rates = DoubleColumn.create("GCell/s");
        DoubleColumn shares = DoubleColumn.create("% of the roofline");
        Table table = Table.create(kernel.name(), sizes, verdicts, rates, shares);
        boolean isRight = true;
        for (int s = 0; isRight && s <= SIZES.length; s++) {
            boolean timed = s == SIZES.length;
            int side = session.device().kind() == Device.Kind.CPU ? 512 : 4096;
            int[] size = timed ? new int[] {side, side, TIMED_RADIUS} : SIZES[s];
            Verdict verdict = tryOut(session, kernel, launch, axis, size, timed ? 5 : 1);
            sizes.append(size[0] + " x " + size[1] + ", " + size[2]);
            verdicts.append(verdict.text);
            if (timed && verdict.isRight) {
                double cells = (double) side * side;
                rates.append(cells / verdict.seconds * 1e-9);
                shares.append(100 * bound(session, cells) / verdict.seconds);
            } else {
                rates.appendMissing();
                shares.appendMissing();
            }
            isRight = verdict.isRight;
        }
        return table;
    }

    /** Seconds below which no kernel can be: each cell read and written once, a multiply-add for each tap. */
    private static double bound(Session session, double cells) {
        Ceilings limits = Ceilings.of(session);
        double memory = 2 * Float.BYTES * cells / (limits.bandwidth() * 1e9);
        double arithmetic = 2 * (2 * TIMED_RADIUS + 1) * cells / (limits.arithmetic("float") * 1e9);
        return Math.max(memory, arithmetic);
    }

    private static Verdict tryOut(Session session, Kernel kernel, Launch launch, int axis, int[] size, int runs) {
        int height = size[0];
        int width = size[1];
        int radius = size[2];
        int cells = height * width;
        Grid random = Grid.random(ElementType.FLOAT, 1, cells);
        Grid image =
                Grid.generate(ElementType.FLOAT, i -> i[0] < cells ? random.get(i[0]) - 0.5 : Float.NaN, cells + GUARD);
        Grid result = Grid.floats(cells + GUARD).fill(UNTOUCHED);
        float[] taps = taps(radius);
        double seconds = Double.POSITIVE_INFINITY;
        try (DeviceArray deviceImage = session.upload(image);
                DeviceArray deviceTaps = session.upload(taps);
                DeviceArray deviceResult = session.upload(result)) {
            for (int run = 0; run < runs; run++) {
                Event event = launch.of(kernel, height, width, radius)
                        .call(height, width, radius, deviceImage, deviceTaps, deviceResult);
                event.await();
                seconds = Math.min(seconds, event.seconds());
            }
            deviceResult.download(result);
        } catch (OpenClException | IllegalArgumentException e) {
            return new Verdict("cannot be launched: " + e.getMessage(), false, 0);
        }
        Optional<String> fault = fault(image.floats(), taps, result.floats(), height, width, axis);
        return new Verdict(fault.orElse("right"), fault.isEmpty(), seconds);
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
