package org.plegma.neighbours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Session;

/** The 27 cells searched by warps, on devices without them too: what is found is exactly what a plain search finds. */
class OffsetsOfWarpsTest {
    /** The neighbours of a cell that share a side with it, of 27. */
    private static final int[] FACES = {4, 10, 12, 14, 16, 22};

    private static Session session;

    @BeforeAll
    static void open() {
        session = Session.open();
    }

    @AfterAll
    static void close() {
        session.close();
    }

    private static Grid points(int n, int axes, DoubleSupplier coordinate) {
        return Grid.generate(ElementType.FLOAT, index -> coordinate.getAsDouble(), n, axes);
    }

    private static void check(String what, Grid points, Grid queries, double pointsInCell) {
        PlainSearch plain = new PlainSearch(points, queries);
        int[] expected = new int[queries.size(0)];
        for (int q = 0; q < expected.length; q++) {
            expected[q] = plain.order(q)[0];
        }
        for (String method : new String[] {"simple", "skip"}) {
            SpaceCode code = WarpCode.of(session, points.type(), points.size(1));
            try (NeighbourIndex index = new NeighbourIndex(code, points.size(0), method, pointsInCell)) {
                index.update(points);
                NearestPoints found = index.nearest(queries, 1);
                for (int q = 0; q < expected.length; q++) {
                    String name = what + ", " + index.explain() + ", query " + q;
                    assertEquals(expected[q], found.id(q, 0), name);
                    assertEquals(plain.squared(expected[q], q), found.squaredDistances()[q], name);
                }
            }
        }
    }

    /** Cells with a few points, with more than a tile of them, and with more queries than a group has at once. */
    @Test
    void cellsOfAllSizes() {
        Random random = new Random(1);
        for (double inCell : new double[] {3, 30, 200, 5000}) {
            check(
                    inCell + " points a cell",
                    points(3000, 3, random::nextDouble),
                    points(700, 3, () -> random.nextDouble() * 1.2 - 0.1),
                    inCell);
        }
        for (int n : new int[] {1, 2, 33}) {
            check(n + " points", points(n, 2, random::nextDouble), points(70, 2, random::nextDouble), 5);
        }
    }

    /** Many are as near as the nearest, or a rounding farther: the lower index wins, and what is nearer by a bit. */
    @Test
    void nearestByABit() {
        Random random = new Random(2);
        check(
                "lattice",
                points(900, 3, () -> random.nextInt(5) / 4.0),
                points(60, 3, () -> random.nextInt(9) / 8.0),
                40);
        check("one place", points(500, 3, () -> 0.5), points(40, 3, () -> 0.5), 40);
        // On a sphere around the query, as far as floats can say. Another point makes the box larger, so that the query
        // is off its cell's
        // centre: there rounding turns the order of points about.
        for (int run = 0; run < 6; run++) {
            Grid sphere = Grid.zeros(ElementType.FLOAT, 800, 3);
            for (int i = 1; i < 800; i++) {
                double z = random.nextDouble() * 2 - 1;
                double angle = random.nextDouble() * 2 * Math.PI;
                double r = Math.sqrt(1 - z * z);
                sphere.set((float) (0.5 + 0.25 * r * Math.cos(angle)), i, 0);
                sphere.set((float) (0.5 + 0.25 * r * Math.sin(angle)), i, 1);
                sphere.set((float) (0.5 + 0.25 * z), i, 2);
            }
            for (int axis = 0; axis < 3; axis++) {
                sphere.set(0.8 + random.nextDouble() * 0.2, 0, axis);
            }
            check("sphere " + run, sphere, points(5, 3, () -> 0.5), 30);
        }
    }

