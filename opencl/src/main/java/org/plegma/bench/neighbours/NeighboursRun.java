package org.plegma.bench.neighbours;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.measure.Buffers;
import org.plegma.measure.Trial;
import org.plegma.neighbours.NearestNeighbours;
import org.plegma.neighbours.NeighbourIndex;

/** Points are sorted, then queries answered, both from the device's memory. */
final class NeighboursRun implements Trial {
    private static final int SAMPLES = 100;

    private final float[] points;
    private final float[] queries;
    private final NeighbourIndex index;
    private final DeviceArray from;
    private final DeviceArray asked;
    private final DeviceArray ids;
    private final DeviceArray squared;

    NeighboursRun(Buffers buffers, Spread spread, String method, int n) {
        this(buffers, spread, method, n, 0);
    }

    /** @param pointsInCell 0 for the usual ones */
    NeighboursRun(Buffers buffers, Spread spread, String method, int n, double pointsInCell) {
        points = spread.points(n, 1);
        queries = spread.points(n, 2);
        from = buffers.input(Grid.of(points, n, 3));
        asked = buffers.input(Grid.of(queries, n, 3));
        ids = buffers.output(ElementType.INT, n, 1);
        squared = buffers.output(ElementType.FLOAT, n, 1);
        NearestNeighbours settings = NearestNeighbours.of(buffers.session()).method(method);
        index = (pointsInCell > 0 ? settings.pointsInCell(pointsInCell) : settings).index(from);
    }

    @Override
    public List<Event> run() {
        List<Event> events = new ArrayList<>();
        index.launchUpdate(from, events);
        events.addAll(index.launchNearest(asked, ids, squared));
        return events;
    }

    @Override
    public double error() {
        return wrong(points, queries, ids.download().ints());
    }

    /** How many of some queries have another nearest point than they should. */
    static double wrong(float[] points, float[] queries, int[] found) {
        int n = found.length;
        return IntStream.range(0, Math.min(SAMPLES, n))
                .parallel()
                .map(i -> (int) ((long) i * n / Math.min(SAMPLES, n)))
                .filter(query -> nearest(points, queries, query) != found[query])
                .count();
    }

    private static int nearest(float[] points, float[] queries, int query) {
        float best = Float.POSITIVE_INFINITY;
        int id = -1;
        for (int i = 0; i < points.length / 3; i++) {
            float x = points[3 * i] - queries[3 * query];
            float y = points[3 * i + 1] - queries[3 * query + 1];
            float z = points[3 * i + 2] - queries[3 * query + 2];
            float d = x * x + y * y + z * z;
            if (d < best) {
                best = d;
                id = i;
            }
        }
        return id;
    }

    @Override
    public void close() {
        index.close();
    }
}
