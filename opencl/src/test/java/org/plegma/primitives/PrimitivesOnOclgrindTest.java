package org.plegma.primitives;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.primitives.HistogramPlan.Room;
import org.plegma.testing.AmdTargets;
import org.plegma.testing.EmulatedLanes;
import org.plegma.testing.Oclgrind;

/** The kernels of pieces stay within bounds and have no races, and compile for AMD devices. */
class PrimitivesOnOclgrindTest {

    /** Runs each on a few elements, two pieces where that is possible. */
    static final class Main {
        public static void main(String[] arguments) {
            try (Session session = Session.open()) {
                int[] keys = new int[2100];
                Arrays.setAll(keys, i -> i * 7919 % 1000);
                Scan.of(session, ElementType.INT).run(keys);
                Scan.of(session, ElementType.DOUBLE).inclusive().run(new double[] {1, 2, 3, 4, 5, 6, 7, 8, 9});
                RadixSort.of(session, ElementType.INT).keysBelow(1000).permutation(keys);
                RadixSort.of(session, ElementType.FLOAT).run(new float[] {3, -1, 2});
                Select.of(session, ElementType.INT).run(keys, keys);
                DeviceHistogram.of(session, 5).run(new int[] {0, 4, 4, 9});
                DeviceHistogram.between(session, ElementType.FLOAT, 0, 1, 3).run(new float[] {0.5f, 1});
                try (Gather gather = Gather.of(session, ElementType.INT)) {
                    gather.run(keys, new int[] {5, 2099, 0});
                }
                gatherAndScatter(new Gather(session, ElementType.INT, false), session, keys, 7, 5, 8, 2000);
                gatherAndScatter(new Gather(session, ElementType.INT, true), session, keys, 7, 0, 2, 5);
                FarPlaces far = new FarPlaces(session, ElementType.INT, new FarPlaces.Shape(1, 2048, 4096, 0, 0, 2100));
                int[] places = IntStream.range(0, 600).map(i -> i * 7919 % 2100).toArray();
                gatherAndScatter(new Gather(session, ElementType.INT, true, Optional.of(far)), session, keys, places);
                countHalves(session, keys, new Room(1, 40, 64));
                int[] crowded = keys.clone();
                Arrays.fill(crowded, 100, 2000, 96);
                countHalves(session, crowded, new Room(1, 40, 64));
                sortWithin(session);
                sortBuckets(session);
            }
        }

        /**
         * What the passes by the uppermost digits leave, and what decides on them, with lanes in memory. One group, as others would read upper
         * bits of keys that it moves within their bucket, which Oclgrind takes for a race.
         */
        private static void sortWithin(Session session) {
            int n = 63;
            int[] keys = new int[n];
            Arrays.setAll(keys, i -> (i / 5 << 18) + i * 7919 % 1000);
            int[] expected = keys.clone();
            Arrays.sort(expected);
            List<String> options = new ArrayList<>(
                    new Digits(ElementType.INT, true, 0, 32).uppermost(7).options());
            options.addAll(new UppermostFirst.Shape(7, 64, 64, 128, 256).options());
            options.addAll(List.of("-DSUM=int", "-DWORDS=1", "-DVALUES", "-DVALUE=int"));
            options.addAll(EmulatedLanes.ON_OCLGRIND);
            String source = EmulatedLanes.source()
                    + PrimitiveCode.source("warps.cl", "sort-keys.cl", "networks.cl", "sort-within.cl");
            try (Program program = session.compile(source, options.toArray(String[]::new));
                    DeviceArray onDevice = session.upload(keys);
                    DeviceArray values = session.upload(keys);
                    DeviceArray chosen = session.upload(new int[2 + 2 * 128])) {
                program.kernel("choose").global(64).local(64).call(onDevice, (long) n, 18, chosen);
                program.kernel("sort_within").global(64).local(64).call(onDevice, (long) n, 18, chosen, values);
                onDevice.download(keys);
                require(Arrays.equals(expected, keys));
                values.download(keys);
                require(Arrays.equals(expected, keys));
                chosen.download(keys = new int[2 + 2 * 128]);
                require(keys[0] == SortingWay.UPPERMOST_FIRST);
            }
        }

