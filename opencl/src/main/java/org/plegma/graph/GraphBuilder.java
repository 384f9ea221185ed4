package org.plegma.graph;

import java.util.Arrays;

/**
 * Makes a {@link Graph} of edges in any order and direction. An edge that joins a vertex with itself, or that came before in
 * either direction, is dropped and counted. Takes eight bytes an edge.
 */
public final class GraphBuilder {
    private static final int MOST_EDGES = Integer.MAX_VALUE - 8;

    private int vertices;
    private int[] low = new int[1024];
    private int[] high = new int[1024];
    private int size;
    private long loops;

    /** A builder of a graph that has at least so many vertices: an edge to a higher one makes more. */
    public GraphBuilder(int vertices) {
        if (vertices < 0 || vertices > Graph.MOST_VERTICES) {
            throw new IllegalArgumentException(
                    "A graph has from 0 to " + Graph.MOST_VERTICES + " vertices, found " + vertices + ".");
        }
        this.vertices = vertices;
    }

    /**
     * Adds an edge between two vertices.
     *
     * @throws IllegalArgumentException if a vertex is negative or not below {@link Graph#MOST_VERTICES}
     */
    public void add(int a, int b) {
        if (a < 0 || b < 0 || Math.max(a, b) >= Graph.MOST_VERTICES) {
            throw new IllegalArgumentException("An edge joins vertices from 0 to " + (Graph.MOST_VERTICES - 1)
                    + ": found " + a + " and " + b + ".");
        }
        vertices = Math.max(vertices, Math.max(a, b) + 1);
        if (a == b) {
            loops++;
            return;
        }
        if (size == low.length) {
            grow();
        }
        low[size] = Math.min(a, b);
        high[size++] = Math.max(a, b);
    }

    private void grow() {
        if (size == MOST_EDGES) {
            throw new IllegalStateException("A graph has at most " + MOST_EDGES + " edges.");
        }
        int more = (int) Math.min(MOST_EDGES, size + Math.max(1024L, size / 2));
        low = Arrays.copyOf(low, more);
        high = Arrays.copyOf(high, more);
    }

    /**
     * The graph of all edges so far, and what was dropped.
     *
     * @throws IllegalStateException if Java has not the memory for so many vertices
     */
    public BuiltGraph build() {
        long bytes = 2L * Integer.BYTES * vertices;
        if (bytes > Runtime.getRuntime().maxMemory()) {
            throw new IllegalStateException("A graph of " + vertices + " vertices takes " + (bytes >> 20)
                    + " MiB and more, and Java has " + (Runtime.getRuntime().maxMemory() >> 20)
                    + " MiB. Number the vertices from 0 on without gaps, or start Java with a larger -Xmx.");
        }
        int[] begin = new int[vertices + 1];
        for (int e = 0; e < size; e++) {
            begin[low[e] + 1]++;
        }
        Arrays.parallelPrefix(begin, Integer::sum);
        int[] columns = new int[size];
        int[] next = Arrays.copyOf(begin, vertices);
        for (int e = 0; e < size; e++) {
            columns[next[low[e]]++] = high[e];
        }
        int kept = 0;
        for (int row = 0; row < vertices; row++) {
            int from = begin[row];
            int to = next[row];
            begin[row] = kept;
            Arrays.sort(columns, from, to);
            for (int at = from; at < to; at++) {
                if (at == from || columns[at] != columns[at - 1]) {
                    columns[kept++] = columns[at];
                }
            }
        }
        begin[vertices] = kept;
        long duplicates = size - kept;
        Graph graph = Graph.trusted(begin, kept == size ? columns : Arrays.copyOf(columns, kept));
        return new BuiltGraph(graph, size + loops, loops, duplicates);
    }
}
