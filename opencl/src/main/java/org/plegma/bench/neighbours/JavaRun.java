package org.plegma.bench.neighbours;

import java.util.List;
import org.plegma.device.Event;
import org.plegma.measure.Trial;

/** The same by one thread of Java. */
final class JavaRun implements Trial {
    private final float[] points;
    private final float[] queries;
    private final int[] ids;

    JavaRun(int n) {
        points = Spread.EVEN.points(n, 1);
        queries = Spread.EVEN.points(n, 2);
        ids = new int[n];
    }

    @Override
    public List<Event> run() {
        JavaRings rings = new JavaRings(points);
        for (int i = 0; i < ids.length; i++) {
            ids[i] = rings.nearest(queries[3 * i], queries[3 * i + 1], queries[3 * i + 2]);
        }
        return List.of();
    }

    @Override
    public double error() {
        return NeighboursRun.wrong(points, queries, ids);
    }
}
