package org.plegma.graph.triangles.method;

import java.util.Arrays;
import org.plegma.graph.Graph;

/**
 * A graph whose vertices have new numbers, with each edge in the row of its lower number. With numbers by degree no row is longer
 * than √(2m) of m edges, however many a hub has.
 *
 * <p>Vertices from {@code limit} on are hubs. For each hub v, and each u with v in its row, the rest of row u after v is a suffix.
 * T. Schank, D. Wagner: Finding, counting and listing all triangles in large graphs, WEA 2005.
 */
final class DirectedGraph {
    final int limit;
    final int[] offsets;
    final int[] columns;
    /** The vertex that has each number. */
    final int[] original;
    /** Where the suffixes of each hub begin, and their number. */
    final int[] begins;
    /** Begin and end of each suffix in the columns. */
    final int[] suffixes;
    /** The number whose row a suffix ends. */
    final int[] sources;

    private DirectedGraph(int limit, int[] offsets, int[] columns, int[] original) {
        this.limit = limit;
        this.offsets = offsets;
        this.columns = columns;
        this.original = original;
        this.begins = new int[vertices() - limit + 1];
        visit((row, at) -> begins[columns[at] - limit + 1]++);
        Arrays.parallelPrefix(begins, Integer::sum);
        int count = begins[begins.length - 1];
        this.suffixes = new int[Math.multiplyExact(2, count)];
        this.sources = new int[count];
        int[] next = begins.clone();
        visit((row, at) -> {
            int place = next[columns[at] - limit]++;
            suffixes[2 * place] = at + 1;
            suffixes[2 * place + 1] = offsets[row + 1];
            sources[place] = row;
        });
    }

    private interface Visitor {
        void entry(int row, int at);
    }

    /** All entries that are hubs and have others after them in their rows. */
    private void visit(Visitor visitor) {
        for (int row = 0; row < vertices() && limit < vertices(); row++) {
            for (int at = offsets[row + 1] - 2; at >= offsets[row] && columns[at] >= limit; at--) {
                visitor.entry(row, at);
            }
        }
    }

    /** The graph with the numbers that it has, and no hubs. */
    static DirectedGraph asItIs(Graph graph) {
        int[] same = new int[graph.vertices()];
        Arrays.setAll(same, i -> i);
        return new DirectedGraph(graph.vertices(), graph.offsets(), graph.columns(), same);
    }

    /** Numbers by degree, equal ones in the order that they have; hubs are those of more than so many neighbours. */
    static DirectedGraph byDegree(Graph graph, int mostNeighbours) {
        int[] degrees = graph.degrees();
        int vertices = degrees.length;
        int[] places = new int[Arrays.stream(degrees).max().orElse(0) + 2];
        for (int degree : degrees) {
            places[degree + 1]++;
        }
        Arrays.parallelPrefix(places, Integer::sum);
        int limit = places[Math.min(mostNeighbours + 1, places.length - 1)];
        int[] number = new int[vertices];
        int[] original = new int[vertices];
        for (int v = 0; v < vertices; v++) {
            number[v] = places[degrees[v]]++;
            original[number[v]] = v;
        }
        int[] offsets = new int[vertices + 1];
        for (int v = 0; v < vertices; v++) {
            for (int at = graph.offset(v); at < graph.offset(v + 1); at++) {
                offsets[Math.min(number[v], number[graph.column(at)]) + 1]++;
            }
        }
        Arrays.parallelPrefix(offsets, Integer::sum);
        int[] columns = new int[graph.edges()];
        int[] next = offsets.clone();
        for (int v = 0; v < vertices; v++) {
            for (int at = graph.offset(v); at < graph.offset(v + 1); at++) {
                int a = number[v];
                int b = number[graph.column(at)];
                columns[next[Math.min(a, b)]++] = Math.max(a, b);
            }
        }
        for (int v = 0; v < vertices; v++) {
            Arrays.sort(columns, offsets[v], offsets[v + 1]);
        }
        return new DirectedGraph(limit, offsets, columns, original);
    }

    int vertices() {
        return offsets.length - 1;
    }

    int hubs() {
        return vertices() - limit;
    }

    /** The longest row below the limit. */
    int longestRow() {
        int longest = 0;
        for (int row = 0; row < limit; row++) {
            longest = Math.max(longest, offsets[row + 1] - offsets[row]);
        }
        return longest;
    }

    /** Entries of a suffix. */
    int length(int suffix) {
        return suffixes[2 * suffix + 1] - suffixes[2 * suffix];
    }

    /** Entries of all suffixes: so many times a kernel asks a hub's table. */
    long lookups() {
        long sum = 0;
        for (int s = 0; s < sources.length; s++) {
            sum += length(s);
        }
        return sum;
    }
}
