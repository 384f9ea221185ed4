package org.plegma.graph.triangles.method;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.Session;

/**
 * The work of hubs, cut into tasks of one group each: a piece of the hub's row that fits a table, and as many suffixes as have
 * about a given number of entries.
 *
 * @param group work-items of a group
 * @param bits the table in local memory has 2 to this power places; half of them are used
 * @param entries of suffixes in a task
 */
record HubTasks(int group, int bits, int entries) {
    /** Work-items that read one suffix: with fewer, more suffixes at a time; with more, longer pieces of memory. */
    private static final int SUB = 8;

    /** Short rows, most of the hubs. */
    static final HubTasks SMALL = new HubTasks(32, 8, 1 << 12);

    static final HubTasks LARGE = new HubTasks(256, 12, 1 << 16);

    /** Most entries of a row in a task. */
    int piece() {
        return 1 << bits - 1;
    }

    /** Adds a launch to the plan for the hubs whose rows have at least so many entries and at most so many. */
    void launch(Session session, TrianglePlan plan, DirectedGraph graph, int from, int to, Shared shared) {
        Tasks tasks = tasks(graph, from, to);
        if (tasks.count == 0) {
            return;
        }
        List<String> options = new ArrayList<>(List.of(
                "-DGROUP=" + group,
                "-DTABLE=" + (1 << bits),
                "-DBITS=" + bits,
                "-DSUB=" + SUB,
                "-DSLOTS=" + Sums.SLOTS));
        List<Object> arguments =
                new ArrayList<>(List.of(plan.input(tasks.tasks()), shared.suffixes, shared.columns, plan.slots()));
        if (shared.counts != null) {
            options.add("-DCOUNTS");
            arguments.addAll(List.of(plan.input(tasks.hubs()), shared.sources, shared.counts));
        }
        Kernel count = TriangleKernels.compile(session, "table.cl", options.toArray(String[]::new))
                .kernel("count_by_table");
        plan.add(count.global((long) group * tasks.count).local(group), arguments.toArray());
    }

    /** What all tasks read; the last two are null if triangles of each vertex are not counted. */
    record Shared(DeviceArray suffixes, DeviceArray columns, DeviceArray sources, DeviceArray counts) {}

    /** The tasks, as the kernel takes them. */
    Tasks tasks(DirectedGraph graph, int from, int to) {
        Tasks tasks = new Tasks();
        for (int hub = 0; hub < graph.hubs(); hub++) {
            int begin = graph.offsets[graph.limit + hub];
            int end = graph.offsets[graph.limit + hub + 1];
            if (end - begin < Math.max(1, from) || end - begin > to) {
                continue;
            }
            for (int first = graph.begins[hub]; first < graph.begins[hub + 1]; ) {
                long sum = 0;
                int next = first;
                while (next < graph.begins[hub + 1] && sum < entries) {
                    sum += graph.length(next++);
                }
                for (int k = begin; k < end; k += piece()) {
                    tasks.add(graph.limit + hub, first, next, k, Math.min(end, k + piece()));
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
