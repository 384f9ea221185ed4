package org.plegma.neighbours;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;

/** Method that divides the full cells of a grid ({@link NestedCells}), and looks at the parts that a ball around the query meets. */
final class NestedSearch extends GridSearch {
    private static final String[] FILES = {"space.cl", "found.cl", "grid.cl", "nested.cl"};

    private static final int LANES = 32;

    /** Work-items of a unit for the queries that are left. */
    private static final int LEFT_ITEMS = 1024;

    /** If more than one query in so many is left, and more than a few, they are too many. */
    private static final int LEFT_PART = 16;

    private static final int LEFT_AT_LEAST = 256;

    /** Points of a point's own part of a cell beyond which a tree is quicker, as a multiple of evenly spread ones. */
    private static final double UNEVEN = 12;

    private Optional<NestedCells> cells = Optional.empty();
    private Optional<DeviceArray> left = Optional.empty();

    /** @param watched whether it is asked how even the points are */
    NestedSearch(SpaceCode code, int count, double pointsInCell, boolean watched) {
        super(code, count, pointsInCell, watched);
    }

    @Override
    public void build(PointCloud points, List<Event> events) {
        CellGrid grid = CellGrid.of(points, code.type(), pointsInCell);
        if (cells.filter(one -> one.isFor(grid)).isEmpty()) {
            cells.ifPresent(NestedCells::close);
            cells = Optional.of(new NestedCells(code, grid, count));
        }
        NestedCells nested = cells.orElseThrow();
        order = Optional.of(CellOrder.of(code, order, count, nested));
        CellOrder sorted = points();
        nested.divide(grid, points.coordinates(), sorted, events);
        sorted.begin(points.coordinates(), nested);
        sorted.place(points.coordinates(), watched, events);
    }

    @Override
    public void search(Coordinates queries, SearchFor wanted, List<Event> events) {
        NestedCells nested = cells.orElseThrow();
        queryOrder = Optional.of(CellOrder.of(code, queryOrder, queries.count(), nested));
        CellOrder asked = queryOrder.orElseThrow();
        asked.run(queries, nested, events);
        if (left.filter(one -> one.length() == queries.count()).isEmpty()) {
            left.ifPresent(DeviceArray::close);
            left = Optional.of(session.allocate(ElementType.INT, queries.count()));
        }
        List<Object> arguments = new ArrayList<>(List.of(
                asked.arranged(), (long) queries.count(), points().arranged(), points().starts(), (long) count));
        arguments.addAll(nested.arguments(code));
        arguments.addAll(List.of(code.real(nested.grid().slack()), left.orElseThrow(), queries.told()));
        List<String> options = new ArrayList<>(wanted.options());
        options.addAll(nested.options());
        List<Object> rest = new ArrayList<>(arguments);
        arguments.addAll(wanted.results());
        events.add(code.forAll(code.laneKernel("nested", options, FILES), queries.count())
                .launch(session.compute(), arguments.toArray()));
        if (wanted.isNearest()) {
            rest.add(mostLeft(queries));
            rest.addAll(wanted.results());
            int items = Math.min(
                    LEFT_ITEMS * (code.isWide() ? 1 : code.session().device().computeUnits()),
                    LANES * mostLeft(queries));
            events.add(code.forAll(code.laneKernel("nested_left", options, FILES), items)
                    .launch(session.compute(), rest.toArray()));
        }
    }

    /** If it is asked whether it suits the points, it leaves queries to another method, too. */
    private int mostLeft(Coordinates queries) {
        return !watched ? queries.count() : Math.max(LEFT_AT_LEAST, queries.count() / LEFT_PART);
    }

    @Override
    public boolean hasGivenUp(int many, Coordinates queries) {
        return many > mostLeft(queries);
    }

    @Override
    public Optional<SearchMethod> better(int[] told) {
        return watched && inOwnCell(told) > UNEVEN * (1 + sharing())
                ? Optional.of(new TreeSearch(code, count))
                : Optional.empty();
    }

    @Override
    public boolean isPatient() {
        return !watched;
    }

    @Override
    CellGrid grid() {
        return cells.orElseThrow().grid();
    }

    @Override
    double sharing() {
        return NestedCells.FULL;
    }

    @Override
    public long bytes() {
        return super.bytes()
                + cells.map(NestedCells::bytes).orElse(0L)
                + left.map(DeviceArray::bytes).orElse(0L);
    }

    @Override
    public String explain() {
        return "nested: " + count + " points in " + grid() + ", full ones divided";
    }

    @Override
    public void close() {
        super.close();
        cells.ifPresent(NestedCells::close);
        left.ifPresent(DeviceArray::close);
    }
}
