package org.plegma.neighbours;

import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Session;
import org.plegma.primitives.RadixSort;
import org.plegma.primitives.SortPlan;

/**
 * So many points in the order of Hilbert's curve through about their ranks along each axis, by the table of a {@link RankTable}: J. Qi,
 * Y. Tao, Y. Chang and R. Zhang, "Packing R-trees with Space-filling Curves", ACM Transactions on Database Systems 45(3), 2020, take
 * the ranks themselves. Points near each other in the order are near each other in space however unevenly they are spread.
 */
final class CurveOrder implements AutoCloseable {
    private static final int GROUP = 256;
    private static final int CPU_GROUP = 64;
    private static final int GROUPS_A_UNIT = 8;

    private final SpaceCode code;
    private final Session session;
    private final int count;
    private final SortPlan plan;
    private final DeviceArray keys;
    private final DeviceArray sorted;
    private final DeviceArray places;
    private final DeviceArray arranged;

    CurveOrder(SpaceCode code, int count) {
        this.code = code;
        this.session = code.session();
        this.count = count;
        plan = RadixSort.of(session, ElementType.LONG)
                .bits(0, 3 * RankTable.BITS)
                .plan(count);
        keys = session.allocate(ElementType.LONG, count);
        sorted = session.allocate(ElementType.LONG, count);
        places = session.allocate(ElementType.INT, count);
        arranged = session.allocate(code.type(), count, SpaceCode.NUMBERS);
    }

    boolean isFor(int points) {
        return count == points;
    }

    void run(Coordinates points, RankTable table, List<Event> events) {
        int group = code.isWide() ? CPU_GROUP : GROUP;
        long groups =
                Math.min((count + group - 1L) / group, (long) session.device().computeUnits() * GROUPS_A_UNIT);
        Kernel key = code.kernel("curve_keys", table.options("-DGROUP=" + group), "space.cl", "curve.cl");
        events.add(key.global(groups * group)
                .local(group)
                .launch(
                        session.compute(),
                        points.points(),
                        (long) count,
                        table.table(),
                        table.finerBits(),
                        keys,
                        points.wrong()));
        events.addAll(plan.launchPermutation(keys, sorted, places));
        events.add(code.forAll(code.kernel("arrange", "space.cl"), count)
                .launch(session.compute(), points.points(), places, (long) count, arranged));
    }

    /** The index that each was given at. */
    DeviceArray places() {
        return places;
    }

    /** The points in order, each with the index that it was given at. */
    DeviceArray arranged() {
        return arranged;
    }

    long bytes() {
        return plan.bytes() + keys.bytes() + sorted.bytes() + places.bytes() + arranged.bytes();
    }

    @Override
    public void close() {
        plan.close();
        keys.close();
        sorted.close();
        places.close();
        arranged.close();
    }
}
