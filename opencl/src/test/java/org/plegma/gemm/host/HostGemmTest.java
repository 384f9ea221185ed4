package org.plegma.gemm.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.gemm.ProductOracle;
import org.plegma.gemm.product.Op;

/** The products of the host against their definition; tests have OpenBLAS on their class path. */
class HostGemmTest {
    private static final List<HostGemm> ALL = HostGemm.available();

    @Test
    @Tag("openblas")
    void loopsAndOpenBlasAreThere() {
        assertTrue(ALL.stream().anyMatch(host -> host.name().equals("Java loops, 1 thread")), ALL::toString);
        assertTrue(ALL.stream().anyMatch(host -> host.name().equals("OpenBLAS, 1 thread")), ALL::toString);
    }

    @Test
    void everyOperationTypeAndScale() {
        for (HostGemm host : ALL) {
            for (ElementType type : List.of(ElementType.FLOAT, ElementType.DOUBLE)) {
                for (Op opA : Op.values()) {
                    for (Op opB : Op.values()) {
                        check(host, type, opA, opB, 1, 0);
                        check(host, type, opA, opB, -0.5, 2);
                    }
                }
            }
        }
    }

    @Test
    void moreThreadsThanRowsDivideThese() {
        for (int threads : new int[] {5, 6, 10, 13, 100}) {
            HostGemm host = HostGemm.loops(threads);
            for (int rows : new int[] {0, 1, 2, 5}) {
                for (Op op : Op.values()) {
                    check(host, ElementType.FLOAT, rows, op, op, -0.5, 2);
                    check(host, ElementType.DOUBLE, rows, Op.T, op, 1, 0);
                }
            }
        }
    }

    private static void check(HostGemm host, ElementType type, Op opA, Op opB, double alpha, double beta) {
        check(host, type, 5, opA, opB, alpha, beta);
    }

    private static void check(HostGemm host, ElementType type, int m, Op opA, Op opB, double alpha, double beta) {
        int n = 7;
        int k = 6;
        Grid a = Grid.random(type, 1, opA == Op.N ? m : k, opA == Op.N ? k : m);
        Grid b = Grid.random(type, 2, opB == Op.N ? k : n, opB == Op.N ? n : k);
        Grid c = beta == 0 ? Grid.zeros(type, m, n + 1).fill(Double.NaN) : Grid.random(type, 3, m, n + 1);
        HostMatrix whole = host.copy(c);
        HostMatrix result = new HostMatrix(whole.data(), m, n, n + 1);
        host.multiply(alpha, host.copy(a), opA, host.copy(b), opB, beta, result);
        Grid all = whole.grid();
        for (int i = 0; i < m; i++) {
            for (int j = 0; j <= n; j++) {
                double expected = c.get(i, j);
                if (j < n) {
                    double added = beta == 0 ? 0 : beta * expected;
                    expected = alpha * ProductOracle.element(a, opA, b, opB, i, j) + added;
                }
                double found = all.get(i, j);
                // All factors lie in [0, 1), so that the magnitudes sum up to less than k + 2.
                double bound = (type == ElementType.FLOAT ? 0x1p-24 : 0x1p-53) * (k + 4) * (k + 2);
                String where = host.name() + " " + type + " " + opA + opB + " at " + i + "," + j;
                assertEquals(expected, found, bound, where);
            }
        }
    }

    @Test
    void gridsAreMultipliedAndShapesChecked() {
        Grid a = Grid.of(new float[][] {{1, 2}, {3, 4}, {5, 6}});
        Grid b = Grid.of(new float[][] {{1, 0}, {2, 1}});
        for (HostGemm host : ALL) {
            assertEquals(Grid.of(new float[][] {{5, 2}, {11, 4}, {17, 6}}), host.multiply(a, Op.N, b, Op.N));
            assertEquals(Grid.of(new float[][] {{1, 4}, {3, 10}, {5, 16}}), host.multiply(a, Op.N, b, Op.T));
            assertThrows(IllegalArgumentException.class, () -> host.multiply(a, Op.T, b, Op.N));
            assertThrows(
                    IllegalArgumentException.class, () -> host.multiply(Grid.ints(2, 2), Op.N, Grid.ints(2, 2), Op.N));
        }
    }
}
