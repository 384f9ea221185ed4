package org.plegma.graph.generate;

import java.util.SplittableRandom;
import org.plegma.graph.BuiltGraph;
import org.plegma.graph.Graph;
import org.plegma.graph.GraphBuilder;

/** Makes graphs. Where the number of triangles has a closed form, a method beside the graph's gives it. */
public final class Graphs {
    /** The chances of Graph500 for the four quarters of the adjacency matrix. */
    private static final double[] QUARTERS = {0.57, 0.19, 0.19};

    private Graphs() {}

    /**
     * The tetrahedral lattice of n³ vertices: each is joined with those at the seven offsets of {0, 1}³ that are not zero. Vertex
     * (x, y, z) is number (x·n + y)·n + z.
     */
    public static Graph lattice(int n) {
        int vertices = checked(n, 3);
        GraphBuilder builder = new GraphBuilder(vertices);
        for (int v = 0; v < vertices; v++) {
            int x = v / n / n;
            int y = v / n % n;
            int z = v % n;
            for (int offset = 1; offset < 8; offset++) {
                int i = x + (offset >> 2);
                int j = y + (offset >> 1 & 1);
                int k = z + (offset & 1);
                if (i < n && j < n && k < n) {
                    builder.add(v, (i * n + j) * n + k);
                }
            }
        }
        return builder.build().graph();
    }

    /** Two for each of the unit squares of three directions, and six for each unit cube, that is 6n(n−1)² + 6(n−1)³. */
    public static long latticeTriangles(long n) {
        return n == 0 ? 0 : 6 * n * (n - 1) * (n - 1) + 6 * (n - 1) * (n - 1) * (n - 1);
    }

    /** A square of n×n vertices, joined along rows, along columns and along one diagonal of each unit square. */
    public static Graph square(int n) {
        int vertices = checked(n, 2);
        GraphBuilder builder = new GraphBuilder(vertices);
        for (int v = 0; v < vertices; v++) {
            boolean right = v % n + 1 < n;
            boolean down = v / n + 1 < n;
            if (right) {
                builder.add(v, v + 1);
            }
            if (down) {
                builder.add(v, v + n);
            }
            if (right && down) {
                builder.add(v, v + n + 1);
            }
        }
        return builder.build().graph();
    }

    /** Two for each unit square: 2(n−1)². */
    public static long squareTriangles(long n) {
        return n == 0 ? 0 : 2 * (n - 1) * (n - 1);
    }

    /** The complete graph of n vertices. */
    public static Graph complete(int n) {
        GraphBuilder builder = new GraphBuilder(checked(n, 1));
        for (int a = 0; a < n; a++) {
            for (int b = a + 1; b < n; b++) {
                builder.add(a, b);
            }
        }
        return builder.build().graph();
    }

    /** Each three vertices: n(n−1)(n−2)/6. */
    public static long completeTriangles(long n) {
        return n * (n - 1) * (n - 2) / 6;
    }

    /** All edges between two sets of vertices, so that there is no triangle. */
    public static Graph bipartite(int left, int right) {
        GraphBuilder builder = new GraphBuilder(Math.addExact(checked(left, 1), checked(right, 1)));
        for (int a = 0; a < left; a++) {
            for (int b = 0; b < right; b++) {
                builder.add(a, left + b);
            }
        }
        return builder.build().graph();
    }

    /**
     * A grid of n×n crossings like a road map: each road along a row or a column is there with a chance of 90 %, and one in twenty
     * unit squares has a diagonal.
     */
    public static Graph roads(int n, long seed) {
        int vertices = checked(n, 2);
        SplittableRandom random = new SplittableRandom(seed);
        GraphBuilder builder = new GraphBuilder(vertices);
        for (int v = 0; v < vertices; v++) {
            boolean right = v % n + 1 < n;
            boolean down = v / n + 1 < n;
            if (right && random.nextInt(100) < 90) {
                builder.add(v, v + 1);
            }
            if (down && random.nextInt(100) < 90) {
                builder.add(v, v + n);
            }
            if (right && down && random.nextInt(100) < 5) {
                builder.add(v, v + n + 1);
            }
        }
        return builder.build().graph();
    }

    /**
     * A random graph with hubs: 2^scale vertices and so many edges each, placed by R-MAT with the chances of Graph500 (0.57, 0.19,
     * 0.19, 0.05). Loops and duplicates are dropped. Vertices are not renumbered, so that those of low number are the hubs.
     *
     * <p>D. Chakrabarti, Y. Zhan, C. Faloutsos: R-MAT: a recursive model for graph mining, SDM 2004.
     */
    public static BuiltGraph rmat(int scale, int edgesPerVertex, long seed) {
        if (scale < 0 || scale > 30 || edgesPerVertex < 0) {
            throw new IllegalArgumentException("R-MAT needs a scale of 0 to 30 and 0 or more edges per vertex: found "
                    + scale + " and " + edgesPerVertex + ".");
        }
        SplittableRandom random = new SplittableRandom(seed);
        GraphBuilder builder = new GraphBuilder(1 << scale);
        for (long e = (long) edgesPerVertex << scale; e > 0; e--) {
            int a = 0;
            int b = 0;
            for (int level = 0; level < scale; level++) {
                double chance = random.nextDouble();
                int quarter = 0;
                while (quarter < QUARTERS.length && chance >= QUARTERS[quarter]) {
                    chance -= QUARTERS[quarter++];
                }
                a = a << 1 | quarter >> 1;
                b = b << 1 | quarter & 1;
            }
            builder.add(a, b);
        }
        return builder.build();
    }

    /** The vertices of a side to a power, which must fit an int. */
    private static int checked(int n, int power) {
        double vertices = Math.pow(n, power);
        if (n < 0 || vertices >= Integer.MAX_VALUE) {
            throw new IllegalArgumentException("A side of a graph of " + power + " dimensions: expected 0 to "
                    + (int) Math.floor(Math.pow(Integer.MAX_VALUE - 1.0, 1.0 / power)) + ", found " + n + ".");
        }
        return (int) vertices;
    }
}
