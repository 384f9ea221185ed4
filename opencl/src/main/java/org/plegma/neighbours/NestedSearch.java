package org.plegma.neighbours;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;

/** Method that divides the full cells of a grid ({@link NestedCells}), and looks at the parts that a ball around the query meets. */
final class NestedSearch implements SearchMethod {
    private static final String[] FILES = {"space.cl", "found.cl", "grid.cl", "nested.cl"};

    private static final int LANES = 32;

    /** Work-items of a unit for the queries that are left. */
    private static final int LEFT_ITEMS = 1024;

    /** If more than one query in so many is left, and more than a few, they are too many. */
    private static final int LEFT_PART = 16;

    private static final int LEFT_AT_LEAST = 256;

    private final SpaceCode code;
    private final Session session;
    private final int count;
    private final double pointsInCell;
    private final Optional<Evenness> evenness;
    private Optional<NestedCells> cells = Optional.empty();
    private Optional<CellOrder> order = Optional.empty();
    private Optional<CellOrder> queryOrder = Optional.empty();
    private Optional<DeviceArray> left = Optional.empty();

    /** @param watched whether it is asked how even the points are */
    NestedSearch(SpaceCode code, int count, double pointsInCell, boolean watched) {
        this.code = code;
        this.session = code.session();
        this.count = count;
        this.pointsInCell = pointsInCell;
        evenness = watched ? Optional.of(new Evenness(code)) : Optional.empty();
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
        CellOrder sorted = order.orElseThrow();
        nested.divide(grid, points.coordinates(), sorted, events);
        sorted.begin(points.coordinates(), nested, events);
        evenness.ifPresent(even -> even.launch(sorted.starts(), nested.count(), events));
        sorted.place(points.coordinates(), events);
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
        CellOrder points = order.orElseThrow();
        List<Object> arguments = new ArrayList<>(
                List.of(asked.arranged(), (long) queries.count(), points.arranged(), points.starts(), (long) count));
        arguments.addAll(nested.arguments(code));
        arguments.addAll(List.of(code.real(nested.grid().slack()), left.orElseThrow(), queries.wrong()));
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
        return evenness.isEmpty() ? queries.count() : Math.max(LEFT_AT_LEAST, queries.count() / LEFT_PART);
    }

    @Override
    public boolean hasGivenUp(int many, Coordinates queries) {
        return many > mostLeft(queries);
    }

    @Override
    public void give(DeviceArray points, List<Event> events) {
        events.add(code.forAll(code.kernel("give", "space.cl"), count)
                .launch(session.compute(), order.orElseThrow().arranged(), (long) count, points));
    }

    /** How many points of its own part a point has to look at, as a multiple of what it were if they were even in each cell. */
    @Override
    public OptionalDouble unevenness() {
        if (evenness.isEmpty()) {
            return OptionalDouble.empty();
        }
        double squares = evenness.orElseThrow().squares();
        return OptionalDouble.of(
                cells.orElseThrow().grid().isLostInRounding()
                        ? Double.POSITIVE_INFINITY
                        : squares / count / (1 + NestedCells.FULL));
    }

    @Override
    public long bytes() {
        return evenness.map(Evenness::bytes).orElse(0L)
                + cells.map(NestedCells::bytes).orElse(0L)
                + order.map(CellOrder::bytes).orElse(0L)
                + queryOrder.map(CellOrder::bytes).orElse(0L)
                + left.map(DeviceArray::bytes).orElse(0L);
    }

    @Override
    public String explain() {
        return "nested: " + count + " points in " + cells.orElseThrow().grid() + ", full ones divided";
    }

    @Override
    public void close() {
        evenness.ifPresent(Evenness::close);
        cells.ifPresent(NestedCells::close);
        order.ifPresent(CellOrder::close);
        queryOrder.ifPresent(CellOrder::close);
        left.ifPresent(DeviceArray::close);
    }
}
