package org.plegma.primitives;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.primitives.HistogramPlan.Room;

/** Selection, gather, scatter and histograms against loops. */
class SelectionTest {
    private static final int[] LENGTHS = {0, 1, 33, 4096, 4097, 100_003};

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
    void flaggedValuesStayInOrder() {
        for (int n : LENGTHS) {
            for (double share : new double[] {0, 0.01, 0.5, 1}) {
                Random random = new Random(n);
                double[] values = random.doubles(n).toArray();
                int[] flags = IntStream.range(0, n)
                        .map(i -> random.nextDouble() < share ? -1 - i : 0)
                        .toArray();
                byte[] bytes = new byte[n];
                for (int i = 0; i < n; i++) {
                    bytes[i] = (byte) (flags[i] == 0 ? 0 : 1);
                }
                double[] expected = IntStream.range(0, n)
                        .filter(i -> flags[i] != 0)
                        .mapToDouble(i -> values[i])
                        .toArray();
                assertArrayEquals(
                        expected, Select.of(session, ElementType.DOUBLE).run(values, flags));
                assertArrayEquals(
                        expected, Select.of(session, ElementType.DOUBLE).run(values, bytes));
            }
        }
    }

    @Test
    void placesOfFlags() {
        int n = 9001;
        int[] flags = new Random(2).ints(n, 0, 3).toArray();
        int[] expected = IntStream.range(0, n).filter(i -> flags[i] != 0).toArray();
        try (SelectPlan plan = Select.of(session, ElementType.INT).plan(ElementType.INT, n);
                DeviceArray marks = session.upload(flags);
                DeviceArray out = session.allocate(ElementType.INT, n);
                DeviceArray total = session.allocate(ElementType.INT, 1)) {
            for (int run = 0; run < 2; run++) {
                plan.places(marks, out, total);
            }
            int[] count = new int[1];
            total.download(count);
            int[] found = new int[n];
            out.download(found);
            assertArrayEquals(expected, Arrays.copyOf(found, count[0]));
        }
    }

    @Test
    void gatherAndScatterUndoEachOther() {
        int n = 70_001;
        int[] places = RadixSort.of(session, ElementType.INT)
                .permutation(new Random(1).ints(n).toArray());
        float[] values = new float[n];
        float[] expected = new float[n];
        for (int i = 0; i < n; i++) {
            values[i] = i * 0.5f;
            expected[i] = places[i] * 0.5f;
        }
        try (Gather gather = Gather.of(session, ElementType.FLOAT)) {
            float[] found = gather.run(values, places);
            assertArrayEquals(expected, found);
            try (DeviceArray from = session.upload(found);
                    DeviceArray at = session.upload(places);
                    DeviceArray to = session.allocate(ElementType.FLOAT, n)) {
                gather.scatter(from, at, to);
                gather.check();
                float[] back = new float[n];
                to.download(back);
                assertArrayEquals(values, back);
            }
            assertEquals(0, gather.run(values, new int[0]).length);
        }
    }

    /** Whether or not a group's places are near each other, and where not all places between them are there. */
    @Test
    void nearPlacesGoThroughLocalMemory() {
        int size = 40_000;
        Random random = new Random(2);
        for (ElementType type : new ElementType[] {ElementType.INT, ElementType.DOUBLE}) {
            try (Gather gather = new Gather(session, type, true)) {
                for (int n : new int[] {1, 2047, 4096, 4097, 9001}) {
                    for (int window : new int[] {2, 300, 8000, size}) {
                        int[] places = new int[n];
                        List<Integer> mixed =
                                new ArrayList<>(IntStream.range(0, n).boxed().toList());
                        for (int from = 0; from < n; from += window) {
                            Collections.shuffle(mixed.subList(from, Math.min(n, from + window)), random);
                        }
                        // Three of four places, from one in the midst on.
                        Arrays.setAll(places, i -> 1000 + mixed.get(i) * 4 / 3);
                        throughLocalMemory(gather, type, places, size, n + " within " + window);
                    }
                }
            }
        }
    }

    /** From the first of all places on, and as many as a group holds, or one more. */
    @Test
    void placesThatJustFit() {
        int group = 8 * 512;
        try (Gather gather = new Gather(session, ElementType.INT, true)) {
            for (int last = 2 * group - 2; last <= 2 * group; last++) {
                int[] places = new int[group];
                Arrays.setAll(places, i -> 2 * i);
                places[group - 1] = last;
                throughLocalMemory(gather, ElementType.INT, places, 2 * group + 1, "up to " + last);
            }
        }
    }

