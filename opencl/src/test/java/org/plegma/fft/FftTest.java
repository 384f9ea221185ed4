package org.plegma.fft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jtransforms.fft.DoubleFFT_1D;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Device.Kind;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.fft.pass.PassCompiler.Code;

class FftTest {
    private static final double FLOAT_UNIT = 0x1p-24;
    private static final double DOUBLE_UNIT = 0x1p-53;

    private static Session session;

    @BeforeAll
    static void open() {
        session = Session.open();
    }

    @AfterAll
    static void close() {
        session.close();
    }

    private static double[] doubles(Grid grid) {
        return grid.to(ElementType.DOUBLE).doubles();
    }

    private static void check(Fft fft, ElementType type, int n, double[] x, double[] expected) {
        double bound = Dft.bound(n, type == ElementType.FLOAT ? FLOAT_UNIT : DOUBLE_UNIT);
        String what = type + " " + n;
        try (FftPlan plan = fft.plan(type, n)) {
            check(plan, what, Grid.of(x, n, 2).to(type), bound, expected, 2 * bound, x);
        }
    }

    private static void checkReal(Fft fft, ElementType type, int n, double[] x, double[] expected) {
        double bound = Dft.bound(n, type == ElementType.FLOAT ? FLOAT_UNIT : DOUBLE_UNIT) + 2 * DOUBLE_UNIT;
        double[] real = IntStream.range(0, n).mapToDouble(i -> x[2 * i]).toArray();
        String what = "real " + type + " " + n;
        try (FftPlan plan = fft.planReal(type, n)) {
            // The error of the first half is compared with the norm of a half.
            double[] half = Arrays.copyOf(expected, 2 * (n / 2 + 1));
            check(plan, what, Grid.of(real, n).to(type), 2 * bound, half, 3 * bound, real);
        }
    }

    /** There and back by one plan, which compiles once. */
    private static void check(
            FftPlan plan, String what, Grid from, double bound, double[] expected, double boundBack, double[] back) {
        try (DeviceArray in = session.upload(from);
                DeviceArray out = session.allocate(plan.type(), plan.spectrumShape())) {
            plan.forward(in, out);
            assertClose(what, bound, doubles(out.download()), expected);
            in.fill(Double.NaN);
            plan.inverse(out, in);
            assertClose(what + " and back", boundBack, doubles(in.download()), back);
        }
    }

    private static void assertClose(String what, double bound, double[] found, double[] expected) {
        double error = Dft.relativeError(found, expected);
        assertTrue(error <= bound, () -> what + ": error " + error + " exceeds " + bound);
    }

    private static double[] exact(double[] x, ElementType type) {
        return doubles(Grid.of(x, x.length).to(type));
    }

    /** A GPU has a program for each length, which take minutes to compile; on a CPU one serves all. */
    private static int step() {
        return session.device().kind() == Kind.CPU ? 1 : 11;
    }

    @Test
    void allShortLengthsAgreeWithTheDefinition() {
        Fft fft = Fft.of(session);
        for (int n = 1; n <= 300; n += n < 20 ? 1 : step()) {
            for (ElementType type : new ElementType[] {ElementType.FLOAT, ElementType.DOUBLE}) {
                double[] x = exact(Dft.random(2 * n, n), type);
                check(fft, type, n, x, Dft.of(x));
                double[] real = x.clone();
                for (int i = 0; i < n; i++) {
                    real[2 * i + 1] = 0;
                }
                checkReal(fft, type, n, real, Dft.of(real));
            }
        }
    }

    /** The same by JTransforms, which is right (its own tests say so) and fast. */
    private static double[] byJTransforms(double[] x) {
        double[] out = x.clone();
        new DoubleFFT_1D(x.length / 2).complexForward(out);
        return out;
    }

    private static boolean isSmooth(int n) {
        int rest = n;
        for (int prime : new int[] {2, 3, 5, 7, 11, 13}) {
            while (rest % prime == 0) {
                rest /= prime;
            }
        }
        return rest == 1;
    }

    /** Each product of small primes has factors of its own; of the other lengths, which differ little, one in seven. */
    @Test
    void middleLengthsAgreeWithJTransforms() {
        Fft fft = Fft.of(session);
        for (int n = 301; n <= 2048; n += step()) {
            if (n % 7 != 3 && !isSmooth(n)) {
                continue;
            }
            ElementType type = n % 2 == 0 ? ElementType.FLOAT : ElementType.DOUBLE;
            double[] x = exact(Dft.random(2 * n, n), type);
            check(fft, type, n, x, byJTransforms(x));
        }
    }

