package org.plegma.graph;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Triangles by sets of neighbours: each three vertices that are joined. */
public final class TriangleOracle {
    private TriangleOracle() {}

    public static long count(Graph graph) {
        long corners = 0;
        for (int each : perVertex(graph)) {
            corners += each;
        }
        return corners / 3;
    }

    public static int[] perVertex(Graph graph) {
        List<Set<Integer>> neighbours = new ArrayList<>();
        for (int v = 0; v < graph.vertices(); v++) {
            neighbours.add(new HashSet<>());
        }
        for (int v = 0; v < graph.vertices(); v++) {
            for (int at = graph.offset(v); at < graph.offset(v + 1); at++) {
                neighbours.get(v).add(graph.column(at));
                neighbours.get(graph.column(at)).add(v);
            }
        }
        int[] each = new int[graph.vertices()];
        for (int v = 0; v < each.length; v++) {
            for (int a : neighbours.get(v)) {
                for (int b : neighbours.get(v)) {
                    if (a < b && neighbours.get(a).contains(b)) {
                        each[v]++;
                    }
                }
            }
        }
        return each;
    }

    /** A graph of which each edge is there with a chance. */
    public static Graph random(int vertices, double chance, long seed) {
        Random random = new Random(seed);
        GraphBuilder builder = new GraphBuilder(vertices);
        for (int a = 0; a < vertices; a++) {
            for (int b = 0; b < a; b++) {
                if (random.nextDouble() < chance) {
                    builder.add(a, b);
                }
            }
        }
        return builder.build().graph();
    }

    /** A random graph whose vertices that are divisible by 50 are joined with all others. */
    public static Graph hubs(int vertices, double chance, long seed) {
        Graph sparse = random(vertices, chance, seed);
        GraphBuilder builder = new GraphBuilder(vertices);
        for (int v = 0; v < vertices; v++) {
            for (int at = sparse.offset(v); at < sparse.offset(v + 1); at++) {
                builder.add(v, sparse.column(at));
            }
            for (int hub = 0; hub < vertices; hub += 50) {
                builder.add(hub, v);
            }
        }
        return builder.build().graph();
    }
}
