package org.plegma.neighbours;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;

/**
 * Method that sorts points by the cells of a grid, and looks at cells in rings around the query until what was found is nearer than the
 * next ring. Where points are clustered in few cells, a finer grid has most of its cells empty.
 */
final class RingSearch extends GridSearch {
    private static final String[] FILES = {"space.cl", "found.cl", "grid.cl", "rings.cl"};

    /** Points of a point's own cell beyond which the grid is left, as a multiple of evenly spread ones in usual cells. */
    private static final double UNEVEN = 4;

    private static final double USUAL = 3;

    /** The same number for a finer grid. */
    private static final double CROWDED = 32;

    /** What a finer grid should have of them, and how many cells in place of one it may have for that. */
    private static final double IN_FINER_CELL = 10;

    private static final double FINEST = 48;

    /** If even points are in a finer grid, the usual one is better. */
    private static final double TOO_FEW = 3;

    /** A finer grid takes no more than such a part of memory. */
    private static final int PART_OF_MEMORY = 16;

    /** The order of queries matters less. */
    private static final double QUERIES_IN_CELL = 1;

    private static final int LANES = 32;

    /** Work-items of a unit for the queries that need more rings. */
    private static final int LEFT_ITEMS = 2048;

    /** A query is left if a row of cells has more points, where it may be. */
    private static final int MOST_IN_ROW = 1024;

    /** If one query in so many is left, and more than a few, another method is better. */
    private static final int LEFT_PART = 16;

    private static final int LEFT_AT_LEAST = 256;

    private final double usualInCell;
    private Optional<DeviceArray> left = Optional.empty();
    private Optional<DeviceArray> begun = Optional.empty();
    private boolean strays;
    private int asked;

    /** Made by {@link #build}, which comes before any search. */
    @SuppressWarnings("NullAway.Init")
    private CellGrid grid;

    @SuppressWarnings("NullAway.Init")
    private CellGrid queryGrid;

    /** The points that the grid was made for. */
    @SuppressWarnings("NullAway.Init")
    private PointCloud built;

    /** @param watched whether it is asked how even the points are */
    RingSearch(SpaceCode code, int count, double pointsInCell, boolean watched) {
        this(code, count, pointsInCell, pointsInCell, watched);
    }

    private RingSearch(SpaceCode code, int count, double usualInCell, double pointsInCell, boolean watched) {
        super(code, count, pointsInCell, watched);
        this.usualInCell = usualInCell;
    }

    /** None on a processor, whose work-items do not write side by side. */
    @Override
    public List<DeviceArray> counts() {
        return code.isWide()
                ? List.of()
                : Stream.of(order, queryOrder)
                        .flatMap(Optional::stream)
                        .map(CellOrder::starts)
                        .toList();
    }

    @Override
    public boolean begin(Coordinates points, List<Event> events) {
        if (!code.isWide()) {
            order.ifPresent(CellOrder::cleared);
            queryOrder.ifPresent(CellOrder::cleared);
        }
        order.ifPresent(sorted -> {
            sorted.begin(points, grid);
            sorted.place(points, watched, events);
            begun = Optional.of(points.points());
        });
        return order.isPresent();
    }

    @Override
    public boolean suits(PointCloud points) {
        return begun.isPresent() && points.isLike(built);
    }

    @Override
    public boolean isPatient() {
        return watched;
    }

    /** Takes the grid of before for a box like that of before. Where points are beyond a grid its outer cells have them. */
    @Override
    public void build(PointCloud points, List<Event> events) {
        if (begun.filter(array -> array == points.points()).isEmpty() || !points.isLike(built)) {
            built = points;
            strays = watched && points.hasStrays();
            PointCloud most = strays ? points.withoutStrays() : points;
            grid = CellGrid.of(most, code.type(), pointsInCell);
            queryGrid = isFiner() ? CellGrid.of(most, code.type(), QUERIES_IN_CELL) : grid;
            order = Optional.of(CellOrder.of(code, order, count, grid));
            points().begin(points.coordinates(), grid);
            if (begun.isPresent()) {
                // Kernels have told of the grid of before.
                points.coordinates().told().fill(0);
            }
            points().place(points.coordinates(), watched, events);
        }
        begun = Optional.empty();
    }

    private boolean isFiner() {
        return pointsInCell < usualInCell;
    }

