package org.plegma.neighbours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.device.errors.ClosedException;

/** All methods against the definition. */
class NearestNeighboursTest {
    /** The methods that find one neighbour. */
    private static final List<String> OFFSETS = List.of("simple", "skip");

    private static Session session;

    @BeforeAll
    static void open() {
        session = Session.open();
    }

    @AfterAll
    static void close() {
        session.close();
    }

    private static Grid points(ElementType type, int n, int axes, DoubleSupplier coordinate) {
        return Grid.generate(type, index -> coordinate.getAsDouble(), n, axes);
    }

    private static void check(String what, Grid points, Grid queries, int k, double radius) {
        PlainSearch plain = new PlainSearch(points, queries);
        for (String method : NearestNeighbours.METHODS) {
            try (NeighbourIndex index =
                    NearestNeighbours.of(session).method(method).index(points)) {
                String name = what + ", " + index.explain();
                if (OFFSETS.contains(method)) {
                    plain.assertNearest(index, name, 1);
                    continue;
                }
                plain.assertNearest(index, name, k);
                if (radius >= 0) {
                    plain.assertWithin(index, name, radius);
                }
            }
        }
    }

    @Test
    void evenPointsOfAllSizes() {
        for (int n : new int[] {1, 2, 8, 9, 700}) {
            Random random = new Random(n);
            Grid points = points(ElementType.FLOAT, n, 3, random::nextDouble);
            check(
                    n + " floats",
                    points,
                    points(ElementType.FLOAT, 40, 3, () -> random.nextDouble() * 1.4 - 0.2),
                    3,
                    0.2);
            Grid doubles = points(ElementType.DOUBLE, n, 2, random::nextDouble);
            check(n + " doubles", doubles, points(ElementType.DOUBLE, 40, 2, random::nextDouble), 3, 0.2);
        }
    }

    /** Coordinates are multiples of 1/4, so that most distances occur many times. */
    @Test
    void ofEqualDistancesTheLowerIndexIsFirst() {
        Random random = new Random(1);
        Grid points = points(ElementType.FLOAT, 500, 3, () -> random.nextInt(5) / 4.0);
        check("lattice", points, points(ElementType.FLOAT, 30, 3, () -> random.nextInt(9) / 8.0), 3, 0.25);
        Grid onePlace = points(ElementType.FLOAT, 300, 3, () -> 0.5);
        check("one place", onePlace, onePlace.region(new int[] {0, 0}, new int[] {20, 3}), 3, 0);
    }

    /** The seed's 27 cells are not enough here: the nearest point is many empty cells away. */
    @Test
    void neighboursBeyondTheNextCellsAreFound() {
        Random random = new Random(2);
        int[] i = {0};
        // All but one point in a corner, so that a query elsewhere has empty cells around it.
        Grid points = points(ElementType.FLOAT, 600, 3, () -> i[0]++ < 3 ? 1.0 : random.nextDouble() * 0.05);
        check("corner", points, points(ElementType.FLOAT, 50, 3, random::nextDouble), 3, 0.6);
    }

    @Test
    void clustersOfVeryDifferentSizes() {
        Random random = new Random(3);
        Grid points = Grid.zeros(ElementType.FLOAT, 800, 3);
        points.fill(index -> {
            double size = Math.pow(10, -(index[0] % 8));
            return size + size * 0.01 * random.nextGaussian();
        });
        check("clusters", points, points(ElementType.FLOAT, 40, 3, random::nextDouble), 3, 0.1);
        check("of themselves", points, points.region(new int[] {0, 0}, new int[] {64, 3}), 3, 1e-3);
    }

    /** A coordinate of exactly 1.0, and of the other end, belongs to the last and the first cell. */
    @Test
    void pointsOnTheBordersOfTheBoxAreInside() {
        int[] i = {0};
        Grid corners = points(ElementType.FLOAT, 8, 3, () -> {
            int place = i[0]++;
            return place / 3 >> place % 3 & 1;
        });
        check("corners", corners, corners, 3, 1);
        Random random = new Random(4);
        Grid many = points(ElementType.DOUBLE, 400, 2, () -> random.nextInt(4) == 0 ? 1.0 : random.nextDouble());
        check("borders", many, many.region(new int[] {0, 0}, new int[] {60, 2}), 3, 0.1);
    }

    /** Squares of differences are infinite, so that the lowest index of all is the nearest. */
    @Test
    void distancesBeyondAllNumbers() {
        Random random = new Random(4);
        DoubleSupplier far = () -> (random.nextInt(3) - 1) * 1e25 + random.nextDouble() * 1e24;
        check("far off", points(ElementType.FLOAT, 203, 3, far), points(ElementType.FLOAT, 40, 3, far), 1, 1);
    }

