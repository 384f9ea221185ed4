package org.plegma.gemm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.gemm.product.Activation;
import org.plegma.gemm.product.Op;
import org.plegma.tune.store.TuningStore;

/** Products of arrays that the host has: on both sides right, and on the side that is done sooner. */
class GridProductsTest {
    private static Session session;
    private static Gemm gemm;

    @BeforeAll
    static void open() {
        session = Session.open();
        gemm = Gemm.of(session);
    }

    @AfterAll
    static void close() {
        gemm.close();
        session.close();
    }

    private static Grid factor(ElementType type, int seed, Op op, int rows, int columns) {
        return op == Op.N ? Grid.random(type, seed, rows, columns) : Grid.random(type, seed, columns, rows);
    }

    @Test
    void bothSidesAreTheDefinition() {
        int m = 4;
        int k = 6;
        int n = 5;
        for (ElementType type : new ElementType[] {ElementType.FLOAT, ElementType.DOUBLE}) {
            for (Op opA : Op.values()) {
                for (Op opB : Op.values()) {
                    for (double beta : new double[] {0, -0.5}) {
                        Grid a = factor(type, 1, opA, m, k);
                        Grid b = factor(type, 2, opB, k, n);
                        Grid c = beta == 0 ? Grid.zeros(type, m, n).fill(Double.NaN) : Grid.random(type, 3, m, n);
                        Grid here = Grid.zeros(type, m, n);
                        Grid threads = Grid.zeros(type, m, n);
                        Grid there = Grid.zeros(type, m, n);
                        GridProducts.byHost(GridProducts.LOOPS, a, opA, b, opB, beta, c, here);
                        GridProducts.byHost(GridProducts.THREADS, a, opA, b, opB, beta, c, threads);
                        assertEquals(here, threads);
                        GridProducts.byDevice(gemm, 1, a, opA, b, opB, beta, c, there);
                        check(a, opA, b, opB, beta, c, here);
                        check(a, opA, b, opB, beta, c, there);
                    }
                }
            }
        }
    }

    private static void check(Grid a, Op opA, Grid b, Op opB, double beta, Grid c, Grid found) {
        double unit = found.type() == ElementType.FLOAT ? 0x1p-24 : 0x1p-53;
        for (int i = 0; i < found.size(0); i++) {
            for (int j = 0; j < found.size(1); j++) {
                double expected = ProductOracle.element(a, opA, b, opB, i, j) + (beta == 0 ? 0 : beta * c.get(i, j));
                assertEquals(expected, found.get(i, j), 100 * unit, opA + " " + opB + " " + beta);
            }
        }
    }

    /** All that is added or multiplied may be the result, too. */
    @Test
    void theResultMayBeAnOperand() {
        Grid a = Grid.of(new float[][] {{1, 2}, {3, 4}});
        Grid square = Grid.of(new float[][] {{7, 10}, {15, 22}});
        Grid both = a.copy();
        GridProducts.byHost(GridProducts.LOOPS, both, Op.N, both, Op.N, 0, null, both);
        assertEquals(square, both);
        Grid c = a.copy();
        GridProducts.byHost(GridProducts.THREADS, a, Op.N, a, Op.N, -1, c, c);
        assertEquals(Grid.of(new float[][] {{6, 8}, {12, 18}}), c);
    }

    /** A device like an H200 beside one core: copies decide for small products, arithmetic for large ones. */
    @Test
    void copiesAreCounted() {
        HostCosts costs = new HostCosts(4e9, 1e9, 1, 8, 100e-6, 10e9, 1e13);
        assertEquals(Optional.of(GridProducts.LOOPS), costs.host(32, 32, 32, Op.N, ElementType.FLOAT));
        assertEquals(Optional.of(GridProducts.LOOPS), costs.host(56, 56, 56, Op.N, ElementType.FLOAT));
        assertEquals(
                Optional.empty(), costs.host(56, 56, 56, Op.T, ElementType.FLOAT), "each result is a sum of its own");
        assertEquals(Optional.empty(), costs.host(64, 64, 64, Op.N, ElementType.FLOAT));
        // 0.25 ms by the loops; the copy of the factor takes 0.2 ms in float, 0.4 in double.
        assertEquals(Optional.of(GridProducts.LOOPS), costs.host(1, 1, 500_000, Op.N, ElementType.FLOAT));
        assertEquals(Optional.of(GridProducts.LOOPS), costs.host(1, 1000, 500, Op.N, ElementType.DOUBLE));
        HostCosts quick = new HostCosts(4e9, 1e9, 1, 8, 10e-6, 1e12, 1e13);
        assertEquals(Optional.empty(), quick.host(1, 1000, 500, Op.N, ElementType.DOUBLE));
    }

    /** Eight threads six times as fast as one, 30 µs after the call. */
    @Test
    void threadsAreWokenWhereThatPays() {
        HostCosts costs = new HostCosts(4e9, 1e9, 30e-6, 6, 100e-6, 10e9, 1e13);
        assertEquals(Optional.of(GridProducts.LOOPS), costs.host(41, 41, 41, Op.N, ElementType.FLOAT));
        assertEquals(Optional.of(GridProducts.THREADS), costs.host(43, 43, 43, Op.N, ElementType.FLOAT));
        assertEquals(Optional.of(GridProducts.THREADS), costs.host(40, 40, 40, Op.T, ElementType.FLOAT));
        assertEquals(Optional.of(GridProducts.THREADS), costs.host(96, 96, 96, Op.N, ElementType.FLOAT));
        assertEquals(Optional.empty(), costs.host(100, 100, 100, Op.N, ElementType.FLOAT));
    }

    @Test
    void ratesAreMeasuredOnceAndKept(@TempDir Path folder) {
        TuningStore store = TuningStore.at(folder);
        HostCosts measured = HostCosts.stored(gemm.workshop(), ElementType.FLOAT, store);
        assertTrue(
                measured.loops() > 0
                        && measured.together() > 0
                        && measured.woken() >= 0
                        && measured.started() > 0
                        && measured.multiplied() > 0,
                measured::toString);
        assertEquals(measured, HostCosts.stored(gemm.workshop(), ElementType.FLOAT, store));
    }

    /** On any device the loops have done eight operations before it has begun, and it is quicker with millions. */
    @Test
    void onlyAutoLeavesProductsToTheHost() {
        Grid a = Grid.of(new float[][] {{1, 2}, {3, 4}});
        assertTrue(gemm.isForHost(1, a, Op.N, a, Op.T));
        assertEquals(Grid.of(new float[][] {{7, 10}, {15, 22}}), gemm.multiply(a, a));
        assertFalse(gemm.method("naive").isForHost(1, a, Op.N, a, Op.T));
        assertFalse(gemm.isForHost(2, a, Op.N, a, Op.T), "a factor");
        assertFalse(gemm.activation(Activation.RELU).isForHost(1, a, Op.N, a, Op.T));
        try (DeviceArray bias = session.upload(Grid.of(new float[] {1, 2}, 2))) {
            assertFalse(gemm.columnBias(bias).isForHost(1, a, Op.N, a, Op.T));
        }
        assertFalse(gemm.isForHost(1, a, Op.N, Grid.floats(3, 2), Op.N), "shapes that do not fit");
        assertFalse(gemm.isForHost(1, Grid.floats(2, 0), Op.N, Grid.floats(0, 2), Op.N), "nothing to add");
        assertFalse(gemm.isForHost(1, a, Op.N, Grid.doubles(2, 2), Op.N), "two types");
        Grid large = Grid.floats(800, 800);
        assertFalse(gemm.isForHost(1, large, Op.N, large, Op.N));
    }
}
