package org.plegma.primitives;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.testing.EmulatedLanes;

/** Sorts by tiles that look back, on devices without warps too. */
class SortOfWarpsTest {
    /** Tiles of 512 keys, so that few keys make several. */
    private static final Tilings SMALL;

    static {
        Tilings.Tiling tiling = new Tilings.Tiling(256, 2);
        SMALL = new Tilings(tiling, tiling, tiling, tiling, 64, 4, 1);
    }

    private static boolean speaks(Session session) {
        return session.device().hasSpeakingWarps();
    }

    private static String lanes(Session session) {
        return speaks(session)
                ? PrimitiveCode.warpSource(session)
                : EmulatedLanes.source() + PrimitiveCode.source("warps.cl");
    }

    private static List<String> options(Session session) {
        return speaks(session) ? List.of() : EmulatedLanes.OPTIONS;
    }

    private static TilePasses passes(Session session, Digits digits, int n, Optional<SortingWay> way) {
        String source = lanes(session) + PrimitiveCode.source(TilePasses.FILES);
        return new TilePasses(session, digits, n, way, source, SMALL, options(session));
    }

    private static SortPlan plan(Session session, Digits digits, int n) {
        return new SortPlan(session, digits, n, Optional.empty(), passes(session, digits, n, Optional.empty()));
    }

    private static void check(Session session, Digits digits, Object keys, Comparator<Integer> order) {
        try (SortPlan plan = plan(session, digits, Array.getLength(keys))) {
            check(plan, session, digits, keys, order);
        }
    }

    private static void check(SortPlan plan, Session session, Digits digits, Object keys, Comparator<Integer> order) {
        int n = Array.getLength(keys);
        int[] expected = IntStream.range(0, n)
                .boxed()
                .sorted(order)
                .mapToInt(Integer::intValue)
                .toArray();
        String what = digits + ", " + n + " keys";
        try (DeviceArray in = session.upload(keys);
                DeviceArray out = session.allocate(digits.type(), n);
                DeviceArray values = session.upload(Grid.generate(ElementType.FLOAT, at -> at[0] * 7 % 1000, n));
                DeviceArray moved = session.allocate(ElementType.FLOAT, n);
                DeviceArray large = session.upload(Grid.generate(ElementType.DOUBLE, at -> at[0] * 0.5, n));
                DeviceArray movedLarge = session.allocate(ElementType.DOUBLE, n);
                DeviceArray places = session.allocate(ElementType.INT, n)) {
            plan.run(in, out);
            Object alone = Array.newInstance(digits.type().javaType(), n);
            out.download(alone);
            plan.run(in, values, out, moved);
            plan.run(in, large, out, movedLarge);
            Grid smallOnes = moved.download();
            Grid largeOnes = movedLarge.download();
            out.fill(0);
            plan.permutation(in, out, places);
            int[] found = places.download().ints();
            Object sorted = Array.newInstance(digits.type().javaType(), n);
            out.download(sorted);
            for (int i = 0; i < n; i++) {
                assertEquals(expected[i], found[i], what + ", place " + i);
                Object key = Array.get(keys, expected[i]);
                assertEquals(key, Array.get(sorted, i), what + ", key " + i);
                assertEquals(key, Array.get(alone, i), what + ", key alone " + i);
                assertEquals(expected[i] * 7 % 1000, smallOnes.at(i), what + ", value " + i);
                assertEquals(expected[i] * 0.5, largeOnes.at(i), what + ", large value " + i);
            }
        }
    }

    @Test
    void allTypesAndLengths() {
        try (Session session = Session.open()) {
            for (int n : new int[] {1, 511, 513, 3001}) {
                int[] ints = new Random(n).ints(n).toArray();
                check(session, new Digits(ElementType.INT, false, 0, 32), ints, Comparator.comparing(i -> ints[i]));
            }
            int n = 1300;
            Random random = new Random(1);
            int[] ints = random.ints(n).toArray();
            check(
                    session,
                    new Digits(ElementType.INT, true, 5, 16),
                    ints,
                    Comparator.comparing(i -> ints[i] >>> 5 & 0x7ff));
            float[] floats = new float[n];
            for (int i = 0; i < n; i++) {
                floats[i] = i % 5 == 0 ? (i % 2 == 0 ? -0f : 0f) : Float.intBitsToFloat(random.nextInt());
            }
            check(session, new Digits(ElementType.FLOAT, false, 0, 32), floats, Comparator.comparing(i -> {
                int bits = Float.floatToRawIntBits(floats[i]);
                return bits < 0 ? ~bits ^ Integer.MIN_VALUE : bits;
            }));
            long[] longs = random.longs(n).map(x -> x % 3 == 0 ? x : x % 100).toArray();
            check(session, new Digits(ElementType.LONG, false, 0, 64), longs, Comparator.comparing(i -> longs[i]));
            // As many digits as passes need: 18 bits are 6, 6 and 6, and fewer than 5 are one digit of a warp.
            for (int bits : new int[] {1, 9, 18, 31}) {
                Digits digits = new Digits(ElementType.INT, true, 1, 1 + bits);
                check(session, digits, ints, Comparator.comparing(i -> ints[i] >>> 1 & (1L << bits) - 1));
            }
            assertEquals(6, new Digits(ElementType.INT, true, 1, 19).width());
            // In order, all the same, and so many of one digit that a warp has no other.
            int[] up = IntStream.range(0, n).toArray();
            check(session, new Digits(ElementType.INT, true, 0, 11), up, Comparator.comparing(i -> i));
            int[] same = new int[n];
            Arrays.fill(same, 77);
            check(session, new Digits(ElementType.INT, true, 0, 8), same, Comparator.comparing(i -> i));
        }
    }

