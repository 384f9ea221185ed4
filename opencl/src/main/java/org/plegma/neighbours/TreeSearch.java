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
 * Method that sorts points along a curve that fills space ({@link RankOrder}), and looks into a binary tree of boxes over every {@value SpaceCode#LEAF} of them: T.
 * Karras, "Maximizing Parallelism in the Construction of BVHs, Octrees, and k-d Trees", High Performance Graphics, 2012, has such
 * trees; this one has all leaves at one depth.
 */
final class TreeSearch implements SearchMethod {
    private static final String[] FILES = {"space.cl", "found.cl", "boxes.cl", "tree.cl"};

    private final SpaceCode code;
    private final Session session;
    private final int count;
    private final int leaves;
    private final RankOrder order;
    private final DeviceArray arranged;
    private final DeviceArray lows;
    private final DeviceArray highs;
    private final DeviceArray lowest;
    private Optional<RankOrder> queryOrder = Optional.empty();

    TreeSearch(SpaceCode code, int count) {
        this.code = code;
        this.session = code.session();
        this.count = count;
        int needed = (count + SpaceCode.LEAF - 1) / SpaceCode.LEAF;
        leaves = Math.max(1, Integer.highestOneBit(Math.max(1, needed - 1)) * (needed > 1 ? 2 : 1));
        order = new RankOrder(code, count);
        arranged = session.allocate(code.type(), count, code.numbers());
        lows = session.allocate(code.type(), 2 * leaves, 4);
        highs = session.allocate(code.type(), 2 * leaves, 4);
        lowest = session.allocate(ElementType.INT, 2 * leaves);
    }

    @Override
    public void build(PointCloud points, List<Event> events) {
        order.run(points, events);
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
        if (queryOrder.filter(one -> one.isFor(queries.count())).isEmpty()) {
            queryOrder.ifPresent(RankOrder::close);
            queryOrder = Optional.of(new RankOrder(code, queries.count()));
        }
        queryOrder.orElseThrow().run(queries, events);
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
                + queryOrder.map(RankOrder::bytes).orElse(0L);
    }

    @Override
    public String explain() {
        return "tree: " + count + " points in " + leaves + " leaves of " + SpaceCode.LEAF;
    }

    @Override
    public void close() {
        order.close();
        queryOrder.ifPresent(RankOrder::close);
        arranged.close();
        lows.close();
        highs.close();
        lowest.close();
    }
}
