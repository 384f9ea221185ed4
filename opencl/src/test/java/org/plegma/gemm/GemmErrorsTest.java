package org.plegma.gemm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.gemm.product.Matrix;
import org.plegma.gemm.product.Op;
import org.plegma.gemm.product.Precision;

/** Messages name the matrices, what was expected and what was found. */
class GemmErrorsTest {
    private static Session session;
    private static Gemm gemm;

    @BeforeAll
    static void open() {
        session = Session.open();
        gemm = Gemm.of(session);
    }

    @AfterAll
    static void close() {
        session.close();
    }

    private static DeviceArray array(int... shape) {
        return session.allocate(ElementType.FLOAT, shape);
    }

    private static void assertRefused(String message, Executable call) {
        assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
    }

    @Test
    void shapesThatDoNotFit() {
        DeviceArray weights = array(5, 4).named("weights");
        assertRefused(
                "Cannot multiply A 3 x 4 by B (weights) 5 x 4: A has 4 columns, B 5 rows, and both must be equal.",
                () -> gemm.multiply(1, array(3, 4), Op.N, weights, Op.N, 0, array(3, 4)));
        assertRefused(
                "The product of A 3 x 4 by B (weights) 5 x 4' is 3 x 5, and C 3 x 4 has another shape.",
                () -> gemm.multiply(1, array(3, 4), Op.N, weights, Op.T, 0, array(3, 4)));
        assertRefused(
                "The product of A 3 x 4 by B (weights) 5 x 4' is 3 x 5, and D 5 x 3 has another shape.",
                () -> gemm.multiply(1, array(3, 4), Op.N, weights, Op.T, 1, array(3, 5), array(5, 3)));
        assertRefused(
                "The product of A 3 x 4 by B (weights) 5 x 4' is 3 x 5, and C 4 x 4 has another shape.",
                () -> gemm.multiply(1, array(3, 4), Op.N, weights, Op.T, 1, array(4, 4), array(3, 5)));
        assertRefused(
                "A batch of 3 products, as many as C 3 of 2 x 2 has, needs as many matrices A, or one for all: got 2.",
                () -> gemm.multiply(1, array(2, 2, 2), Op.N, array(2, 2), Op.N, 0, array(3, 2, 2)));
        assertRefused(
                "A must be a matrix, a grid of 2 axes, not 1.", () -> gemm.multiply(Grid.floats(3), Grid.floats(3, 3)));
    }

    @Test
    void aRefusedProductLeavesNoMemoryBehind() {
        try (DeviceArray a = array(3, 4);
                DeviceArray b = array(5, 4)) {
            long before = session.memoryInUse();
            assertThrows(IllegalArgumentException.class, () -> gemm.multiply(a, b));
            assertEquals(before, session.memoryInUse());
        }
    }

    @Test
    void aMatrixThatIsMissing() {
        String message = "C is null, but it is read, because beta is not 0 but 0.5.";
        assertRefused(message, () -> gemm.multiply(1, array(3, 4), Op.N, array(4, 5), Op.N, 0.5, null, array(3, 5)));
        Grid a = Grid.floats(3, 3);
        assertRefused(message, () -> gemm.multiply(1, a, Op.N, a, Op.N, 0.5, null, Grid.floats(3, 3)));
    }

    @Test
    void whatIsNull() {
        DeviceArray x = array(2, 2);
        DeviceArray none = null;
        assertRefused("A is null.", () -> gemm.multiply((Grid) null, Grid.floats(2, 2)));
        assertRefused("B is null.", () -> gemm.multiply(x, none));
        assertRefused("A is null.", () -> gemm.multiply(1, none, Op.N, x, Op.N, 0, x));
        assertRefused("C is null.", () -> gemm.multiply(1, x, Op.N, x, Op.N, 0, none));
        assertRefused("D is null.", () -> gemm.multiply(1, x, Op.N, x, Op.N, 0, x, null));
        assertRefused("The operation of B is null.", () -> gemm.multiply(1, x, Op.N, x, null, 0, array(2, 2)));
    }

