package org.plegma.graph.triangles.method;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plegma.device.Session;
import org.plegma.graph.Graph;
import org.plegma.graph.TriangleOracle;
import org.plegma.graph.generate.Graphs;
import org.plegma.testing.AmdTargets;
import org.plegma.testing.Oclgrind;

/** The kernels on other devices: Oclgrind finds nothing, and AMD's compiler needs no scratch memory. */
@Tag("optimized")
class TriangleKernelsTest {

    /** Every method on a tiny graph. */
    static final class Main {
        public static void main(String[] arguments) {
            try (Session session = Session.open()) {
                Graph graph = TriangleOracle.hubs(9, 0.5, 1);
                for (TriangleMethod method : TriangleMethodsTest.small()) {
                    try (TrianglePlan plan = method instanceof GroupPerRow
                            ? method.plan(session, graph)
                            : method.planPerVertex(session, graph)) {
                        assertEquals(TriangleOracle.count(graph), plan.count(), method.name());
                    }
                }
                try (TrianglePlan plan = new DegreeOrder().plan(session, Graphs.complete(18))) {
                    assertEquals(Graphs.completeTriangles(18), plan.count());
                }
            }
            System.out.println("ran all");
        }
    }

    @Test
    void cleanOnOclgrind() throws IOException {
        assertTrue(Oclgrind.assertClean(Main.class).contains("ran all"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "row_per_thread.cl",
                "element_per_thread.cl",
                "element_per_thread_limited.cl",
                "total.cl",
                "rows.cl",
                "table.cl",
                "chunks.cl"
            })
    void fitsAmdDevices(String file) {
        AmdTargets.assertFits(TriangleKernels.source(file));
    }

    @Test
    void countsOfVerticesFitAmdDevices() {
        AmdTargets.assertFits(TriangleKernels.source("rows.cl"), "-DCOUNTS", "-DROW=16", "-DGROUP=256");
        AmdTargets.assertFits(TriangleKernels.source("table.cl"), "-DBITMAP", "-DTABLE=2048", "-DGROUP=256");
        AmdTargets.assertFits(
                TriangleKernels.source("table.cl"), "-DCOUNTS", "-DTABLE=4096", "-DBITS=12", "-DGROUP=256");
    }
}