    @Test
    void longLengthsAgreeWithJTransforms() {
        Fft fft = Fft.of(session);
        Random random = new Random(1);
        List<Integer> lengths = new ArrayList<>(List.of(1 << 20, 3 * 7 * 11 * 13 * 32, 10_007));
        // A random length of each size.
        for (int i = 0; i < 4; i++) {
            lengths.add((int) Math.exp(Math.log(2048) + (i + random.nextDouble()) / 6 * Math.log(2048)));
        }
        for (int n : lengths) {
            double[] x = exact(Dft.random(2 * n, n), ElementType.FLOAT);
            check(fft, ElementType.FLOAT, n, x, byJTransforms(x));
            for (int i = 0; i < n; i++) {
                x[2 * i + 1] = 0;
            }
            checkReal(fft, ElementType.FLOAT, n, x, byJTransforms(x));
        }
    }

    /** Lines of which few would lie side by side in one of two passes: of 175, 125 and 125 values, two of them. */
    @Test
    void linesOfThreePassesAgreeWithEachAlone() {
        int n = 7 * 390_625;
        double[] x = exact(Dft.random(4 * n, n), ElementType.FLOAT);
        double[] expected = new double[4 * n];
        for (int line = 0; line < 2; line++) {
            double[] one = byJTransforms(Arrays.copyOfRange(x, 2 * line * n, 2 * (line + 1) * n));
            System.arraycopy(one, 0, expected, 2 * line * n, 2 * n);
        }
        Fft fft = Fft.of(session).codeFor(Code.GPU).axes(1);
        try (FftPlan plan = fft.plan(ElementType.FLOAT, 2, n)) {
            assertEquals(3, plan.passes().size(), plan::explain);
            double bound = Dft.bound(n, FLOAT_UNIT);
            check(plan, "two lines of " + n, Grid.of(x, 2, n, 2).to(ElementType.FLOAT), bound, expected, 2 * bound, x);
        }
    }

    /** Rows of more pairs than a pass takes, and pairs of a number that is not smooth. */
    @Test
    void longRowsOfRealsAgreeWithEachAlone() {
        for (Code code : List.of(Code.CPU, Code.GPU)) {
            Fft fft = Fft.of(session).codeFor(code).axes(1);
            for (int n : code == Code.CPU ? new int[] {18_432, 2 * 4099} : new int[] {18_432}) {
                Grid rows = Grid.of(Dft.random(3 * n, n), 3, n);
                Grid half = fft.rfft(rows);
                for (int row = 0; row < 3; row++) {
                    double[] wide = new double[2 * n];
                    for (int i = 0; i < n; i++) {
                        wide[2 * i] = rows.get(row, i);
                    }
                    double[] expected = Arrays.copyOf(byJTransforms(wide), 2 * (n / 2 + 1));
                    assertClose(
                            "row " + row + " of " + n,
                            2 * Dft.bound(n, DOUBLE_UNIT),
                            half.slice(0, row).copy().doubles(),
                            expected);
                }
                assertClose(
                        "rows of " + n + " back",
                        3 * Dft.bound(n, DOUBLE_UNIT),
                        fft.irfft(half, n).doubles(),
                        rows.doubles());
            }
        }
    }

    @Test
    void theCodeForGpusAgreesToo() {
        Fft fft = Fft.of(session).codeFor(Code.GPU);
        for (int n : new int[] {1, 2, 3, 13, 26, 30, 49, 121, 256, 1001, 8192, 65_536}) {
            ElementType type = n % 2 == 0 ? ElementType.FLOAT : ElementType.DOUBLE;
            double[] x = exact(Dft.random(2 * n, n), type);
            check(fft, type, n, x, byJTransforms(x));
            for (int i = 0; i < n; i++) {
                x[2 * i + 1] = 0;
            }
            checkReal(fft, type, n, x, byJTransforms(x));
        }
        // Bluestein's algorithm in one pass and in three.
        for (int n : new int[] {17, 10_007}) {
            double[] x = exact(Dft.random(2 * n, n), ElementType.FLOAT);
            check(fft, ElementType.FLOAT, n, x, byJTransforms(x));
        }
    }