    /** What is called C where it is added and D where it is the result alone, whatever holds it. */
    @Test
    void theResultHasTheNameOfItsPlaceInTheCall() {
        Grid a = Grid.floats(3, 3);
        Grid wide = Grid.floats(3, 4);
        String factors = "The product of A 3 x 3 by B 3 x 3 is 3 x 3, and ";
        for (double beta : new double[] {0, 1}) {
            assertRefused(factors + "C 3 x 4 has another shape.", () -> gemm.multiply(1, a, Op.N, a, Op.N, beta, wide));
        }
        assertRefused(factors + "D 3 x 4 has another shape.", () -> gemm.multiply(1, a, Op.N, a, Op.N, 0, null, wide));
        assertRefused(factors + "D 3 x 4 has another shape.", () -> gemm.multiply(1, a, Op.N, a, Op.N, 1, a, wide));
        DeviceArray x = array(3, 3);
        DeviceArray y = array(3, 4);
        assertRefused(factors + "C 3 x 4 has another shape.", () -> gemm.multiply(1, x, Op.N, x, Op.N, 0, y));
        assertRefused(factors + "D 3 x 4 has another shape.", () -> gemm.multiply(1, x, Op.N, x, Op.N, 0, null, y));
        assertRefused(
                "C is of int, and a product is of float or double: convert it by to(ElementType.FLOAT).",
                () -> gemm.multiply(1, a, Op.N, a, Op.N, 1, Grid.ints(3, 3), Grid.floats(3, 3)));
        assertRefused(
                "C must be a matrix, a grid of 2 axes, not 1.",
                () -> gemm.multiply(1, a, Op.N, a, Op.N, 1, Grid.floats(9), Grid.floats(3, 3)));
    }

    @Test
    void scalarsBeyondFloat() {
        assertRefused(
                "alpha is 1.0E300, beyond the largest float, and the matrices are of float.",
                () -> gemm.multiply(1e300, array(2, 2), Op.N, array(2, 2), Op.N, 0, array(2, 2)));
        Grid nan = Grid.floats(2, 2).fill(Double.NaN);
        Grid c = Grid.floats(2, 2);
        gemm.multiply(1e-60, nan, Op.N, nan, Op.N, 1, c);
        assertEquals(Grid.floats(2, 2), c, "an alpha that is 0 in float reads no factor");
    }

    @Test
    void typesThatDiffer() {
        DeviceArray doubles = session.allocate(ElementType.DOUBLE, 2, 2);
        assertRefused(
                "B 2 x 2 is double and A 2 x 2 is float: all matrices of a product have one type.",
                () -> gemm.multiply(1, array(2, 2), Op.N, doubles, Op.N, 0, array(2, 2)));
        assertRefused(
                "A matrix holds float or double, not int.", () -> Matrix.of(session.allocate(ElementType.INT, 2, 2)));
        assertRefused(
                "B is of int, and a product is of float or double: convert it by to(ElementType.FLOAT).",
                () -> gemm.multiply(Grid.floats(2, 2), Grid.ints(2, 2)));
        assertRefused("Precision tf32 is for float, and C 2 x 2 is double.", () -> gemm.precision(Precision.TF32)
                .multiply(1, doubles, Op.N, doubles, Op.N, 0, array2()));
    }

    private static DeviceArray array2() {
        return session.allocate(ElementType.DOUBLE, 2, 2);
    }

    @Test
    void matricesOfAnotherSession() {
        try (Session other = Session.open()) {
            DeviceArray there = other.allocate(ElementType.FLOAT, 2, 2);
            String where = " is on " + other.device() + " in another session than the product, which is on "
                    + session.device() + ": copy it with copyTo.";
            assertRefused("A" + where, () -> gemm.multiply(1, there, Op.N, array(2, 2), Op.N, 0, array(2, 2)));
            assertRefused("B" + where, () -> gemm.multiply(0, array(2, 2), Op.N, there, Op.N, 0, array(2, 2)));
            assertRefused("C" + where, () -> gemm.multiply(1, array(2, 2), Op.N, array(2, 2), Op.N, 0, there));
            DeviceArray empty = other.allocate(ElementType.FLOAT, 0, 2);
            assertRefused("A" + where, () -> gemm.multiply(1, empty, Op.N, array(2, 2), Op.N, 0, array(0, 2)));
            DeviceArray bias = other.allocate(ElementType.FLOAT, 2);
            assertRefused("The bias" + where, () -> gemm.columnBias(bias)
                    .multiply(1, array(2, 2), Op.N, array(2, 2), Op.N, 0, array(2, 2)));
        }
    }