    /**
     * Each query has two points about as near, of which the numbers tell the wrong one. They are in a cell of some chunks, in whatever order
     * points get there: so in one slice and in two, with the wrong one first or last, and followed by others.
     */
    @Test
    void roundingTurnsTwoAbout() {
        Random random = new Random(7);
        int cells = 64;
        int inCell = 200;
        Grid points = Grid.zeros(ElementType.FLOAT, cells * inCell + 2, 3);
        Grid queries = Grid.zeros(ElementType.FLOAT, cells, 3);
        int clear = 0;
        for (int c = 0; c < cells; c++) {
            float[] centre = centre(c);
            float[] query = new float[3];
            for (int axis = 0; axis < 3; axis++) {
                query[axis] = centre[axis] + (random.nextBoolean() ? 1 : -1) * (0.35f + 0.1f * random.nextFloat());
                queries.set(query[axis], c, axis);
            }
            TurnedPair pair = TurnedPair.around(query, centre, random);
            clear += pair.ofMargin() > 0.126 ? 1 : 0;
            int nearer = c * inCell + random.nextInt(inCell);
            int farther = c * inCell + (nearer + 1 + random.nextInt(inCell - 1)) % inCell;
            for (int i = c * inCell; i < (c + 1) * inCell; i++) {
                for (int axis = 0; axis < 3; axis++) {
                    float away = query[axis] < centre[axis] ? 0.2f : -0.2f;
                    points.set(query[axis] + away * (1 + random.nextFloat()), i, axis);
                    if (i == nearer || i == farther) {
                        points.set((i == nearer ? pair.nearer() : pair.farther())[axis], i, axis);
                    }
                }
            }
        }
        closeTheBox(points, 0);
        assertTrue(clear > 10, "An eighth of the margin would not do: " + clear);
        check("turned", points, queries, points.size(0) / 729.0);
    }

    /** Of every second cell between 1 and 8: so no other's 27 cells have points of it. */
    private static float[] centre(int c) {
        return new float[] {2 * (c & 3) + 1.5f, 2 * (c >> 2 & 3) + 1.5f, 2 * (c >> 4 & 3) + 1.5f};
    }

    /** The last two points are the corners of a box that has a cell for each of nine whole numbers from low on. */
    private static void closeTheBox(Grid points, float low) {
        int n = points.size(0);
        for (int axis = 0; axis < 3; axis++) {
            points.set(low, n - 2, axis);
            points.set(low + 9, n - 1, axis);
        }
    }

    /** The nearest is just beyond a side, an edge or a corner of the cell, and one in the cell is hardly farther. */
    @Test
    void justBeyondTheCell() {
        for (float low : new float[] {0, 1000}) {
            justBeyondTheCell(low);
        }
    }

    private static void justBeyondTheCell(float low) {
        Random random = new Random(5);
        int cells = 64;
        Grid points = Grid.zeros(ElementType.FLOAT, 2 * cells + 2, 3);
        Grid queries = Grid.zeros(ElementType.FLOAT, cells, 3);
        for (int c = 0; c < cells; c++) {
            // All 26 neighbours, the faces first.
            int to = c < 12 ? FACES[c % 6] : (c % 26 + 14) % 27;
            // Far from the side, or so near that squares are lost in rounding.
            double off = c % 4 < 2 ? 0.1 + 0.35 * random.nextDouble() : 3e-4 * (1 + random.nextDouble());
            double gap = c % 4 < 2 ? 0.001 : off / 50;
            for (int axis = 0; axis < 3; axis++) {
                int side = to / (axis == 0 ? 1 : axis == 1 ? 3 : 9) % 3 - 1;
                float middle = low + centre(c)[axis];
                double query = middle + side * (0.5 - off);
                queries.set((float) query, c, axis);
                points.set((float) (query + side * (off + gap)), 2 * c, axis);
                points.set((float) (query - side * (off + 2 * gap)), 2 * c + 1, axis);
            }
        }
        closeTheBox(points, low);
        check("beyond " + low, points, queries, points.size(0) / 729.0);
    }

