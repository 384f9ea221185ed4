package org.plegma.neighbours;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Session;

/**
 * Method that sorts points along a curve that fills space ({@link CurveOrder}), and looks into a binary tree of boxes over every {@value
 * SpaceCode#LEAF} of them: T. Karras, "Maximizing Parallelism in the Construction of BVHs, Octrees, and k-d Trees", High Performance Graphics, 2012,
 * has such trees; this one has all leaves at one depth.
 */
final class TreeSearch implements SearchMethod {
    private static final String[] FILES = {"space.cl", "found.cl", "boxes.cl", "tree.cl"};
    private static final String[] FILES_BY_WARPS = {"space.cl", "found.cl", "boxes.cl", "tree-warps.cl"};
    private static final int GROUP = 64;

    private final SpaceCode code;
    private final Session session;
    private final int count;
    private final int leaves;
    private final RankTable table;
    private final CurveOrder order;
    private final DeviceArray arranged;
    private final DeviceArray boxes;
    private Optional<CurveOrder> queryOrder = Optional.empty();
    private Optional<DeviceArray> begun = Optional.empty();

    TreeSearch(SpaceCode code, int count) {
        this.code = code;
        this.session = code.session();
        this.count = count;
        int needed = (count + SpaceCode.LEAF - 1) / SpaceCode.LEAF;
        leaves = Math.max(1, Integer.highestOneBit(Math.max(1, needed - 1)) * (needed > 1 ? 2 : 1));
        table = new RankTable(code);
        order = CurveOrder.ofPoints(code, count);
        arranged = session.allocate(code.type(), count, SpaceCode.NUMBERS);
        boxes = session.allocate(code.type(), 2 * leaves, 8);
    }

    /** What it has found before stays right: the order of points and the table only tell where a search begins. */
    @Override
    public boolean begin(Coordinates points, List<Event> events) {
        table.run(points, events);
        order.run(points, table, events);
        begun = Optional.of(points.points());
        return false;
    }

    @Override
    public void build(PointCloud points, List<Event> events) {
        if (begun.filter(array -> array == points.points()).isEmpty()) {
            begin(points.coordinates(), events);
        }
        begun = Optional.empty();
        events.add(code.forAll(code.kernel("arrange", "space.cl"), count)
                .launch(session.compute(), points.points(), order.places(), (long) count, arranged));
        List<String> options = List.of("-DGROUP=" + GROUP);
        events.add(code.forAll(code.kernel("leaf_boxes", options, "space.cl", "boxes.cl"), leaves)
                .launch(session.compute(), arranged, (long) count, leaves, boxes));
        Kernel inner = code.kernel("inner_boxes", options, "space.cl", "boxes.cl");
        // A group goes on until one of its nodes is left.
        for (int nodes = leaves / 2; nodes > 0; nodes /= 2 * GROUP) {
            events.add(inner.global(Kernel.roundUp(nodes, GROUP)).local(GROUP).launch(session.compute(), nodes, boxes));
        }
    }

    @Override
    public void search(Coordinates queries, SearchFor wanted, List<Event> events) {
        if (queryOrder.filter(one -> one.isFor(queries.count())).isEmpty()) {
            queryOrder.ifPresent(CurveOrder::close);
            queryOrder = Optional.of(CurveOrder.ofQueries(code, queries.count()));
        }
        CurveOrder asked = queryOrder.orElseThrow();
        asked.run(queries, table, events);
        List<Object> arguments = new ArrayList<>(List.of(
                queries.points(), asked.places(), (long) queries.count(), arranged, (long) count, leaves, boxes));
        List<String> options = new ArrayList<>(wanted.options());
        if (code.hasLanes()) {
            arguments.addAll(List.of(asked.keys(), order.keys()));
            options.addAll(List.of("-DGROUP=" + code.group(), "-DFINER=" + CurveOrder.FINER_BITS));
        }
        arguments.addAll(wanted.results());
        Kernel kernel = code.laneKernel("tree", options, code.hasLanes() ? FILES_BY_WARPS : FILES);
        events.add(code.forAll(kernel, queries.count()).launch(session.compute(), arguments.toArray()));
    }

    @Override
    public long bytes() {
        return table.bytes()
                + order.bytes()
                + arranged.bytes()
                + boxes.bytes()
                + queryOrder.map(CurveOrder::bytes).orElse(0L);
    }

    @Override
    public String explain() {
        return "tree: " + count + " points in " + leaves + " leaves of " + SpaceCode.LEAF;
    }

    @Override
    public void close() {
        table.close();
        order.close();
        queryOrder.ifPresent(CurveOrder::close);
        arranged.close();
        boxes.close();
    }
}
