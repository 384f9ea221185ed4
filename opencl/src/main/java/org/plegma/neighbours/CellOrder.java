package org.plegma.neighbours;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Session;
import org.plegma.primitives.Scan;
import org.plegma.primitives.ScanPlan;

/**
 * So many points in the order of so many cells: each cell counts its points, the sums of the counts are where cells begin, and each
 * point goes there. It can be done again for other points. Where caches hold the points that is cheaper than a sort by the numbers of
 * cells.
 */
final class CellOrder implements AutoCloseable {
    private static final String[] FILES = {"space.cl", "grid.cl"};

    private final SpaceCode code;
    private final Session session;
    private final int count;
    private final int cells;
    private final DeviceArray places;
    private final DeviceArray starts;
    private final DeviceArray arranged;
    private final ScanPlan scan;
    private final Kernel clear;
    private final Kernel place;

    /** By the options of their cells. */
    private final Map<List<String>, Kernel> counting = new HashMap<>();

    /** Whether all starts are 0. */
    private boolean clean;

    private CellOrder(SpaceCode code, int count, Cells grid) {
        this.code = code;
        this.session = code.session();
        this.count = count;
        this.cells = grid.count();
        places = session.allocate(ElementType.INT, count, 2);
        starts = session.allocate(ElementType.INT, cells + 1);
        arranged = session.allocate(code.type(), count, SpaceCode.NUMBERS);
        scan = Scan.of(session, ElementType.INT).plan(cells + 1);
        clear = code.laneKernel("clear_counts", List.of(), FILES);
        place = code.forAll(code.laneKernel("place_in_cells", Evenness.options(), FILES), count);
    }

    /** For so many points and cells, in the memory of before if that is for as many. */
    static CellOrder of(SpaceCode code, Optional<CellOrder> before, int count, Cells grid) {
        Optional<CellOrder> same = before.filter(one -> one.count == count && one.cells == grid.count());
        if (same.isEmpty()) {
            before.ifPresent(CellOrder::close);
        }
        return same.orElseGet(() -> new CellOrder(code, count, grid));
    }

    /** Brings points into order, with an event for the first launch. */
    void run(Coordinates points, Cells grid, List<Event> events) {
        begin(points, grid, Optional.of(events));
        place(points, false, Optional.empty());
    }

    /** Says that all {@link #starts} were made 0. */
    void cleared() {
        clean = true;
    }

    /** Finds where cells begin. */
    void begin(Coordinates points, Cells grid) {
        begin(points, grid, Optional.empty());
    }

    private void begin(Coordinates points, Cells grid, Optional<List<Event>> events) {
        if (!clean) {
            clear(starts, events);
        }
        add(points, grid, starts, clean ? events : Optional.empty());
        clean = false;
        scan.enqueue(starts, starts);
    }

    private void clear(DeviceArray counts, Optional<List<Event>> events) {
        int many = Math.toIntExact(counts.length());
        launch(code.forAll(clear, many / 4 + 1), events, many, counts);
    }

    /**
     * Brings the points to their cells.
     *
     * @param tells whether some tell of their cells
     */
    void place(Coordinates points, boolean tells, List<Event> events) {
        place(points, tells, Optional.of(events));
    }

    private void place(Coordinates points, boolean tells, Optional<List<Event>> events) {
        int every = tells ? Evenness.every(count) : 0;
        launch(place, events, points.points(), (long) count, places, starts, arranged, every, points.told());
    }

    /** Counts the points of each cell, of which there may be others than those of this order. */
    void count(Coordinates points, Cells grid, DeviceArray counts) {
        clear(counts, Optional.empty());
        add(points, grid, counts, Optional.empty());
    }

    private void add(Coordinates points, Cells grid, DeviceArray counts, Optional<List<Event>> events) {
        List<Object> arguments = new ArrayList<>(List.of(points.points(), (long) count));
        arguments.addAll(grid.arguments(code));
        arguments.addAll(List.of(counts, places, points.told()));
        launch(counting.computeIfAbsent(grid.options(), this::counting), events, arguments.toArray());
    }

    private Kernel counting(List<String> options) {
        return code.forAll(code.laneKernel("count_in_cells", options, FILES), count);
    }

    /** Without an event, the host has a third of the work. */
    private void launch(Kernel kernel, Optional<List<Event>> events, Object... arguments) {
        if (events.isPresent()) {
            events.orElseThrow().add(kernel.launch(session.compute(), arguments));
        } else {
            kernel.enqueue(session.compute(), arguments);
        }
    }

    /** Where each cell's points begin, and their number after the last cell. */
    DeviceArray starts() {
        return starts;
    }

    /** The points by their cells, each with the index that it was given at. */
    DeviceArray arranged() {
        return arranged;
    }

    long bytes() {
        return places.bytes() + starts.bytes() + arranged.bytes() + scan.bytes();
    }

    @Override
    public void close() {
        places.close();
        starts.close();
        arranged.close();
        scan.close();
    }
}
