package org.plegma.neighbours;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;

/** Method that sorts points by the cells of a grid, and looks at the cells around a query, ring by ring. */
final class RingSearch extends GridSearch {
    private static final String[] FILES = {"space.cl", "found.cl", "grid.cl", "rings.cl"};

    /** Made by {@link #build}, which comes before any search. */
    @SuppressWarnings("NullAway.Init")
    private CellGrid grid;

    /** @param watched whether it is asked how even the points are */
    RingSearch(SpaceCode code, int count, double pointsInCell, boolean watched) {
        super(code, count, pointsInCell, watched);
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

    @Override
    CellGrid grid() {
        return grid;
    }

    /** Of points that fall anywhere, another one is in the same cell so often. */
    @Override
    double sharing() {
        return (double) count / grid.count();
    }

    @Override
    public String explain() {
        return "rings: " + count + " points in " + grid;
    }
}
