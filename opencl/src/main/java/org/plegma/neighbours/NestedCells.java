package org.plegma.neighbours;

import java.util.ArrayList;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.primitives.Scan;
import org.plegma.primitives.ScanPlan;

/**
 * The cells of a grid, of which those with many points are divided evenly, so that a part has about {@value #FULL} of them. How many
 * parts there are is known on the device alone; at most so many that nobody has to wait for that.
 */
final class NestedCells implements Cells, AutoCloseable {
    /** Points for each part of a cell. */
    static final int FULL = 2;

    private static final int MOST_PARTS = 64;
    private static final String[] FILES = {"space.cl", "grid.cl"};

    private final SpaceCode code;
    private final Session session;
    private final int cells;
    private final int points;
    private final DeviceArray counts;
    private final DeviceArray bases;
    private final DeviceArray sides;
    private final ScanPlan scan;
    private CellGrid grid;

    NestedCells(SpaceCode code, CellGrid grid, int points) {
        this.code = code;
        this.session = code.session();
        this.grid = grid;
        this.cells = grid.count();
        this.points = points;
        counts = session.allocate(ElementType.INT, cells + 1);
        bases = session.allocate(ElementType.INT, cells + 1);
        sides = session.allocate(ElementType.BYTE, cells);
        scan = Scan.of(session, ElementType.INT).plan(cells + 1);
    }

    /** Whether it is for as many cells. */
    boolean isFor(CellGrid other) {
        return other.count() == cells;
    }

    /** Divides the cells of a grid by the number of points in each. */
    void divide(CellGrid by, Coordinates of, CellOrder order, List<Event> events) {
        grid = by;
        order.count(of, grid, counts);
        List<String> options = List.of("-DFULL=" + FULL, "-DMOST_PARTS=" + MOST_PARTS);
        events.add(code.forAll(code.laneKernel("divide_cells", options, FILES), cells + 1)
                .launch(session.compute(), counts, cells, grid.dividedAxes(), bases, sides));
        scan.enqueue(bases, bases);
    }

    CellGrid grid() {
        return grid;
    }

    /** Each part of a divided cell stands for {@value #FULL} points or more. */
    @Override
    public int count() {
        return Math.addExact(cells, points / FULL);
    }

    @Override
    public List<String> options() {
        return List.of("-DNESTED");
    }

    @Override
    public List<Object> arguments(SpaceCode of) {
        List<Object> arguments = new ArrayList<>(grid.arguments(of));
        arguments.addAll(List.of(bases, sides));
        return arguments;
    }

    long bytes() {
        return counts.bytes() + bases.bytes() + sides.bytes() + scan.bytes();
    }

    @Override
    public void close() {
        counts.close();
        bases.close();
        sides.close();
        scan.close();
    }
}
