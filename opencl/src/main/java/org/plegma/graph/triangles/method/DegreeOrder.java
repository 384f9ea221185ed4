package org.plegma.graph.triangles.method;

import java.util.ArrayList;
import java.util.List;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.graph.Graph;

/**
 * For GPUs: edges go from the vertex of fewer neighbours to that of more. Short rows are compared in registers, a work-item a vertex
 * ({@code rows.cl}); hubs have a table in local memory, by hash or a bit a vertex ({@code table.cl}).
 */
public final class DegreeOrder implements TriangleMethod {
    /** A graph with no longer rows is taken as it is: new numbers would cost more than they save. */
    static final int SHORT = 8;

    private static final int GROUP = 128;
    /** Work-items that a unit of a GPU holds, and the most vertices that each shall have once all units are full. */
    private static final int ITEMS_PER_UNIT = 2048;

    private static final int MOST_EACH = 8;

    private final int mostNeighbours;
    private final int asItIs;
    private final HubTasks small;
    private final HubTasks large;
    private final HubTasks map;

    /** With the limits that suit most devices. */
    public DegreeOrder() {
        this(16, SHORT, HubTasks.SMALL, HubTasks.LARGE, HubTasks.MAP);
    }

    /**
     * @param mostNeighbours a vertex of more is a hub
     * @param asItIs the longest row of graphs that are taken as they are; −1 for none
     * @param small for hubs whose rows fit half of its table
     * @param large for the others that are not in reach of the map
     * @param map for those whose neighbours are all in its reach
     */
    DegreeOrder(int mostNeighbours, int asItIs, HubTasks small, HubTasks large, HubTasks map) {
        this.mostNeighbours = mostNeighbours;
        this.asItIs = asItIs;
        this.small = small;
        this.large = large;
        this.map = map;
    }

    @Override
    public String name() {
        return "degree-order";
    }

    @Override
    public String description() {
        return "edges towards the higher degree; short rows in registers, hubs by tables in local memory";
    }

    private DirectedGraph direct(Graph graph) {
        return graph.longestRow() <= asItIs
                ? DirectedGraph.asItIs(graph)
                : DirectedGraph.byDegree(graph, mostNeighbours);
    }

    @Override
    public String explain(Session session, Graph graph) {
        DirectedGraph directed = direct(graph);
        if (directed.hubs() == 0) {
            return "no row has more than " + directed.longestRow() + " entries: a work-item a vertex, row in registers"
                    + (graph.longestRow() <= asItIs ? ", numbers as they are" : ", numbers by degree");
        }
        return "numbers by degree; " + directed.limit + " vertices of at most " + mostNeighbours
                + " neighbours by rows in registers, " + directed.hubs() + " hubs by tables, which are asked "
                + directed.lookups() + " times";
    }

    @Override
    public TrianglePlan plan(Session session, Graph graph) {
        return plan(session, graph, false);
    }

    @Override
    public TrianglePlan planPerVertex(Session session, Graph graph) {
        return plan(session, graph, true);
    }

    /** Vertices of a work-item: one until all units have enough, then more, so that the sums of groups cost less. */
    static int each(int vertices, int units) {
        long rounds = vertices / ((long) ITEMS_PER_UNIT * Math.max(1, units));
        return (int) Math.max(1, Math.min(MOST_EACH, Long.highestOneBit(rounds)));
    }

    /** Short rows need a small table; of the others, those of the highest vertices fit a bitmap. */
    private HubTasks kind(DirectedGraph graph, int hub) {
        int length = graph.offsets[hub + 1] - graph.offsets[hub];
        return length <= small.piece() ? small : map.reaches(graph, hub) ? map : large;
    }

    private TrianglePlan plan(Session session, Graph graph, boolean perVertex) {
        DirectedGraph directed = direct(graph);
        TrianglePlan plan = new TrianglePlan(session);
        DeviceArray offsets = plan.input(directed.offsets);
        DeviceArray columns = plan.input(directed.columns);
        DeviceArray counts = perVertex ? plan.countEach(directed.original) : null;
        int row = Math.max(2, Integer.highestOneBit(2 * Math.max(1, directed.longestRow()) - 1));
        if (directed.limit > 0 && graph.edges() > 0) {
            int each = each(directed.limit, session.device().computeUnits());
            List<String> options = new ArrayList<>(
                    List.of("-DGROUP=" + GROUP, "-DROW=" + row, "-DEACH=" + each, "-DSLOTS=" + Sums.SLOTS));
            List<Object> arguments = new ArrayList<>(List.of(offsets, columns, directed.limit, plan.slots()));
            if (perVertex) {
                options.add("-DCOUNTS");
                arguments.add(counts);
            }
            long global = (directed.limit + (long) GROUP * each - 1) / (GROUP * each) * GROUP;
            plan.add(
                    TriangleKernels.compile(session, "rows.cl", options.toArray(String[]::new))
                            .kernel("count_by_rows")
                            .global(global)
                            .local(GROUP),
                    arguments.toArray());
        }
        if (directed.sources.length > 0) {
            HubTasks.Shared shared = new HubTasks.Shared(
                    plan.input(directed.suffixes), columns, perVertex ? plan.input(directed.sources) : null, counts);
            for (HubTasks kind : List.of(map, large, small)) {
                kind.launch(session, plan, directed, v -> kind(directed, v) == kind, shared);
            }
        }
        return plan;
    }
}
