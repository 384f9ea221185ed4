package org.plegma.neighbours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;

/** Grids whose full cells are divided, with the kernels of this device and with those of warps. */
class NestedSearchTest {
    private static Grid points(ElementType type, int n, int axes, DoubleSupplier coordinate) {
        return Grid.generate(type, index -> coordinate.getAsDouble(), n, axes);
    }

    /** So many clouds of a width, in the unit cube. */
    private static Grid clouds(ElementType type, int n, int axes, int many, double width, Random random) {
        double[] centres = random.doubles((long) many * axes).toArray();
        return Grid.generate(
                type, index -> centres[index[0] % many * axes + index[1]] + width * random.nextGaussian(), n, axes);
    }

    private static void check(String what, Grid points, Grid queries, int k, double radius) {
        try (Session session = Session.open()) {
            check(what, new SpaceCode(session, points.type(), points.size(1)), points, queries, k, radius);
            check(what + ", warps", WarpCode.of(session, points.type(), points.size(1)), points, queries, k, radius);
        }
    }

    private static void check(String what, SpaceCode code, Grid points, Grid queries, int k, double radius) {
        try (NeighbourIndex index = new NeighbourIndex(code, points.size(0), "nested", 3)) {
            index.update(points);
            PlainSearch plain = new PlainSearch(points, queries);
            plain.assertNearest(index, what, k);
            plain.assertWithin(index, what, radius);
        }
    }

    @Test
    void cloudsAndWhatIsBetweenThem() {
        Random random = new Random(1);
        for (double width : new double[] {0.01, 1e-4}) {
            Grid points = clouds(ElementType.FLOAT, 3000, 3, 5, width, random);
            check("near " + width, points, clouds(ElementType.FLOAT, 60, 3, 60, width, random), 1, width);
            check("inside " + width, points, points.region(new int[] {1, 0}, new int[] {60, 3}), 3, width);
        }
        Grid points = clouds(ElementType.FLOAT, 3000, 3, 5, 0.02, random);
        check("between", points, points(ElementType.FLOAT, 60, 3, () -> random.nextDouble() * 4 - 1.5), 1, 0.3);
    }

    /** So many that the grid is left for the tree, where that may be chosen. */
    @Test
    void mostQueriesWhereNoPointsAre() {
        Random random = new Random(8);
        Grid points = clouds(ElementType.FLOAT, 2000, 3, 20, 0.01, random);
        Grid queries = points(ElementType.FLOAT, 400, 3, () -> random.nextDouble() * 3 - 1);
        check("elsewhere", points, queries, 1, 0.2);
        PlainSearch plain = new PlainSearch(points, queries);
        try (Session session = Session.open();
                NeighbourIndex index = NearestNeighbours.of(session).index(points)) {
            assertTrue(index.explain().startsWith("nested"), index.explain());
            NearestPoints found = index.nearest(queries, 2);
            assertTrue(index.explain().startsWith("tree"), index.explain());
            assertTrue(index.explain().endsWith("(most queries are where no points are)"), index.explain());
            for (int query = 0; query < 400; query++) {
                int[] order = plain.order(query);
                assertEquals(order[0], found.id(query, 0));
                assertEquals(order[1], found.id(query, 1));
            }
        }
    }

    /** Coordinates are multiples of a small part of a cell, so that points lie on borders and most distances occur many times. */
    @Test
    void latticesInsideCells() {
        Random random = new Random(2);
        // Two of them, so that full cells are divided.
        Grid points = Grid.generate(ElementType.FLOAT, index -> index[0] % 2 * 4 + random.nextInt(12) / 128.0, 4000, 3);
        check("lattice", points, points(ElementType.FLOAT, 50, 3, () -> random.nextInt(25) / 256.0), 1, 1 / 128.0);
        check("at points", points, points.region(new int[] {50, 0}, new int[] {20, 3}), 2, 0);
        check("five", points, points(ElementType.FLOAT, 20, 3, () -> random.nextInt(25) / 256.0), 5, 0);
    }

