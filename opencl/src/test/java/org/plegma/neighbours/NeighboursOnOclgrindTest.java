package org.plegma.neighbours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Session;
import org.plegma.testing.AmdTargets;
import org.plegma.testing.EmulatedLanes;
import org.plegma.testing.Oclgrind;

/** The kernels stay within bounds and have no races, and compile for AMD devices. */
class NeighboursOnOclgrindTest {

    /** Runs each method on a few points. */
    static final class Main {
        public static void main(String[] arguments) {
            try (Session session = Session.open()) {
                Grid points = Grid.random(ElementType.FLOAT, 1, 30, 2);
                Grid queries = Grid.random(ElementType.FLOAT, 2, 4, 2);
                for (String method : new String[] {"rings", "nested", "tree", "skip", "brute-force"}) {
                    try (NeighbourIndex index =
                            NearestNeighbours.of(session).method(method).index(points)) {
                        index.nearest(queries, method.equals("skip") ? 1 : 2);
                        if (method.equals("rings")) {
                            index.within(queries, 0.3);
                        }
                    }
                }
            }
        }
    }

    /** The 27 cells searched by emulated warps: more points than a tile, more queries of a cell than a group has, and one not decided. */
    static final class OfWarps {
        private static final int QUERIES = 50;

        public static void main(String[] arguments) {
            Grid points = Grid.random(ElementType.FLOAT, 1, 970, 3);
            Grid queries = Grid.random(ElementType.FLOAT, 2, QUERIES, 3);
            for (int axis = 0; axis < 3; axis++) {
                for (int query = 0; query < QUERIES; query++) {
                    queries.set(queries.get(query, axis) / 4, query, axis);
                }
                // Two points at one place, and a query there.
                points.set(0.25, 3, axis);
                points.set(0.25, 900, axis);
                queries.set(0.25, 2, axis);
                // A point beyond an edge of its query's cell, in the last of the rows that are looked at.
                queries.set(axis == 0 ? 0.2 : 0.495, 3, axis);
                points.set(axis == 0 ? 0.2 : 0.505, 5, axis);
            }
            PlainSearch plain = new PlainSearch(points, queries);
            try (Session session = Session.open()) {
                for (String method : new String[] {"simple", "skip"}) {
                    SpaceCode.Lanes lanes =
                            new SpaceCode.Lanes(EmulatedLanes.source(), EmulatedLanes.ON_OCLGRIND, 32, false);
                    SpaceCode code = new SpaceCode(session, ElementType.FLOAT, 3, lanes);
                    try (NeighbourIndex index = new NeighbourIndex(code, points.size(0), method, 121)) {
                        index.update(points);
                        NearestPoints found = index.nearest(queries, 1);
                        for (int query = 0; query < QUERIES; query++) {
                            assertEquals(plain.order(query)[0], found.id(query, 0), method + ", query " + query);
                        }
                    }
                }
            }
        }
    }

    /** A finer grid searched by emulated warps, which need more rings for one query. */
    static final class FinerGrid {
        public static void main(String[] arguments) {
            Random random = new Random(4);
            Grid points =
                    Grid.generate(ElementType.FLOAT, index -> index[0] % 2 + 0.05 * random.nextGaussian(), 500, 3);
            Grid queries = Grid.generate(ElementType.FLOAT, index -> index[0] % 2 * 0.15 + 0.01 * index[1], 6, 3);
            PlainSearch plain = new PlainSearch(points, queries);
            SpaceCode.Lanes lanes = new SpaceCode.Lanes(EmulatedLanes.source(), EmulatedLanes.ON_OCLGRIND, 32, false);
            try (Session session = Session.open();
                    NeighbourIndex index =
                            new NeighbourIndex(new SpaceCode(session, ElementType.FLOAT, 3, lanes), 500, "auto", 3)) {
                for (int round = 0; round < 2; round++) {
                    index.update(points);
                    plain.assertNearest(index, "round " + round, 1);
                }
                String[] sides = index.explain().split(" ")[4].split("x");
                assertTrue(index.explain().startsWith("rings") && Integer.parseInt(sides[0]) > 6, index.explain());
            }
        }
    }

    @Test
    void everyKernelIsClean() throws IOException {
        Oclgrind.assertClean(Main.class);
    }

    @Test
    void warpsAreClean() throws IOException {
        Oclgrind.assertClean(OfWarps.class);
    }

    @Test
    void aFinerGridIsClean() throws IOException {
        Oclgrind.assertClean(FinerGrid.class);
    }

    @Test
    void kernelsCompileForAmd() {
        // Where waves have 64 lanes, masks of lanes take two scalar registers each, and loops within loops have many.
        AmdTargets.assertFits(
                SpaceCode.source("space.cl", "found.cl", "grid.cl", "rings.cl"),
                Map.of("rings on gfx906, scalar", 2, "rings on gfx90a, scalar", 2),
                "-DNEAREST",
                "-DK=4");
        Map<String, Integer> known = Map.of(
                "nested on gfx906, scalar", 8,
                "nested on gfx90a, scalar", 8,
                "nested_left on gfx906, scalar", 14,
                "nested_left on gfx90a, scalar", 33);
        AmdTargets.assertFits(
                SpaceCode.source("space.cl", "found.cl", "grid.cl", "nested.cl"),
                known,
                "-DNEAREST",
                "-DK=4",
                "-DNESTED");
        AmdTargets.assertFits(SpaceCode.source("space.cl", "grid.cl", "bounds.cl"), "-DAXES=2");
        AmdTargets.assertFits(SpaceCode.source("space.cl", "found.cl", "brute.cl"), "-DLIST");
        AmdTargets.assertFits(SpaceCode.source("space.cl", "grid.cl", "offsets.cl"), "-DSKIP");
        AmdTargets.assertFits(SpaceCode.source("space.cl", "found.cl", "boxes.cl", "tree.cl"));
        AmdTargets.assertFits(SpaceCode.source("space.cl", "curve.cl"), "-DGROUP=256");
    }
}