    /** One point more than a group holds at once, and more queries than it takes at once, all or none of which have several nearest. */
    @Test
    void aPointMoreThanFits() {
        Random random = new Random(8);
        for (DoubleSupplier within : List.<DoubleSupplier>of(random::nextDouble, () -> random.nextInt(1, 4) / 4.0)) {
            for (int n : new int[] {960, 961}) {
                Grid points = points(n + 2, 3, () -> 4 + within.getAsDouble());
                closeTheBox(points, 0);
                check(n + " points", points, points(150, 3, () -> 4 + random.nextDouble()), points.size(0) / 729.0);
            }
        }
    }

    /** Queries at the corners of their cells and a little beyond, where the numbers are least. */
    @Test
    void cornersOfTheBox() {
        Random random = new Random(6);
        double[] beyond = {-0.01, 0, 0.001, 0.003, 0.01, 0.02, 0.04};
        Grid points = Grid.zeros(ElementType.FLOAT, 162, 3);
        Grid queries = Grid.zeros(ElementType.FLOAT, 8 * beyond.length, 3);
        for (int corner = 0; corner < 8; corner++) {
            for (int axis = 0; axis < 3; axis++) {
                boolean high = (corner >> axis & 1) != 0;
                for (int i = 0; i < 20; i++) {
                    double inside = random.nextDouble() * 0.1;
                    points.set(high ? 1 - inside : inside, 20 * corner + i, axis);
                }
                for (int i = 0; i < beyond.length; i++) {
                    queries.set(high ? 1 + beyond[i] : -beyond[i], beyond.length * corner + i, axis);
                }
                // The box is from 0 to 1, with three cells along each axis.
                points.set(1, 161, axis);
            }
        }
        check("corners", points, queries, 6);
    }

    @Test
    void clustersAndOneCell() {
        Random random = new Random(3);
        DoubleSupplier clouds = () -> random.nextInt(3) + Math.pow(10, -random.nextInt(7)) * random.nextGaussian();
        check("clouds", points(2000, 3, clouds), points(150, 3, clouds), 20);
        Grid cell = Grid.generate(ElementType.FLOAT, index -> index[0] == 0 ? 1 : 1e-6 * random.nextDouble(), 900, 3);
        check("one cell", cell, cell.region(new int[] {0, 0}, new int[] {70, 3}), 20);
        Grid corner = Grid.generate(ElementType.FLOAT, index -> index[0] < 2 ? 1 : random.nextDouble() * 0.05, 900, 3);
        check("far from all", corner, points(50, 3, random::nextDouble), 5);
    }

    /** Squares of differences are denormal, zero or infinite, or are lost in rounding. */
    @Test
    void numbersOfAllSizes() {
        Random random = new Random(4);
        for (int exponent : new int[] {-140, -126, -75, -64, -41, -39, -20, 20, 39, 41, 62, 66, 100}) {
            DoubleSupplier some = () -> Math.scalb(random.nextDouble(), exponent);
            check("2^" + exponent, points(500, 3, some), points(50, 3, some), 30);
        }
        DoubleSupplier far = () -> (random.nextInt(3) - 1) * 1e25 + random.nextDouble() * 1e24;
        check("far off", points(203, 3, far), points(40, 3, far), 30);
        DoubleSupplier rounded = () -> 1e7 + random.nextInt(4);
        check("lost in rounding", points(500, 3, rounded), points(40, 3, rounded), 30);
        // Centres are so rounded that points are several cells away from them.
        check("cells lost in rounding", points(500, 3, rounded), points(40, 3, rounded), 0.5);
        // Denormal differences of points in a large box.
        DoubleSupplier mixed =
                () -> random.nextInt(4) == 0 ? random.nextDouble() : Math.scalb(random.nextDouble(), -130);
        check("denormal", points(600, 3, mixed), points(60, 3, mixed), 30);
        DoubleSupplier away =
                () -> (random.nextBoolean() ? 1 : -1) * Math.scalb(1 + random.nextDouble(), random.nextInt(126));
        check("queries far away", points(500, 3, random::nextDouble), points(60, 3, away), 30);
    }
}
