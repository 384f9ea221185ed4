package org.plegma.neighbours;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;

/** The definition: all points are compared and sorted. */
final class PlainSearch {
    private final Grid points;
    private final Grid queries;

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
        double[] distances = IntStream.range(0, points.size(0))
                .mapToDouble(point -> squared(point, query))
                .toArray();
        return IntStream.range(0, points.size(0))
                .boxed()
                .sorted(Comparator.<Integer>comparingDouble(p -> distances[p]).thenComparing(p -> p))
                .mapToInt(p -> p)
                .toArray();
    }
}
