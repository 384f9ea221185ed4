package org.plegma.neighbours;

import java.util.List;
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
    private final Kernel countThem;
    private final Kernel place;

    CellOrder(SpaceCode code, int count, int cells) {
        this.code = code;
        this.session = code.session();
        this.count = count;
        this.cells = cells;
        places = session.allocate(ElementType.INT, count, 2);
        starts = session.allocate(ElementType.INT, cells + 1);
        arranged = session.allocate(code.type(), count, SpaceCode.NUMBERS);
        scan = Scan.of(session, ElementType.INT).plan(cells + 1);
        clear = code.forAll(code.laneKernel("clear_counts", List.of(), FILES), cells + 1);
        countThem = code.forAll(code.laneKernel("count_in_cells", List.of(), FILES), count);
        place = code.forAll(code.laneKernel("place_in_cells", List.of(), FILES), count);
    }

    /** Whether it is for so many points and cells. */
    boolean isFor(int points, int cellCount) {
        return count == points && cells == cellCount;
    }

    void run(Coordinates points, CellGrid grid, List<Event> events) {
        events.add(clear.launch(session.compute(), cells + 1, starts));
        events.add(countThem.launch(
                session.compute(),
                points.points(),
                (long) count,
                code.four(grid.low()),
                code.four(grid.scale()),
                code.four(grid.width()),
                grid.vector(),
                starts,
                places,
                points.wrong()));
        events.addAll(scan.launch(starts, starts));
        events.add(place.launch(session.compute(), points.points(), (long) count, places, starts, arranged));
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
