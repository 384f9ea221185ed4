package org.plegma.neighbours;

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
        return ids[query * k + rank];
    }

    /** The distance of a query's neighbour. */
    public double distance(int query, int rank) {
        return Math.sqrt(squaredDistances[query * k + rank]);
    }
}
