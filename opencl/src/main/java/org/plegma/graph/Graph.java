package org.plegma.graph;

import java.util.Arrays;
import org.plegma.array.Preconditions;

/**
 * An undirected graph without loops and double edges, as the upper triangle of its adjacency matrix in compressed sparse rows.
 *
 * <p>Vertices are 0 to {@link #vertices()} − 1. Row i lists the neighbours j &gt; i in ascending order. Immutable.
 */
public final class Graph {
    /** The most vertices: a Java array holds no more offsets. */
    public static final int MOST_VERTICES = Integer.MAX_VALUE - 9;

    private final int[] offsets;
    private final int[] columns;

    private Graph(int[] offsets, int[] columns) {
        this.offsets = offsets;
        this.columns = columns;
    }

    /**
     * A graph from its rows; the arrays are copied.
     *
     * @param offsets where each row begins in the columns, and at last their number: one more than there are vertices
     * @param columns the neighbours of each vertex that are above it, ascending
     * @throws IllegalArgumentException if a row is not so; the message names its place
     */
    public static Graph of(int[] offsets, int[] columns) {
        Preconditions.notNull(offsets, "offsets");
        Preconditions.notNull(columns, "columns");
        Graph graph = new Graph(offsets.clone(), columns.clone());
        graph.check();
        return graph;
    }

    /** From arrays that nobody else has and whose rows are known to be right. */
    static Graph trusted(int[] offsets, int[] columns) {
        return new Graph(offsets, columns);
    }

    private void check() {
        if (offsets.length == 0 || offsets[0] != 0) {
            throw new IllegalArgumentException("The offsets of a graph begin with 0: expected [0, …], found "
                    + (offsets.length == 0 ? "none" : "[" + offsets[0] + ", …]") + ".");
        }
        for (int row = 0; row < vertices(); row++) {
            if (offsets[row + 1] < offsets[row] || offsets[row + 1] > columns.length) {
                throw new IllegalArgumentException("Offset " + (row + 1) + " ends row " + row + ": expected "
                        + offsets[row] + " to " + columns.length + ", found " + offsets[row + 1] + ".");
            }
            checkRow(row);
        }
        if (offsets[vertices()] != columns.length) {
            throw new IllegalArgumentException("The last offset is the number of columns: expected " + columns.length
                    + ", found " + offsets[vertices()] + ".");
        }
    }

    private void checkRow(int row) {
        int least = row + 1;
        for (int at = offsets[row]; at < offsets[row + 1]; at++) {
            int column = columns[at];
            if (column < least || column >= vertices()) {
                throw new IllegalArgumentException("Row " + row + ", column at position " + at + ": expected " + least
                        + " to " + (vertices() - 1) + ", found " + column + "; " + cause(row, column) + ".");
            }
            least = column + 1;
        }
    }

    private String cause(int row, int column) {
        if (column < 0 || column >= vertices()) {
            return "there is no such vertex";
        }
        return column == row
                ? "a vertex is not its own neighbour"
                : column < row
                        ? "a row has the neighbours above its vertex only"
                        : "columns of a row ascend and none comes twice";
    }

    /** How many vertices there are. */
    public int vertices() {
        return offsets.length - 1;
    }

    /** How many edges there are, each counted once. */
    public int edges() {
        return columns.length;
    }

    /** Where the row of a vertex begins in the columns; for {@link #vertices()}, where the last row ends. */
    public int offset(int vertex) {
        return offsets[vertex];
    }

    /** The neighbour at a position of all rows end to end. */
    public int column(int position) {
        return columns[position];
    }

    /** Where each row begins, and the number of columns; a copy. */
    public int[] offsets() {
        return offsets.clone();
    }

    /** All rows end to end; a copy. */
    public int[] columns() {
        return columns.clone();
    }

    /** How many neighbours each vertex has, above and below. */
    public int[] degrees() {
        int[] degrees = new int[vertices()];
        for (int row = 0; row < degrees.length; row++) {
            degrees[row] += offsets[row + 1] - offsets[row];
        }
        for (int column : columns) {
            degrees[column]++;
        }
        return degrees;
    }

    /** The most entries that a row has. */
    public int longestRow() {
        int longest = 0;
        for (int row = 0; row < vertices(); row++) {
            longest = Math.max(longest, offsets[row + 1] - offsets[row]);
        }
        return longest;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Graph that
                && Arrays.equals(offsets, that.offsets)
                && Arrays.equals(columns, that.columns);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(offsets) + Arrays.hashCode(columns);
    }

    /** For example {@code graph of 8 vertices, 19 edges}. */
    @Override
    public String toString() {
        return "graph of " + vertices() + " vertices, " + edges() + " edges";
    }
}
