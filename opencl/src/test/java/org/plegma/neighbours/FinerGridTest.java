package org.plegma.neighbours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;

/** Rings in finer grids and in the box of most points, and how a method is left for another one after a search. */
class FinerGridTest {
    private static final int N = 6000;

    private final Random random = new Random(21);

    private Grid even(int n) {
        return Grid.generate(ElementType.FLOAT, index -> random.nextDouble(), n, 3);
    }

    private Grid clouds(int n) {
        double[] centres = new Random(3).doubles(60).toArray();
        return Grid.generate(
                ElementType.FLOAT,
                index -> centres[index[0] % 20 * 3 + index[1]] + 0.025 * random.nextGaussian(),
                n,
                3);
    }

    /** All but the first are in a small cube. */
    private Grid onePlace(int n) {
        return Grid.generate(ElementType.FLOAT, index -> index[0] == 0 ? 1 : 1e-6 * random.nextDouble(), n, 3);
    }

    private static NeighbourIndex auto(Session session, int n) {
        return new NeighbourIndex(WarpCode.of(session, ElementType.FLOAT, 3), n, "auto", 3);
    }

    private static void assertTakes(String start, String end, NeighbourIndex index) {
        String text = index.explain();
        assertTrue(text.startsWith(start) && text.contains(end), text);
    }

    @Test
    void cloudsHaveAFinerGridUntilPointsAreEvenAgain() {
        try (Session session = Session.open();
                NeighbourIndex index = auto(session, N)) {
            for (int round = 0; round < 2; round++) {
                Grid clouds = clouds(N);
                index.update(clouds);
                PlainSearch plain = new PlainSearch(clouds, clouds(70));
                plain.assertNearest(index, "clouds", 1);
                plain.assertNearest(index, "clouds", 3);
                plain.assertWithin(index, "clouds", 0.01);
                // Some rings away from all points.
                new PlainSearch(clouds, even(60)).assertNearest(index, "between clouds", 1);
                assertTakes("rings: 6000 points in", "", index);
                assertTrue(cells(index) > 2 * N, index.explain());
                Grid even = even(N);
                index.update(even);
                new PlainSearch(even, even(50)).assertNearest(index, "even", 2);
                assertTrue(cells(index) < N, index.explain());
            }
        }
    }

    private static int cells(NeighbourIndex index) {
        String sides = index.explain().replaceAll(".* in (\\d+x\\d+x\\d+) cells.*", "$1");
        int cells = 1;
        for (String side : sides.split("x")) {
            cells *= Integer.parseInt(side);
        }
        return cells;
    }

    @Test
    void aStrayPointDoesNotMakeCellsWideAndQueriesFarFromAllTakeATree() {
        try (Session session = Session.open()) {
            // With fewer points for each of its groups a device does not look for the box of most.
            int n = Math.max(N, 256 * session.device().computeUnits());
            NeighbourIndex index = auto(session, n);
            Grid points = onePlace(n);
            index.update(points);
            assertTakes("rings", "as if they were even", index);
            assertTrue(cells(index) > n / 6, index.explain());
            // The first one is where the stray point is.
            new PlainSearch(points, onePlace(60)).assertNearest(index, "one place", 1);
            new PlainSearch(points, points.region(new int[] {1, 0}, new int[] {40, 3}))
                    .assertNearest(index, "at points", 2);
            assertTakes("rings", "as if they were even", index);
            Grid far = Grid.generate(ElementType.FLOAT, index2 -> random.nextDouble() * 4 - 2, 10, 3);
            new PlainSearch(points, far).assertNearest(index, "far off", 1);
            assertTakes("tree", "(most queries are where no points are)", index);
            index.close();
        }
    }

    /** As {@link #onePlace}, by an index whose grid has been made for others, so that each query is left at first. */
    @Test
    void anIndexThatWasEvenMeetsOnePlaceOnly() {
        Grid pairs = Grid.generate(ElementType.FLOAT, index -> index[0] % 2 + 1e-6 * random.nextDouble(), N, 3);
        for (boolean explained : new boolean[] {true, false}) {
            try (Session session = Session.open();
                    NeighbourIndex index = auto(session, N)) {
                index.update(even(N));
                index.nearest(even(10), 1);
                index.update(pairs);
                if (explained) {
                    assertTakes("tree", "as if they were even", index);
                }
                new PlainSearch(pairs, pairs.region(new int[] {0, 0}, new int[] {30, 3}))
                        .assertNearest(index, "two places", 2);
                assertTakes("tree", "as if they were even", index);
            }
        }
    }

