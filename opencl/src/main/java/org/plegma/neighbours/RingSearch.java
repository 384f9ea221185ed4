package org.plegma.neighbours;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;

/** Method that sorts points by the cells of a grid, and looks at the cells around a query, ring by ring. */
final class RingSearch implements SearchMethod {
    private static final String[] FILES = {"space.cl", "found.cl", "grid.cl", "rings.cl"};
    private static final int SUMS = 1 << 14;

    private final SpaceCode code;
    private final Session session;
    private final int count;
    private final double pointsInCell;
    private final DeviceArray sums;
    /** Made by {@link #build}, which comes before any search. */
    @SuppressWarnings("NullAway.Init")
    private CellGrid grid;

    private Optional<CellOrder> order = Optional.empty();
    private Optional<CellOrder> queryOrder = Optional.empty();

    RingSearch(SpaceCode code, int count, double pointsInCell) {
        this.code = code;
        this.session = code.session();
        this.count = count;
        this.pointsInCell = pointsInCell;
        sums = session.allocate(ElementType.FLOAT, SUMS);
    }

    @Override
    public void build(PointCloud points, List<Event> events) {
        grid = CellGrid.of(points, code.type(), pointsInCell);
        order = Optional.of(sort(order, points.coordinates(), events));
    }

    /** Points in the order of their cells, in the memory of before if that is for as many. */
    private CellOrder sort(Optional<CellOrder> before, Coordinates points, List<Event> events) {
        Optional<CellOrder> same = before.filter(one -> one.isFor(points.count(), grid.count()));
        if (same.isEmpty()) {
            before.ifPresent(CellOrder::close);
        }
        CellOrder sorted = same.orElseGet(() -> new CellOrder(code, points.count(), grid.count()));
        sorted.run(points, grid, events);
        return sorted;
    }

    @Override
    public void search(Coordinates queries, SearchFor wanted, List<Event> events) {
        sortQueries(queries, events);
        searchFrom(0, wanted, events);
    }

    /** Brings queries into the order of their cells. */
    CellOrder sortQueries(Coordinates queries, List<Event> events) {
        queryOrder = Optional.of(sort(queryOrder, queries, events));
        return queryOrder.orElseThrow();
    }

    /** Searches from a ring on, for the queries that were sorted. */
    void searchFrom(int ring, SearchFor wanted, List<Event> events) {
        DeviceArray queries = queryOrder.orElseThrow().arranged();
        int many = queries.shape()[0];
        List<Object> arguments = new ArrayList<>(List.of(
                queries,
                (long) many,
                points().arranged(),
                points().starts(),
                (long) count,
                code.four(grid.low()),
                code.four(grid.scale()),
                code.four(grid.width()),
                grid.vector(),
                code.real(grid.slack())));
        arguments.addAll(wanted.results());
        List<String> options = new ArrayList<>(wanted.options());
        options.add("-DFIRST_RING=" + ring);
        events.add(code.forAll(code.laneKernel("rings", options, FILES), many)
                .launch(session.compute(), arguments.toArray()));
    }

    CellGrid grid() {
        return grid;
    }

    /** The points, sorted by cells. */
    CellOrder points() {
        return order.orElseThrow();
    }

    /**
     * How many points of a point's own cell it has to look at, as a multiple of what it were if points were spread evenly, or more
     * if borders of cells are lost in rounding.
     */
    @Override
    public OptionalDouble unevenness() {
        for (int axis = 0; axis < 3; axis++) {
            if (grid.cells()[axis] > 1 && grid.slack() > grid.width()[axis] / 4) {
                return OptionalDouble.of(Double.POSITIVE_INFINITY);
            }
        }
        int items = Math.min(grid.count(), SUMS);
        code.laneKernel("evenness", List.of(), "space.cl", "grid.cl")
                .global(items)
                .launch(session.compute(), points().starts(), grid.count(), sums);
        float[] all = sums.download().floats();
        double squares = 0;
        for (int i = 0; i < items; i++) {
            squares += all[i];
        }
        // Of points that fall anywhere, another one is in the same cell so often, beside itself.
        return OptionalDouble.of(squares / count / (1 + (double) count / grid.count()));
    }

    @Override
    public long bytes() {
        return sums.bytes()
                + order.map(CellOrder::bytes).orElse(0L)
                + queryOrder.map(CellOrder::bytes).orElse(0L);
    }

    @Override
    public String explain() {
        return "rings: " + count + " points in " + grid;
    }

    @Override
    public void close() {
        order.ifPresent(CellOrder::close);
        queryOrder.ifPresent(CellOrder::close);
        sums.close();
    }
}
