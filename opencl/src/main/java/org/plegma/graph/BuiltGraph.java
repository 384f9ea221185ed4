package org.plegma.graph;

/**
 * A graph and what was dropped to make it.
 *
 * @param graph the graph
 * @param given edges that were given
 * @param loops of these, how many join a vertex with itself
 * @param duplicates of these, how many had come before, in either direction
 */
public record BuiltGraph(Graph graph, long given, long loops, long duplicates) {

    /** For example {@code graph of 3 vertices, 2 edges; of 5 given, 1 loop and 2 duplicates were dropped}. */
    @Override
    public String toString() {
        return graph + "; of " + given + " given, " + count(loops, "loop") + " and " + count(duplicates, "duplicate")
                + (loops + duplicates == 1 ? " was" : " were") + " dropped";
    }

    private static String count(long n, String what) {
        return n + " " + what + (n == 1 ? "" : "s");
    }
}
