package org.plegma.gemm.method;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Session;
import org.plegma.gemm.Gemm;
import org.plegma.gemm.GemmCase;
import org.plegma.gemm.product.Activation;
import org.plegma.gemm.product.Matrix;
import org.plegma.gemm.product.Op;

/** Products of several blocks and slices, whose edges are those of panels. */
@Tag("optimized")
class CpuMethodTest {

    @Test
    void blocksAndSlicesMeet() {
        try (Session session = Session.open()) {
            assumeTrue(session.device().kind() == Device.Kind.CPU, "cpu is made for CPUs");
            Gemm gemm = Gemm.of(session).method("cpu");
            for (ElementType type : new ElementType[] {ElementType.FLOAT, ElementType.DOUBLE}) {
                GemmCase wide = GemmCase.plain(type, 13, 700, 330).padded(1).scaled(0.3, -1);
                wide.layer(1, Activation.RELU).check(session, gemm);
                wide.ops(Op.T, Op.T).apart().layer(2, Activation.SIGMOID).check(session, gemm);
                GemmCase.plain(type, 130, 36, 650).ops(Op.N, Op.T).check(session, gemm);
            }
        }
    }

    @Test
    void itIsChosenOnCpus() {
        try (Session session = Session.open()) {
            assumeTrue(session.device().kind() == Device.Kind.CPU, "cpu is made for CPUs");
            Gemm gemm = Gemm.of(session);
            for (int n : new int[] {1, 16, 300}) {
                for (ElementType type : new ElementType[] {ElementType.FLOAT, ElementType.DOUBLE}) {
                    Matrix matrix = Matrix.of(session.allocate(type, n, n));
                    Matrix result = Matrix.of(session.allocate(type, n, n));
                    assertEquals("cpu", gemm.methodFor(matrix, Op.N, matrix, Op.T, result));
                }
            }
        }
    }

    @Test
    void panelsFitSmallLocalMemories() {
        for (int bytes : new int[] {4, 8}) {
            for (long local = 10 << 10; local <= 2 << 20; local *= 2) {
                CpuMethod.Panels panels = CpuMethod.Panels.of(local, bytes);
                assertEquals(0, panels.width() % 32, panels::toString);
                assertTrue(panels.depth() >= 8 && panels.bytes(bytes) <= local, panels + " in " + local);
            }
        }
    }

    @Test
    void coresGetEqualParts() {
        for (int cores : new int[] {1, 2, 4, 6, 16}) {
            for (int n : new int[] {512, 1000, 1024, 2048, 4096}) {
                CpuMethod.Panels panels = CpuMethod.Panels.of(1 << 20, 8);
                CpuMethod.Blocks blocks = CpuMethod.Blocks.of(cores, panels, n, n, n, 1);
                int across = (n + blocks.columns() - 1) / blocks.columns();
                int down = (n + blocks.rows() - 1) / blocks.rows();
                int most = (across * down + cores - 1) / cores;
                double busiest = (double) most * blocks.rows() * blocks.columns();
                assertTrue(blocks.columns() <= panels.width() && blocks.depth() <= panels.depth(), blocks::toString);
                assertTrue(busiest <= 1.25 * n * n / cores, cores + " cores, " + n + ": " + blocks);
            }
        }
    }
}