    /** By the uppermost digits first, with few keys of a group; which way the device took. */
    private static int way(
            Session session, UppermostFirst.Shape shape, Digits digits, Object keys, Comparator<Integer> order) {
        return ways(session, shape, digits, List.of(keys), List.of(order)).get(0);
    }

    /** The same for several inputs of one plan. */
    private static List<Integer> ways(
            Session session,
            UppermostFirst.Shape shape,
            Digits digits,
            List<?> inputs,
            List<Comparator<Integer>> orders) {
        int n = Array.getLength(inputs.get(0));
        UppermostFirst upper = new UppermostFirst(
                session, digits, n, shape, Optional.empty(), lanes(session), SMALL, options(session));
        SortingWay other = upper.otherWay();
        TilePasses lower = passes(session, digits, n, Optional.of(other));
        List<Integer> ways = new ArrayList<>();
        try (SortPlan plan = new SortPlan(session, digits, n, Optional.of(upper), lower)) {
            for (int i = 0; i < inputs.size(); i++) {
                check(plan, session, digits, inputs.get(i), orders.get(i));
                ways.add(other.chosen().download().ints()[0]);
            }
        }
        return ways;
    }

    @Test
    void aPlanChoosesAnewForEachInput() {
        int[] spread = new Random(5).ints(2100).toArray();
        int[] small = new Random(6).ints(2100, 0, 1000).toArray();
        Comparator<Integer> bySpread = Comparator.comparing(i -> spread[i]);
        Comparator<Integer> bySmall = Comparator.comparing(i -> small[i]);
        try (Session session = Session.open()) {
            assertEquals(
                    List.of(SortingWay.UPPERMOST_FIRST, SortingWay.LOWEST_FIRST, SortingWay.UPPERMOST_FIRST),
                    ways(
                            session,
                            new UppermostFirst.Shape(7, 64, 16, 64, 256),
                            new Digits(ElementType.INT, false, 0, 32),
                            List.of(spread, small, spread),
                            List.of(bySpread, bySmall, bySpread)));
        }
    }

    @Test
    void uppermostDigitsFirst() {
        UppermostFirst.Shape shape = new UppermostFirst.Shape(7, 64, 16, 64, 256);
        Digits all = new Digits(ElementType.INT, false, 0, 32);
        try (Session session = Session.open()) {
            for (int n : new int[] {1, 15, 16, 17, 300}) {
                int[] ints = new Random(n).ints(n).toArray();
                way(session, shape, all, ints, Comparator.comparing(i -> ints[i]));
            }
            int n = 2100;
            Random random = new Random(2);
            List<Integer> ways = new ArrayList<>();
            int[] ints = random.ints(n).toArray();
            ways.add(way(session, shape, all, ints, Comparator.comparing(i -> ints[i])));
            Digits unsigned = new Digits(ElementType.INT, true, 0, 32);
            ways.add(way(session, shape, unsigned, ints, Comparator.comparing(i -> ints[i] ^ Integer.MIN_VALUE)));
            // Equal keys, of which values stay in order.
            int[] coarse = random.ints(n).map(x -> x & 0xfff80000).toArray();
            ways.add(way(session, shape, all, coarse, Comparator.comparing(i -> coarse[i])));
            // Floats of all kinds: their bits are even, so that NaN and infinity occur.
            float[] floats = new float[n];
            for (int i = 0; i < n; i++) {
                floats[i] = i % 50 == 0 ? (i % 100 == 0 ? -0f : 0f) : Float.intBitsToFloat(random.nextInt());
            }
            Digits ofFloats = new Digits(ElementType.FLOAT, false, 0, 32);
            ways.add(way(session, shape, ofFloats, floats, Comparator.comparing(i -> {
                int bits = Float.floatToRawIntBits(floats[i]);
                return bits < 0 ? ~bits ^ Integer.MIN_VALUE : bits;
            })));
            long[] longs = random.longs(n)
                    .map(x -> x % 3 == 0 ? x & ~0xffffffffffL : x)
                    .toArray();
            ways.add(way(
                    session,
                    shape,
                    new Digits(ElementType.LONG, false, 0, 64),
                    longs,
                    Comparator.comparing(i -> longs[i])));
            // Some thirty of a bin each.
            UppermostFirst.Shape large = new UppermostFirst.Shape(7, 64, 64, 256, 256);
            int[] clumps = random.ints(n)
                    .map(x -> 0x40000000 + ((x >>> 26) << 18) + (x & 1023))
                    .toArray();
            ways.add(way(session, large, all, clumps, Comparator.comparing(i -> clumps[i])));
            assertEquals(Collections.nCopies(6, SortingWay.UPPERMOST_FIRST), ways);
        }
    }

