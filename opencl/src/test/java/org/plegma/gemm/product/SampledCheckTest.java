package org.plegma.gemm.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.gemm.Gemm;
import org.plegma.gemm.ProductOracle;

/** The check of every bench case and tuning candidate notices what is wrong, wherever it is. */
class SampledCheckTest {
    private static final int M = 203;
    private static final int N = 149;
    private static final int K = 7;

    /** Parts of a side of which each square has samples. */
    private static final int PARTS = 8;

    private static Session session;
    private static Gemm gemm;
    private static DeviceArray a;
    private static DeviceArray b;
    private static DeviceArray d;
    private static Grid right;
    private static SampledCheck check;

    @BeforeAll
    static void open() {
        session = Session.open();
        gemm = Gemm.of(session).method("naive");
        a = session.upload(Grid.random(ElementType.FLOAT, 1, 2, K, M));
        b = session.upload(Grid.random(ElementType.FLOAT, 2, N, K));
        d = session.allocate(ElementType.FLOAT, 2, M, N);
        Product product = gemm.product(1, Matrix.of(a), Op.T, Matrix.of(b), Op.T, 0, null, Matrix.of(d));
        gemm.enqueue(product);
        right = d.download();
        check = new SampledCheck(gemm.workshop(), product);
    }

    @AfterAll
    static void close() {
        session.close();
    }

    private static double errorWithout(int matrix, int row, int column, int height, int width) {
        Grid wrong = right.copy();
        for (int i = row; i < Math.min(M, row + height); i++) {
            for (int j = column; j < Math.min(N, column + width); j++) {
                wrong.set(0, matrix, i, j);
            }
        }
        d.upload(wrong);
        return check.error();
    }

    @Test
    void aRightProductIsWithinTheBound() {
        assertTrue(errorWithout(0, 0, 0, 0, 0) <= check.bound());
    }

    @Test
    void everyPartOfEveryMatrixIsSampled() {
        int height = (M + PARTS - 1) / PARTS;
        int width = (N + PARTS - 1) / PARTS;
        for (int matrix = 0; matrix < 2; matrix++) {
            for (int i = 0; i < M; i += height) {
                for (int j = 0; j < N; j += width) {
                    assertEquals(1, errorWithout(matrix, i, j, height, width), "at (" + i + ", " + j + ")");
                }
            }
        }
    }

    /** Where tiles are cut off, mistakes may be as narrow as a row. */
    @Test
    void theLastRowAndColumnAreSampled() {
        int height = (M + PARTS - 1) / PARTS;
        int width = (N + PARTS - 1) / PARTS;
        for (int i = 0; i < M; i += height) {
            assertEquals(1, errorWithout(0, i, N - 1, height, 1), "last column from row " + i);
        }
        for (int j = 0; j < N; j += width) {
            assertEquals(1, errorWithout(1, M - 1, j, 1, width), "last row from column " + j);
        }
    }

    /** A sum in plain double would be wrong by several roundings itself. */
    @Test
    void anElementThatIsRoundedOnceHasTheErrorOfOneRounding() {
        int k = 3000;
        Grid left = Grid.random(ElementType.DOUBLE, 3, 1, k);
        Grid column = Grid.random(ElementType.DOUBLE, 4, k, 1);
        try (DeviceArray x = session.upload(left);
                DeviceArray y = session.upload(column);
                DeviceArray exact =
                        session.upload(Grid.doubles(1, 1).fill(ProductOracle.element(left, column, 0, 0)))) {
            Product product = gemm.product(1, Matrix.of(x), Op.N, Matrix.of(y), Op.N, 0, null, Matrix.of(exact));
            double error = new SampledCheck(gemm.workshop(), product).error();
            assertTrue(error <= 0x1p-53, () -> "an error of " + error);
        }
    }

    /** By hand from the model: 100 terms have 102 roundings, and shortened factors have 11 and 8 bits. */
    @Test
    void theBoundIsThatOfTheModel() {
        assertEquals(102 * 0x1p-24, SampledCheck.bound(ElementType.FLOAT, Precision.IEEE, 100));
        assertEquals(102 * 0x1p-24, SampledCheck.bound(ElementType.FLOAT, Precision.FP32_FAST, 100));
        assertEquals(102 * 0x1p-53, SampledCheck.bound(ElementType.DOUBLE, Precision.IEEE, 100));
        assertEquals(204 * 0x1p-24 + 0x1p-10, SampledCheck.bound(ElementType.FLOAT, Precision.TF32, 100));
        assertEquals(204 * 0x1p-24 + 0x1p-7, SampledCheck.bound(ElementType.FLOAT, Precision.BF16, 100));
    }

    @Test
    void aNanIsNoRightElement() {
        d.upload(right.copy().fill(Double.NaN));
        assertTrue(Double.isNaN(check.error()));
    }
}
