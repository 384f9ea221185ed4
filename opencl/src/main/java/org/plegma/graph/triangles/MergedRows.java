package org.plegma.graph.triangles;

import java.util.Arrays;
import org.plegma.array.Preconditions;
import org.plegma.graph.Graph;

/**
 * Triangles in plain Java on one thread, to compare devices with: edges go to the vertex of more neighbours, and the rows of the two
 * ends of each edge are merged.
 */
public final class MergedRows {
    private final int[] offsets;
    private final int[] columns;

    /** A graph made ready. */
    public MergedRows(Graph graph) {
        Preconditions.notNull(graph, "graph");
        int[] degrees = graph.degrees();
        Integer[] order = new Integer[degrees.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> Integer.compare(degrees[a], degrees[b]));
        int[] number = new int[degrees.length];
        for (int i = 0; i < order.length; i++) {
            number[order[i]] = i;
        }
        long[] edges = new long[graph.edges()];
        for (int v = 0; v < degrees.length; v++) {
            for (int at = graph.offset(v); at < graph.offset(v + 1); at++) {
                long a = number[v];
                long b = number[graph.column(at)];
                edges[at] = Math.min(a, b) << 32 | Math.max(a, b);
            }
        }
        Arrays.parallelSort(edges);
        offsets = new int[degrees.length + 1];
        columns = new int[edges.length];
        for (int e = 0; e < edges.length; e++) {
            offsets[(int) (edges[e] >> 32) + 1]++;
            columns[e] = (int) edges[e];
        }
        Arrays.parallelPrefix(offsets, Integer::sum);
    }

    /** The number of triangles. */
    public long count() {
        long found = 0;
        for (int u = 0; u + 1 < offsets.length; u++) {
            for (int k = offsets[u]; k < offsets[u + 1]; k++) {
                found += common(k + 1, offsets[u + 1], offsets[columns[k]], offsets[columns[k] + 1]);
            }
        }
        return found;
    }

    private int common(int a, int endOfA, int b, int endOfB) {
        int found = 0;
        while (a < endOfA && b < endOfB) {
            int left = columns[a];
            int right = columns[b];
            found += left == right ? 1 : 0;
            a += left <= right ? 1 : 0;
            b += right <= left ? 1 : 0;
        }
        return found;
    }
}
