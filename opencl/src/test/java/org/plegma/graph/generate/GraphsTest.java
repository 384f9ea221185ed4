package org.plegma.graph.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.plegma.graph.BuiltGraph;
import org.plegma.graph.Graph;
import org.plegma.graph.TriangleOracle;

/** Generated graphs have the vertices, edges and triangles that their formulas say. */
class GraphsTest {

    @Test
    void closedFormsAgreeWithTheOracle() {
        for (int n = 0; n < 7; n++) {
            assertEquals(TriangleOracle.count(Graphs.lattice(n)), Graphs.latticeTriangles(n), "lattice " + n);
            assertEquals(TriangleOracle.count(Graphs.square(n)), Graphs.squareTriangles(n), "square " + n);
            assertEquals(TriangleOracle.count(Graphs.complete(n)), Graphs.completeTriangles(n), "complete " + n);
            assertEquals(0, TriangleOracle.count(Graphs.bipartite(n, 4)));
            assertEquals(4 * n, Graphs.bipartite(n, 4).edges());
            assertEquals(n * n, Graphs.roads(n, 1).vertices());
        }
    }

    @Test
    void theLatticeOf77HasTheSizesOfTheThesis() {
        Graph lattice = Graphs.lattice(77);
        assertEquals(456_533, lattice.vertices());
        assertEquals(3_125_044, lattice.edges());
        assertEquals(5_302_368, Graphs.latticeTriangles(77));
        assertEquals(7, lattice.longestRow());
        assertEquals(8_380_418, Graphs.squareTriangles(2048));
        assertEquals(3 * 40 * 40 - 4 * 40 + 1, Graphs.square(40).edges());
    }

    @Test
    void randomGraphsAreThoseOfTheirSeed() {
        BuiltGraph graph = Graphs.rmat(8, 16, 3);
        assertEquals(graph, Graphs.rmat(8, 16, 3));
        assertNotEquals(graph, Graphs.rmat(8, 16, 4));
        assertEquals(16 << 8, graph.given());
        assertEquals(graph.given(), graph.graph().edges() + graph.loops() + graph.duplicates());
        assertTrue(Arrays.stream(graph.graph().degrees()).max().orElseThrow() > 64, "it has hubs");
        assertEquals(Graphs.roads(20, 7), Graphs.roads(20, 7));
        int roads = Graphs.roads(100, 7).edges();
        assertTrue(roads > 17_000 && roads < 19_000, roads + " edges");
    }

    @Test
    void sizesThatDoNotFitAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> Graphs.lattice(-1));
        assertThrows(IllegalArgumentException.class, () -> Graphs.lattice(1291));
        assertThrows(IllegalArgumentException.class, () -> Graphs.square(46_341));
        assertThrows(IllegalArgumentException.class, () -> Graphs.rmat(31, 16, 1));
        assertThrows(IllegalArgumentException.class, () -> Graphs.rmat(5, -1, 1));
    }
}
