package org.plegma.device;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;

class KernelTest {
    private static final String SAXPY =
            """
            kernel void saxpy(float a, global const float *x, global float *y) {
                size_t i = get_global_id(0);
                y[i] = a * x[i] + y[i];
            }
            """;

    private static Session session;

    @BeforeAll
    static void open() {
        session = Session.open();
    }

    @AfterAll
    static void close() {
        session.close();
    }

    @Test
    void runsOnHostArraysAndDeviceArrays() {
        float[] x = {1, 2, 3, 4};
        float[] y = {10, 20, 30, 40};
        Kernel saxpy = session.compile(SAXPY).kernel("saxpy").global(4);
        saxpy.call(2, x, y);
        assertArrayEquals(new float[] {12, 24, 36, 48}, y);
        try (DeviceArray a = session.upload(Grid.of(x));
                DeviceArray b = session.upload(y)) {
            saxpy.call(0.5, a, b);
            assertEquals(Grid.of(new float[] {12.5f, 25, 37.5f, 50}), b.download());
            b.fill(7);
            assertEquals(Grid.floats(4).fill(7), b.download());
        }
        assertEquals(0, session.memoryInUse());
    }

    @Test
    void namesTheKernelAndItsParametersWhenTheCountIsWrong() {
        Kernel saxpy = session.compile(SAXPY).kernel("saxpy").global(4);
        var error = assertThrows(KernelArgumentException.class, () -> saxpy.call(2, new float[4]));
        assertEquals(
                "Wrong number of arguments for saxpy: expected 3 (float, float[], float[]), got 2.",
                error.getMessage());
    }

    @Test
    void largeTransfersArriveWhole() {
        Grid grid = Grid.random(ElementType.FLOAT, 1, 3_000_017);
        try (DeviceArray array = session.upload(grid)) {
            assertEquals(grid, array.download());
        }
    }

    @Test
    void buildErrorsHavePlaces() {
        var error = assertThrows(
                BuildException.class, () -> session.compile("kernel void k(global int *a) {\n  a[0] = nothere;\n}\n"));
        assertEquals(2, error.diagnostics().get(0).line());
    }
}
