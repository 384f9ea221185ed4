package org.plegma.fft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.fft.arithmetic.Roots;
import org.plegma.fft.pass.LinePass;
import org.plegma.fft.pass.LineStages;
import org.plegma.fft.pass.LineTile;
import org.plegma.fft.pass.PassCompiler;
import org.plegma.fft.pass.PassCompiler.Code;
import org.plegma.fft.pass.PassLimits;
import org.plegma.fft.pass.PassStep;

class SpectralProductTest {
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

    /** The circular convolution by its definition, along the last axes. */
    private static double[] convolution(double[] x, double[] kernel, int[] kernelShape) {
        int points = kernel.length;
        double[] out = new double[x.length];
        for (int batch = 0; batch < x.length; batch += points) {
            for (int to = 0; to < points; to++) {
                double sum = 0;
                for (int from = 0; from < points; from++) {
                    sum += x[batch + from] * kernel[difference(to, from, kernelShape)];
                }
                out[batch + to] = sum;
            }
        }
        return out;
    }

    private static int difference(int to, int from, int[] shape) {
        int place = 0;
        int stride = 1;
        for (int axis = shape.length - 1; axis >= 0; axis--) {
            place += Math.floorMod(to % shape[axis] - from % shape[axis], shape[axis]) * stride;
            to /= shape[axis];
            from /= shape[axis];
            stride *= shape[axis];
        }
        return place;
    }

    private static double[] apply(
            Fft fft, Session session, ElementType type, double[] x, double[] kernel, int[] shape) {
        try (SpectralProduct product = fft.product(type, shape);
                DeviceArray in = session.upload(Grid.of(x, shape).to(type));
                DeviceArray reals =
                        session.upload(Grid.of(kernel, product.kernelShape()).to(type));
                DeviceArray out = session.allocate(type, shape);
                SpectralProduct.Factor factor = product.factorOf(reals)) {
            product.apply(in, factor, out);
            assertEquals(Grid.of(x, shape).to(type), in.download());
            product.enqueue(in, factor, in);
            assertEquals(out.download(), in.download());
            return out.download().to(ElementType.DOUBLE).doubles();
        }
    }

    static void check(Fft fft, Session session, ElementType type, int axes, int... shape) {
        int[] kernelShape = Arrays.copyOfRange(shape, shape.length - axes, shape.length);
        int count = (int) Planner.count(shape, 0, shape.length);
        int points = (int) Planner.count(kernelShape, 0, axes);
        double[] x = Grid.of(Dft.random(count, 1), count)
                .to(type)
                .to(ElementType.DOUBLE)
                .doubles();
        double[] kernel = Grid.of(Dft.random(points, 2), points)
                .to(type)
                .to(ElementType.DOUBLE)
                .doubles();
        double[] found = apply(fft.axes(axes), session, type, x, kernel, shape);
        double error = Dft.relativeError(found, convolution(x, kernel, kernelShape));
        double bound =
                3 * axes * Dft.bound(points, type == ElementType.FLOAT ? FLOAT_UNIT : DOUBLE_UNIT) + 9 * DOUBLE_UNIT;
        assertTrue(
                error <= bound, () -> type + " " + Arrays.toString(shape) + ": error " + error + " exceeds " + bound);
    }

    @Test
    void isTheCircularConvolution() {
        for (Code code : List.of(Code.CPU, Code.GPU)) {
            Fft fft = Fft.of(session).codeFor(code);
            check(fft, session, ElementType.FLOAT, 2, 8, 30);
            check(fft, session, ElementType.DOUBLE, 2, 3, 26, 14);
            check(fft, session, ElementType.DOUBLE, 3, 6, 10, 9);
            check(fft, session, ElementType.FLOAT, 1, 5, 64);
            check(fft, session, ElementType.DOUBLE, 1, 45);
            check(fft, session, ElementType.DOUBLE, 2, 17, 4);
            check(fft, session, ElementType.FLOAT, 2, 1, 12);
            check(fft, session, ElementType.FLOAT, 2, 12, 1);
        }
        Fft many = Fft.of(session).codeFor(Code.NVIDIA);
        check(many, session, ElementType.FLOAT, 2, 128, 18);
        check(many, session, ElementType.DOUBLE, 2, 24, 10);
    }

    /** Columns too long to be read side by side, then those too long for one pass, against separate transforms. */
    @Test
    void longColumnsAgreeWithSeparateTransforms() {
        for (int[] shape : new int[][] {{2, 1536, 6}, {2, 8192, 4}, {1, 12_288, 1}, {2, 10, 1 << 14}}) {
            ElementType type = ElementType.FLOAT;
            int points = shape[1] * shape[2];
            double[] x = Dft.random(shape[0] * points, 3);
            double[] kernel = Dft.random(points, 4);
            Fft fft = Fft.of(session).axes(2);
            double[] fused = apply(fft.codeFor(Code.GPU), session, type, x, kernel, shape);
            double[] separate = apply(fft.codeFor(Code.CPU), session, type, x, kernel, shape);
            double error = Dft.relativeError(fused, separate);
            double bound = 12 * Dft.bound(points, FLOAT_UNIT);
            assertTrue(error <= bound, () -> Arrays.toString(shape) + ": error " + error + " exceeds " + bound);
        }
    }

