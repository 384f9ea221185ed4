package org.plegma.primitives;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.testing.EmulatedLanes;

/** Keys alone by buckets, against {@link Arrays#sort}, and keys with values, on devices without warps too. */
class KeyBucketsTest {
    /** 1024 buckets of up to 64 keys, tiles of 128. */
    private static final KeyBuckets.Shape SHAPE = new KeyBuckets.Shape(5, 64, 64, 64, 2, 32, 64, 128);

    private static final Tilings SMALL;

    static {
        Tilings.Tiling tiling = new Tilings.Tiling(256, 2);
        SMALL = new Tilings(tiling, tiling, tiling, tiling, 64, 4, 1);
    }

    private static Session session;

    @BeforeAll
    static void open() {
        session = Session.open();
    }

    @AfterAll
    static void close() {
        session.close();
    }

    /** Sorts several inputs by one plan; the ways that were taken. */
    private static List<Integer> ways(KeyBuckets.Shape shape, Digits digits, List<?> inputs, List<?> expected, int n) {
        boolean speaks = session.device().hasSpeakingWarps();
        String lanes =
                speaks ? PrimitiveCode.warpSource(session) : EmulatedLanes.source() + PrimitiveCode.source("warps.cl");
        List<String> more = speaks ? List.of() : EmulatedLanes.OPTIONS;
        UppermostFirst upper = new UppermostFirst(
                session,
                digits,
                n,
                new UppermostFirst.Shape(shape.width(), 64, 16, 64, 256),
                Optional.of(shape),
                lanes,
                SMALL,
                more);
        SortingWay other = upper.otherWay();
        TilePasses lower = new TilePasses(
                session, digits, n, Optional.of(other), lanes + PrimitiveCode.source(TilePasses.FILES), SMALL, more);
        List<Integer> ways = new ArrayList<>();
        try (SortPlan plan = new SortPlan(session, digits, n, Optional.of(upper), lower);
                DeviceArray out = session.allocate(digits.type(), n)) {
            for (int i = 0; i < inputs.size(); i++) {
                try (DeviceArray in = session.upload(inputs.get(i))) {
                    out.fill(0);
                    plan.run(in, out);
                    ways.add(other.chosen().download().ints()[0]);
                    if (expected.get(i) instanceof int[] ints) {
                        assertArrayEquals(ints, (int[]) downloaded(out, new int[n]), "input " + i + " of " + n);
                    } else {
                        assertArrayEquals(
                                (long[]) expected.get(i),
                                (long[]) downloaded(out, new long[n]),
                                "input " + i + " of " + n);
                    }
                    checkValues(plan, digits, inputs.get(i), expected.get(i), in, out);
                    if (i == 0) {
                        assertEquals(ways.get(0), other.chosen().download().ints()[0], "the way with values");
                    }
                }
            }
        }
        return ways;
    }

    /** Places that move with keys, and values of eight bytes: keys in order, and places of equal keys upwards. */
    private static void checkValues(
            SortPlan plan, Digits digits, Object keys, Object expected, DeviceArray in, DeviceArray out) {
        int n = Array.getLength(keys);
        double[] given = IntStream.range(0, n).mapToDouble(i -> i * 0.5).toArray();
        try (DeviceArray places = session.allocate(ElementType.INT, n);
                DeviceArray values = session.upload(given);
                DeviceArray moved = session.allocate(ElementType.DOUBLE, n)) {
            plan.permutation(in, out, places);
            int[] place = places.download().ints();
            out.fill(0);
            plan.run(in, values, out, moved);
            double[] value = (double[]) downloaded(moved, new double[n]);
            Object sorted = downloaded(out, Array.newInstance(digits.type().javaType(), n));
            boolean[] seen = new boolean[n];
            for (int i = 0; i < n; i++) {
                Object key = Array.get(expected, i);
                assertEquals(key, Array.get(sorted, i), "key " + i + " of " + n);
                assertEquals(key, Array.get(keys, place[i]), "place " + i + " of " + n);
                assertEquals(place[i] * 0.5, value[i], "value " + i + " of " + n);
                assertFalse(seen[place[i]], "place " + i + " of " + n);
                seen[place[i]] = true;
                assertTrue(
                        i == 0 || place[i - 1] < place[i] || !key.equals(Array.get(expected, i - 1)),
                        "order of equal keys, " + i + " of " + n);
            }
        }
    }

    private static Object downloaded(DeviceArray from, Object to) {
        from.download(to);
        return to;
    }

    private static int[] sorted(int[] keys) {
        return IntStream.of(keys).sorted().toArray();
    }