    @Test
    void planesLinesAndDoubles() {
        Random random = new Random(3);
        Grid flat = clouds(ElementType.FLOAT, 2500, 2, 4, 0.003, random);
        check("plane", flat, flat.region(new int[] {0, 0}, new int[] {40, 2}), 3, 0.002);
        Grid wide = clouds(ElementType.DOUBLE, 2500, 3, 4, 1e-9, random);
        check("between doubles", wide, points(ElementType.DOUBLE, 40, 3, random::nextDouble), 1, 0.1);
        check("double", wide, clouds(ElementType.DOUBLE, 40, 3, 40, 1e-9, random), 2, 1e-9);
        Grid line = Grid.generate(
                ElementType.FLOAT, index -> index[1] == 1 ? Math.pow(random.nextDouble(), 9) * 1e6 : 0.25, 1500, 3);
        check("line", line, points(ElementType.FLOAT, 40, 3, () -> random.nextDouble() * 1e3), 3, 10);
        Grid upright = Grid.generate(
                ElementType.FLOAT, index -> index[1] == 1 ? 0.25 : Math.pow(random.nextDouble(), 5), 2000, 3);
        check("upright", upright, upright.region(new int[] {0, 0}, new int[] {40, 3}), 2, 0.01);
        Grid deep = Grid.generate(
                ElementType.FLOAT, index -> 5000 + Math.pow(random.nextDouble(), index[1] == 2 ? 1 : 6), 3000, 3);
        check("far from 0", deep, deep.region(new int[] {0, 0}, new int[] {40, 3}), 2, 0.002);
    }

    /** Squares that are too small for numbers: all distances are 0, and the lowest index is found. */
    @Test
    void distancesTooSmallForNumbers() {
        Random random = new Random(4);
        Grid points = points(ElementType.FLOAT, 2000, 3, () -> random.nextInt(30) * 1e-24);
        check("tiny", points, points.region(new int[] {1000, 0}, new int[] {30, 3}), 2, 1e-30);
    }

    /** A cell of c points has ⌊(c/2)^⅓⌋ parts along each axis, 64 at most, and parts follow each other as cells do. */
    @Test
    void fullCellsAreDivided() {
        Random random = new Random(5);
        Function<Integer, Double> spread = axis -> axis == 0 ? random.nextDouble() : Math.pow(random.nextDouble(), 12);
        Grid points = Grid.generate(ElementType.FLOAT, index -> spread.apply(index[1]), 40_000, 3);
        try (Session session = Session.open();
                SpaceCode code = new SpaceCode(session, ElementType.FLOAT, 3);
                PointReader reader = new PointReader(code);
                DeviceArray onDevice = session.upload(points)) {
            reader.look(onDevice, List.of(), new ArrayList<>());
            PointCloud cloud = reader.cloud(reader.queries(onDevice)).orElseThrow();
            CellGrid grid = CellGrid.of(cloud, ElementType.FLOAT, 3);
            CellOrder undivided = CellOrder.of(code, Optional.empty(), 40_000, grid);
            undivided.run(cloud.coordinates(), grid, new ArrayList<>());
            int[] starts = undivided.starts().download().ints();
            NestedCells cells = new NestedCells(code, grid, 40_000);
            CellOrder order = CellOrder.of(code, Optional.empty(), 40_000, cells);
            cells.divide(grid, cloud.coordinates(), order, new ArrayList<>());
            int[] bases =
                    ((DeviceArray) cells.arguments(code).get(4)).download().ints();
            int base = 0;
            int most = 0;
            for (int cell = 0; cell < starts.length - 1; cell++) {
                assertEquals(base, bases[cell], "cell " + cell);
                int side = 1;
                while (side < 64 && 2 * Math.pow(side + 1, 3) <= starts[cell + 1] - starts[cell]) {
                    side++;
                }
                most = Math.max(most, side);
                base += side * side * side;
            }
            assertEquals(base, bases[starts.length - 1]);
            assertTrue(base <= cells.count(), base + " of " + cells.count());
            assertTrue(most > 7, "the most " + most);
            undivided.close();
            order.close();
            cells.close();
        }
    }

    /** Nearly all points are in one cell, and some queries far from it. */
    @Test
    void aFewPointsFarOff() {
        Random random = new Random(7);
        Grid points = Grid.generate(
                ElementType.FLOAT,
                index -> index[0] % 1000 == 7 ? random.nextDouble() * 2 - 1 : 1e-4 * random.nextDouble(),
                4000,
                3);
        Grid queries = Grid.generate(
                ElementType.FLOAT,
                index -> index[0] % 2 == 0 ? random.nextDouble() * 2 - 1 : 1.2e-4 * random.nextDouble() - 1e-5,
                30,
                3);
        check("far off", points, queries, 3, 2e-6);
    }

    @Test
    void unevenPointsHaveADividedGridAndThoseInOnePlaceATree() {
        Random random = new Random(6);
        try (Session session = Session.open()) {
            Grid clouds = clouds(ElementType.FLOAT, 9000, 3, 6, 0.01, random);
            int[] i = {0};
            Grid onePlace = points(ElementType.FLOAT, 9000, 3, () -> i[0]++ < 4500 ? 1 : 1e-6 * random.nextDouble());
            try (NeighbourIndex index = NearestNeighbours.of(session).index(clouds)) {
                assertTrue(index.explain().startsWith("nested"), index.explain());
                index.update(onePlace);
                assertTrue(index.explain().startsWith("tree"), index.explain());
            }
        }
    }
}
