package org.plegma.neighbours;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;

/** Method that sorts points by the cells of a grid, and looks at the cells around a query, ring by ring. */
final class RingSearch implements SearchMethod {
    private static final String[] FILES = {"space.cl", "found.cl", "grid.cl", "rings.cl"};
    private static final int SUMS = 1 << 12;

    private final SpaceCode code;
    private final Session session;
    private final int count;
    private final double pointsInCell;
    private final DeviceArray arranged;
    /** Made by {@link #build}, which comes before any search. */
    @SuppressWarnings("NullAway.Init")
    private CellGrid grid;

    private Optional<KeyOrder> order = Optional.empty();
    private Optional<KeyOrder> queryOrder = Optional.empty();
    private DeviceArray starts;

    RingSearch(SpaceCode code, int count, double pointsInCell) {
        this.code = code;
        this.session = code.session();
        this.count = count;
        this.pointsInCell = pointsInCell;
        arranged = session.allocate(code.type(), count, code.numbers());
        starts = session.allocate(ElementType.INT, 2);
    }

    @Override
    public void build(PointCloud points, List<Event> events) {
        grid = CellGrid.of(points, code.type(), pointsInCell);
        if (starts.length() != grid.count() + 1L) {
            starts.close();
            starts = session.allocate(ElementType.INT, grid.count() + 1);
        }
        order = Optional.of(sort(order, points, events));
        events.add(code.forAll(code.kernel("arrange", "space.cl"), count)
                .launch(session.compute(), points.points(), ids(), (long) count, arranged));
        events.add(code.forAll(code.kernel("cell_starts", "space.cl", "grid.cl"), grid.count() + 1)
                .launch(session.compute(), order.orElseThrow().sorted(), count, grid.count(), starts));
    }

    /** The index that each of the sorted points was given at. */
    DeviceArray ids() {
        return order.orElseThrow().places();
    }

    /** Points in the order of their cells, by an order of before if it is for as many. */
    private KeyOrder sort(Optional<KeyOrder> before, PointCloud points, List<Event> events) {
        int bits = Math.max(1, 32 - Integer.numberOfLeadingZeros(grid.count() - 1));
        Optional<KeyOrder> same = before.filter(one -> one.isFor(points.count(), bits));
        if (same.isEmpty()) {
            before.ifPresent(KeyOrder::close);
        }
        KeyOrder sorted = same.orElseGet(() -> new KeyOrder(session, points.count(), ElementType.INT, bits));
        events.add(code.forAll(code.kernel("cell_keys", "space.cl", "grid.cl"), points.count())
                .launch(
                        session.compute(),
                        points.points(),
                        (long) points.count(),
                        code.four(grid.low()),
                        code.four(grid.scale()),
                        code.four(grid.width()),
                        cells(),
                        sorted.keys()));
        sorted.run(events);
        return sorted;
    }

    /** Cells along each axis, as a kernel takes them. */
    int[] cells() {
        return new int[] {grid.cells()[0], grid.cells()[1], grid.cells()[2], 0};
    }

    @Override
    public void search(PointCloud queries, SearchFor wanted, List<Event> events) {
        sortQueries(queries, events);
        searchFrom(0, queries, wanted, events);
    }

    /** Brings queries into the order of their cells. */
    KeyOrder sortQueries(PointCloud queries, List<Event> events) {
        queryOrder = Optional.of(sort(queryOrder, queries, events));
        return queryOrder.orElseThrow();
    }

    /** Searches from a ring on, the queries sorted. */
    void searchFrom(int ring, PointCloud queries, SearchFor wanted, List<Event> events) {
        List<Object> arguments = new ArrayList<>(List.of(
                queries.points(),
                queryOrder.orElseThrow().places(),
                (long) queries.count(),
                arranged,
                ids(),
                starts,
                (long) count,
                code.four(grid.low()),
                code.four(grid.scale()),
                code.four(grid.width()),
                cells(),
                code.real(grid.slack())));
        arguments.addAll(wanted.results());
        List<String> options = new ArrayList<>(wanted.options());
        options.add("-DFIRST_RING=" + ring);
        events.add(code.forAll(code.kernel("rings", options, FILES), queries.count())
                .launch(session.compute(), arguments.toArray()));
    }

    CellGrid grid() {
        return grid;
    }

    /** The points, sorted by cells. */
    DeviceArray arranged() {
        return arranged;
    }

    /** Where each cell's points begin. */
    DeviceArray starts() {
        return starts;
    }

    /**
     * How many points of a point's own cell it has to look at, as a multiple of what it were if points were spread evenly, or more
     * if borders of cells are lost in rounding. Waits for the device.
     */
    double unevenness() {
        for (int axis = 0; axis < 3; axis++) {
            if (grid.cells()[axis] > 1 && grid.slack() > grid.width()[axis] / 4) {
                return Double.POSITIVE_INFINITY;
            }
        }
        int items = Math.min(grid.count(), SUMS);
        try (DeviceArray sums = session.allocate(ElementType.FLOAT, items)) {
            code.kernel("evenness", "space.cl", "grid.cl")
                    .global(items)
                    .launch(session.compute(), starts, grid.count(), sums);
            float[] all = sums.download().floats();
            double squares = 0;
            for (int i = 0; i < items; i++) {
                squares += all[i];
            }
            // Of points that fall anywhere, another one is in the same cell so often, beside itself.
            return squares / count / (1 + (double) count / grid.count());
        }
    }

    @Override
    public long bytes() {
        long sorted = order.map(KeyOrder::bytes).orElse(0L)
                + queryOrder.map(KeyOrder::bytes).orElse(0L);
        return arranged.bytes() + starts.bytes() + sorted;
    }

    @Override
    public String explain() {
        return "rings: " + count + " points in " + grid;
    }

    @Override
    public void close() {
        order.ifPresent(KeyOrder::close);
        queryOrder.ifPresent(KeyOrder::close);
        arranged.close();
        starts.close();
    }
}