    private static void checkComplex(Fft fft, int... lengths) {
        for (int n : lengths) {
            double[] x = exact(Dft.random(2 * n, n), ElementType.FLOAT);
            check(fft, ElementType.FLOAT, n, x, byJTransforms(x));
        }
    }

    private static void checkReals(Fft fft, int... lengths) {
        for (int n : lengths) {
            double[] x = exact(Dft.random(2 * n, n), ElementType.FLOAT);
            for (int i = 0; i < n; i++) {
                x[2 * i + 1] = 0;
            }
            checkReal(fft, ElementType.FLOAT, n, x, byJTransforms(x));
        }
    }

    /** As many values to a work-item as there are registers on NVIDIA's devices. */
    @Test
    void theCodeForManyRegistersAgreesToo() {
        Fft fft = Fft.of(session).codeFor(Code.NVIDIA);
        checkComplex(fft, 3000, 6561);
        checkReals(fft, 5000, 8192, 16_384);
        checkInPlace(fft, session, 3, 1250);
    }

    /** Lines whose group has a multiprocessor to itself, one pass each: also the longest of a type, one too long, and one that takes all of it. */
    @Test
    void theCodeForLongLinesAgreesToo() {
        Fft fft = Fft.of(session).codeFor(Code.HOPPER);
        checkComplex(fft, 12_000, 14_641, 16_384, 16_464, 20_412, 20_580, 32_768);
        for (int n : new int[] {2187, 5000, 6561, 8192, 8400, 9600}) {
            double[] x = Dft.random(2 * n, n);
            check(fft, ElementType.DOUBLE, n, x, byJTransforms(x));
        }
        checkReals(fft, 15_625, 24_000, 32_768, 33_000);
        checkInPlace(fft, session, 3, 12_000);
    }

    @Test
    void theInputIsKeptAndAPlanRunsInPlace() {
        for (int n : new int[] {12, 17, 8192}) {
            Grid x = Grid.of(Dft.random(2 * n, 1), n, 2);
            try (FftPlan plan = Fft.of(session).plan(ElementType.DOUBLE, n);
                    DeviceArray in = session.upload(x);
                    DeviceArray out = session.allocate(ElementType.DOUBLE, n, 2)) {
                plan.forward(in, out).await();
                assertEquals(x, in.download());
                plan.forward(in, in);
                assertEquals(out.download(), in.download());
                plan.inverse(in, out).await();
                assertClose("back", 2 * Dft.bound(n, DOUBLE_UNIT), doubles(out.download()), doubles(x));
            }
            Grid half = Fft.of(session).rfft(Grid.random(ElementType.DOUBLE, 2, n, 3, n % 5 + 1));
            try (FftPlan plan = Fft.of(session).planReal(ElementType.DOUBLE, n, 3, n % 5 + 1);
                    DeviceArray in = session.upload(half);
                    DeviceArray out = session.allocate(ElementType.DOUBLE, plan.inputShape())) {
                plan.inverse(in, out);
                assertEquals(half, in.download());
            }
        }
    }

    /** In place both ways what comes out elsewhere, bit for bit: nothing is read that another has already written. */
    static void checkInPlace(Fft fft, Session where, int... shape) {
        try (FftPlan plan = fft.plan(ElementType.FLOAT, shape);
                DeviceArray in = where.upload(Grid.random(ElementType.FLOAT, 1, FftPlan.withParts(shape)));
                DeviceArray out = where.allocate(ElementType.FLOAT, plan.spectrumShape())) {
            plan.forward(in, out);
            plan.enqueueForward(in, in);
            assertEquals(out.download(), in.download(), () -> plan + " in place");
            plan.inverse(in, out);
            plan.enqueueInverse(in, in);
            assertEquals(out.download(), in.download(), () -> plan + " back in place");
        }
    }

    @Test
    void columnsOfAnyNumberAreTransformedInPlace() {
        Fft fft = Fft.of(session);
        for (int rows : new int[] {10, 17, 96}) {
            for (int columns : new int[] {1, 7, 8, 9, 15, 16, 17, 33}) {
                checkInPlace(fft, session, rows, columns);
            }
        }
        // Columns of more than a pass, and columns of columns.
        checkInPlace(fft, session, 8192, 5);
        checkInPlace(fft, session, 12, 10, 7);
        for (int[] shape : new int[][] {{40, 9}, {34, 5}}) {
            checkInPlace(fft.codeFor(Code.GPU), session, shape);
        }
    }

