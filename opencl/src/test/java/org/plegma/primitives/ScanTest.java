package org.plegma.primitives;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;

/** Prefix sums against a loop. */
class ScanTest {
    /** Around the sizes of vectors, warps, tiles, pieces, and of a scan of tiles' sums. */
    private static final int[] LENGTHS = {
        0, 1, 2, 7, 8, 9, 31, 33, 255, 1000, 4095, 4096, 4097, 20_001, 262_145, 3_000_001
    };

    private static Session session;

    @BeforeAll
    static void open() {
        session = Session.open();
    }

    @AfterAll
    static void close() {
        session.close();
    }

    @Test
    void sumsOfWholeNumbersWrapAsInJava() {
        for (int n : LENGTHS) {
            int[] ints = new Random(n).ints(n).toArray();
            int[] expected = new int[n];
            int[] inclusive = new int[n];
            int sum = 0;
            for (int i = 0; i < n; i++) {
                expected[i] = sum;
                sum += ints[i];
                inclusive[i] = sum;
            }
            assertArrayEquals(expected, Scan.of(session, ElementType.INT).run(ints), "int " + n);
            assertArrayEquals(
                    inclusive, Scan.of(session, ElementType.INT).inclusive().run(ints), "inclusive " + n);
        }
    }

    @Test
    void sumsOfLongs() {
        for (int n : LENGTHS) {
            long[] longs = new Random(n).longs(n).toArray();
            long[] expected = new long[n];
            for (int i = 1; i < n; i++) {
                expected[i] = expected[i - 1] + longs[i - 1];
            }
            assertArrayEquals(expected, Scan.of(session, ElementType.LONG).run(longs), "long " + n);
        }
    }

    /** Each sum is of at most n additions, in any order. */
    @Test
    void sumsOfFloatsAreWithinTheErrorOfTheirAdditions() {
        for (int n : LENGTHS) {
            Random random = new Random(n);
            float[] floats = new float[n];
            double[] doubles = new double[n];
            for (int i = 0; i < n; i++) {
                floats[i] = random.nextFloat() - 0.5f;
                doubles[i] = floats[i];
            }
            float[] sums = Scan.of(session, ElementType.FLOAT).run(floats);
            double[] exact = Scan.of(session, ElementType.DOUBLE).run(doubles);
            double sum = 0;
            double size = 0;
            for (int i = 0; i < n; i++) {
                assertEquals(sum, sums[i], 0x1p-24 * i * size, "float " + i + " of " + n);
                assertEquals(sum, exact[i], 0x1p-52 * i * size, "double " + i + " of " + n);
                sum += doubles[i];
                size += Math.abs(doubles[i]);
            }
            assertArrayEquals(sums, Scan.of(session, ElementType.FLOAT).run(floats), "the same each time");
        }
    }

    @Test
    void infinityAndNanStayFromTheirPlaceOn() {
        float[] values = new float[100];
        values[10] = Float.POSITIVE_INFINITY;
        values[70] = Float.NEGATIVE_INFINITY;
        float[] sums = Scan.of(session, ElementType.FLOAT).run(values);
        assertEquals(0, sums[10]);
        assertEquals(Float.POSITIVE_INFINITY, sums[11]);
        assertEquals(Float.POSITIVE_INFINITY, sums[70]);
        assertTrue(Float.isNaN(sums[71]) && Float.isNaN(sums[99]));
    }

    @Test
    void aPlanRunsAgainInPlaceAndOnOthers() {
        int n = 10_000;
        try (ScanPlan plan = Scan.of(session, ElementType.INT).plan(n);
                DeviceArray a = session.allocate(ElementType.INT, n);
                DeviceArray b = session.allocate(ElementType.INT, n)) {
            int[] found = new int[n];
            for (int run = 1; run < 4; run++) {
                a.fill(run);
                plan.run(a, b);
                b.download(found);
                assertEquals((n - 1) * run, found[n - 1]);
                plan.run(a, a);
                a.download(found);
                assertEquals((n - 1) * run, found[n - 1]);
            }
            assertTrue(plan.traffic() >= 8L * n, plan.explain());
        }
    }

    @Test
    void badInputIsRefused() {
        Exception narrow = assertThrows(IllegalArgumentException.class, () -> Scan.of(session, ElementType.SHORT));
        assertTrue(narrow.getMessage().contains("short"), narrow.getMessage());
        assertThrows(IllegalArgumentException.class, () -> Scan.of(session, ElementType.INT)
                .plan(-1));
        try (ScanPlan plan = Scan.of(session, ElementType.INT).plan(5);
                DeviceArray four = session.allocate(ElementType.INT, 4);
                DeviceArray five = session.allocate(ElementType.INT, 5)) {
            Exception short1 = assertThrows(IllegalArgumentException.class, () -> plan.run(four, five));
            assertEquals("The input must be int[5], found int[4].", short1.getMessage());
        }
    }
}
