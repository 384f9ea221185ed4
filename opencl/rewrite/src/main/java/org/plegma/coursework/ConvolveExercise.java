package org.plegma.coursework;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;
import org.plegma.coursework.verdict.Verdict;
import org.plegma.device.Device;
import org.plegma.device.HostBuffer;
import org.plegma.device.Kernel;
import org.plegma.device.Session;
import org.plegma.measure.Ceilings;

/**
 * Judges what somebody wrote as an exercise: the two kernels of a separable convolution, and a convolution in strips.
 *
 * <p>The kernels have the parameters {@code (int height, int width, int radius, global const float* image, constant float*
 * taps, global float* result)} and compute, along rows or columns, {@code result[i] = Σ taps[j] · image[i - radius + j]} for j
 * from 0 to 2·radius, with zeros outside of the image.
 */
public final class ConvolveExercise extends KernelExercise<ConvolveExercise.Size> {
    private static final int LARGEST_RADIUS = 256;
    private static final int TIMED_RADIUS = 16;
    private static final Words WORDS = new Words(
            "height x width, radius",
            "GCell/s",
            "the result",
            "the image or the taps",
            "its row is below height and its column below width");

    private final Launch launch;
    private final int axis;

    private ConvolveExercise(Session session, Kernel kernel, Launch launch, int axis, Judging judging) {
        super(session, kernel, judging, WORDS);
        this.launch = launch;
        this.axis = axis;
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
        /** The result for a whole image, computed in strips of {@code rows} rows; null if nothing was computed. */
        @Nullable
        Grid convolve(Grid image, float[] taps, int rows);
    }

    /** A convolution in strips, whose copies run beside its kernels. */
    @FunctionalInterface
    public interface Overlapped {
        /**
         * Convolves an image of {@code height} rows from pinned memory into pinned memory, in strips of {@code rows} rows,
         * and returns when the result is complete.
         */
        void convolve(HostBuffer image, int height, int width, float[] taps, int rows, HostBuffer result);
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

    /** Judges a kernel that convolves along rows; see {@link #checkColumns}. */
    public static Verdict checkRows(Session session, Kernel kernel, Launch launch) {
        return check(session, kernel, launch, 1, Judging.standard());
    }

    /** With sizes and values of a seed, as a verdict tells it. */
    public static Verdict checkRows(Session session, Kernel kernel, Launch launch, long seed) {
        return check(session, kernel, launch, 1, Judging.standard(seed));
    }

    /**
     * Judges a kernel that convolves along columns. The first size that fails is the last row; if none does, the last row has
     * the rate and its share of the roofline: what bandwidth and arithmetic units of the device allow.
     */
    public static Verdict checkColumns(Session session, Kernel kernel, Launch launch) {
        return check(session, kernel, launch, 0, Judging.standard());
    }

    /** With sizes and values of a seed, as a verdict tells it. */
    public static Verdict checkColumns(Session session, Kernel kernel, Launch launch, long seed) {
        return check(session, kernel, launch, 0, Judging.standard(seed));
    }

    static Verdict check(Session session, Kernel kernel, Launch launch, int axis, Judging judging) {
        Preconditions.notNull(session, "session");
        Preconditions.notNull(kernel, "kernel");
        Preconditions.notNull(launch, "launch");
        return new ConvolveExercise(session, kernel, launch, axis, judging).verdict();
    }

    @Override
    protected List<String> parameters() {
        return List.of(
                "int height",
                "int width",
                "int radius",
                "global const float* image",
                "constant float* taps",
                "global float* result");
    }

    @Override
    protected List<Size> sizes(Random random) {
        return drawSizes(random);
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
                new Size(2 + random.nextInt(2), 65 + random.nextInt(20), LARGEST_RADIUS),
                new Size(140 + random.nextInt(40), 2 + random.nextInt(2), LARGEST_RADIUS));
    }

    @Override
    protected List<Size> smallSizes() {
        List<Size> sizes = new ArrayList<>();
        for (int height = 1; height <= 4; height++) {
            for (int width = 1; width <= 4; width++) {
                for (int radius = 1; radius <= 2; radius++) {
                    sizes.add(new Size(height, width, radius));
                }
            }
        }
        sizes.sort(Comparator.comparingInt(size -> size.cells() * size.radius));
        sizes.add(new Size(1, 17, 1));
        sizes.add(new Size(17, 1, 1));
        sizes.add(axis == 0 ? new Size(65, 1, 1) : new Size(1, 65, 1));
        return sizes;
    }

    @Override
    protected Size timedSize(Device.Kind kind) {
        int side = kind == Device.Kind.CPU ? 512 : 4096;
        return new Size(side, side, TIMED_RADIUS);
    }

    @Override
    protected Kernel launch(Kernel kernel, Size size) {
        return launch.of(kernel, size.height, size.width, size.radius);
    }