    private static void throughLocalMemory(Gather gather, ElementType type, int[] places, int size, String name) {
        String what = type + ", " + name;
        int n = places.length;
        Grid values = Grid.generate(type, at -> at[0] * 3 + 1, n);
        try (DeviceArray from = session.upload(values);
                DeviceArray at = session.upload(places);
                DeviceArray to = session.allocate(type, size);
                DeviceArray back = session.allocate(type, n)) {
            to.fill(-5);
            back.fill(-5);
            gather.scatter(from, at, to);
            double[] expected = new double[size];
            Arrays.fill(expected, -5);
            for (int i = 0; i < n; i++) {
                expected[places[i]] = i * 3 + 1;
            }
            Grid found = to.download();
            for (int i = 0; i < size; i++) {
                assertEquals(expected[i], found.at(i), what + ", scattered to " + i);
            }
            gather.gather(to, at, back);
            gather.check();
            Grid again = back.download();
            for (int i = 0; i < n; i++) {
                assertEquals(values.at(i), again.at(i), what + ", gathered to " + i);
            }
        }
    }

    @Test
    void aPlaceOutsideIsNamed() {
        for (boolean near : new boolean[] {false, true}) {
            aPlaceOutsideIsNamed(near);
        }
    }

    private void aPlaceOutsideIsNamed(boolean near) {
        try (Gather gather = new Gather(session, ElementType.INT, near)) {
            for (int wrong : new int[] {-1, 4}) {
                int[] places = new int[100];
                places[70] = 3 - wrong;
                places[50] = wrong;
                Exception outside = assertThrows(IndexOutOfBoundsException.class, () -> gather.run(new int[4], places));
                assertEquals("The place at index 50 is " + wrong + ", and there are 4 values.", outside.getMessage());
            }
            assertArrayEquals(new int[] {9, 9}, gather.run(new int[] {8, 9}, new int[] {1, 1}));
            try (DeviceArray two = session.upload(new int[2]);
                    DeviceArray places = session.upload(new int[] {0, 2});
                    DeviceArray to = session.allocate(ElementType.INT, 2)) {
                gather.gather(two, places, to); // of which nobody is told before
                Exception earlier = assertThrows(
                        IndexOutOfBoundsException.class, () -> gather.run(new int[] {8, 9}, new int[] {1, 1}));
                assertTrue(earlier.getMessage().startsWith("The place at index 1 of an earlier"), earlier.getMessage());
            }
            assertArrayEquals(new int[] {9, 9}, gather.run(new int[] {8, 9}, new int[] {1, 1}));
        }
    }

    @Test
    void histogramsOfInts() {
        for (int n : LENGTHS) {
            for (int bins : new int[] {1, 7, 256, 8193, 300_000}) {
                int[] keys = new Random(bins).ints(n, -2, bins + 2).toArray();
                int[] expected = new int[bins];
                Arrays.stream(keys).filter(k -> k >= 0 && k < bins).forEach(k -> expected[k]++);
                assertArrayEquals(
                        expected, DeviceHistogram.of(session, bins).run(keys), n + " keys, " + bins + " bins");
            }
        }
        int[] same = new int[50_000];
        assertArrayEquals(new int[] {50_000, 0}, DeviceHistogram.of(session, 2).run(same));
    }

    /** The code for NVIDIA needs no warps: few bins a group, half a word for a bin, parts of the bins, and bins in global memory. */
    @Test
    void groupsCountBins() {
        int most = 3000;
        for (int bins :
                new int[] {1, 300, 301, most, most + 1, 2 * most, 2 * most + 1, 5 * most - 1, 8 * most, 8 * most + 1}) {
            int n = 10_007;
            int[] keys = new Random(bins).ints(n, -2, bins + 2).toArray();
            Arrays.fill(keys, 100, 200, bins - 1);
            int[] expected = new int[bins];
            Arrays.stream(keys).filter(k -> k >= 0 && k < bins).forEach(k -> expected[k]++);
            int[] found = new int[bins];
            try (HistogramPlan plan = new HistogramPlan(
                            session, ElementType.INT, n, bins, 0, 0, PrimitiveCode.WARPS, new Room(300, most, 64));
                    DeviceArray in = session.upload(keys);
                    DeviceArray out = session.allocate(ElementType.INT, bins)) {
                plan.run(in, out);
                plan.run(in, out);
                out.download(found);
            }
            assertArrayEquals(expected, found, bins + " bins");
        }
    }

    /** All keys the same, two or a few by turns, runs, a few among many; the first and last bin; parts of the bins. */
    @Test
    void crowdedBinsHaveWholeWords() {
        int n = 100_003;
        int bins = 701;
        for (IntUnaryOperator spread : List.<IntUnaryOperator>of(
                i -> 0,
                i -> bins - 1,
                i -> i % 2 * 351,
                i -> i % 8 * 100,
                i -> i / 1000 % bins,
                i -> i % 100 < 97 ? 350 : i % bins,
                i -> i % 4 == 0 ? i / 4 % bins : 500)) {
            for (Room room : List.of(new Room(300, 400, 64), new Room(300, 400, 1024), new Room(300, 128, 1024))) {
                halvesCount(bins, IntStream.range(0, n).map(spread).toArray(), room);
            }
        }
    }

