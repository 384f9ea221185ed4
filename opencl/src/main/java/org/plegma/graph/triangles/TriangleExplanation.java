package org.plegma.graph.triangles;

import org.plegma.device.Device.Kind;
import org.plegma.device.Session;
import org.plegma.graph.Graph;
import org.plegma.graph.triangles.method.TriangleMethod;

/**
 * How the triangles of a graph are counted, and why so.
 *
 * @param title what is counted, and where
 * @param method the name of the method
 * @param why why it, and not another
 * @param work how the graph is cut into work
 */
public record TriangleExplanation(String title, String method, String why, String work) {

    static TriangleExplanation of(Session session, Graph graph, TriangleMethod method, TriangleMethod suitable) {
        String kind = session.device().kind() == Kind.CPU ? "a processor" : "a GPU";
        String why = method == suitable
                ? "the device is " + kind + "; " + method.description()
                : "asked for; " + method.description() + " (auto would take " + suitable.name() + ")";
        return new TriangleExplanation(
                "triangles of a " + graph + " on " + session.device().name(),
                method.name(),
                why,
                method.explain(session, graph));
    }

    /** A line each. */
    @Override
    public String toString() {
        return title + "\nmethod: " + method + "\nwhy: " + why + "\nwork: " + work;
    }
}