    @Test
    void memoryIsCountedAndFreed() {
        long before = session.memoryInUse();
        try (FftPlan plan = Fft.of(session).planReal(ElementType.FLOAT, 30, 10_007)) {
            assertEquals(before + plan.bytes(), session.memoryInUse());
        }
        assertEquals(before, session.memoryInUse());
    }

    @Test
    void energyIsKeptAndTransformsAreLinear() {
        int n = 2310;
        Grid x = Grid.of(Dft.random(2 * n, 3), n, 2);
        Grid y = Grid.of(Dft.random(2 * n, 4), n, 2);
        Fft fft = Fft.of(session);
        double[] a = doubles(fft.fft(x));
        double[] b = doubles(fft.fft(y));
        double[] sum = new double[2 * n];
        double[] expected = new double[2 * n];
        for (int i = 0; i < 2 * n; i++) {
            sum[i] = 2 * x.doubles()[i] - 3 * y.doubles()[i];
            expected[i] = 2 * a[i] - 3 * b[i];
        }
        assertClose("linear", 4 * Dft.bound(n, DOUBLE_UNIT), doubles(fft.fft(Grid.of(sum, n, 2))), expected);
        double energy = Arrays.stream(x.doubles()).map(v -> v * v).sum();
        assertEquals(energy, Arrays.stream(a).map(v -> v * v).sum() / n, energy * 2 * Dft.bound(n, DOUBLE_UNIT));
    }

    @Test
    void valuesThatAreNoNumbersSpread() {
        Grid x = Grid.of(Dft.random(2 * 64, 3), 64, 2);
        x.set(Double.NaN, 5, 0);
        assertTrue(Arrays.stream(doubles(Fft.of(session).fft(x))).allMatch(Double::isNaN));
    }

    @Test
    void aPlanSaysWhatItDoes() {
        try (FftPlan plan = Fft.of(session).codeFor(Code.GPU).planReal(ElementType.FLOAT, 6, 34)) {
            assertEquals(
                    """
                    in to pairs with chirp spectrum of 17 by 36: 6 lines of 36, there, times factors, and back, from chirp, to chirp, chirp of 17
                    pairs to out: split_pairs of 54 values
                    out to out: 18 lines of 6, there""",
                    plan.explain());
            assertTrue(plan.toString().endsWith(", 3 launches"), plan.toString());
        }
        try (FftPlan plan = Fft.of(session).plan(ElementType.FLOAT, 8)) {
            assertTrue(plan.toString().endsWith(", 1 launch"), plan.toString());
        }
    }

    @Test
    void shapesTheirAxesAndBatches() {
        int[][] shapes = {{4, 6}, {5, 1, 3}, {7, 17}, {3, 4, 10}, {1, 1}, {9, 8, 13}, {2, 31, 2}, {3, 34}};
        for (Code code : List.of(Code.CPU, Code.GPU)) {
            for (int[] shape : shapes) {
                // The code for GPUs is compiled anew for each shape.
                for (int axes = code == Code.CPU ? 1 : shape.length; axes <= shape.length; axes++) {
                    Fft fft = Fft.of(session).codeFor(code).axes(axes);
                    int count = Arrays.stream(shape).reduce(1, (a, b) -> a * b);
                    int[] withParts = Arrays.copyOf(shape, shape.length + 1);
                    withParts[shape.length] = 2;
                    double[] x = Dft.random(2 * count, count);
                    double[] expected = Dft.alongLast(axes, x, shape);
                    String what = Arrays.toString(shape) + " along " + axes + (code == Code.CPU ? " cpu" : " gpu");
                    Grid out = fft.fft(Grid.of(x, withParts));
                    assertClose(what, 60 * DOUBLE_UNIT, doubles(out), expected);
                    assertClose(what + " and back", 120 * DOUBLE_UNIT, doubles(fft.ifft(out)), x);
                    double[] real = Dft.random(count, count + 1);
                    Grid half = fft.rfft(Grid.of(real, shape));
                    double[] wide = new double[2 * count];
                    for (int i = 0; i < count; i++) {
                        wide[2 * i] = real[i];
                    }
                    double[] spectrum = Dft.alongLast(axes, wide, shape);
                    assertClose("real " + what, 60 * DOUBLE_UNIT, doubles(half), Dft.firstHalves(spectrum, shape));
                    assertClose(
                            "real " + what + " and back",
                            120 * DOUBLE_UNIT,
                            doubles(fft.irfft(half, shape[shape.length - 1])),
                            real);
                }
            }
        }
    }
}