    /** Where the device takes the other way: too few upper digits, upper digits that go together, too many keys of a bin. */
    @Test
    void uppermostDigitsOfKeysThatAreNotSpread() {
        UppermostFirst.Shape shape = new UppermostFirst.Shape(7, 64, 16, 64, 256);
        UppermostFirst.Shape tight = new UppermostFirst.Shape(7, 64, 16, 16, 256);
        UppermostFirst.Shape large = new UppermostFirst.Shape(7, 64, 16, 256, 256);
        Digits all = new Digits(ElementType.INT, false, 0, 32);
        int n = 2100;
        Random random = new Random(3);
        try (Session session = Session.open()) {
            List<Integer> ways = new ArrayList<>();
            int[] small = random.ints(n, -1000, 1000).toArray();
            ways.add(way(session, shape, all, small, Comparator.comparing(i -> small[i])));
            int[] same = new int[n];
            ways.add(way(session, shape, all, same, Comparator.comparing(i -> 0)));
            // Of 16384 pairs of upper digits there are 128, though each digit is even.
            int[] together = random.ints(n)
                    .map(x -> (x >>> 25) * (1 << 25 | 1 << 18) | x & 0x3ffff)
                    .toArray();
            ways.add(way(session, tight, all, together, Comparator.comparing(i -> together[i])));
            // A hundred and more that are equal, in a group that has room for them, or has not.
            int[] equal =
                    random.ints(n).map(x -> x < 0 && x > -300_000_000 ? -7 : x).toArray();
            ways.add(way(session, shape, all, equal, Comparator.comparing(i -> equal[i])));
            ways.add(way(session, large, all, equal, Comparator.comparing(i -> equal[i])));
            assertEquals(Collections.nCopies(5, SortingWay.LOWEST_FIRST), ways);
        }
    }

    /** The last of four tiles: the one before has told its own counts, the one before that all up to it; what is before does not matter. */
    @Test
    void addsWhatTilesBeforeHavePublished() {
        int group = 256;
        int tile = group * 4;
        int digits = 256;
        int room = 100;
        int run = 7;
        int[] keys = new Random(6).ints(4 * tile, 0, digits).toArray();
        int[] starts = new int[digits];
        Arrays.setAll(starts, d -> d * room);
        long[] states = new long[4 * digits];
        int[] expected = new int[digits * room];
        int[] next = new int[digits];
        for (int d = 0; d < digits; d++) {
            states[d] = (2L * run + 1) << 32 | 50;
            states[digits + d] = (2L * run + 1) << 32 | d % 7;
            states[2 * digits + d] = 2L * run << 32 | d % 5;
            next[d] = d * room + d % 7 + d % 5;
        }
        for (int i = 3 * tile; i < 4 * tile; i++) {
            expected[next[keys[i]]++] = keys[i];
        }
        try (Session session = Session.open()) {
            List<String> options = new ArrayList<>(new Digits(ElementType.INT, true, 0, 8).options());
            options.addAll(new Tilings.Tiling(group, 4).options());
            options.addAll(List.of("-DSUM=int", "-DWORDS=1"));
            options.addAll(options(session));
            String source = lanes(session) + PrimitiveCode.source(TilePasses.FILES);
            try (Program program = session.compile(source, options.toArray(String[]::new));
                    DeviceArray in = session.upload(keys);
                    DeviceArray begin = session.upload(starts);
                    DeviceArray told = session.upload(states);
                    DeviceArray tickets = session.upload(new int[] {3});
                    DeviceArray out = session.upload(new int[expected.length])) {
                program.kernel("move_tiles")
                        .global(group)
                        .local(group)
                        .call(in, (long) keys.length, 0, 255, 0, begin, told, tickets, 0, run, out);
                int[] found = new int[expected.length];
                out.download(found);
                assertArrayEquals(expected, found);
                told.download(states);
                for (int d = 0; d < digits; d++) {
                    assertEquals((2L * run + 1) << 32 | next[d] - d * room, states[3 * digits + d], "digit " + d);
                }
            }
        }
    }
}
