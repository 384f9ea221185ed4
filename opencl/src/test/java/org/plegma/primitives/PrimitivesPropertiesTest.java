package org.plegma.primitives;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Comparator;
import java.util.Random;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.plegma.array.ElementType;
import org.plegma.device.Session;

/** Any lengths, from none on, and values of which many are special or equal, against plain loops and Java's own sort. */
class PrimitivesPropertiesTest {
    private static final int MOST = 9000;

    private static final double[] SPECIAL = {
        0,
        -0.0,
        Double.NaN,
        Double.longBitsToDouble(0xfff8000000000001L),
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.MIN_VALUE,
        -Double.MIN_VALUE,
        Double.MAX_VALUE,
        -Double.MAX_VALUE
    };

    private static final long[] LIMITS = {0, -1, 1, Long.MIN_VALUE, Long.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE
    };

    private static Session session;

    @BeforeContainer
    static void open() {
        session = Session.open();
    }

    @AfterContainer
    static void close() {
        session.close();
    }

    /** Half of them are limits of types, or one of few numbers. */
    private static long[] longs(int n, long seed) {
        Random random = new Random(seed);
        return IntStream.range(0, n)
                .mapToLong(i -> switch (random.nextInt(4)) {
                    case 0 -> LIMITS[random.nextInt(LIMITS.length)];
                    case 1 -> random.nextInt(5);
                    default -> random.nextLong();
                })
                .toArray();
    }

    private static int[] ints(long[] longs) {
        return IntStream.range(0, longs.length).map(i -> (int) longs[i]).toArray();
    }

    private static int[] order(int n, Comparator<Integer> comparator) {
        return IntStream.range(0, n)
                .boxed()
                .sorted(comparator)
                .mapToInt(Integer::intValue)
                .toArray();
    }

    @Property(tries = 25)
    void wholeKeysAreSortedStably(
            @ForAll @IntRange(max = MOST) int n, @ForAll long seed, @ForAll @IntRange(max = 63) int from) {
        long[] keys = longs(n, seed);
        assertArrayEquals(
                order(n, Comparator.comparing(i -> keys[i])),
                RadixSort.of(session, ElementType.LONG).permutation(keys));
        int[] ints = ints(keys);
        assertArrayEquals(
                order(n, (i, j) -> Integer.compareUnsigned(ints[i], ints[j])),
                RadixSort.of(session, ElementType.INT).unsigned().permutation(ints));
        int to = Math.min(64, from + 1 + (int) Math.floorMod(seed, 20L));
        assertArrayEquals(
                order(n, Comparator.comparing(i -> keys[i] << 64 - to >>> 64 - to + from)),
                RadixSort.of(session, ElementType.LONG).bits(from, to).permutation(keys),
                "bits " + from + " to " + to);
    }

    @Property(tries = 25)
    void numbersWithAPointAreInTotalOrder(@ForAll @IntRange(max = MOST) int n, @ForAll long seed) {
        Random random = new Random(seed);
        double[] keys = new double[n];
        float[] floats = new float[n];
        for (int i = 0; i < n; i++) {
            keys[i] = random.nextBoolean() ? SPECIAL[random.nextInt(SPECIAL.length)] : random.nextGaussian();
            floats[i] = (float) keys[i];
        }
        // Numbers that are not negative are in the order of their bits, the others in the opposite one.
        assertArrayEquals(
                order(n, Comparator.comparing(i -> {
                    long bits = Double.doubleToRawLongBits(keys[i]);
                    return bits < 0 ? Long.MIN_VALUE - 1 - bits : bits;
                })),
                RadixSort.of(session, ElementType.DOUBLE).permutation(keys));
        assertArrayEquals(
                order(n, Comparator.comparing(i -> {
                    int bits = Float.floatToRawIntBits(floats[i]);
                    return bits < 0 ? Integer.MIN_VALUE - 1 - bits : bits;
                })),
                RadixSort.of(session, ElementType.FLOAT).permutation(floats));
    }

    @Property(tries = 25)
    void sumsWrap(@ForAll @IntRange(max = MOST) int n, @ForAll long seed) {
        long[] values = longs(n, seed);
        long[] expected = new long[n];
        int[] inclusive = new int[n];
        long sum = 0;
        for (int i = 0; i < n; i++) {
            expected[i] = sum;
            sum += values[i];
            inclusive[i] = (int) sum;
        }
        assertArrayEquals(expected, Scan.of(session, ElementType.LONG).run(values));
        assertArrayEquals(
                inclusive, Scan.of(session, ElementType.INT).inclusive().run(ints(values)));
    }

    @Property(tries = 25)
    void flaggedValuesAndBins(
            @ForAll @IntRange(max = MOST) int n, @ForAll long seed, @ForAll @IntRange(min = 1, max = 700) int bins) {
        long[] values = longs(n, seed);
        int[] flags = ints(longs(n, seed + 1));
        assertArrayEquals(
                IntStream.range(0, n)
                        .filter(i -> flags[i] != 0)
                        .mapToLong(i -> values[i])
                        .toArray(),
                Select.of(session, ElementType.LONG).run(values, flags));
        int[] keys = ints(values);
        int[] counts = new int[bins];
        for (int key : keys) {
            if (key >= 0 && key < bins) {
                counts[key]++;
            }
        }
        assertArrayEquals(counts, DeviceHistogram.of(session, bins).run(keys));
    }

    /** Any values from any places; the first place outside is named, wherever it is. */
    @Property(tries = 25)
    void gatheredValues(
            @ForAll @IntRange(max = MOST) int n, @ForAll @IntRange(min = 1, max = MOST) int size, @ForAll long seed) {
        long[] values = longs(size, seed);
        Random random = new Random(seed);
        IntSupplier place = () -> random.nextInt(size);
        int[] places = IntStream.generate(place).limit(n).toArray();
        long[] expected = IntStream.of(places).mapToLong(at -> values[at]).toArray();
        try (Gather gather = Gather.of(session, ElementType.LONG)) {
            assertArrayEquals(expected, gather.run(values, places));
            if (n > 0) {
                int wrong = random.nextInt(n);
                places[wrong] = random.nextBoolean() ? size : -1 - random.nextInt(Integer.MAX_VALUE);
                Exception outside = assertThrows(IndexOutOfBoundsException.class, () -> gather.run(values, places));
                assertEquals(
                        "The place at index " + wrong + " is " + places[wrong] + ", and there are " + size + " values.",
                        outside.getMessage());
            }
        }
    }

    /** What a sort is said to move: passes of 8 bits or fewer, each to and fro, and as many reads of keys to count as the device needs. */
    @Property(tries = 25)
    void trafficGrowsWithPasses(@ForAll @IntRange(min = 1, max = 32) int bits, @ForAll @IntRange(max = MOST) int n) {
        long passes = (bits + 7) / 8;
        long alone = RadixSort.traffic(session.device(), ElementType.INT, bits, n, 0, false);
        assertEquals(0, alone % Math.max(1, 4L * n));
        assertEquals(8 * passes * n + alone, RadixSort.traffic(session.device(), ElementType.INT, bits, n, 4, false));
        assertEquals(
                8 * passes * n - 4L * n + alone,
                RadixSort.traffic(session.device(), ElementType.INT, bits, n, 4, true));
        assertEquals(session.device().hasSpeakingWarps() ? 4L * n : 4 * passes * n, alone - 8 * passes * n);
    }
}