    /** How wide they are is no number of their type. */
    @Test
    void boxesWiderThanAllNumbers() {
        Random random = new Random(5);
        for (ElementType type : new ElementType[] {ElementType.FLOAT, ElementType.DOUBLE}) {
            double most = type == ElementType.FLOAT ? Float.MAX_VALUE : Double.MAX_VALUE;
            Grid ends = Grid.generate(
                    type,
                    index -> index[1] == 0
                            ? (random.nextBoolean() ? most : -most)
                            : index[1] == 1 ? (random.nextDouble() - 0.5) * 1e20 : random.nextDouble(),
                    70,
                    3);
            check("ends", ends, ends.region(new int[] {0, 0}, new int[] {40, 3}), 1, 2);
            Grid all = points(type, 200, 3, () -> (2 * random.nextDouble() - 1) * most);
            check("all", all, all.region(new int[] {0, 0}, new int[] {40, 3}), 1, 2);
        }
    }

    @Test
    void flatLongAndFarAwayBoxes() {
        Random random = new Random(5);
        Grid plane = Grid.generate(ElementType.FLOAT, index -> index[1] == 1 ? 7 : random.nextDouble() * 3, 500, 3);
        check("plane", plane, points(ElementType.FLOAT, 30, 3, () -> random.nextDouble() * 8), 3, 1);
        Grid line = Grid.generate(ElementType.FLOAT, index -> index[1] == 0 ? random.nextDouble() * 1e6 : 1e-3, 500, 3);
        check("line", line, points(ElementType.FLOAT, 30, 3, () -> random.nextDouble() * 1e6), 3, 1e4);
        Grid far = points(ElementType.FLOAT, 500, 3, () -> 1000 + random.nextDouble());
        check("far from 0", far, points(ElementType.FLOAT, 30, 3, () -> 1000 + random.nextDouble()), 3, 0.1);
        Grid lost = points(ElementType.FLOAT, 500, 3, () -> 1e7 + random.nextInt(4));
        check("lost in rounding", lost, points(ElementType.FLOAT, 30, 3, () -> 1e7 + random.nextInt(4)), 3, 1);
    }

    @Test
    void mostNeighboursAndFewerPointsThanAskedFor() {
        Random random = new Random(6);
        Grid points = points(ElementType.FLOAT, 50, 2, random::nextDouble);
        check("64 of 50", points, points(ElementType.FLOAT, 5, 2, random::nextDouble), 64, -1);
    }

    @Test
    void evenPointsHaveAGridAndClustersATree() {
        Random random = new Random(7);
        try (NeighbourIndex even =
                        NearestNeighbours.of(session).index(points(ElementType.FLOAT, 5000, 3, random::nextDouble));
                NeighbourIndex uneven = NearestNeighbours.of(session)
                        .index(points(ElementType.FLOAT, 5000, 3, () -> Math.pow(random.nextDouble(), 9)))) {
            assertTrue(even.explain().startsWith("rings"), even.explain());
            assertTrue(uneven.explain().startsWith("tree"), uneven.explain());
        }
    }

    @Test
    void anIndexTakesOtherPoints() {
        Random random = new Random(8);
        Grid first = points(ElementType.FLOAT, 300, 3, random::nextDouble);
        Grid second = points(ElementType.FLOAT, 300, 3, () -> random.nextDouble() * 20);
        for (String method : NearestNeighbours.METHODS) {
            try (NeighbourIndex index =
                    NearestNeighbours.of(session).method(method).index(first)) {
                int k = OFFSETS.contains(method) ? 1 : 3;
                index.nearest(first, k);
                index.update(second);
                NearestPoints found = index.nearest(second, k);
                for (int query = 0; query < 300; query++) {
                    assertEquals(query, found.id(query, 0), method);
                }
            }
        }
    }

    /** Work-items of simple and skip have several queries where cells have many, and a cell has several groups. */
    @Test
    void manyQueriesOfACell() {
        Random random = new Random(9);
        Grid points = points(ElementType.FLOAT, 90, 3, random::nextDouble);
        for (int many : new int[] {700, 3001}) {
            Grid queries = points(ElementType.FLOAT, many, 3, random::nextDouble);
            PlainSearch plain = new PlainSearch(points, queries);
            for (String method : OFFSETS) {
                try (NeighbourIndex index = NearestNeighbours.of(session)
                        .method(method)
                        .pointsInCell(30)
                        .index(points)) {
                    int[] ids = index.nearest(queries, 1).ids();
                    for (int q = 0; q < many; q++) {
                        assertEquals(plain.order(q)[0], ids[q], index.explain() + ", query " + q);
                    }
                }
            }
        }
    }

    /** All in one place of the grid: the counters of one cell have all points, or all but those of one work-item in 32. */
    @Test
    void pointsOfOneCell() {
        Random random = new Random(10);
        Grid points = Grid.generate(ElementType.FLOAT, index -> index[0] == 0 ? 1 : 1e-6 * random.nextDouble(), 300, 3);
        check("one cell", points, points.region(new int[] {0, 0}, new int[] {70, 3}), 3, 1e-6);
    }

