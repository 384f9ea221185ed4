package org.plegma.graph.triangles;

import java.util.Arrays;
import java.util.Locale;

/**
 * How clustered a graph is: of the pairs of neighbours of a vertex, how many are joined themselves.
 *
 * <p>D. J. Watts, S. H. Strogatz: Collective dynamics of 'small-world' networks, Nature 393 (1998). A vertex of fewer than two
 * neighbours has no pairs; its coefficient is 0, and it counts in the average, as in NetworkX.
 */
public final class Clustering {
    private final int[] degrees;
    private final int[] triangles;

    Clustering(int[] degrees, int[] triangles) {
        this.degrees = degrees;
        this.triangles = triangles;
    }

    /** The coefficient of a vertex, from 0 to 1. */
    public double of(int vertex) {
        long pairs = (long) degrees[vertex] * (degrees[vertex] - 1) / 2;
        return pairs == 0 ? 0 : (double) triangles[vertex] / pairs;
    }

    /** The coefficients of all vertices. */
    public double[] each() {
        double[] each = new double[degrees.length];
        Arrays.setAll(each, this::of);
        return each;
    }

    /** The average of the coefficients; 0 of no vertices. */
    public double average() {
        return Arrays.stream(each()).average().orElse(0);
    }

    /** Of all pairs of neighbours in the graph, how many are joined; 0 if there is no pair. Also called transitivity. */
    public double global() {
        double pairs = 0;
        double joined = 0;
        for (int v = 0; v < degrees.length; v++) {
            pairs += (double) degrees[v] * (degrees[v] - 1) / 2;
            joined += triangles[v];
        }
        return pairs == 0 ? 0 : joined / pairs;
    }

    /** How many triangles each vertex is in; a copy. */
    public int[] triangles() {
        return triangles.clone();
    }

    /** How many neighbours each vertex has; a copy. */
    public int[] degrees() {
        return degrees.clone();
    }

    /** For example {@code clustering of 8 vertices: average 0.6, global 0.6}. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "clustering of %d vertices: average %.4f, global %.4f",
                degrees.length,
                average(),
                global());
    }
}
