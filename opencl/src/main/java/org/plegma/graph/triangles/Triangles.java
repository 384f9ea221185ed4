package org.plegma.graph.triangles;

import java.util.List;
import java.util.stream.Collectors;
import org.plegma.array.Preconditions;
import org.plegma.device.Device;
import org.plegma.device.Device.Kind;
import org.plegma.device.Session;
import org.plegma.graph.Graph;
import org.plegma.graph.triangles.method.Chunks;
import org.plegma.graph.triangles.method.DegreeOrder;
import org.plegma.graph.triangles.method.GroupPerRow;
import org.plegma.graph.triangles.method.TriangleMethod;
import org.plegma.graph.triangles.method.TrianglePlan;

/**
 * Counts triangles: {@code Triangles.of(session).count(graph)}. A triangle is three vertices of which each two are joined; in the
 * upper triangle U of the adjacency matrix there are Σ (UᵀU) ⊙ U of them. Sums have 64 bits. Immutable.
 */
public final class Triangles {
    private static final TriangleMethod CHUNKS = new Chunks();
    private static final TriangleMethod DEGREE_ORDER = new DegreeOrder();

    /** All methods, the simplest first. */
    public static final List<TriangleMethod> METHODS = List.of(
            GroupPerRow.rowPerThread(),
            GroupPerRow.elementPerThread(),
            GroupPerRow.elementPerThreadLimited(32),
            GroupPerRow.elementPerThreadLimited(64),
            DEGREE_ORDER,
            CHUNKS);

    private final Session session;
    private final TriangleMethod method;

    private Triangles(Session session, TriangleMethod method) {
        this.session = session;
        this.method = method;
    }

    /** On a session's device, by the method that suits it. */
    public static Triangles of(Session session) {
        Preconditions.notNull(session, "session");
        return new Triangles(session, chosen(session.device()));
    }

    private static TriangleMethod chosen(Device device) {
        return device.kind() == Kind.CPU && !device.isOclgrind() ? CHUNKS : DEGREE_ORDER;
    }

    /** By a method, for example {@code row_per_thread}; {@code auto} is that which suits the device. */
    public Triangles by(String name) {
        Preconditions.notNull(name, "name");
        if (name.equals("auto")) {
            return of(session);
        }
        return METHODS.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .map(this::by)
                .orElseThrow(() -> new IllegalArgumentException("There is no method '" + name
                        + "' to count triangles; there are auto, "
                        + METHODS.stream().map(TriangleMethod::name).collect(Collectors.joining(", ")) + "."));
    }

    /** By a method. */
    public Triangles by(TriangleMethod other) {
        Preconditions.notNull(other, "other");
        return new Triangles(session, other);
    }

    /** How it counts. */
    public TriangleMethod method() {
        return method;
    }

    /** The number of triangles. */
    public long count(Graph graph) {
        try (TrianglePlan plan = plan(graph)) {
            return plan.count();
        }
    }

    /**
     * How many triangles each vertex is in; a triangle counts for three.
     *
     * @throws UnsupportedOperationException if the method cannot tell
     */
    public int[] perVertex(Graph graph) {
        Preconditions.notNull(graph, "graph");
        try (TrianglePlan plan = method.planPerVertex(session, graph)) {
            plan.launch();
            return plan.perVertex();
        }
    }

    /** How clustered each vertex and the graph are. */
    public Clustering clustering(Graph graph) {
        return new Clustering(graph.degrees(), perVertex(graph));
    }

    /** The graph on the device, to be counted more than once. */
    public TrianglePlan plan(Graph graph) {
        Preconditions.notNull(graph, "graph");
        return method.plan(session, graph);
    }

    /** How the graph is counted, and why. */
    public TriangleExplanation explain(Graph graph) {
        Preconditions.notNull(graph, "graph");
        return TriangleExplanation.of(session, graph, method, chosen(session.device()));
    }
}
