package org.plegma.gemm.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;

/** Where the elements of matrices lie, and whether two of them share some. */
class MatrixTest {
    private static final int LENGTH = 60;

    private static Session session;
    private static DeviceArray array;

    @BeforeAll
    static void open() {
        session = Session.open();
        array = session.allocate(ElementType.FLOAT, LENGTH);
    }

    @AfterAll
    static void close() {
        session.close();
    }

    private static Matrix matrix(long offset, int rows, int columns, int leading) {
        return Matrix.of(array, offset, rows, columns, leading);
    }

    @Test
    void itsTextSaysWhereItLies() {
        assertEquals(
                "Matrix 2 x 3 from 4, leading dimension 5 of float",
                matrix(4, 2, 3, 5).toString());
        assertEquals(
                "Matrix w 2 of 2 x 3 from 4, leading dimension 5, 20 from one to the next of float",
                matrix(4, 2, 3, 5).batch(2, 20).named("w").toString());
    }

    private static BitSet places(Matrix matrix) {
        BitSet places = new BitSet();
        for (int s = 0; s < matrix.count(); s++) {
            for (int i = 0; i < matrix.rows(); i++) {
                for (int j = 0; j < matrix.columns(); j++) {
                    places.set((int) (matrix.offset() + s * matrix.step() + (long) i * matrix.leading() + j));
                }
            }
        }
        return places;
    }

    /** Half of them with a certain leading dimension, a third of them batches. */
    private static Matrix random(Random random, int sharedLeading) {
        while (true) {
            int columns = random.nextInt(5);
            int leading = random.nextBoolean() ? sharedLeading : columns + random.nextInt(4);
            int rows = random.nextInt(4);
            int offset = random.nextInt(LENGTH);
            int count = random.nextInt(3) == 0 ? random.nextInt(3) : 1;
            int step = random.nextInt(20);
            int end = offset + Math.max(0, count - 1) * step + Math.max(0, rows - 1) * leading + columns;
            if (leading >= columns && end <= LENGTH) {
                Matrix one = matrix(offset, rows, columns, leading);
                return count == 1 ? one : one.batch(count, step);
            }
        }
    }

    /** Whether it is a single one in the rows of an array with this leading dimension, for which the answer is exact. */
    private static boolean isBlock(Matrix matrix, int leading) {
        return matrix.count() == 1
                && matrix.leading() == leading
                && matrix.offset() % leading + matrix.columns() <= leading;
    }

    @Test
    void whatSharesAnElementOverlaps() {
        Random random = new Random(1);
        int exact = 0;
        for (int trial = 0; trial < 20_000; trial++) {
            int leading = 1 + random.nextInt(8);
            Matrix one = random(random, leading);
            Matrix other = random(random, leading);
            BitSet a = places(one);
            BitSet b = places(other);
            boolean isApart =
                    a.isEmpty() || b.isEmpty() || a.length() <= b.nextSetBit(0) || b.length() <= a.nextSetBit(0);
            String both = one + ", " + other;
            assertEquals(one.overlaps(other), other.overlaps(one), both);
            assertTrue(one.overlaps(other) || !a.intersects(b), both);
            assertFalse(one.overlaps(other) && isApart, both);
            if (isBlock(one, leading) && isBlock(other, leading)) {
                assertEquals(a.intersects(b), one.overlaps(other), both);
                exact++;
            }
        }
        assertTrue(exact > 500, "too few of one leading dimension: " + exact);
    }

    @Test
    void theSameMatrixHasTheSamePlaces() {
        Matrix one = matrix(3, 2, 3, 5);
        assertTrue(one.isSame(matrix(3, 2, 3, 5)));
        assertTrue(one.isSame(one.batch(1, 7)), "there is no next one");
        assertFalse(one.isSame(matrix(4, 2, 3, 5)));
        assertFalse(one.isSame(matrix(3, 3, 3, 5)));
        assertFalse(one.isSame(matrix(3, 2, 2, 5)));
        assertFalse(one.isSame(matrix(3, 2, 3, 6)));
        assertFalse(one.batch(2, 10).isSame(one.batch(2, 11)));
        assertFalse(one.batch(2, 10).isSame(one.batch(3, 10)));
    }

    @Test
    void partsOfPartsCountFromTheirOwnCorner() {
        Matrix part = matrix(2, 5, 6, 9).batch(2, 1).part(1, 2, 3, 4).part(1, 1, 2, 3);
        assertEquals(2 + 2 * 9 + 3, part.offset());
        assertEquals(2, part.rows());
        assertEquals(3, part.columns());
        assertEquals(9, part.leading());
        assertEquals(2, part.count());
        assertEquals(1, part.step());
    }
}