    @Test
    void resultsThatOverlapWhatIsRead() {
        DeviceArray x = array(8, 8).named("x");
        DeviceArray y = array(8, 8);
        assertRefused(
                "C (x) 8 x 8 overlaps A (x) 8 x 8, which is still read while it is written: use another array for C.",
                () -> gemm.multiply(1, x, Op.N, y, Op.N, 0, x));
        assertRefused(
                "C (x) 4 x 4 overlaps B (x) 4 x 4, which is still read while it is written: use another array for C.",
                () -> gemm.multiply(
                        1,
                        Matrix.of(y).part(0, 0, 4, 4),
                        Op.N,
                        Matrix.of(x).part(0, 0, 4, 4),
                        Op.N,
                        0,
                        Matrix.of(x).part(3, 3, 4, 4)));
        assertRefused(
                "D (x) 4 x 4 overlaps C (x) 4 x 4 without being the same matrix: use another array for D.",
                () -> gemm.multiply(
                        1,
                        Matrix.of(y).part(0, 0, 4, 4),
                        Op.N,
                        Matrix.of(y).part(0, 0, 4, 4),
                        Op.N,
                        1,
                        Matrix.of(x).part(0, 0, 4, 4),
                        Matrix.of(x).part(1, 0, 4, 4)));
        assertRefused(
                "The matrices of the batch C 2 of 4 x 4 overlap: they are 8 elements apart and each takes 16.",
                () -> gemm.multiply(
                        1,
                        Matrix.of(y).part(0, 0, 4, 4),
                        Op.N,
                        Matrix.of(y).part(0, 0, 4, 4),
                        Op.N,
                        0,
                        Matrix.of(array(64), 0, 4, 4, 4).batch(2, 8)));
    }

    @Test
    void aBatchMayLieSideBySideButNotInItself() {
        DeviceArray x = array(4, 4);
        Matrix wide = Matrix.of(array(64), 0, 4, 4, 16);
        gemm.multiply(1, Matrix.of(x), Op.N, Matrix.of(x), Op.N, 0, wide.batch(4, 4));
        assertRefused(
                "The matrices of the batch C 2 of 4 x 4 overlap: they are 3 elements apart and each takes 52.",
                () -> gemm.multiply(1, Matrix.of(x), Op.N, Matrix.of(x), Op.N, 0, wide.batch(2, 3)));
        assertRefused(
                "The matrices of the batch C 2 of 4 x 4 overlap: they are 14 elements apart and each takes 52.",
                () -> gemm.multiply(
                        1,
                        Matrix.of(x),
                        Op.N,
                        Matrix.of(x),
                        Op.N,
                        0,
                        Matrix.of(array(80), 0, 4, 4, 16).batch(2, 14)));
    }

    @Test
    void viewsOfOneArrayCanBeSeen() {
        DeviceArray all = array(1 << 12);
        DeviceArray half = all.view(1 << 11, 32, 32);
        assertRefused(
                "C 32 x 32 overlaps A 32 x 32, which is still read while it is written: use another array for C.",
                () -> gemm.multiply(1, half, Op.N, array(32, 32), Op.N, 0, half.view(0, 32, 32)));
        gemm.multiply(1, half, Op.N, array(32, 32), Op.N, 0, all.view(0, 32, 32));
    }

