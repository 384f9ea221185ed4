package org.plegma.graph.triangles.method;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.graph.Graph;

/**
 * For processors: edges go from the vertex of fewer neighbours to that of more, and each work-item has a chunk of the work. Short
 * rows are compared as vectors of eight; the rows of hubs are marked in bytes ({@code chunks.cl}).
 */
public final class Chunks implements TriangleMethod {
    private static final int MOST_NEIGHBOURS = 16;
    private static final int CHUNKS_PER_CORE = 8;
    private static final int VECTOR = 8;
    /** For the marks of all chunks together. */
    private static final int MARKS = 1 << 28;

    private final int mostNeighbours;

    /** With the limit that suits most processors. */
    public Chunks() {
        this(MOST_NEIGHBOURS);
    }

    /** @param mostNeighbours a vertex of more is a hub */
    Chunks(int mostNeighbours) {
        this.mostNeighbours = mostNeighbours;
    }

    @Override
    public String name() {
        return "chunks";
    }

    @Override
    public String description() {
        return "edges towards the higher degree, a chunk a work-item; short rows as vectors, hubs by marks";
    }

    private DirectedGraph direct(Graph graph) {
        return graph.longestRow() <= DegreeOrder.SHORT
                ? DirectedGraph.asItIs(graph)
                : DirectedGraph.byDegree(graph, mostNeighbours);
    }

    @Override
    public String explain(Session session, Graph graph) {
        DirectedGraph directed = direct(graph);
        return directed.limit + " vertices as vectors of " + VECTOR + " entries, " + directed.hubs()
                + " hubs by marks, which are asked " + directed.lookups() + " times";
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
        DeviceArray columns = plan.input(Arrays.copyOf(directed.columns, directed.columns.length + VECTOR - 1));
        DeviceArray counts = perVertex ? plan.countEach(directed.original) : null;
        String[] options = perVertex ? new String[] {"-DCOUNTS"} : new String[0];
        int most = Math.min(Sums.SLOTS, CHUNKS_PER_CORE * session.device().computeUnits());
        if (directed.limit > 0 && graph.edges() > 0) {
            int[] chunks = chunks(directed.limit, most, v -> 1L + directed.offsets[v + 1] - directed.offsets[v]);
            List<Object> arguments =
                    new ArrayList<>(List.of(offsets, columns, plan.input(chunks), directed.limit, plan.slots()));
            add(session, plan, "chunks_of_rows", options, chunks, arguments, counts);
        }
        if (directed.sources.length > 0) {
            int fitting = Math.max(1, Math.min(most, MARKS / directed.hubs()));
            int[] chunks = chunks(directed.hubs(), fitting, hub -> work(directed, hub));
            DeviceArray marks = plan.zeros(ElementType.BYTE, (chunks.length - 1) * directed.hubs());
            List<Object> arguments = new ArrayList<>(List.of(
                    offsets,
                    columns,
                    plan.input(chunks),
                    directed.limit,
                    directed.vertices(),
                    plan.input(directed.begins),
                    plan.input(directed.suffixes),
                    marks,
                    plan.slots()));
            if (perVertex) {
                arguments.add(plan.input(directed.sources));
            }
            add(session, plan, "chunks_of_hubs", options, chunks, arguments, counts);
        }
        return plan;
    }

    private static void add(
            Session session,
            TrianglePlan plan,
            String kernel,
            String[] options,
            int[] chunks,
            List<Object> arguments,
            @Nullable DeviceArray counts) {
        if (counts != null) {
            arguments.add(counts);
        }
        plan.add(
                TriangleKernels.compile(session, "chunks.cl", options)
                        .kernel(kernel)
                        .global(chunks.length - 1)
                        .local(1),
                arguments.toArray());
    }

    private static long work(DirectedGraph graph, int hub) {
        long work = 2L * (graph.offsets[graph.limit + hub + 1] - graph.offsets[graph.limit + hub]);
        for (int s = graph.begins[hub]; s < graph.begins[hub + 1]; s++) {
            work += 1 + graph.length(s);
        }
        return work;
    }

    /** Where chunks of about equal work begin, and the end of the last. */
    static int[] chunks(int count, int most, IntToLongFunction work) {
        long all = 0;
        for (int i = 0; i < count; i++) {
            all += work.applyAsLong(i);
        }
        int chunks = Math.min(most, count);
        int[] begins = new int[chunks + 1];
        long sum = 0;
        int chunk = 1;
        for (int i = 0; i < count; i++) {
            sum += work.applyAsLong(i);
            while (chunk < chunks && sum >= (double) all * chunk / chunks) {
                begins[chunk++] = i + 1;
            }
        }
        begins[chunks] = count;
        return begins;
    }
}
