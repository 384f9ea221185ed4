package org.plegma.graph.triangles.method;

import org.plegma.device.Session;
import org.plegma.graph.Graph;

/** A way to count the triangles of a graph. */
public interface TriangleMethod {

    /** Its name, for example {@code degree-order}. */
    String name();

    /** What it does, in a sentence. */
    String description();

    /** Whether vertices of many neighbours take it long. */
    default boolean isSlowWithHubs() {
        return false;
    }

    /** What is worth knowing of this graph: how it will be cut into work. */
    String explain(Session session, Graph graph);

    /** The graph on the device, ready to be counted again and again. */
    TrianglePlan plan(Session session, Graph graph);

    /**
     * As {@link #plan}, and each count also has those of each vertex.
     *
     * @throws UnsupportedOperationException if this way has none
     */
    default TrianglePlan planPerVertex(Session session, Graph graph) {
        throw new UnsupportedOperationException(
                "The method " + name() + " counts triangles of the whole graph only: use degree-order or chunks.");
    }
}
