package org.plegma.primitives;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
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
    private static TilePasses passes(Session session, Digits digits, int n) {
        if (session.device().hasSpeakingWarps()) {
            return new TilePasses(session, digits, n);
        }
        Tilings.Tiling tiling = new Tilings.Tiling(256, 2);
        return new TilePasses(
                session,
                digits,
                n,
                emulated(),
                new Tilings(tiling, tiling, tiling, tiling, 64, 4, 1),
                EmulatedLanes.OPTIONS);
    }

    private static String emulated() {
        return EmulatedLanes.source() + PrimitiveCode.source("warps.cl", "sort-keys.cl", "sort.cl");
    }

    private static void check(Session session, Digits digits, Object keys, Comparator<Integer> order) {
        int n = Array.getLength(keys);
        int[] expected = IntStream.range(0, n)
                .boxed()
                .sorted(order)
                .mapToInt(Integer::intValue)
                .toArray();
        String what = digits + ", " + n + " keys";
        try (SortPlan plan = new SortPlan(session, digits, n, passes(session, digits, n));
                DeviceArray in = session.upload(keys);
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
            boolean speaking = session.device().hasSpeakingWarps();
            List<String> options = new ArrayList<>(new Digits(ElementType.INT, true, 0, 8).options());
            options.addAll(new Tilings.Tiling(group, 4).options());
            options.addAll(List.of("-DSUM=int", "-DWORDS=1"));
            options.addAll(speaking ? List.of() : EmulatedLanes.OPTIONS);
            String source = speaking ? PrimitiveCode.warpSource(session, "sort-keys.cl", "sort.cl") : emulated();
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