    /** Columns that are longer than most in one pass, against separate transforms; rows of even and of odd length. */
    @Test
    void tallColumnsAgreeWithSeparateTransforms() {
        Fft fft = Fft.of(session).axes(2);
        for (int[] shape : new int[][] {{1, 2048, 1024}, {2, 1440, 1029}}) {
            ElementType type = ElementType.FLOAT;
            int points = shape[1] * shape[2];
            double[] x = Dft.random(shape[0] * points, 5);
            double[] kernel = Dft.random(points, 6);
            try (SpectralProduct tall = fft.codeFor(Code.HOPPER).product(type, shape);
                    SpectralProduct other = fft.codeFor(Code.NVIDIA).product(type, shape)) {
                assertEquals(3, tall.launches());
                assertEquals(5, other.launches());
            }
            double[] fused = apply(fft.codeFor(Code.HOPPER), session, type, x, kernel, shape);
            double[] separate = apply(fft.codeFor(Code.CPU), session, type, x, kernel, shape);
            double error = Dft.relativeError(fused, separate);
            double bound = 12 * Dft.bound(points, FLOAT_UNIT);
            assertTrue(error <= bound, () -> Arrays.toString(shape) + ": error " + error + " exceeds " + bound);
        }
    }

    /** The kernel of tall columns, of a few that are not as long, against the definition. */
    static void checkTall(Session session, int n, int columns) {
        ElementType type = ElementType.FLOAT;
        PassLimits limits = PassLimits.ofGpu(type, true, 1 << 10, 256).withDeclared(type, 1 << 17);
        assertTrue(LineStages.areTall(n, limits));
        Planner planner = new Planner(limits);
        planner.tallProduct(n, columns, columns, PassStep.Slot.IN);
        LinePass pass = PassStep.passes(planner.steps()).get(0);
        LineTile tile = LineTile.of(pass, type, limits);
        double[] x = Dft.random(2 * n * columns, 7);
        double[] by = Dft.random(2 * n * columns, 8);
        try (Program program = session.compile(PassCompiler.gpuSource(List.of(pass), type, limits));
                DeviceArray values = session.upload(Grid.of(x, x.length).to(type));
                DeviceArray times = session.upload(Grid.of(by, by.length).to(type));
                DeviceArray factors = session.upload(Roots.stages(List.of(tile.radices(), tile.back()), type))) {
            program.kernel("pass0")
                    .global(columns, tile.items())
                    .local(tile.lines(), tile.items())
                    .launch(session.compute(), values, values, times, factors, factors);
            double[] found = values.download().to(ElementType.DOUBLE).doubles();
            for (int column = 0; column < columns; column++) {
                double error = Dft.relativeError(
                        column(found, n, column, Planner.STRIP),
                        timesThereAndBack(
                                column(x, n, column, Planner.STRIP), column(by, n, column, LineTile.TALL_LINES)));
                assertTrue(error <= 4 * Dft.bound(n, FLOAT_UNIT), "column " + column + " of " + n + ": " + error);
            }
        }
    }

    private static double[] column(double[] all, int n, int column, int strip) {
        double[] one = new double[2 * n];
        for (int k = 0; k < n; k++) {
            int place = column / strip * strip * n + k * strip + column % strip;
            one[2 * k] = all[2 * place];
            one[2 * k + 1] = all[2 * place + 1];
        }
        return one;
    }

    /** By the definition; the way back is that there of conjugates, conjugated. */
    private static double[] timesThereAndBack(double[] x, double[] by) {
        double[] there = Dft.of(x);
        for (int k = 0; k < there.length; k += 2) {
            double re = there[k] * by[k] - there[k + 1] * by[k + 1];
            there[k + 1] = -(there[k] * by[k + 1] + there[k + 1] * by[k]);
            there[k] = re;
        }
        double[] back = Dft.of(there);
        for (int k = 1; k < back.length; k += 2) {
            back[k] = -back[k];
        }
        return back;
    }

    @Test
    void tallColumnsAgreeWithTheDefinition() {
        // Three stages with as many butterflies to each work-item, three with idle ones, three with guards, two.
        for (int n : new int[] {512, 768, 450, 64}) {
            checkTall(session, n, 16);
        }
    }

    @Test
    void aFactorBelongsToItsProduct() {
        Fft fft = Fft.of(session);
        try (SpectralProduct one = fft.product(ElementType.FLOAT, 8, 8);
                SpectralProduct other = fft.product(ElementType.FLOAT, 8, 8);
                DeviceArray image = session.allocate(ElementType.FLOAT, 8, 8);
                SpectralProduct.Factor factor = one.factorOf(image)) {
            assertMessage("made for another product", () -> other.apply(image, factor, image));
            assertMessage(
                    "spectrum of the product must be float [8, 5, 2], found float [8, 8]", () -> one.factor(image));
        }
    }

    @Test
    void goodLengthsHaveSmallFactors() {
        assertEquals(1, Fft.goodLength(1));
        assertEquals(12, Fft.goodLength(11));
        assertEquals(4096, Fft.goodLength(4096));
        assertEquals(4116, Fft.goodLength(4098 + 3));
        assertEquals(2_144_153_025, Fft.goodLength(2_144_153_025));
        assertMessage("found for 1 to 2144153025, not for 0", () -> Fft.goodLength(0));
        assertMessage("not for 2147483647", () -> Fft.goodLength(Integer.MAX_VALUE));
    }

    private static void assertMessage(String expected, Runnable wrong) {
        String message =
                assertThrows(IllegalArgumentException.class, wrong::run).getMessage();
        assertTrue(message.contains(expected), message);
    }
}
