package org.plegma.graph.triangles.method;

import java.util.ArrayList;
import java.util.List;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.graph.Graph;

/**
 * For GPUs: edges go from the vertex of fewer neighbours to that of more. Short rows are compared in registers, a work-item a vertex
 * ({@code rows.cl}); hubs have a hash table in local memory ({@code table.cl}).
 */
public final class DegreeOrder implements TriangleMethod {
    /** A graph with no longer rows is taken as it is: new numbers would cost more than they save. */
    static final int SHORT = 8;

    private static final int GROUP = 256;

    private final int mostNeighbours;
    private final int asItIs;
    private final HubTasks small;
    private final HubTasks large;

    /** With the limits that suit most devices. */
    public DegreeOrder() {
        this(16, SHORT, HubTasks.SMALL, HubTasks.LARGE);
    }

    /**
     * @param mostNeighbours a vertex of more is a hub
     * @param asItIs the longest row of graphs that are taken as they are; −1 for none
     * @param small for hubs whose rows fit half of its table
     * @param large for the others
     */
    DegreeOrder(int mostNeighbours, int asItIs, HubTasks small, HubTasks large) {
        this.mostNeighbours = mostNeighbours;
        this.asItIs = asItIs;
        this.small = small;
        this.large = large;
    }

    @Override
    public String name() {
        return "degree-order";
    }

    @Override
    public String description() {
        return "edges towards the higher degree; short rows in registers, hubs by a hash table in local memory";
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

    private TrianglePlan plan(Session session, Graph graph, boolean perVertex) {
        DirectedGraph directed = direct(graph);
        TrianglePlan plan = new TrianglePlan(session);
        DeviceArray offsets = plan.input(directed.offsets);
        DeviceArray columns = plan.input(directed.columns);
        DeviceArray counts = perVertex ? plan.countEach(directed.original) : null;
        int row = Math.max(2, Integer.highestOneBit(2 * Math.max(1, directed.longestRow()) - 1));
        if (directed.limit > 0 && graph.edges() > 0) {
            List<String> options =
                    new ArrayList<>(List.of("-DGROUP=" + GROUP, "-DROW=" + row, "-DSLOTS=" + Sums.SLOTS));
            List<Object> arguments = new ArrayList<>(List.of(offsets, columns, directed.limit, plan.slots()));
            if (perVertex) {
                options.add("-DCOUNTS");
                arguments.add(counts);
            }
            long global = (directed.limit + GROUP - 1L) / GROUP * GROUP;
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
            large.launch(session, plan, directed, small.piece() + 1, Integer.MAX_VALUE, shared);
            small.launch(session, plan, directed, 1, small.piece(), shared);
        }
        return plan;
    }
}