    private static List<Integer> ways(KeyBuckets.Shape shape, int n, List<int[]> inputs) {
        List<int[]> expected = inputs.stream().map(KeyBucketsTest::sorted).toList();
        return ways(shape, new Digits(ElementType.INT, false, 0, 32), inputs, expected, n);
    }

    @Test
    void keysThatAreSpread() {
        for (int n : new int[] {1, 3, 127, 128, 129, 1000, 20_001}) {
            Random random = new Random(n);
            int[] any = random.ints(n).toArray();
            int[] up = IntStream.range(0, n)
                    .map(i -> (int) (((long) i << 32) / n + Integer.MIN_VALUE))
                    .toArray();
            int[] down = IntStream.range(0, n).map(i -> up[n - 1 - i]).toArray();
            int[] coarse = random.ints(n).map(x -> x & 0xffff0000).toArray();
            int[] pieces = IntStream.range(0, n)
                    .map(i -> i / 100 % 2 == 0 ? up[i] : any[i])
                    .toArray();
            assertEquals(List.of(0, 0, 0, 0, 0), ways(SHAPE, n, List.of(any, up, down, coarse, pieces)), n + " keys");
        }
    }

    /** Extremes, buckets that are empty, one that is just full, and as many equal keys as a bin may have. */
    @Test
    void fullBuckets() {
        int n = 3000;
        Random random = new Random(8);
        int[] keys = random.ints(n).map(x -> x >>> 22 == 5 ? x + (1 << 22) : x).toArray();
        for (int i = 0; i < SHAPE.room(); i++) {
            keys[i * 7] = 5 << 22 | i * 60_000;
        }
        keys[1] = Integer.MIN_VALUE;
        keys[2] = Integer.MAX_VALUE;
        keys[3] = -1;
        keys[4] = 0;
        int[] equal = keys.clone();
        for (int i = 0; i < SHAPE.room(); i++) {
            equal[i * 7] = 5 << 22 | 77;
        }
        assertEquals(List.of(0, 0), ways(SHAPE, n, List.of(keys, equal)));
    }

    @Test
    void unsignedKeysAndLongs() {
        int n = 5000;
        Random random = new Random(9);
        int[] ints = random.ints(n).toArray();
        int[] unsigned = ints.clone();
        for (int i = 0; i < n; i++) {
            unsigned[i] ^= Integer.MIN_VALUE;
        }
        Arrays.sort(unsigned);
        for (int i = 0; i < n; i++) {
            unsigned[i] ^= Integer.MIN_VALUE;
        }
        assertEquals(
                List.of(0), ways(SHAPE, new Digits(ElementType.INT, true, 0, 32), List.of(ints), List.of(unsigned), n));
        long[] longs = random.longs(n).toArray();
        longs[0] = Long.MIN_VALUE;
        longs[1] = Long.MAX_VALUE;
        assertEquals(
                List.of(0),
                ways(
                        SHAPE,
                        new Digits(ElementType.LONG, false, 0, 64),
                        List.of(longs),
                        List.of(LongStream.of(longs).sorted().toArray()),
                        n));
    }

    /** Where all digits are sorted by: too many keys of a bucket, by one, or of a bin; and a plan chooses anew for each input. */
    @Test
    void keysThatAreNotSpread() {
        int n = 3000;
        Random random = new Random(10);
        int[] any = random.ints(n).toArray();
        int[] small = random.ints(n, -1000, 1000).toArray();
        int[] same = new int[n];
        Arrays.fill(same, 77);
        int[] oneMore =
                random.ints(n).map(x -> x >>> 22 == 5 ? x + (1 << 22) : x).toArray();
        for (int i = 0; i <= SHAPE.room(); i++) {
            oneMore[i * 7] = 5 << 22 | i * 60_000;
        }
        assertEquals(List.of(0, 1, 1, 1, 0), ways(SHAPE, n, List.of(any, small, same, oneMore, any)));
        KeyBuckets.Shape roomy = new KeyBuckets.Shape(5, 64, 64, 64, 2, 32, 128, 128);
        int[] binTooFull = any.clone();
        for (int i = 0; i < 70; i++) {
            binTooFull[i * 7] = 5 << 22 | 77;
        }
        assertEquals(List.of(1, 0), ways(roomy, n, List.of(binTooFull, any)));
    }

    @Test
    void bucketsHaveRoomForKeysThatAreSpread() {
        assertTrue(KeyBuckets.Shape.of(1 << 26, false).isPresent());
        assertTrue(KeyBuckets.Shape.of(1 << 27, false).isEmpty());
        assertTrue(KeyBuckets.Shape.of(1 << 25, true).isPresent());
        assertTrue(KeyBuckets.Shape.of(1 << 26, true).isEmpty());
    }
}
