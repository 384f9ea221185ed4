package org.plegma.neighbours;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;

/** What methods share that sort points and queries by the cells of a grid. */
abstract class GridSearch implements SearchMethod {
    final SpaceCode code;
    final Session session;
    final int count;
    final double pointsInCell;
    final boolean watched;
    Optional<CellOrder> order = Optional.empty();
    Optional<CellOrder> queryOrder = Optional.empty();

    /** @param watched whether it is asked how even the points are */
    GridSearch(SpaceCode code, int count, double pointsInCell, boolean watched) {
        this.code = code;
        this.session = code.session();
        this.count = count;
        this.pointsInCell = pointsInCell;
        this.watched = watched;
    }

    /** The grid of the points that were built last. */
    abstract CellGrid grid();

    /** How many others share the cell, or the part of one, that a point has if points are even. */
    abstract double sharing();

    /** The points, sorted by cells. */
    CellOrder points() {
        return order.orElseThrow();
    }

    /** How many points the cell of a point has, or more if borders of cells are lost in rounding. */
    double inOwnCell(int[] told) {
        return grid().isLostInRounding() ? Double.POSITIVE_INFINITY : Evenness.inOwnCell(told, count);
    }

    @Override
    public String reason(int[] told) {
        return String.format(
                Locale.ROOT,
                "a point's cell holds %.3g times as many as if they were even",
                inOwnCell(told) / (1 + sharing()));
    }

    @Override
    public void give(DeviceArray points, List<Event> events) {
        events.add(code.forAll(code.kernel("give", "space.cl"), count)
                .launch(session.compute(), points().arranged(), (long) count, points));
    }

    @Override
    public long bytes() {
        return order.map(CellOrder::bytes).orElse(0L)
                + queryOrder.map(CellOrder::bytes).orElse(0L);
    }

    @Override
    public void close() {
        order.ifPresent(CellOrder::close);
        queryOrder.ifPresent(CellOrder::close);
    }
}
