package org.plegma.neighbours;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Session;

/**
 * Method that sorts points along Morton's curve, and looks into a binary tree of boxes over every {@value SpaceCode#LEAF} of them: T.
 * Karras, "Maximizing Parallelism in the Construction of BVHs, Octrees, and k-d Trees", High Performance Graphics, 2012, has such
 * trees; this one has all leaves at one depth.
 */
final class TreeSearch implements SearchMethod {
    private static final String[] FILES = {"space.cl", "found.cl", "boxes.cl", "tree.cl"};
    private static final int BITS_AN_AXIS = 21;

    private final SpaceCode code;
    private final Session session;
    private final int count;
    private final int leaves;
    private final KeyOrder order;
    private final DeviceArray arranged;
    private final DeviceArray lows;
    private final DeviceArray highs;
    private final DeviceArray lowest;
    private Optional<KeyOrder> queryOrder = Optional.empty();
    private PointCloud box;

    TreeSearch(SpaceCode code, int count) {
        this.code = code;
        this.session = code.session();
        this.count = count;
        int needed = (count + SpaceCode.LEAF - 1) / SpaceCode.LEAF;
        leaves = Math.max(1, Integer.highestOneBit(Math.max(1, needed - 1)) * (needed > 1 ? 2 : 1));
        order = new KeyOrder(session, count, ElementType.LONG, 3 * BITS_AN_AXIS);
        arranged = session.allocate(code.type(), count, code.numbers());
        lows = session.allocate(code.type(), 2 * leaves, 4);
        highs = session.allocate(code.type(), 2 * leaves, 4);
        lowest = session.allocate(ElementType.INT, 2 * leaves);
    }

    private void sort(KeyOrder to, PointCloud points, List<Event> events) {
        double[] scale = new double[3];
        for (int axis = 0; axis < 3; axis++) {
            double cells = 1 << BITS_AN_AXIS;
            scale[axis] = box.extent(axis) > 0 ? Math.min(cells / box.extent(axis), Float.MAX_VALUE) : 0;
        }
        to.run(
                keys -> code.forAll(code.kernel("curve_keys", "space.cl", "boxes.cl"), points.count())
                        .launch(
                                session.compute(),
                                points.points(),
                                (long) points.count(),
                                code.four(box.low(0), box.low(1), box.low(2)),
                                code.four(scale),
                                keys),
                events);
    }

    @Override
    public void build(PointCloud points, List<Event> events) {
        box = points;
        sort(order, points, events);
        events.add(code.forAll(code.kernel("arrange", "space.cl"), count)
                .launch(session.compute(), points.points(), order.places(), (long) count, arranged));
        events.add(code.kernel("leaf_boxes", "space.cl", "boxes.cl")
                .global(leaves)
                .launch(session.compute(), arranged, order.places(), (long) count, leaves, lows, highs, lowest));
        Kernel inner = code.kernel("inner_boxes", "space.cl", "boxes.cl");
        for (int first = leaves / 2; first > 0; first /= 2) {
            events.add(inner.global(first).launch(session.compute(), first, lows, highs, lowest));
        }
    }

    @Override
    public void search(PointCloud queries, SearchFor wanted, List<Event> events) {
        int bits = 3 * BITS_AN_AXIS;
        if (queryOrder.filter(one -> one.isFor(queries.count(), bits)).isEmpty()) {
            queryOrder.ifPresent(KeyOrder::close);
            queryOrder = Optional.of(new KeyOrder(session, queries.count(), ElementType.LONG, bits));
        }
        sort(queryOrder.orElseThrow(), queries, events);
        List<Object> arguments = new ArrayList<>(List.of(
                queries.points(),
                queryOrder.orElseThrow().places(),
                (long) queries.count(),
                arranged,
                order.places(),
                (long) count,
                leaves,
                lows,
                highs,
                lowest));
        arguments.addAll(wanted.results());
        events.add(code.forAll(code.kernel("tree", wanted.options(), FILES), queries.count())
                .launch(session.compute(), arguments.toArray()));
    }

    @Override
    public long bytes() {
        long boxes = lows.bytes() + highs.bytes() + lowest.bytes();
        return order.bytes()
                + arranged.bytes()
                + boxes
                + queryOrder.map(KeyOrder::bytes).orElse(0L);
    }

    @Override
    public String explain() {
        return "tree: " + count + " points in " + leaves + " leaves of " + SpaceCode.LEAF;
    }

    @Override
    public void close() {
        order.close();
        queryOrder.ifPresent(KeyOrder::close);
        arranged.close();
        lows.close();
        highs.close();
        lowest.close();
    }
}
