package org.plegma.primitives;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;

/** Parts of larger arrays: what lies behind them has no effect, and stays as it was. */
class EndsOfArraysTest {
    private static final int[] LENGTHS = {1, 2, 3, 31, 255, 1022, 4095, 4097, 20_001, 262_147};
    private static final int BEHIND = 128;
    private static final int UNTOUCHED = -77;

    private static Session session;

    @BeforeAll
    static void open() {
        session = Session.open();
    }

    @AfterAll
    static void close() {
        session.close();
    }

    /** With the largest numbers behind its elements. */
    private static DeviceArray input(int... values) {
        int[] all = Arrays.copyOf(values, values.length + BEHIND);
        Arrays.fill(all, values.length, all.length, Integer.MAX_VALUE);
        return session.upload(all);
    }

    private static DeviceArray output(int n) {
        DeviceArray out = session.allocate(ElementType.INT, n + BEHIND);
        out.fill(UNTOUCHED);
        return out;
    }

    private static void assertHas(String what, int[] expected, int count, DeviceArray out) {
        int[] found = new int[(int) out.length()];
        out.download(found);
        for (int i = 0; i < found.length; i++) {
            assertEquals(i < count ? expected[i] : UNTOUCHED, found[i], what + " of " + expected.length + " at " + i);
        }
    }

    private static int[] keys(int n) {
        return new Random(n).ints(n, 0, 1000).toArray();
    }

    @Test
    void scans() {
        for (int n : LENGTHS) {
            int[] keys = keys(n);
            int[] sums = keys.clone();
            Arrays.parallelPrefix(sums, Integer::sum);
            try (DeviceArray in = input(keys);
                    DeviceArray out = output(n);
                    ScanPlan plan =
                            Scan.of(session, ElementType.INT).inclusive().plan(n)) {
                plan.run(in.view(0, n), out.view(0, n));
                assertHas("scan", sums, n, out);
            }
        }
    }

    @Test
    void sortsWithTheirPlaces() {
        for (int n : LENGTHS) {
            int[] keys = keys(n);
            int[] places = IntStream.range(0, n)
                    .boxed()
                    .sorted((a, b) -> Integer.compare(keys[a], keys[b]))
                    .mapToInt(i -> i)
                    .toArray();
            int[] sorted = Arrays.stream(places).map(i -> keys[i]).toArray();
            try (DeviceArray in = input(keys);
                    DeviceArray out = output(n);
                    DeviceArray moved = output(n);
                    SortPlan plan = RadixSort.of(session, ElementType.INT).plan(n)) {
                plan.permutation(in.view(0, n), out.view(0, n), moved.view(0, n));
                assertHas("sorted keys", sorted, n, out);
                assertHas("places", places, n, moved);
            }
        }
    }

    @Test
    void selectionsAndHistograms() {
        for (int n : LENGTHS) {
            int[] keys = keys(n);
            int[] flags = Arrays.stream(keys).map(key -> key % 3 == 0 ? -1 : 0).toArray();
            int[] chosen = Arrays.stream(keys).filter(key -> key % 3 == 0).toArray();
            int[] counts = new int[2000];
            Arrays.stream(keys).forEach(key -> counts[key]++);
            try (DeviceArray in = input(keys);
                    DeviceArray marks = input(flags);
                    DeviceArray out = output(n);
                    DeviceArray total = output(1);
                    DeviceArray bins = output(counts.length);
                    SelectPlan select = Select.of(session, ElementType.INT).plan(ElementType.INT, n);
                    HistogramPlan histogram =
                            DeviceHistogram.of(session, counts.length).plan(n)) {
                select.run(in.view(0, n), marks.view(0, n), out.view(0, n), total.view(0, 1));
                assertHas("chosen", chosen, chosen.length, out);
                assertHas("their number", new int[] {chosen.length}, 1, total);
                histogram.run(in.view(0, n), bins.view(0, counts.length));
                assertHas("histogram", counts, counts.length, bins);
            }
        }
    }

    @Test
    void gathers() {
        for (int n : LENGTHS) {
            int[] keys = keys(n);
            int[] turned = IntStream.range(0, n).map(i -> n - 1 - i).toArray();
            int[] expected = Arrays.stream(turned).map(i -> keys[i]).toArray();
            for (boolean far : new boolean[] {false, true}) {
                try (DeviceArray in = input(keys);
                        DeviceArray places = input(turned);
                        DeviceArray gathered = output(n);
                        DeviceArray scattered = output(n);
                        Gather gather =
                                far ? Gather.far(session, ElementType.INT) : Gather.of(session, ElementType.INT)) {
                    gather.gather(in.view(0, n), places.view(0, n), gathered.view(0, n));
                    gather.scatter(in.view(0, n), places.view(0, n), scattered.view(0, n));
                    gather.check();
                    assertHas("gathered", expected, n, gathered);
                    assertHas("scattered", expected, n, scattered);
                }
            }
        }
    }
}