    @Test
    void matricesOutsideOfTheirArray() {
        DeviceArray x = array(4, 4);
        assertRefused(
                "The matrix does not lie in its array: 4 x 4 from 1, leading dimension 4 ends at element 17, the array"
                        + " 4 x 4 has 16.",
                () -> Matrix.of(x, 1, 4, 4, 4));
        assertRefused(
                "The matrix does not lie in its array: 2147483647 of 1 x 1 from 0, leading dimension 1,"
                        + " 4611686018427387904 from one to the next ends at element 9903520305059670000000000000, the"
                        + " array 4 x 4 has 16.",
                () -> Matrix.of(x, 0, 1, 1, 1).batch(Integer.MAX_VALUE, 1L << 62));
        assertRefused(
                "A matrix needs sizes and offsets that are not negative and a leading dimension of at least its columns:"
                        + " 4 x 4 from 0, leading dimension 3.",
                () -> Matrix.of(x, 0, 4, 4, 3));
        int[][] parts = {
            {3, 0, 2, 2}, {0, 3, 2, 2}, {-1, 0, 2, 2}, {0, -1, 2, 2}, {0, 0, -1, 2}, {0, 0, 2, -1}, {1, 0, 4, 4}
        };
        for (int[] part : parts) {
            assertRefused(
                    "A part of " + part[2] + " x " + part[3] + " at (" + part[0] + ", " + part[1]
                            + ") does not lie in the matrix 4 x 4.",
                    () -> Matrix.of(x).part(part[0], part[1], part[2], part[3]));
        }
        Matrix.of(x).part(3, 2, 1, 2);
        Matrix.of(x).part(4, 4, 0, 0);
        assertRefused(
                "A matrix needs an array of 2 axes, or 3 for a batch, not 1. Say how to read it, for example"
                        + " Matrix.of(array, 0, rows, columns, columns).",
                () -> Matrix.of(array(3)));
    }

    @Test
    void gridsThatAreNoMatrices() {
        Grid good = Grid.floats(2, 2);
        Grid line = Grid.floats(2);
        String message = " must be a matrix, a grid of 2 axes, not 1.";
        assertRefused("A" + message, () -> gemm.multiply(1, line, Op.N, good, Op.N, 1, good, good));
        assertRefused("B" + message, () -> gemm.multiply(1, good, Op.N, line, Op.N, 1, good, good));
        assertRefused("C" + message, () -> gemm.multiply(1, good, Op.N, good, Op.N, 1, line, line));
        assertRefused("C" + message, () -> gemm.multiply(1, good, Op.N, good, Op.N, 1, line, Grid.floats(2, 2)));
        assertRefused("D" + message, () -> gemm.multiply(1, good, Op.N, good, Op.N, 1, good, line));
    }

    @Test
    void aNameIsNotSaidTwice() {
        Matrix matrix = Matrix.of(array(2, 3));
        assertEquals("A 2 x 3", matrix.text("A"));
        assertEquals("A 2 x 3", matrix.named("A").text("A"));
        assertEquals("A (weights) 2 x 3", matrix.named("weights").text("A"));
    }

    @Test
    void resultsOfLessPrecisionSaySo() {
        assertEquals("float", Precision.IEEE.label(ElementType.FLOAT));
        assertEquals("double", Precision.IEEE.label(ElementType.DOUBLE));
        assertEquals("float fp32-fast", Precision.FP32_FAST.label(ElementType.FLOAT));
    }

    @Test
    void biasesOfAnotherLength() {
        assertRefused("The bias of C 2 x 3 needs 3 floats, one a column: got float 2.", () -> gemm.columnBias(array(2))
                .multiply(1, array(2, 2), Op.N, array(2, 3), Op.N, 0, array(2, 3)));
        assertRefused("The bias of C 2 x 3 needs 2 floats, one a row: got float 3.", () -> gemm.rowBias(array(3))
                .multiply(1, array(2, 2), Op.N, array(2, 3), Op.N, 0, array(2, 3)));
    }

    @Test
    void oneBiasAtMost() {
        assertRefused(
                "A product has one bias, a value for each column or one for each row, and not both.",
                () -> gemm.columnBias(array(2)).rowBias(array(2)));
        gemm.columnBias(array(2)).columnBias(array(3)); // another one in its place
    }

    @Test
    void methodsThatDoNotExistOrDoNotFit() {
        assertEquals(
                "There is no gemm method 'best'; there are " + String.join(", ", Gemm.methods())
                        + ", and auto chooses.",
                assertThrows(IllegalArgumentException.class, () -> gemm.method("best"))
                        .getMessage());
        assertEquals(
                "Method naive cannot compute this product on "
                        + session.device().name() + ": it computes in precision ieee only.",
                assertThrows(UnsupportedOperationException.class, () -> gemm.method("naive")
                                .precision(Precision.TF32)
                                .multiply(1, array(2, 2), Op.N, array(2, 2), Op.N, 0, array(2, 2)))
                        .getMessage());
    }
}
