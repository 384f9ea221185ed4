package org.plegma.coursework;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.plegma.array.Preconditions;
import org.plegma.coursework.verdict.Verdict;
import org.plegma.device.Device;
import org.plegma.device.Kernel;
import org.plegma.device.Session;
import org.plegma.measure.Ceilings;

/**
 * Judges a product kernel that somebody wrote as an exercise: {@code C = A*B} in float, with the parameters {@code (int m, int n,
 * int k, global const float* A, global const float* B, global float* C)}, all row-major; or with a factor transposed.
 */
public final class GemmExercise extends KernelExercise<GemmExercise.Size> {
    private static final int TILE = 16;

    private final GemmForm form;
    private final Launch launch;

    private GemmExercise(Session session, Kernel kernel, GemmForm form, Launch launch, Judging judging) {
        super(session, kernel, judging, form.words());
        this.form = form;
        this.launch = launch;
    }

    /** How a kernel is launched for m by n results: {@code (kernel, m, n) -> kernel.global(...).local(...)}. */
    @FunctionalInterface
    public interface Launch {
        /** The kernel with its sizes set. */
        Kernel of(Kernel kernel, int m, int n);
    }

    /** Sizes of a product. */
    record Size(int m, int n, int k) {
        @Override
        public String toString() {
            return m + " x " + n + " x " + k;
        }
    }

    /**
     * Judges a kernel. The first size that fails is the last row; if none does, the last row has the rate and its share of the
     * roofline, what the device's arithmetic units and memory bandwidth allow.
     */
    public static Verdict check(Session session, Kernel kernel, Launch launch) {
        return check(session, kernel, GemmForm.PLAIN, launch, Judging.standard());
    }

    /** With sizes and values of a seed, as a verdict tells it. */
    public static Verdict check(Session session, Kernel kernel, Launch launch, long seed) {
        return check(session, kernel, GemmForm.PLAIN, launch, Judging.standard(seed));
    }

    /** Judges a kernel that computes {@code C = A'*B}: A has k rows and m columns. The parameters are the same. */
    public static Verdict checkTransposedA(Session session, Kernel kernel, Launch launch) {
        return check(session, kernel, GemmForm.TRANSPOSED_A, launch, Judging.standard());
    }

    /** With sizes and values of a seed, as a verdict tells it. */
    public static Verdict checkTransposedA(Session session, Kernel kernel, Launch launch, long seed) {
        return check(session, kernel, GemmForm.TRANSPOSED_A, launch, Judging.standard(seed));
    }

    /**
     * Judges a kernel that computes {@code D = A*B' + C}: B has n rows and k columns. The parameters are {@code (int m, int n,
     * int k, global const float* A, global const float* B, global const float* C, global float* D)}.
     */
    public static Verdict checkTransposedB(Session session, Kernel kernel, Launch launch) {
        return check(session, kernel, GemmForm.TRANSPOSED_B_PLUS_C, launch, Judging.standard());
    }

    /** With sizes and values of a seed, as a verdict tells it. */
    public static Verdict checkTransposedB(Session session, Kernel kernel, Launch launch, long seed) {
        return check(session, kernel, GemmForm.TRANSPOSED_B_PLUS_C, launch, Judging.standard(seed));
    }

    static Verdict check(Session session, Kernel kernel, GemmForm form, Launch launch, Judging judging) {
        Preconditions.notNull(session, "session");
        Preconditions.notNull(kernel, "kernel");
        Preconditions.notNull(launch, "launch");
        return new GemmExercise(session, kernel, form, launch, judging).verdict();
    }

    @Override
    protected List<String> parameters() {
        return form.parameters();
    }

    @Override
    protected List<Size> sizes(Random random) {
        return drawSizes(random);
    }

    /** Whole tiles, one element, each side in turn a little more than tiles, flat ones, and more than one large tile. */
    static List<Size> drawSizes(Random random) {
        int whole = TILE * (1 + random.nextInt(3));
        int odd = TILE * random.nextInt(2) + 1 + random.nextInt(TILE - 1);
        int large = 65 + random.nextInt(30);
        return List.of(
                new Size(TILE, TILE, TILE),
                new Size(whole, 2 * TILE, 3 * TILE),
                new Size(1, 1, 1),
                new Size(TILE + 1 + random.nextInt(3), TILE, TILE),
                new Size(TILE, TILE, TILE + 1 + random.nextInt(5)),
                new Size(1 + random.nextInt(6), large, odd + 16),
                new Size(large, 1 + random.nextInt(3), odd),
                new Size(large, large + 1 + random.nextInt(3), 20 + random.nextInt(20)));
    }

    @Override
    protected List<Size> smallSizes() {
        List<Size> sizes = new ArrayList<>();
        for (int m = 1; m <= 4; m++) {
            for (int n = 1; n <= 4; n++) {
                for (int k = 1; k <= 4; k++) {
                    sizes.add(new Size(m, n, k));
                }
            }
        }
        sizes.sort(Comparator.comparingInt(size -> size.m * size.n * size.k));
        sizes.add(new Size(17, 1, 1));
        sizes.add(new Size(1, 17, 1));
        sizes.add(new Size(1, 1, 17));
        return sizes;
    }

    @Override
    protected Size timedSize(Device.Kind kind) {
        int side = kind == Device.Kind.CPU ? 256 : 2048;
        return new Size(side, side, side);
    }

    @Override
    protected Kernel launch(Kernel kernel, Size size) {
        return launch.of(kernel, size.m, size.n);
    }

    @Override
    protected List<Object> arguments(Size size, Random random) {
        List<Object> arguments = new ArrayList<>(
                List.of(size.m, size.n, size.k, factor(size.m * size.k, random), factor(size.k * size.n, random)));
        if (form.hasSummand()) {
            arguments.add(factor(size.m * size.n, random));
        }
        arguments.add(new float[size.m * size.n]);
        return arguments;
    }

    private static float[] factor(int length, Random random) {
        float[] values = new float[length];
        for (int i = 0; i < length; i++) {
            values[i] = random.nextFloat() - 0.5f;
        }
        return values;
    }

    @Override
    protected String reference() {
        return form.reference();
    }

    @Override
    protected long[] referenceSizes(Size size) {
        return new long[] {Kernel.roundUp(size.n, 16), Kernel.roundUp(size.m, 16)};
    }

    @Override
    protected int width(Size size) {
        return size.n;
    }

    @Override
    protected double work(Size size) {
        return 2.0 * size.m * size.n * size.k;
    }

    /** Of a product that reads and writes each matrix once. */
    @Override
    protected double bound(Size size, Ceilings limits) {
        double elements =
                (double) size.m * size.k + (double) size.k * size.n + (form.hasSummand() ? 2.0 : 1.0) * size.m * size.n;
        return 1e-9 * Math.max(work(size) / limits.arithmetic("float"), elements * Float.BYTES / limits.bandwidth());
    }

    @Override
    protected String place(Size size, int element) {
        return form.result() + "[" + element / size.n + "][" + element % size.n + "]";
    }

    @Override
    protected Expected expected(Size size, List<Object> arguments, int element) {
        return new GemmFactors(form, size, arguments).element(element / size.n, element % size.n);
    }

    @Override
    protected String hint(Size size, List<Object> arguments, int element, double found) {
        return new GemmFactors(form, size, arguments).hint(element / size.n, element % size.n, found);
    }
}
