package org.plegma.graph.triangles.method;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.graph.Graph;
import org.plegma.graph.GraphBuilder;
import org.plegma.graph.generate.Graphs;
import org.plegma.testing.Oclgrind;

/** The faults that the limited kernel of the thesis has: put back into ours, they show. */
class MendedFaultsTest {
    private static final int GROUP = 32;
    private static final String LAST_BARRIER = "            }\n            barrier(CLK_LOCAL_MEM_FENCE);\n";
    private static final String LENGTH = "find_rows(begins, ends, offsets, columns, first, end)";

    /** Vertex 0 has two neighbours, and the row of one of these is longer: its last entry closes the only triangle. */
    private static Graph longerThanTheFirst() {
        GraphBuilder builder = new GraphBuilder(0);
        builder.add(0, 1);
        builder.add(0, 9);
        for (int v = 2; v <= 9; v++) {
            builder.add(1, v);
        }
        return builder.build().graph();
    }

    private static long count(Session session, String source, Graph graph) {
        try (Sums sums = new Sums(session);
                DeviceArray offsets = session.upload(graph.offsets());
                DeviceArray columns = session.upload(graph.columns())) {
            session.compile(source, "-DGROUP=" + GROUP, "-DSLOTS=" + Sums.SLOTS)
                    .kernel("element_per_thread_limited")
                    .global((long) GROUP * graph.vertices())
                    .local(GROUP)
                    .call(offsets, columns, sums.slots());
            sums.add();
            return sums.total();
        }
    }

    private static String source() {
        return TriangleKernels.source("element_per_thread_limited.cl");
    }

    private static String replaced(String part, String by) {
        assertTrue(source().contains(part), part);
        return source().replace(part, by);
    }

    @Test
    void rowsLongerThanRowIWereCutOff() {
        try (Session session = Session.open()) {
            Graph graph = longerThanTheFirst();
            assertEquals(1, count(session, source(), graph));
            String cut = replaced(LENGTH, "min(length, " + LENGTH + ")");
            assertNotEquals(1, count(session, cut, graph));
        }
    }

    /** Without the barrier after a batch, on a row of more than one batch. */
    static final class Racing {
        public static void main(String[] arguments) {
            try (Session session = Session.open()) {
                count(session, replaced(LAST_BARRIER, "            }\n"), Graphs.complete(GROUP + 8));
            }
        }
    }

    @Test
    void aBarrierWasMissing() throws IOException {
        String report = Oclgrind.run(Racing.class).text();
        assertTrue(report.contains("data race"), report);
    }
}
