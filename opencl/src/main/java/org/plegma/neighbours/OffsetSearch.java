package org.plegma.neighbours;

import java.util.List;
import org.plegma.device.Event;
import org.plegma.device.Session;

/**
 * Method that looks at each of the 27 cells around a query's own, with a group a cell; {@code skip} leaves out cells that are too far for
 * all queries of a group. Neighbours beyond the 27 cells are found by rings. For one neighbour.
 */
final class OffsetSearch implements SearchMethod {
    private static final int GROUP = 64;

    /** On NVIDIA a warp, which does not wait for others. */
    private static final int WARP = 32;

    private static final int MOST_GROUPS_A_CELL = 64;
    private static final int QUERIES_OF_AN_ITEM = 2;

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
        int group = session.device().hasSpeakingWarps() ? WARP : GROUP;
        long block = (long) group * QUERIES_OF_AN_ITEM * cells;
        int share = (int) Math.max(1, Math.min(MOST_GROUPS_A_CELL, (queries.count() + block - 1) / block));
        List<String> options =
                List.of("-DGROUP=" + group, "-DQUERIES=" + QUERIES_OF_AN_ITEM, skip ? "-DSKIP" : "-DALL");
        CellGrid grid = rings.grid();
        events.add(code.laneKernel("offset_cells", options, "space.cl", "grid.cl", "offsets.cl")
                .global((long) cells * share * group)
                .local(group)
                .launch(
                        session.compute(),
                        order.arranged(),
                        (long) order.arranged().shape()[0],
                        order.starts(),
                        share,
                        rings.points().arranged(),
                        rings.points().starts(),
                        (long) rings.points().arranged().shape()[0],
                        code.four(grid.low()),
                        code.four(grid.width()),
                        grid.vector(),
                        code.real(grid.slack()),
                        wanted.results().get(0),
                        wanted.results().get(1)));
        rings.searchFrom(2, wanted, events);
    }

    @Override
    public long bytes() {
        return rings.bytes();
    }

    @Override
    public String explain() {
        return (skip ? "skip" : "simple") + ": 27 cells, then " + rings.explain();
    }

    @Override
    public void close() {
        rings.close();
    }
}