    @Test
    void noPointsAndNoQueries() {
        try (DeviceArray none = session.allocate(ElementType.FLOAT, 0, 3);
                DeviceArray ids = session.allocate(ElementType.INT, 0, 3);
                DeviceArray squared = session.allocate(ElementType.FLOAT, 0, 3)) {
            for (String method : NearestNeighbours.METHODS) {
                try (NeighbourIndex index =
                        NearestNeighbours.of(session).method(method).index(none)) {
                    NearestPoints found = index.nearest(Grid.floats(1, 3), 3);
                    assertArrayEquals(new int[] {-1, -1, -1}, found.ids());
                    assertEquals(Double.POSITIVE_INFINITY, found.distance(0, 1));
                    assertEquals(0, index.within(Grid.floats(1, 3), 1).ids().length);
                    assertTrue(index.launchNearest(none, ids, squared).isEmpty());
                }
            }
        }
    }

    @Test
    void badInputIsRefusedByPlace() {
        Grid points = Grid.floats(10, 3);
        points.set(Float.NaN, 7, 1);
        Exception nan = assertThrows(IllegalArgumentException.class, () -> NearestNeighbours.of(session)
                .index(points));
        assertEquals("The coordinates of a point must be finite, found [0.0, NaN, 0.0] in point 7.", nan.getMessage());
        assertThrows(IllegalArgumentException.class, () -> NearestNeighbours.of(session)
                .index(Grid.ints(4, 3)));
        assertThrows(IllegalArgumentException.class, () -> NearestNeighbours.of(session)
                .index(Grid.floats(4, 4)));
        Exception unknown = assertThrows(IllegalArgumentException.class, () -> NearestNeighbours.of(session)
                .method("ring"));
        assertTrue(unknown.getMessage().contains("rings"), unknown.getMessage());
        try (NeighbourIndex one = NearestNeighbours.of(session).method("skip").index(Grid.floats(4, 3))) {
            Exception two = assertThrows(IllegalArgumentException.class, () -> one.nearest(Grid.floats(1, 3), 2));
            assertTrue(two.getMessage().startsWith("The method skip finds one neighbour"), two.getMessage());
        }
        try (NeighbourIndex index = NearestNeighbours.of(session).index(Grid.floats(4, 3))) {
            Grid infinite = Grid.floats(2, 3);
            infinite.set(Float.NEGATIVE_INFINITY, 1, 0);
            Exception query = assertThrows(IllegalArgumentException.class, () -> index.nearest(infinite, 1));
            assertTrue(query.getMessage().endsWith("in query 1."), query.getMessage());
            assertEquals(1, index.nearest(Grid.floats(1, 3), 1).ids().length, "the next queries are not refused");
            assertThrows(IllegalArgumentException.class, () -> index.nearest(Grid.floats(2, 2), 1));
            assertThrows(IllegalArgumentException.class, () -> index.nearest(Grid.floats(2, 3), 0));
            assertThrows(IllegalArgumentException.class, () -> index.nearest(Grid.floats(2, 3), 65));
            assertThrows(IllegalArgumentException.class, () -> index.within(Grid.floats(2, 3), -1));
            assertThrows(IllegalArgumentException.class, () -> index.update(Grid.floats(5, 3)));
        }
    }

    @Test
    void resultsAreReadWithinAQueryAndToldInWords() {
        Grid points = Grid.of(new double[] {0, 0, 1, 0, 3, 0}, 3, 2);
        Grid queries = Grid.of(new double[] {0, 0, 3, 0}, 2, 2);
        NeighbourIndex index = NearestNeighbours.of(session).index(points);
        assertTrue(index.toString().startsWith("Index of 3 points: "), index.toString());
        NearestPoints nearest = index.nearest(queries, 2);
        assertEquals("The nearest 2 of each of 2 queries: [0, 1], [2, 1]", nearest.toString());
        assertEquals(2, nearest.distance(1, 1));
        for (int[] wrong : new int[][] {{0, 2}, {0, -1}, {1, -1}, {-1, 3}, {2, 0}}) {
            assertThrows(IndexOutOfBoundsException.class, () -> nearest.id(wrong[0], wrong[1]));
        }
        Exception other = assertThrows(IndexOutOfBoundsException.class, () -> nearest.distance(0, 2));
        assertEquals(
                "There are the neighbours 0 to 1 of 2 queries, and not neighbour 2 of query 0.", other.getMessage());
        assertEquals(
                "3 points around 2 queries: [0, 1], [2]",
                index.within(queries, 1).toString());
        assertEquals(
                "0 points around 5 queries: [], [], [], [], …",
                index.within(Grid.doubles(5, 2).fill(9), 1).toString());
        index.close();
        Exception closed = assertThrows(ClosedException.class, () -> index.nearest(queries, 1));
        assertEquals("The index of 3 points was used after it was closed.", closed.getMessage());
        assertThrows(ClosedException.class, () -> index.within(queries, 1));
        assertThrows(ClosedException.class, () -> index.update(points));
        assertEquals("Index of 3 points: closed", index.toString());
    }
}
