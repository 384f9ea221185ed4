package org.plegma.primitives;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;

/** Sorts against those of Java. */
class RadixSortTest {
    private static final int[] LENGTHS = {0, 1, 2, 31, 257, 4095, 4096, 4097, 12_289, 200_001};

    private static Session session;

    @BeforeAll
    static void open() {
        session = Session.open();
    }

    @AfterAll
    static void close() {
        session.close();
    }

    private static int[] places(int n, Comparator<Integer> order) {
        return IntStream.range(0, n)
                .boxed()
                .sorted(order)
                .mapToInt(Integer::intValue)
                .toArray();
    }

    @Test
    void signedAndUnsignedInts() {
        for (int n : LENGTHS) {
            int[] keys = new Random(n).ints(n).toArray();
            if (n > 30) {
                keys[3] = Integer.MIN_VALUE;
                keys[5] = Integer.MAX_VALUE;
                keys[7] = -1;
                keys[9] = 0;
            }
            int[] expected = keys.clone();
            Arrays.sort(expected);
            assertArrayEquals(expected, RadixSort.of(session, ElementType.INT).run(keys), "signed " + n);
            int[] unsigned = Arrays.stream(keys)
                    .boxed()
                    .sorted(Integer::compareUnsigned)
                    .mapToInt(i -> i)
                    .toArray();
            assertArrayEquals(
                    unsigned, RadixSort.of(session, ElementType.INT).unsigned().run(keys), "unsigned " + n);
        }
    }

    @Test
    void longs() {
        for (int n : new int[] {0, 1, 3073, 50_000}) {
            long[] keys = new Random(n).longs(n).toArray();
            long[] expected = keys.clone();
            Arrays.sort(expected);
            assertArrayEquals(expected, RadixSort.of(session, ElementType.LONG).run(keys));
        }
    }

    /** By their bits, so that -0 is before 0 and a negative NaN before all. */
    @Test
    void floatsAreInTotalOrder() {
        Random random = new Random(3);
        float[] keys = new float[30_000];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = i % 3 == 0 ? random.nextFloat() - 0.5f : Float.intBitsToFloat(random.nextInt());
        }
        float[] special = {
            Float.NaN,
            Float.intBitsToFloat(0xffc00000),
            0f,
            -0f,
            Float.MIN_VALUE,
            -Float.MIN_VALUE,
            Float.POSITIVE_INFINITY,
            Float.NEGATIVE_INFINITY,
            Float.MAX_VALUE
        };
        System.arraycopy(special, 0, keys, 100, special.length);
        int[] places = places(keys.length, Comparator.comparing(i -> total(Float.floatToRawIntBits(keys[i]))));
        assertArrayEquals(places, RadixSort.of(session, ElementType.FLOAT).permutation(keys));
        double[] doubles = new double[5000];
        Arrays.setAll(doubles, i -> Double.longBitsToDouble(random.nextLong()));
        doubles[7] = -0.0;
        doubles[11] = 0.0;
        double[] sorted = RadixSort.of(session, ElementType.DOUBLE).run(doubles);
        int[] order = places(doubles.length, Comparator.comparing(i -> {
            long bits = Double.doubleToRawLongBits(doubles[i]);
            return bits < 0 ? ~bits ^ Long.MIN_VALUE : bits;
        }));
        for (int i = 0; i < doubles.length; i++) {
            assertTrue(
                    Double.doubleToRawLongBits(doubles[order[i]]) == Double.doubleToRawLongBits(sorted[i]), "at " + i);
        }
    }

    private static int total(int bits) {
        return bits < 0 ? ~bits ^ Integer.MIN_VALUE : bits;
    }

    /** Few keys, so that many are equal; each count of passes from one to four. */
    @Test
    void equalKeysStayInOrder() {
        for (int n : new int[] {1, 5000, 70_001}) {
            for (int below : new int[] {1, 2, 200, 256, 257, 70_000, 1 << 20}) {
                int[] keys = new Random(below).ints(n, 0, below).toArray();
                int[] expected = places(n, Comparator.comparing(i -> keys[i]));
                int[] found =
                        RadixSort.of(session, ElementType.INT).keysBelow(below).permutation(keys);
                assertArrayEquals(expected, found, n + " keys below " + below);
            }
        }
    }

    @Test
    void otherBitsDoNotCount() {
        int[] keys = new Random(5).ints(9000).toArray();
        int[] expected = places(keys.length, Comparator.comparing(i -> keys[i] >>> 5 & 0x3ff));
        assertArrayEquals(
                expected, RadixSort.of(session, ElementType.INT).bits(5, 15).permutation(keys));
    }

    @Test
    void keysInOrderAndAllTheSame() {
        int n = 40_000;
        int[] up = IntStream.range(0, n).toArray();
        assertArrayEquals(up, RadixSort.of(session, ElementType.INT).run(up));
        int[] down = IntStream.range(0, n).map(i -> n - 1 - i).toArray();
        assertArrayEquals(down, RadixSort.of(session, ElementType.INT).permutation(down));
        assertArrayEquals(up, RadixSort.of(session, ElementType.INT).permutation(new int[n]));
    }

    @Test
    void valuesOfAnyTypeMoveAndTheInputStays() {
        int n = 10_000;
        int[] keys = new Random(8).ints(n, -500, 500).toArray();
        int[] order = places(n, Comparator.comparing(i -> keys[i]));
        for (ElementType type : new ElementType[] {ElementType.LONG, ElementType.BYTE, ElementType.FLOAT}) {
            Object values = java.lang.reflect.Array.newInstance(type.javaType(), n);
            for (int i = 0; i < n; i++) {
                switch (type) {
                    case LONG -> ((long[]) values)[i] = (long) i << 33 | i;
                    case BYTE -> ((byte[]) values)[i] = (byte) (i * 7);
                    default -> ((float[]) values)[i] = i;
                }
            }
            try (SortPlan plan = RadixSort.of(session, ElementType.INT).plan(n);
                    DeviceArray k = session.upload(keys);
                    DeviceArray v = session.upload(values);
                    DeviceArray sorted = session.allocate(ElementType.INT, n);
                    DeviceArray moved = session.allocate(type, n)) {
                for (int run = 0; run < 2; run++) {
                    plan.run(k, v, sorted, moved);
                }
                Object found = java.lang.reflect.Array.newInstance(type.javaType(), n);
                moved.download(found);
                for (int i = 0; i < n; i++) {
                    assertTrue(
                            java.lang.reflect.Array.get(found, i).equals(java.lang.reflect.Array.get(values, order[i])),
                            type + " at " + i);
                }
                int[] kept = new int[n];
                k.download(kept);
                assertArrayEquals(keys, kept);
            }
        }
    }

    @Test
    void badInputIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> RadixSort.of(session, ElementType.BYTE));
        RadixSort ints = RadixSort.of(session, ElementType.INT);
        assertThrows(IllegalArgumentException.class, () -> ints.bits(4, 4));
        assertThrows(IllegalArgumentException.class, () -> ints.bits(0, 33));
        assertThrows(IllegalArgumentException.class, () -> ints.keysBelow(0));
        Exception floats = assertThrows(IllegalArgumentException.class, () -> RadixSort.of(session, ElementType.FLOAT)
                .bits(0, 8));
        assertTrue(floats.getMessage().contains("float"), floats.getMessage());
        try (SortPlan plan = ints.plan(4);
                DeviceArray keys = session.allocate(ElementType.INT, 4)) {
            assertThrows(IllegalArgumentException.class, () -> plan.run(keys, keys));
        }
    }
}