    @Override
    protected List<Object> arguments(Size size, Random random) {
        float[] image = new float[size.cells()];
        for (int i = 0; i < image.length; i++) {
            image[i] = random.nextFloat() - 0.5f;
        }
        return List.of(size.height, size.width, size.radius, image, taps(size.radius), new float[size.cells()]);
    }

    @Override
    protected String reference() {
        String along = axis == 1 ? "x" : "y";
        String size = axis == 1 ? "width" : "height";
        String at = axis == 1 ? "y * width + x - radius + j" : "(y - radius + j) * width + x";
        return "kernel void reference(int height, int width, int radius, global const float* image, constant float* taps,"
                + " global float* result) { int x = get_global_id(0), y = get_global_id(1);"
                + " if (x >= width || y >= height) return; float sum = 0;"
                + " for (int j = max(0, radius - " + along + "); j <= min(2 * radius, " + size + " - 1 - " + along
                + " + radius); j++) sum += taps[j] * image[" + at + "]; result[y * width + x] = sum; }";
    }

    @Override
    protected long[] referenceSizes(Size size) {
        return new long[] {Kernel.roundUp(size.width, 16), Kernel.roundUp(size.height, 16)};
    }

    @Override
    protected int width(Size size) {
        return size.width;
    }

    @Override
    protected double work(Size size) {
        return size.cells();
    }

    /** For each cell read and written once, and a multiply-add for each tap. */
    @Override
    protected double bound(Size size, Ceilings limits) {
        double memory = 2 * Float.BYTES * work(size) / (limits.bandwidth() * 1e9);
        double arithmetic = 2 * (2 * size.radius + 1) * work(size) / (limits.arithmetic("float") * 1e9);
        return Math.max(memory, arithmetic);
    }

    @Override
    protected String place(Size size, int element) {
        return "row " + element / size.width + ", column " + element % size.width;
    }

    @Override
    protected Expected expected(Size size, List<Object> arguments, int element) {
        return sum(size, arguments, (float[]) arguments.get(4), element);
    }

    private Expected sum(Size size, List<Object> arguments, float[] taps, int element) {
        int place = axis == 0 ? element / size.width : element % size.width;
        double[] sum = sum(
                (float[]) arguments.get(3),
                taps,
                element,
                place,
                axis == 0 ? size.height : size.width,
                axis == 0 ? size.width : 1);
        return new Expected(sum[0], (taps.length + 1) * 0x1p-24 * sum[1]);
    }

    @Override
    protected String hint(Size size, List<Object> arguments, int element, double found) {
        float[] taps = (float[]) arguments.get(4);
        float[] turned = new float[taps.length];
        for (int j = 0; j < taps.length; j++) {
            turned[j] = taps[taps.length - 1 - j];
        }
        return sum(size, arguments, turned, element).isMetBy(found)
                ? ": the filter is turned round, with taps[2*radius - j] in place of taps[j]"
                : "";
    }

    /** Taps without symmetry, so that a filter that is turned round shows. */
    static float[] taps(int radius) {
        float[] taps = new float[2 * radius + 1];
        for (int j = 0; j < taps.length; j++) {
            taps[j] = (1 + j % 5 - 0.25f * (j % 3)) / taps.length;
        }
        return taps;
    }

    /** The result of a cell, and the sum of the magnitudes, by which rounding is measured. */
    static double[] sum(float[] image, float[] taps, int cell, int place, int size, int stride) {
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
    public static Verdict checkStrips(Session session, InStrips inStrips) {
        return checkStrips(session, inStrips, Judging.anySeed());
    }

    /** With values of a seed, as a verdict tells it. */
    public static Verdict checkStrips(Session session, InStrips inStrips, long seed) {
        Preconditions.notNull(session, "session");
        Preconditions.notNull(inStrips, "inStrips");
        Verdict verdict = judgeStrips(session, inStrips, seed);
        Judging.keep(verdict);
        return verdict;
    }

    /**
     * Tries a convolution in strips whose copies and kernels run at the same time: its values and its memory, and whether
     * copies of one strip began before the kernels of another had ended.
     */
    public static Verdict checkOverlapped(Session session, Overlapped overlapped) {
        return checkOverlapped(session, overlapped, Judging.anySeed());
    }

    /** With values of a seed, as a verdict tells it. */
    public static Verdict checkOverlapped(Session session, Overlapped overlapped, long seed) {
        Preconditions.notNull(session, "session");
        Preconditions.notNull(overlapped, "overlapped");
        Verdict verdict = new OverlapJudge(session, seed).verdict(overlapped);
        Judging.keep(verdict);
        return verdict;
    }

    /** Without keeping what was tried. */
    static Verdict judgeStrips(Session session, InStrips inStrips, long seed) {
        return new StripsJudge(session, "strips", 2, seed).tryAll(inStrips).verdict(StripsJudge.cases());
    }
}
