package org.plegma.neighbours;

import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.primitives.RadixSort;
import org.plegma.primitives.SortPlan;

/**
 * So many points in the order of Morton's curve through their ranks along each axis: J. Qi, Y. Tao, Y. Chang and R. Zhang, "Packing
 * R-trees with Space-filling Curves", ACM Transactions on Database Systems 45(3), 2020. Points near each other in the order are near each
 * other in space however unevenly they are spread.
 */
final class RankOrder implements AutoCloseable {
    private static final int MOST_BITS = 21;

    private final SpaceCode code;
    private final Session session;
    private final int count;
    private final int shift;
    private final SortPlan plan;
    private final DeviceArray values;
    private final DeviceArray sorted;
    private final DeviceArray places;
    private final KeyOrder order;

    RankOrder(SpaceCode code, int count) {
        this.code = code;
        this.session = code.session();
        this.count = count;
        int needed = Math.max(1, 32 - Integer.numberOfLeadingZeros(count - 1));
        int bits = Math.min(MOST_BITS, needed);
        shift = needed - bits;
        plan = RadixSort.of(session, code.type()).plan(count);
        values = session.allocate(code.type(), count);
        sorted = session.allocate(code.type(), count);
        places = session.allocate(ElementType.INT, count);
        order = new KeyOrder(session, count, ElementType.LONG, 3 * bits);
    }

    boolean isFor(int points) {
        return count == points;
    }

    void run(PointCloud points, List<Event> events) {
        for (int axis = 0; axis < code.axes(); axis++) {
            events.add(code.forAll(code.kernel("axis_values", "space.cl", "boxes.cl"), count)
                    .launch(session.compute(), points.points(), (long) count, axis, values));
            events.addAll(plan.launchPermutation(values, sorted, places));
            events.add(code.forAll(code.kernel("rank_keys", "space.cl", "boxes.cl"), count)
                    .launch(session.compute(), sorted, places, (long) count, axis, shift, order.keys()));
        }
        order.run(events);
    }

    /** The index that each was given at. */
    DeviceArray places() {
        return order.places();
    }

    long bytes() {
        return plan.bytes() + values.bytes() + sorted.bytes() + places.bytes() + order.bytes();
    }

    @Override
    public void close() {
        plan.close();
        values.close();
        sorted.close();
        places.close();
        order.close();
    }
}
