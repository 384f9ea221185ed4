package org.plegma.neighbours;

import java.util.Arrays;

/**
 * The points within a radius of each query, nearest first.
 *
 * @param starts where a query's points begin; the last is the number of all
 * @param ids indices of points
 * @param squaredDistances to them, as computed in the type of the points
 */
public record PointsWithin(int[] starts, int[] ids, double[] squaredDistances) {

    /** The points of a query. */
    public int[] of(int query) {
        return Arrays.copyOfRange(ids, starts[query], starts[query + 1]);
    }

    /** How many there are, and those of the first queries. */
    @Override
    public String toString() {
        int queries = starts.length - 1;
        return ids.length + " points around " + queries + " queries: "
                + NearestPoints.shown(queries, query -> Arrays.toString(of(query)));
    }
}
