package org.plegma.neighbours;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;

/** Method that sorts points by the cells of a grid, and looks at the cells around a query, ring by ring. */
final class RingSearch implements SearchMethod {
    private static final String[] FILES = {"space.cl", "found.cl", "grid.cl", "rings.cl"};

    private final SpaceCode code;
    private final Session session;
    private final int count;
    private final double pointsInCell;
    private final Optional<Evenness> evenness;
    /** Made by {@link #build}, which comes before any search. */
    @SuppressWarnings("NullAway.Init")
    private CellGrid grid;

    private Optional<CellOrder> order = Optional.empty();
    private Optional<CellOrder> queryOrder = Optional.empty();

    /** @param watched whether it is asked how even the points are */
    RingSearch(SpaceCode code, int count, double pointsInCell, boolean watched) {
        this.code = code;
        this.session = code.session();
        this.count = count;
        this.pointsInCell = pointsInCell;
        evenness = watched ? Optional.of(new Evenness(code)) : Optional.empty();
    }

    @Override
    public void build(PointCloud points, List<Event> events) {
        grid = CellGrid.of(points, code.type(), pointsInCell);
        order = Optional.of(CellOrder.of(code, order, count, grid));
        points().begin(points.coordinates(), grid, events);
        evenness.ifPresent(even -> even.launch(points().starts(), grid.count(), events));
        points().place(points.coordinates(), events);
    }

    @Override
    public void search(Coordinates queries, SearchFor wanted, List<Event> events) {
        sortQueries(queries, events);
        searchFrom(0, wanted, events);
    }

    /** Brings queries into the order of their cells. */
    CellOrder sortQueries(Coordinates queries, List<Event> events) {
        queryOrder = Optional.of(CellOrder.of(code, queryOrder, queries.count(), grid));
        CellOrder asked = queryOrder.orElseThrow();
        asked.run(queries, grid, events);
        return asked;
    }

    /** Searches from a ring on, for the queries that were sorted. */
    void searchFrom(int ring, SearchFor wanted, List<Event> events) {
        DeviceArray queries = queryOrder.orElseThrow().arranged();
        int many = queries.shape()[0];
        List<Object> arguments =
                new ArrayList<>(List.of(queries, (long) many, points().arranged(), points().starts(), (long) count));
        arguments.addAll(grid.arguments(code));
        arguments.add(code.real(grid.slack()));
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
        if (evenness.isEmpty()) {
            return OptionalDouble.empty();
        }
        // Of points that fall anywhere, another one is in the same cell so often, beside itself.
        double squares = evenness.orElseThrow().squares();
        return OptionalDouble.of(
                grid.isLostInRounding()
                        ? Double.POSITIVE_INFINITY
                        : squares / count / (1 + (double) count / grid.count()));
    }

    @Override
    public long bytes() {
        return evenness.map(Evenness::bytes).orElse(0L)
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
        evenness.ifPresent(Evenness::close);
    }
}
