package org.plegma.graph.triangles.method;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.Session;

/**
 * The work of hubs, cut into tasks of one group each: a piece of the hub's row that fits a table, and as many suffixes as have
 * about a given number of entries.
 *
 * @param group work-items of a group
 * @param bits the table in local memory has 2 to this power words
 * @param entries of suffixes in a task
 * @param lanes work-items that read one suffix: with fewer, more suffixes at a time; with more, longer pieces of memory
 * @param bitmap whether the table has a bit for each of the highest vertices, rather than entries by their hash, which use half of it
 */
record HubTasks(int group, int bits, int entries, int lanes, boolean bitmap) {
    /** For short rows, which most hubs have. */
    static final HubTasks SMALL = new HubTasks(64, 7, 1 << 11, 4, false);

    static final HubTasks LARGE = new HubTasks(256, 12, 1 << 16, 8, false);

    /** For the 65,536 vertices of the highest degrees. */
    static final HubTasks MAP = new HubTasks(256, 11, 1 << 16, 8, true);

    /** Most entries of a row in a task. */
    int piece() {
        return bitmap ? 32 << bits : 1 << bits - 1;
    }

    /** Whether the bitmap has a bit for each vertex above a hub. */
    boolean reaches(DirectedGraph graph, int hub) {
        return graph.vertices() - 1L - hub <= 32L << bits;
    }

    /** Adds a launch to the plan for the hubs that are wanted. */
    void launch(Session session, TrianglePlan plan, DirectedGraph graph, IntPredicate wanted, Shared shared) {
        Tasks tasks = tasks(graph, wanted);
        if (tasks.count == 0) {
            return;
        }
        List<String> options = new ArrayList<>(List.of(
                "-DGROUP=" + group,
                "-DTABLE=" + (1 << bits),
                "-DBITS=" + bits,
                "-DSUB=" + lanes,
                "-DSLOTS=" + Sums.SLOTS));
        List<Object> arguments = new ArrayList<>(
                List.of(plan.input(tasks.tasks()), shared.suffixes, shared.columns, graph.vertices(), plan.slots()));
        if (bitmap) {
            options.add("-DBITMAP");
        }
        if (shared.counts != null) {
            options.add("-DCOUNTS");
            arguments.addAll(List.of(plan.input(tasks.hubs()), shared.sources, shared.counts));
        }
        Kernel count = TriangleKernels.compile(session, "table.cl", options.toArray(String[]::new))
                .kernel("count_by_table");
        plan.add(count.global((long) group * tasks.count).local(group), arguments.toArray());
    }

    /** What all tasks read; the last two are null if triangles of each vertex are not counted. */
    record Shared(
            DeviceArray suffixes, DeviceArray columns, @Nullable DeviceArray sources, @Nullable DeviceArray counts) {}

    /** The tasks, as the kernel takes them. */
    Tasks tasks(DirectedGraph graph, IntPredicate wanted) {
        Tasks tasks = new Tasks();
        for (int hub = 0; hub < graph.hubs(); hub++) {
            int begin = graph.offsets[graph.limit + hub];
            int end = graph.offsets[graph.limit + hub + 1];
            if (end == begin || !wanted.test(graph.limit + hub)) {
                continue;
            }
            for (int first = graph.begins[hub]; first < graph.begins[hub + 1]; ) {
                long sum = 0;
                int next = first;
                while (next < graph.begins[hub + 1] && sum < entries) {
                    sum += graph.length(next++);
                }
                for (int k = begin; k < end; ) {
                    int last = end - k > piece() ? k + piece() : end;
                    tasks.add(graph.limit + hub, first, next, k, last);
                    k = last;
                }
                first = next;
            }
        }
        return tasks;
    }

    /** A list of tasks that grows. */
    static final class Tasks {
        private int[] places = new int[1024];
        private int[] hubs = new int[256];
        private int count;

        private void add(int hub, int first, int next, int begin, int end) {
            if (count == hubs.length) {
                hubs = Arrays.copyOf(hubs, 2 * count);
                places = Arrays.copyOf(places, 8 * count);
            }
            hubs[count] = hub;
            places[4 * count] = first;
            places[4 * count + 1] = next;
            places[4 * count + 2] = begin;
            places[4 * count + 3] = end;
            count++;
        }

        int[] tasks() {
            return Arrays.copyOf(places, 4 * count);
        }

        int[] hubs() {
            return Arrays.copyOf(hubs, count);
        }
    }
}
