package org.plegma.neighbours;

import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Session;

/**
 * Method of 27 launches, one for each cell around a query's own, with a group a cell; {@code skip} leaves out cells that are too far for
 * all queries of a group. Neighbours beyond the 27 cells are found by rings. For one neighbour.
 */
final class OffsetSearch implements SearchMethod {
    private static final int GROUP = 64;

    private final SpaceCode code;
    private final Session session;
    private final boolean skip;
    private final RingSearch rings;
    private Optional<DeviceArray> queryStarts = Optional.empty();

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
    public void search(PointCloud queries, SearchFor wanted, List<Event> events) {
        if (!wanted.isOneNearest()) {
            throw new IllegalArgumentException("The method " + (skip ? "skip" : "simple")
                    + " finds one neighbour of each query; for more, or a radius, take rings or tree.");
        }
        KeyOrder order = rings.sortQueries(queries, events);
        int cells = rings.grid().count();
        if (queryStarts.filter(array -> array.length() == cells + 1L).isEmpty()) {
            queryStarts.ifPresent(DeviceArray::close);
            queryStarts = Optional.of(session.allocate(ElementType.INT, cells + 1));
        }
        DeviceArray starts = queryStarts.orElseThrow();
        events.add(code.forAll(code.kernel("cell_starts", "space.cl", "grid.cl"), cells + 1)
                .launch(session.compute(), order.sorted(), queries.count(), cells, starts));
        List<String> options = List.of("-DGROUP=" + GROUP, skip ? "-DSKIP" : "-DALL");
        Kernel kernel = code.kernel("offset_cells", options, "space.cl", "grid.cl", "offsets.cl")
                .global((long) cells * GROUP)
                .local(GROUP);
        // The own cell first: the nearer the best is, the more can be skipped.
        launch(kernel, new int[4], queries, order, wanted, events);
        for (int i = 0; i < 27; i++) {
            if (i != 13) {
                launch(kernel, new int[] {i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1, 0}, queries, order, wanted, events);
            }
        }
        rings.searchFrom(2, queries, wanted, events);
    }

    private void launch(
            Kernel kernel, int[] offset, PointCloud queries, KeyOrder order, SearchFor wanted, List<Event> events) {
        CellGrid grid = rings.grid();
        events.add(kernel.launch(
                session.compute(),
                queries.points(),
                order.places(),
                queryStarts.orElseThrow(),
                rings.arranged(),
                rings.ids(),
                rings.starts(),
                rings.arranged().length() / code.numbers(),
                code.four(grid.low()),
                code.four(grid.width()),
                rings.cells(),
                code.real(grid.slack()),
                offset,
                wanted.results().get(0),
                wanted.results().get(1)));
    }

    @Override
    public long bytes() {
        return rings.bytes() + queryStarts.map(DeviceArray::bytes).orElse(0L);
    }

    @Override
    public String explain() {
        return (skip ? "skip" : "simple") + ": 27 launches, then " + rings.explain();
    }

    @Override
    public void close() {
        rings.close();
        queryStarts.ifPresent(DeviceArray::close);
    }
}
