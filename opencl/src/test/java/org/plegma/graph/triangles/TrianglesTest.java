package org.plegma.graph.triangles;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plegma.device.OnDevice;
import org.plegma.graph.Graph;
import org.plegma.graph.GraphBuilder;
import org.plegma.graph.TriangleOracle;
import org.plegma.graph.generate.Graphs;
import org.plegma.graph.triangles.method.TriangleMethod;
import org.plegma.graph.triangles.method.TrianglePlan;

/** Every method counts what sets of neighbours count. */
class TrianglesTest extends OnDevice {
    /** A vertex 0 of two neighbours, of which one has a row that is much longer: the row that a bounded buffer cut off. */
    static Graph longerThanTheFirst(int more) {
        GraphBuilder builder = new GraphBuilder(0);
        builder.add(0, 1);
        builder.add(0, more + 2);
        for (int v = 2; v <= more + 2; v++) {
            builder.add(1, v);
        }
        return builder.build().graph();
    }

    static Map<String, Graph> graphs() {
        Map<String, Graph> graphs = new LinkedHashMap<>();
        graphs.put("none", new GraphBuilder(0).build().graph());
        graphs.put("one vertex", new GraphBuilder(1).build().graph());
        graphs.put("no edge", new GraphBuilder(100).build().graph());
        graphs.put("one edge", Graph.of(new int[] {0, 1, 1}, new int[] {1}));
        graphs.put("one triangle", Graphs.complete(3));
        graphs.put("longer than the first", longerThanTheFirst(3000));
        graphs.put("complete", Graphs.complete(70));
        graphs.put("bipartite", Graphs.bipartite(40, 90));
        graphs.put("lattice", Graphs.lattice(8));
        graphs.put("square", Graphs.square(20));
        graphs.put("roads", Graphs.roads(30, 1));
        graphs.put("R-MAT", Graphs.rmat(9, 8, 1).graph());
        graphs.put("random", TriangleOracle.random(150, 0.2, 2));
        graphs.put("hubs", TriangleOracle.hubs(400, 0.01, 3));
        return graphs;
    }

    @Test
    void everyMethodAgreesWithTheOracle() {
        graphs().forEach((name, graph) -> {
            long expected = TriangleOracle.count(graph);
            assertEquals(expected, new MergedRows(graph).count(), name + ", in plain Java");
            for (TriangleMethod method : Triangles.METHODS) {
                assertEquals(expected, Triangles.of(session).by(method).count(graph), name + " by " + method.name());
            }
        });
    }

    @Test
    void countsOfVerticesAgreeWithTheOracle() {
        graphs().forEach((name, graph) -> {
            for (String method : new String[] {"degree-order", "chunks"}) {
                assertArrayEquals(
                        TriangleOracle.perVertex(graph),
                        Triangles.of(session).by(method).perVertex(graph),
                        name + " by " + method);
            }
        });
    }

    @Test
    void aPlanCountsAgain() {
        Graph graph = TriangleOracle.hubs(200, 0.05, 4);
        for (TriangleMethod method : Triangles.METHODS) {
            try (TrianglePlan plan = Triangles.of(session).by(method).plan(graph)) {
                long first = plan.count();
                assertEquals(first, plan.count(), method.name());
                assertTrue(plan.bytes() > 0);
                assertThrows(UnsupportedOperationException.class, plan::perVertex);
            }
        }
        try (TrianglePlan plan = Triangles.of(session).method().planPerVertex(session, graph)) {
            plan.launch();
            plan.launch();
            assertArrayEquals(TriangleOracle.perVertex(graph), plan.perVertex());
        }
    }

    @Test
    void clusteringOfKnownGraphs() {
        Clustering complete = Triangles.of(session).clustering(Graphs.complete(9));
        assertEquals(1, complete.average(), 0);
        assertEquals(1, complete.global(), 0);
        // A triangle 0, 1, 2 with a vertex 3 at 2, and one that is alone: coefficients 1, 1, 1/3, 0, 0; 3 of 5 pairs
        // joined.
        Graph graph = Graph.of(new int[] {0, 2, 3, 4, 4, 4}, new int[] {1, 2, 2, 3});
        Clustering clustering = Triangles.of(session).clustering(graph);
        assertArrayEquals(new double[] {1, 1, 1 / 3.0, 0, 0}, clustering.each(), 1e-15);
        assertArrayEquals(new int[] {1, 1, 1, 0, 0}, clustering.triangles());
        assertArrayEquals(new int[] {2, 2, 3, 1, 0}, clustering.degrees());
        assertEquals(7 / 15.0, clustering.average(), 1e-15);
        assertEquals(3 / 5.0, clustering.global(), 1e-15);
        assertEquals("clustering of 5 vertices: average 0.4667, global 0.6000", clustering.toString());
        Clustering none =
                Triangles.of(session).clustering(new GraphBuilder(0).build().graph());
        assertEquals(0, none.average() + none.global(), 0);
    }

    @Test
    void theChoiceIsExplained() {
        Triangles triangles = Triangles.of(session);
        String chosen = triangles.explain(Graphs.lattice(5)).toString();
        assertTrue(chosen.contains("method: " + triangles.method().name()), chosen);
        assertTrue(chosen.contains("why: the device is a"), chosen);
        String asked =
                triangles.by("element_per_thread").explain(Graphs.lattice(5)).toString();
        assertTrue(asked.contains("asked for") && asked.contains("125 groups of 64 work-items"), asked);
        assertTrue(
                triangles.by("degree-order").explain(Graphs.complete(40)).work().contains("40 hubs by tables"));
        assertTrue(
                triangles.by("degree-order").explain(Graphs.lattice(5)).work().contains("numbers as they are"));
        assertTrue(triangles.by("chunks").explain(Graphs.lattice(5)).work().startsWith("125 vertices as vectors"));
        assertEquals(triangles.method(), triangles.by("chunks").by("auto").method());
    }

    @Test
    void whatThereIsNotIsSaid() {
        Triangles triangles = Triangles.of(session);
        String message = assertThrows(IllegalArgumentException.class, () -> triangles.by("magic"))
                .getMessage();
        assertTrue(message.contains("'magic'") && message.contains("row_per_thread"), message);
        Graph graph = Graphs.complete(4);
        String other = assertThrows(
                        UnsupportedOperationException.class,
                        () -> triangles.by("row_per_thread").perVertex(graph))
                .getMessage();
        assertTrue(other.contains("degree-order"), other);
        assertThrows(NullPointerException.class, () -> triangles.count(null));
    }
}