    /** The array of points is another's after the update, when it is found that they need another method. */
    @Test
    void pointsMayChangeBeforeTheMethodIsFound() {
        Grid clouds = clouds(N);
        try (Session session = Session.open();
                NeighbourIndex index = auto(session, N);
                DeviceArray points = session.upload(clouds);
                DeviceArray queries = session.upload(clouds.region(new int[] {0, 0}, new int[] {50, 3}));
                DeviceArray ids = session.allocate(ElementType.INT, 50, 1);
                DeviceArray squared = session.allocate(ElementType.FLOAT, 50, 1)) {
            List<Event> events = new ArrayList<>();
            index.launchUpdate(points, events);
            points.fill(0.5);
            index.launchNearest(queries, ids, squared);
            for (int query = 0; query < 50; query++) {
                assertEquals(query, ids.download().ints()[query]);
            }
        }
    }

    /** Queries are asked before the host has looked at the box of points, which are others by then. */
    @Test
    void pointsMayChangeBeforeTheirBoxIsLookedAt() {
        Grid far = Grid.generate(ElementType.FLOAT, index -> 50 + 7 * random.nextDouble(), N, 3);
        Grid wrong = even(N);
        wrong.set(Double.POSITIVE_INFINITY, 77, 1);
        Grid asked = far.region(new int[] {0, 0}, new int[] {50, 3});
        try (Session session = Session.open();
                NeighbourIndex index = auto(session, N);
                DeviceArray points = session.upload(even(N));
                DeviceArray queries = session.upload(asked);
                DeviceArray ids = session.allocate(ElementType.INT, 50, 1);
                DeviceArray squared = session.allocate(ElementType.FLOAT, 50, 1)) {
            List<Event> events = new ArrayList<>();
            index.launchUpdate(points, events);
            index.launchNearest(queries, ids, squared);
            points.upload(far);
            index.launchUpdate(points, events);
            points.fill(0.5);
            index.launchNearest(queries, ids, squared);
            for (int query = 0; query < 50; query++) {
                assertEquals(query, ids.download().ints()[query]);
            }
            points.upload(wrong);
            index.launchUpdate(points, events);
            points.fill(0.5);
            Exception refused =
                    assertThrows(IllegalArgumentException.class, () -> index.launchNearest(queries, ids, squared));
            assertTrue(refused.getMessage().endsWith("in point 77."), refused.getMessage());
            assertThrows(IllegalStateException.class, () -> index.launchNearest(queries, ids, squared));
            // The first of two is never looked at; a search within a radius looks at the other.
            points.upload(wrong);
            index.launchUpdate(points, events);
            points.upload(far);
            index.launchUpdate(points, events);
            new PlainSearch(far, asked).assertWithin(index, "far", 0.2);
        }
    }

    @Test
    void whatIsNotFiniteIsRefusedAndDoesNoHarm() {
        Grid wrong = clouds(N);
        wrong.set(Double.NaN, 77, 1);
        try (Session session = Session.open();
                NeighbourIndex index = auto(session, N)) {
            Grid clouds = clouds(N);
            index.update(clouds);
            // Refused before it is known that the clouds need another grid.
            assertThrows(IllegalArgumentException.class, () -> index.nearest(wrong, 1));
            new PlainSearch(clouds, clouds(30)).assertNearest(index, "after wrong queries", 1);
            assertTrue(cells(index) > 2 * N, index.explain());
            assertThrows(IllegalArgumentException.class, () -> index.update(wrong));
            assertThrows(IllegalStateException.class, () -> index.nearest(clouds, 1));
            index.update(clouds);
            new PlainSearch(clouds, clouds(30)).assertNearest(index, "after wrong points", 1);
        }
    }

    /** A cell has so many points that the queries next to it are left, and searched in the end. */
    @Test
    void aCrowdInOneCell() {
        int n = 120_000;
        Grid points = Grid.generate(
                ElementType.FLOAT,
                index -> index[0] < 1100 ? 0.5 + 1e-3 * random.nextDouble() : random.nextDouble(),
                n,
                3);
        Grid queries = Grid.generate(
                ElementType.FLOAT,
                index -> index[0] % 2 == 0 ? 0.5 + 1e-3 * random.nextDouble() : random.nextDouble(),
                12,
                3);
        try (Session session = Session.open();
                NeighbourIndex index = auto(session, n)) {
            index.update(points);
            new PlainSearch(points, queries).assertNearest(index, "crowd", 1);
            assertTakes("rings", "as if they were even", index);
            assertTrue(cells(index) < n, index.explain());
        }
    }
}
