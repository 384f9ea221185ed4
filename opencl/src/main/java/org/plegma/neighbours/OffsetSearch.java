package org.plegma.neighbours;

import java.util.List;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Session;

/**
 * Method of 27 launches, one for each cell around a query's own, with a group a cell; {@code skip} leaves out cells that are too far for
 * all queries of a group. Neighbours beyond the 27 cells are found by rings. For one neighbour.
 */
final class OffsetSearch implements SearchMethod {
    private static final int GROUP = 64;
    private static final int MOST_GROUPS_A_CELL = 64;
    private static final int MOST_QUERIES_AN_ITEM = 4;

    private final SpaceCode code;
    private final Session session;
    private final boolean skip;
    private final RingSearch rings;

    OffsetSearch(SpaceCode code, int count, double pointsInCell, boolean skip) {
        this.code = code;
        this.session = code.session();
        this.skip = skip;
        this.rings = new RingSearch(code, count, pointsInCell);
    }

    @Override
    public void build(PointCloud points, List<Event> events) {
        rings.build(points, events);
    }

    @Override
    public void search(Coordinates queries, SearchFor wanted, List<Event> events) {
        if (!wanted.isOneNearest()) {
            throw new IllegalArgumentException("The method " + (skip ? "skip" : "simple")
                    + " finds one neighbour of each query; for more, or a radius, take rings or tree.");
        }
        CellOrder order = rings.sortQueries(queries, events);
        int cells = rings.grid().count();
        long blocks = queries.count() / ((long) cells * GROUP);
        int ofItem = (int) Math.max(1, Math.min(MOST_QUERIES_AN_ITEM, blocks));
        int share = (int) Math.max(1, Math.min(MOST_GROUPS_A_CELL, blocks / ofItem));
        List<String> options = List.of("-DGROUP=" + GROUP, "-DQUERIES=" + ofItem, skip ? "-DSKIP" : "-DALL");
        Kernel kernel = code.laneKernel("offset_cells", options, "space.cl", "grid.cl", "offsets.cl")
                .global((long) cells * share * GROUP)
                .local(GROUP);
        // The own cell first: the nearer the best is, the more can be skipped.
        launch(kernel, share, new int[4], order, wanted, events);
        for (int i = 0; i < 27; i++) {
            if (i != 13) {
                int[] offset = {i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1, 0};
                launch(kernel, share, offset, order, wanted, events);
            }
        }
        rings.searchFrom(2, wanted, events);
    }

    private void launch(
            Kernel kernel, int share, int[] offset, CellOrder queries, SearchFor wanted, List<Event> events) {
        CellGrid grid = rings.grid();
        events.add(kernel.launch(
                session.compute(),
                queries.arranged(),
                (long) queries.arranged().shape()[0],
                queries.starts(),
                share,
                rings.points().arranged(),
                rings.points().starts(),
                (long) rings.points().arranged().shape()[0],
                code.four(grid.low()),
                code.four(grid.width()),
                grid.vector(),
                code.real(grid.slack()),
                offset,
                wanted.results().get(0),
                wanted.results().get(1)));
    }

    @Override
    public long bytes() {
        return rings.bytes();
    }

    @Override
    public String explain() {
        return (skip ? "skip" : "simple") + ": 27 launches, then " + rings.explain();
    }

    @Override
    public void close() {
        rings.close();
    }
}
