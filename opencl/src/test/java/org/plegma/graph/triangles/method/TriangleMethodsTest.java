package org.plegma.graph.triangles.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.graph.Graph;
import org.plegma.graph.TriangleOracle;
import org.plegma.graph.generate.Graphs;

/** Buffers, tables and limits so small that every piece, batch and task has a next one; sums that do not fit 32 bits. */
class TriangleMethodsTest {
    private static Session session;

    @BeforeAll
    @BeforeContainer
    static void open() {
        session = Session.open();
    }

    @AfterAll
    @AfterContainer
    static void close() {
        session.close();
    }

    static List<TriangleMethod> small() {
        List<TriangleMethod> methods = new ArrayList<>(List.of(
                GroupPerRow.rowPerThread(7, 5),
                GroupPerRow.elementPerThread(7),
                GroupPerRow.elementPerThreadLimited(32, 7, 3),
                GroupPerRow.elementPerThreadLimited(64, 64, 5)));
        methods.addAll(ours());
        return methods;
    }

    static List<TriangleMethod> ours() {
        HubTasks tiny = new HubTasks(32, 2, 5, 8, false);
        HubTasks near = new HubTasks(32, 0, 9, 8, true);
        HubTasks wide = new HubTasks(64, 3, 20, 4, false);
        return List.of(
                new DegreeOrder(0, -1, tiny, wide, near),
                new DegreeOrder(6, -1, tiny, wide, near),
                new DegreeOrder(20, 3, HubTasks.SMALL, HubTasks.LARGE, near),
                new DegreeOrder(0, -1, tiny, wide, new HubTasks(32, 1, 9, 8, true)),
                new DegreeOrder(1000, -1, tiny, wide, near),
                new Chunks(0),
                new Chunks(12),
                new Chunks(1000));
    }

    @Property(tries = 12)
    void randomGraphs(
            @ForAll @IntRange(max = 90) int vertices, @ForAll @DoubleRange(max = 1) double density, @ForAll long seed) {
        check(TriangleOracle.random(vertices, density * density, seed));
    }

    @Test
    void hubs() {
        check(TriangleOracle.hubs(160, 0.03, 1));
    }

    private static void check(Graph graph) {
        int[] each = TriangleOracle.perVertex(graph);
        long expected = TriangleOracle.count(graph);
        for (TriangleMethod method : small()) {
            try (TrianglePlan plan = method.plan(session, graph)) {
                assertEquals(expected, plan.count(), graph + " by " + method.name());
            }
        }
        for (TriangleMethod method : ours()) {
            try (TrianglePlan plan = method.planPerVertex(session, graph)) {
                assertEquals(expected, plan.count(), graph + " by " + method.name());
                assertArrayEquals(each, plan.perVertex(), graph + " by " + method.name());
            }
        }
    }

    /** Groups that find 2³² − 1 each: every slot wraps more than once. */
    @Test
    void sumsHave64Bits() {
        String source = TriangleKernels.source("sums.cl")
                + "kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void big(global uint* slots, ulong found) {\n"
                + "    local ulong scratch[GROUP];\n"
                + "    add_found(slots, scratch, found);\n}\n";
        try (Sums sums = new Sums(session)) {
            long groups = 5L * Sums.SLOTS + 3;
            session.compile(source, "-DSLOTS=" + Sums.SLOTS, "-DGROUP=4")
                    .kernel("big")
                    .global(4 * groups)
                    .local(4)
                    .call(sums.slots(), 0xffffffffL);
            sums.add();
            assertEquals(4 * groups * 0xffffffffL, sums.total());
            sums.add();
            assertEquals(0, sums.total(), "the slots are left as zeros");
        }
    }

    @Test
    void aChunkCarriesToo() {
        String source = TriangleKernels.source("chunks.cl")
                + "kernel void big(global uint* slots, ulong found) { add_alone(slots, found); }\n";
        try (Sums sums = new Sums(session);
                DeviceArray slots = session.allocate(ElementType.INT, 2)) {
            slots.fill(0);
            for (int i = 0; i < 3; i++) {
                session.compile(source).kernel("big").global(1).local(1).call(slots, 0x3_ffff_ffffL);
            }
            int[] halves = new int[2];
            slots.download(halves);
            assertEquals(3 * 0x3_ffff_ffffL, (long) halves[1] << 32 | halves[0] & 0xffffffffL);
        }
    }

    @Test
    void rowsOfADirectedGraphAreShort() {
        Graph star = Graphs.bipartite(1, 500);
        DirectedGraph directed = DirectedGraph.byDegree(star, 10);
        assertEquals(1, directed.hubs());
        assertEquals(1, directed.longestRow());
        assertEquals(0, directed.original[directed.limit]);
        assertEquals(0, directed.lookups(), "nothing comes after the hub in any row");
        Graph graph = TriangleOracle.hubs(300, 0.02, 8);
        DirectedGraph other = DirectedGraph.byDegree(graph, 10);
        assertTrue(other.longestRow() <= Math.sqrt(2.0 * graph.edges()), other.longestRow() + " entries");
        assertEquals(300, other.limit + other.hubs());
    }

    @Test
    void workItemsHaveMoreVerticesOnceAllUnitsAreFull() {
        assertEquals(1, DegreeOrder.each(100, 132));
        assertEquals(1, DegreeOrder.each(456_533, 132));
        assertEquals(8, DegreeOrder.each(2048 * 2048, 132));
        assertEquals(4, DegreeOrder.each(20_000, 2));
        try (TrianglePlan plan = new DegreeOrder().plan(session, Graphs.square(160))) {
            assertEquals(Graphs.squareTriangles(160), plan.count());
        }
    }

    @Test
    void chunksCoverAll() {
        assertArrayEquals(new int[] {0, 1, 2, 3}, Chunks.chunks(3, 8, i -> 1));
        assertArrayEquals(new int[] {0, 1, 4, 7, 10}, Chunks.chunks(10, 4, i -> i == 0 ? 3 : 1));
        assertArrayEquals(new int[] {0, 1, 1, 5}, Chunks.chunks(5, 3, i -> i == 0 ? 100 : 1));
        assertThrows(IllegalArgumentException.class, () -> GroupPerRow.elementPerThreadLimited(16));
    }
}