    /** Bins that are not side by side get more than half a word holds, in its lower and upper half. */
    @Test
    void halvesFillUp() {
        int n = 90_000 * 96 * Math.max(2, session.device().computeUnits()) + 3;
        halvesCount(701, IntStream.range(0, n).map(i -> i % 96 * 7).toArray(), new Room(300, 400, 1024));
    }

    private static void halvesCount(int bins, int[] keys, Room room) {
        int[] expected = new int[bins];
        Arrays.stream(keys).forEach(k -> expected[k]++);
        int[] found = new int[bins];
        try (HistogramPlan plan = new HistogramPlan(
                        session, ElementType.INT, keys.length, bins, 0, 0, PrimitiveCode.WARPS, room);
                DeviceArray in = session.upload(keys);
                DeviceArray out = session.allocate(ElementType.INT, bins)) {
            plan.run(in, out);
            plan.run(in, out);
            out.download(found);
        }
        assertArrayEquals(expected, found, keys.length + " keys, " + room);
    }

    @Test
    void histogramsBetweenBounds() {
        float[] keys = {0, 0.25f, 0.5f, 0.99f, 1, 1.01f, -0.01f, Float.NaN, Float.POSITIVE_INFINITY, -0f};
        assertArrayEquals(
                new int[] {2, 1, 1, 2},
                DeviceHistogram.between(session, ElementType.FLOAT, 0, 1, 4).run(keys));
        Random random = new Random(4);
        double[] values = random.doubles(20_000, -3, 5).toArray();
        int[] expected = new int[77];
        for (double value : values) {
            if (value >= -2 && value <= 4) {
                expected[Math.min(76, (int) ((value + 2) * (77 / 6.0)))]++;
            }
        }
        assertArrayEquals(
                expected,
                DeviceHistogram.between(session, ElementType.DOUBLE, -2, 4, 77).run(values));
    }

    @Test
    void badInputIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> DeviceHistogram.of(session, 0));
        assertThrows(
                IllegalArgumentException.class, () -> DeviceHistogram.between(session, ElementType.FLOAT, 1, 1, 4));
        for (double[] bounds :
                new double[][] {{0, 1e300}, {1, 1 + 1e-12}, {0, 1e-44}, {-3e38, 3e38}, {0, Double.NaN}}) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> DeviceHistogram.between(session, ElementType.FLOAT, bounds[0], bounds[1], 4),
                    "as floats they are no bounds: " + bounds[1]);
        }
        assertThrows(
                IllegalArgumentException.class,
                () -> DeviceHistogram.between(session, ElementType.DOUBLE, 0, 1e-310, 4));
        assertThrows(IllegalArgumentException.class, () -> Select.of(session, ElementType.INT)
                .run(new int[3], new int[2]));
        assertThrows(IllegalArgumentException.class, () -> Select.of(session, ElementType.INT)
                .plan(ElementType.FLOAT, 2));
    }

    /** Views of one array: what is written would be read again. */
    @Test
    void whatIsWrittenDoesNotOverlapWhatIsRead() {
        try (DeviceArray all = session.allocate(ElementType.INT, 4096);
                DeviceArray other = session.allocate(ElementType.INT, 1024);
                DeviceArray one = session.allocate(ElementType.INT, 1);
                HistogramPlan histogram = DeviceHistogram.of(session, 16).plan(1024);
                SelectPlan select = Select.of(session, ElementType.INT).plan(ElementType.INT, 1024)) {
            all.fill(0);
            DeviceArray keys = all.view(0, 1024);
            assertApart("keys", "histogram", () -> histogram.run(keys, all.view(512, 16)));
            histogram.run(keys, all.view(1024, 16));
            assertArrayEquals(
                    new int[] {1024, 0},
                    Arrays.copyOf(all.view(1024, 16).download().ints(), 2));
            DeviceArray inside = all.view(512, 1);
            assertApart("flags", "total", () -> select.run(other, keys, all.view(1024, 1024), inside));
            assertApart("values", "total", () -> select.run(keys, other, all.view(1024, 1024), inside));
            assertApart("output", "total", () -> select.places(other, keys, inside));
            assertApart("values", "output", () -> select.run(keys, other, all.view(512, 1024), one));
            assertApart("flags", "output", () -> select.places(keys, all.view(512, 1024), one));
        }
    }

    private static void assertApart(String one, String other, Executable run) {
        String message = assertThrows(IllegalArgumentException.class, run).getMessage();
        assertEquals(
                "The " + one + " and the " + other + " overlap: give another array for the " + other + ".", message);
    }

    @Test
    void moreValuesThanPlacesCanNameAreRefused() {
        assertEquals(Integer.MAX_VALUE, Lengths.number("values", Integer.MAX_VALUE));
        String message = assertThrows(IllegalArgumentException.class, () -> Lengths.number("values", 1L << 31))
                .getMessage();
        assertEquals(
                "The values must have at most 2147483647 elements, as places are int, found 2147483648."
                        + " Take views of it, one after the other.",
                message);
    }
}