        /** The sort of keys alone, with lanes in memory: 256 buckets, of which some are empty, and tiles of parts; the end of one with values. */
        private static void sortBuckets(Session session) {
            int n = 301;
            int[] keys = new int[n];
            Arrays.setAll(keys, i -> i * 0x9E3779B9 >> i % 3);
            int[] expected = keys.clone();
            Arrays.sort(expected);
            try (DeviceArray given = session.upload(keys);
                    DeviceArray between = session.allocate(ElementType.INT, n);
                    DeviceArray sorted = session.allocate(ElementType.INT, n);
                    DeviceArray chosen = session.upload(new int[1]);
                    KeyBuckets buckets = new KeyBuckets(
                            session,
                            new Digits(ElementType.INT, false, 0, 32),
                            n,
                            new KeyBuckets.Shape(4, 64, 32, 64, 2, 32, 64, 128),
                            new SortingWay(chosen, SortingWay.LOWEST_FIRST),
                            EmulatedLanes.source() + PrimitiveCode.source("warps.cl"),
                            EmulatedLanes.ON_OCLGRIND)) {
                buckets.launch(given, between, sorted, new ArrayList<>());
                session.compute().finish();
                sorted.download(keys);
                require(Arrays.equals(expected, keys));
                require(chosen.download().ints()[0] == SortingWay.UPPERMOST_FIRST);

                int[] first = given.download().ints();
                Integer[] places = new Integer[n];
                Arrays.setAll(places, i -> i);
                Arrays.sort(places, Comparator.comparing(i -> first[i] >> 24));
                int[] values = Stream.of(places).mapToInt(i -> i).toArray();
                try (DeviceArray inBuckets = session.upload(
                                IntStream.of(values).map(i -> first[i]).toArray());
                        DeviceArray beside = session.upload(values);
                        DeviceArray starts = session.allocate(ElementType.INT, 32)) {
                    buckets.count(given, Optional.of(starts), new ArrayList<>());
                    buckets.sort(inBuckets, Optional.of(beside));
                    session.compute().finish();
                    Arrays.sort(places, Comparator.comparing(i -> first[i]));
                    require(Arrays.equals(expected, inBuckets.download().ints()));
                    require(Arrays.equals(
                            Stream.of(places).mapToInt(i -> i).toArray(),
                            beside.download().ints()));
                    int[] begins = starts.download().ints();
                    for (int d = 0; d < 16; d++) {
                        int digit = d;
                        IntStream compared = IntStream.of(first).map(key -> key ^ Integer.MIN_VALUE);
                        require(begins[d]
                                == compared.filter(key -> (key >>> 24 & 15) < digit)
                                        .count());
                        IntStream again = IntStream.of(first).map(key -> key ^ Integer.MIN_VALUE);
                        require(begins[16 + d]
                                == again.filter(key -> key >>> 28 < digit).count());
                    }
                }
            }
        }

        private static void require(boolean right) {
            if (!right) {
                throw new AssertionError();
            }
        }

        /** Two parts of the bins; few keys, as no bin fills up. */
        private static void countHalves(Session session, int[] keys, Room room) {
            int bins = 97;
            int[] expected = new int[bins];
            Arrays.stream(keys).filter(key -> key < bins).forEach(key -> expected[key]++);
            try (HistogramPlan plan = new HistogramPlan(
                            session, ElementType.INT, keys.length, bins, 0, 0, PrimitiveCode.WARPS, room);
                    DeviceArray in = session.upload(keys);
                    DeviceArray out = session.allocate(ElementType.INT, bins)) {
                plan.run(in, out);
                require(Arrays.equals(expected, out.download().ints()));
            }
        }

        private static void gatherAndScatter(Gather by, Session session, int[] values, int... places) {
            try (Gather gather = by;
                    DeviceArray from = session.upload(values);
                    DeviceArray at = session.upload(places);
                    DeviceArray to = session.allocate(ElementType.INT, places.length)) {
                gather.gather(from, at, to);
                gather.scatter(to, at, from);
                gather.check();
            }
        }
    }

    @Test
    void everyKernelIsClean() throws IOException {
        Oclgrind.assertClean(Main.class);
    }

    @Test
    void kernelsCompileForAmd() {
        AmdTargets.assertFits(PrimitiveCode.source("scan-pieces.cl"), "-DSUM=double");
        AmdTargets.assertFits(PrimitiveCode.source("select-pieces.cl"));
        AmdTargets.assertFits(PrimitiveCode.source("gather.cl"));
        AmdTargets.assertFits(PrimitiveCode.source("gather-near.cl"), "-DGROUP=512");
        AmdTargets.assertFits(PrimitiveCode.source("gather-far.cl"));
        AmdTargets.assertFits(PrimitiveCode.source("gather-far.cl"), "-DVALUE=double", "-DITEMS=8");
        AmdTargets.assertFits(PrimitiveCode.source("bins.cl", "histogram-pieces.cl"), "-DFLOATING", "-DKEY=float");
        AmdTargets.assertFits(PrimitiveCode.source("bins.cl", "histogram.cl"));
    }
}
