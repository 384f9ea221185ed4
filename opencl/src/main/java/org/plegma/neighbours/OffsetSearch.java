package org.plegma.neighbours;

import java.util.ArrayList;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;

/**
 * Method that looks at each of the 27 cells around a query's own, with a group a cell; {@code skip} leaves out cells that are too far for
 * all queries of a group. Neighbours beyond the 27 cells are found by rings. For one neighbour.
 */
final class OffsetSearch implements SearchMethod {
    /** Squares of widths from this to its inverse, and of such a small part of one, are normal numbers. */
    private static final double LEAST_WIDTH = 0x1p-40;

    /**
     * How groups divide a cell's queries. On an H200 these are the quickest for so many queries a cell; see docs/performance/neighbours.md.
     *
     * @param group work-items of a group
     * @param queries of a work-item
     * @param slices that have the same queries, and other points
     * @param tile points in local memory
     * @param atOnce points that do not wait for each other
     */
    private record Tiling(int group, int queries, int slices, int tile, int atOnce) {
        private static final Tiling WITHOUT_WARPS = new Tiling(64, 2, 1, 64, 8);
        private static final Tiling FEW = new Tiling(96, 2, 4, 960, 4);
        private static final Tiling MIDDLING = new Tiling(160, 2, 4, 1216, 8);
        private static final Tiling MANY = new Tiling(256, 4, 8, 1920, 8);
        private static final Tiling MANY_SKIPPING = new Tiling(128, 4, 8, 1920, 8);
        private static final int FEWER_THAN = 40;
        private static final int MANY_FROM = 128;
        private static final int MOST_GROUPS_A_CELL = 64;

        /** Groups of a cell are enough for so many times the usual number of its queries. */
        private static final double CROWD = 1.25;

        static Tiling ofWarps(double inCell, boolean skip) {
            if (inCell >= MANY_FROM) {
                return skip ? MANY_SKIPPING : MANY;
            }
            return skip || inCell < FEWER_THAN ? FEW : MIDDLING;
        }

        /** Groups of a cell. */
        int share(double inCell) {
            double block = group / slices * queries;
            return (int) Math.max(1, Math.min(MOST_GROUPS_A_CELL, Math.ceil(CROWD * inCell / block)));
        }

        List<String> options(boolean skip) {
            return List.of(
                    "-DGROUP=" + group,
                    "-DQUERIES=" + queries,
                    "-DSLICES=" + slices,
                    "-DTILE=" + tile,
                    "-DAT_ONCE=" + atOnce,
                    skip ? "-DSKIP" : "-DALL");
        }
    }

    private final SpaceCode code;
    private final Session session;
    private final boolean skip;
    private final RingSearch rings;

    OffsetSearch(SpaceCode code, int count, double pointsInCell, boolean skip) {
        this.code = code;
        this.session = code.session();
        this.skip = skip;
        this.rings = new RingSearch(code, count, pointsInCell, false);
    }

    @Override
    public List<DeviceArray> counts() {
        return rings.counts();
    }

    @Override
    public boolean begin(Coordinates points, List<Event> events) {
        return rings.begin(points, events);
    }

    @Override
    public boolean isPatient() {
        return false;
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
        CellGrid grid = rings.grid();
        boolean warps = code.hasLanes() && code.type() == ElementType.FLOAT && isOfMiddlingWidth(grid);
        double inCell = (double) queries.count() / grid.count();
        Tiling tiling = warps ? Tiling.ofWarps(inCell, skip) : Tiling.WITHOUT_WARPS;
        int share = tiling.share(inCell);
        List<Object> arguments = new ArrayList<>(List.of(
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
                code.real(grid.slack())));
        if (warps) {
            arguments.add((float) (1 / largestWidth(grid)));
        }
        arguments.addAll(wanted.results());
        String file = warps ? "offsets-warps.cl" : "offsets.cl";
        events.add(code.laneKernel(
                        warps ? "offset_warps" : "offset_cells", tiling.options(skip), "space.cl", "grid.cl", file)
                .global((long) grid.count() * share * tiling.group())
                .local(tiling.group())
                .launch(session.compute(), arguments.toArray()));
        rings.searchFrom(2, queries, wanted, events);
    }

    @Override
    public void give(DeviceArray points, List<Event> events) {
        rings.give(points, events);
    }

    /** Whether distances are neither too small nor too large for numbers that cells are the unit of. */
    private static boolean isOfMiddlingWidth(CellGrid grid) {
        double width = largestWidth(grid);
        return width > LEAST_WIDTH && width < 1 / LEAST_WIDTH;
    }

    private static double largestWidth(CellGrid grid) {
        return Math.max(grid.width()[0], Math.max(grid.width()[1], grid.width()[2]));
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
