package org.plegma.graph.triangles.method;

import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.Session;
import org.plegma.graph.Graph;

/**
 * The three simple ways: a work-group takes row i of the graph as it is, and looks in it for the entries of its neighbours' rows.
 * They are here to be read and to be compared with.
 */
public final class GroupPerRow implements TriangleMethod {
    private final String kernel;
    private final int group;
    private final String description;
    private final String[] options;

    private GroupPerRow(String kernel, int group, String description, String... options) {
        this.kernel = kernel;
        this.group = group;
        this.description = description;
        this.options = options;
    }

    /** {@code row_per_thread.cl}. */
    public static GroupPerRow rowPerThread() {
        return rowPerThread(512, 2048);
    }

    /** With room for so many entries of row i, and of its neighbours' rows, in local memory. */
    static GroupPerRow rowPerThread(int piece, int others) {
        return new GroupPerRow(
                "row_per_thread",
                64,
                "a group a row; a work-item merges it with the row of one neighbour",
                "-DPIECE=" + piece,
                "-DOTHERS=" + others);
    }

    /** {@code element_per_thread.cl}. */
    public static GroupPerRow elementPerThread() {
        return elementPerThread(512);
    }

    static GroupPerRow elementPerThread(int piece) {
        return new GroupPerRow(
                "element_per_thread",
                64,
                "a group a row; a work-item looks in it for one entry of the neighbours' rows",
                "-DPIECE=" + piece);
    }

    /**
     * {@code element_per_thread_limited.cl}.
     *
     * @param group 32 or 64 work-items
     */
    public static GroupPerRow elementPerThreadLimited(int group) {
        return elementPerThreadLimited(group, 512, 512);
    }

    static GroupPerRow elementPerThreadLimited(int group, int piece, int buffer) {
        if (group != 32 && group != 64) {
            throw new IllegalArgumentException(
                    "element_per_thread_limited has 32 or 64 work-items, found " + group + ".");
        }
        return new GroupPerRow(
                "element_per_thread_limited",
                group,
                "as element_per_thread, from a buffer of bounded size; " + group + " work-items",
                "-DPIECE=" + piece,
                "-DBUFFER=" + buffer);
    }

    @Override
    public String name() {
        return kernel.endsWith("limited") ? kernel + "(" + group + ")" : kernel;
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    public boolean isSlowWithHubs() {
        return true;
    }

    @Override
    public String explain(Session session, Graph graph) {
        return graph.vertices() + " groups of " + group + " work-items, one a row, the longest of " + graph.longestRow()
                + " entries";
    }

    @Override
    public TrianglePlan plan(Session session, Graph graph) {
        TrianglePlan plan = new TrianglePlan(session);
        DeviceArray offsets = plan.input(graph.offsets());
        DeviceArray columns = plan.input(graph.columns());
        if (graph.edges() > 0) {
            String[] all = new String[options.length + 2];
            System.arraycopy(options, 0, all, 2, options.length);
            all[0] = "-DGROUP=" + group;
            all[1] = "-DSLOTS=" + Sums.SLOTS;
            Kernel count = TriangleKernels.compile(session, kernel + ".cl", all).kernel(kernel);
            plan.add(count.global((long) group * graph.vertices()).local(group), offsets, columns, plan.slots());
        }
        return plan;
    }

    @Override
    public String toString() {
        return name() + ": " + description;
    }
}