    @Override
    public void search(Coordinates queries, SearchFor wanted, List<Event> events) {
        sortQueries(queries, events);
        asked = queries.count();
        boolean leaves = watched && wanted.isNearest();
        if (leaves && left.filter(one -> one.length() == 2L * asked).isEmpty()) {
            left.ifPresent(DeviceArray::close);
            left = Optional.of(session.allocate(ElementType.INT, 2, asked));
        }
        launch(0, asked, -1, leaves ? MOST_IN_ROW : Integer.MAX_VALUE, queries.told(), wanted, events);
    }

    /** Whether rings from the second on are left to warps. */
    private boolean passes(SearchFor wanted) {
        return isFiner() && code.hasLanes() && wanted.isOneNearest();
    }

    @Override
    public void searchLeft(int many, SearchFor wanted, List<Event> events) {
        launch(0, many, many, Integer.MAX_VALUE, left.orElseThrow(), wanted, events);
    }

    /** Brings queries into the order of their cells. */
    CellOrder sortQueries(Coordinates queries, List<Event> events) {
        queryOrder = Optional.of(CellOrder.of(code, queryOrder, queries.count(), queryGrid));
        CellOrder sorted = queryOrder.orElseThrow();
        sorted.run(queries, queryGrid, events);
        return sorted;
    }

    /** Searches from a ring on, for the queries that were sorted. */
    void searchFrom(int ring, Coordinates queries, SearchFor wanted, List<Event> events) {
        launch(ring, queries.count(), -1, Integer.MAX_VALUE, queries.told(), wanted, events);
    }

    /** @param listed how many of the queries that were left, or -1 for all */
    private void launch(
            int ring, int many, int listed, int most, DeviceArray told, SearchFor wanted, List<Event> events) {
        DeviceArray queries = queryOrder.orElseThrow().arranged();
        List<Object> arguments = new ArrayList<>(
                List.of(queries, (long) queries.shape()[0], points().arranged(), points().starts(), (long) count));
        arguments.addAll(grid.arguments(code));
        arguments.addAll(List.of(code.real(grid.slack()), left.orElse(told)));
        List<Object> rest = new ArrayList<>(arguments);
        arguments.addAll(List.of(listed, most, told));
        arguments.addAll(wanted.results());
        List<String> options = new ArrayList<>(wanted.options());
        options.add("-DFIRST_RING=" + ring);
        boolean passes = most < Integer.MAX_VALUE && passes(wanted);
        if (passes) {
            options.add("-DPASSES");
        }
        Kernel rings = code.forAll(code.laneKernel("rings", options, FILES), many);
        if (!passes) {
            events.add(rings.launch(session.compute(), arguments.toArray()));
        } else {
            rings.enqueue(session.compute(), arguments.toArray());
            rest.addAll(List.of(most, told));
            rest.addAll(wanted.results());
            int items = Math.min(
                    LEFT_ITEMS * session.device().computeUnits(), Math.multiplyExact(LANES, Math.min(many, 1 << 25)));
            events.add(code.forAll(code.laneKernel("rings_left", options, FILES), items)
                    .launch(session.compute(), rest.toArray()));
        }
    }

    /** Queries far from all points of the box may be as near to thousands of them, by rounding. */
    @Override
    public boolean hasGivenUp(int many, Coordinates queries) {
        return strays ? many > 0 : many > Math.max(LEFT_AT_LEAST, queries.count() / LEFT_PART);
    }

    @Override
    public Optional<SearchMethod> better(int[] told) {
        if (!watched) {
            return Optional.empty();
        }
        double crowd = inOwnCell(told);
        if (crowd <= (isFiner() ? CROWDED : UNEVEN * (1 + Math.max(sharing(), USUAL)))) {
            return isFiner() && crowd < TOO_FEW
                    ? Optional.of(new RingSearch(code, count, usualInCell, true))
                    : Optional.empty();
        }
        double finer = crowd / IN_FINER_CELL;
        boolean fits = finer <= FINEST
                && finer * grid.count() * Integer.BYTES * PART_OF_MEMORY
                        < session.device().globalMemoryBytes();
        return Optional.of(
                isFiner() || !fits || code.isWide()
                        ? new NestedSearch(code, count, usualInCell, true)
                        : new RingSearch(code, count, usualInCell, pointsInCell / finer, true));
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
    public long bytes() {
        return super.bytes() + left.map(DeviceArray::bytes).orElse(0L);
    }

    @Override
    public String explain() {
        return "rings: " + count + " points in " + grid;
    }

    @Override
    public void close() {
        super.close();
        left.ifPresent(DeviceArray::close);
    }
}
