package org.plegma.neighbours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;

/** The definition: all points are compared and sorted. */
final class PlainSearch {
    private final Grid points;
    private final Grid queries;
    private final Map<Integer, int[]> orders = new HashMap<>();

    PlainSearch(Grid points, Grid queries) {
        this.points = points;
        this.queries = queries;
    }

    /** The squared distance as computed in the type of the points, coordinate after coordinate. */
    double squared(int point, int query) {
        if (points.type() == ElementType.FLOAT) {
            float sum = 0;
            for (int axis = 0; axis < points.size(1); axis++) {
                float off = (float) points.get(point, axis) - (float) queries.get(query, axis);
                sum += off * off;
            }
            return sum;
        }
        double sum = 0;
        for (int axis = 0; axis < points.size(1); axis++) {
            double off = points.get(point, axis) - queries.get(query, axis);
            sum += off * off;
        }
        return sum;
    }

    /** All points, nearest first, of equal ones the lower index first. */
    int[] order(int query) {
        return orders.computeIfAbsent(query, this::sorted);
    }

    private int[] sorted(int query) {
        double[] distances = IntStream.range(0, points.size(0))
                .mapToDouble(point -> squared(point, query))
                .toArray();
        return IntStream.range(0, points.size(0))
                .boxed()
                .sorted(Comparator.<Integer>comparingDouble(p -> distances[p]).thenComparing(p -> p))
                .mapToInt(p -> p)
                .toArray();
    }

    /** Fails unless the index finds the nearest k points of each query and their squared distances. */
    void assertNearest(NeighbourIndex index, String name, int k) {
        NearestPoints found = index.nearest(queries, k);
        for (int query = 0; query < queries.size(0); query++) {
            int[] order = order(query);
            for (int rank = 0; rank < k; rank++) {
                String where = name + ": query " + query + ", rank " + rank;
                boolean there = rank < order.length;
                assertEquals(there ? order[rank] : -1, found.id(query, rank), where);
                assertEquals(
                        there ? squared(order[rank], query) : Double.POSITIVE_INFINITY,
                        found.squaredDistances()[query * k + rank],
                        where);
            }
        }
    }

    /** Fails unless the index finds all points within a radius of each query, the nearest first. */
    void assertWithin(NeighbourIndex index, String name, double radius) {
        double limit = points.type() == ElementType.FLOAT ? (float) radius * (float) radius : radius * radius;
        PointsWithin within = index.within(queries, radius);
        for (int query = 0; query < queries.size(0); query++) {
            int one = query;
            int[] near = Arrays.stream(order(query))
                    .takeWhile(p -> squared(p, one) <= limit)
                    .toArray();
            assertArrayEquals(near, within.of(query), name + ": query " + query + " within " + radius);
        }
    }
}
