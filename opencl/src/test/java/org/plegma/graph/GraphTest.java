package org.plegma.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Graphs and their builder: what is refused, and what is dropped. */
class GraphTest {

    @Test
    void rowsAreTheUpperTriangle() {
        Graph graph = Graph.of(new int[] {0, 2, 3, 3}, new int[] {1, 2, 2});
        assertEquals(3, graph.vertices());
        assertEquals(3, graph.edges());
        assertEquals(2, graph.longestRow());
        assertArrayEquals(new int[] {2, 2, 2}, graph.degrees());
        assertEquals("graph of 3 vertices, 3 edges", graph.toString());
        assertEquals(0, Graph.of(new int[] {0}, new int[0]).vertices());
    }

    @Test
    void aGraphKeepsNoArrayOfTheCaller() {
        int[] offsets = {0, 1, 1};
        Graph graph = Graph.of(offsets, new int[] {1});
        offsets[1] = 0;
        graph.offsets()[1] = 0;
        graph.columns()[0] = 0;
        assertEquals(Graph.of(new int[] {0, 1, 1}, new int[] {1}), graph);
        assertNotEquals(Graph.of(new int[] {0, 0, 0}, new int[0]), graph);
        assertEquals(Graph.of(new int[] {0, 1, 1}, new int[] {1}).hashCode(), graph.hashCode());
    }

    @Test
    void wrongRowsAreRefusedByPlace() {
        assertRefused("found none", new int[0], new int[0]);
        assertRefused("expected [0, …], found [1, …]", new int[] {1, 1}, new int[] {1});
        assertRefused("Offset 2 ends row 1: expected 1 to 1, found 0", new int[] {0, 1, 0}, new int[] {1});
        assertRefused("Offset 1 ends row 0: expected 0 to 1, found 2", new int[] {0, 2, 1}, new int[] {1});
        assertRefused("expected 2, found 1", new int[] {0, 1, 1}, new int[] {1, 1});
        assertRefused(
                "Row 0, column at position 0: expected 1 to 1, found 2; there is no such vertex",
                new int[] {0, 1, 1},
                new int[] {2});
        assertRefused("found -1; there is no such vertex", new int[] {0, 1, 1}, new int[] {-1});
        assertRefused("found 1; a vertex is not its own neighbour", new int[] {0, 0, 1, 1}, new int[] {1});
        assertRefused("found 0; a row has the neighbours above", new int[] {0, 0, 1, 1}, new int[] {0});
        assertRefused(
                "Row 0, column at position 1: expected 3 to 3, found 1; columns of a row ascend",
                new int[] {0, 2, 2, 2, 2},
                new int[] {2, 1});
        assertRefused("none comes twice", new int[] {0, 2, 2, 2}, new int[] {1, 1});
    }

    private static void assertRefused(String part, int[] offsets, int[] columns) {
        String message = assertThrows(IllegalArgumentException.class, () -> Graph.of(offsets, columns))
                .getMessage();
        assertTrue(message.contains(part), message);
    }

    @Test
    void loopsAndDuplicatesAreDroppedAndCounted() {
        GraphBuilder builder = new GraphBuilder(2);
        int[][] edges = {{3, 1}, {0, 3}, {1, 3}, {2, 2}, {3, 0}, {3, 0}, {0, 1}};
        for (int[] edge : edges) {
            builder.add(edge[0], edge[1]);
        }
        BuiltGraph built = builder.build();
        assertEquals(Graph.of(new int[] {0, 2, 3, 3, 3}, new int[] {1, 3, 3}), built.graph());
        assertEquals(
                "graph of 4 vertices, 3 edges; of 7 given, 1 loop and 3 duplicates were dropped", built.toString());
    }

    @Test
    void verticesWithoutEdgesStay() {
        assertEquals(
                "graph of 5 vertices, 0 edges; of 0 given, 0 loops and 0 duplicates were dropped",
                new GraphBuilder(5).build().toString());
        assertEquals(0, new GraphBuilder(0).build().graph().vertices());
        assertThrows(IllegalArgumentException.class, () -> new GraphBuilder(-1));
        assertThrows(IllegalArgumentException.class, () -> new GraphBuilder(0).add(-1, 0));
        assertThrows(IllegalArgumentException.class, () -> new GraphBuilder(0).add(0, Graph.MOST_VERTICES));
        assertThrows(IllegalArgumentException.class, () -> new GraphBuilder(Graph.MOST_VERTICES + 1));
    }

    @Test
    void moreVerticesThanJavaHasMemoryForAreRefused() {
        GraphBuilder far = new GraphBuilder(0);
        far.add(0, Graph.MOST_VERTICES - 1);
        if (Runtime.getRuntime().maxMemory() < 8L * Graph.MOST_VERTICES) {
            String message =
                    assertThrows(IllegalStateException.class, far::build).getMessage();
            assertTrue(message.startsWith("A graph of 2147483638 vertices takes 16383 MiB and more"), message);
            assertTrue(message.contains("without gaps"), message);
        }
    }

    @Test
    void manyEdgesInAnyOrder() {
        Graph graph = TriangleOracle.random(200, 0.3, 5);
        GraphBuilder backwards = new GraphBuilder(0);
        for (int v = graph.vertices() - 1; v >= 0; v--) {
            for (int at = graph.offset(v); at < graph.offset(v + 1); at++) {
                backwards.add(graph.column(at), v);
            }
        }
        assertEquals(graph, backwards.build().graph());
        assertEquals(graph, Graph.of(graph.offsets(), graph.columns()));
    }
}
