package org.plegma.neighbours;

import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The nearest points of each query, nearest first.
 *
 * @param k how many of each
 * @param ids indices of points, query after query; -1 where there are fewer than k points
 * @param squaredDistances to them, as computed in the type of the points; infinite where there is none
 */
public record NearestPoints(int k, int[] ids, double[] squaredDistances) {

    /** The index of a query's neighbour, 0 the nearest. */
    public int id(int query, int rank) {
        return ids[place(query, rank)];
    }

    /** The distance of a query's neighbour. */
    public double distance(int query, int rank) {
        return Math.sqrt(squaredDistances[place(query, rank)]);
    }

    private int place(int query, int rank) {
        if (query < 0 || query >= ids.length / k || rank < 0 || rank >= k) {
            throw new IndexOutOfBoundsException("There are the neighbours 0 to " + (k - 1) + " of " + ids.length / k
                    + " queries, and not neighbour " + rank + " of query " + query + ".");
        }
        return query * k + rank;
    }

    /** How many there are, and those of the first queries. */
    @Override
    public String toString() {
        return "The nearest " + k + " of each of " + ids.length / k + " queries: "
                + shown(ids.length / k, query -> Arrays.toString(Arrays.copyOfRange(ids, query * k, query * k + k)));
    }

    /** A few of so many queries. */
    static String shown(int queries, IntFunction<String> one) {
        return IntStream.range(0, Math.min(queries, 4)).mapToObj(one).collect(Collectors.joining(", "))
                + (queries > 4 ? ", …" : "");
    }
}
