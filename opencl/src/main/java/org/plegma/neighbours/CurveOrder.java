package org.plegma.neighbours;

import java.util.ArrayList;
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
 *
 * <p>Points have keys of {@value #FINE_BITS} bits, lest those that lie along a line share a few. Queries need not be told apart: theirs are
 * the first {@value #COARSE_BITS} bits, which sort in half of the time.
 */
final class CurveOrder implements AutoCloseable {
    static final int FINE_BITS = 3 * RankTable.BITS;

    private static final int COARSE_BITS = Integer.SIZE;

    /** Bits of a point's key that a query's lacks. */
    static final int FINER_BITS = FINE_BITS - COARSE_BITS;

    private static final int GROUP = 256;
    private static final int CPU_GROUP = 64;
    private static final int GROUPS_A_UNIT = 8;

    private final SpaceCode code;
    private final Session session;
    private final int count;
    private final List<String> options;
    private final SortPlan plan;
    private final DeviceArray keys;
    private final DeviceArray sorted;
    private final DeviceArray places;

    private CurveOrder(SpaceCode code, int count, boolean coarse) {
        this.code = code;
        this.session = code.session();
        this.count = count;
        ElementType key = coarse ? ElementType.INT : ElementType.LONG;
        options = List.of("-DCURVE_KEY=" + (coarse ? "uint" : "ulong"), "-DFINER=" + (coarse ? FINER_BITS : 0));
        plan = RadixSort.of(session, key)
                .bits(0, coarse ? COARSE_BITS : FINE_BITS)
                .plan(count);
        keys = session.allocate(key, count);
        sorted = session.allocate(key, count);
        places = session.allocate(ElementType.INT, count);
    }

    static CurveOrder ofPoints(SpaceCode code, int count) {
        return new CurveOrder(code, count, false);
    }

    static CurveOrder ofQueries(SpaceCode code, int count) {
        return new CurveOrder(code, count, true);
    }

    boolean isFor(int points) {
        return count == points;
    }

    void run(Coordinates points, RankTable table, List<Event> events) {
        int group = code.isWide() ? CPU_GROUP : GROUP;
        long groups =
                Math.min((count + group - 1L) / group, (long) session.device().computeUnits() * GROUPS_A_UNIT);
        List<String> all = new ArrayList<>(options);
        all.addAll(table.options("-DGROUP=" + group));
        Kernel key = code.kernel("curve_keys", all, "space.cl", "curve.cl");
        events.add(key.global(groups * group)
                .local(group)
                .launch(
                        session.compute(),
                        points.points(),
                        (long) count,
                        table.table(),
                        table.finerBits(),
                        keys,
                        points.told()));
        events.addAll(plan.launchPermutation(keys, sorted, places));
    }

    /** The keys in order. */
    DeviceArray keys() {
        return sorted;
    }

    /** The index that each was given at. */
    DeviceArray places() {
        return places;
    }

    long bytes() {
        return plan.bytes() + keys.bytes() + sorted.bytes() + places.bytes();
    }

    @Override
    public void close() {
        plan.close();
        keys.close();
        sorted.close();
        places.close();
    }
}
