package org.plegma.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.plegma.array.Grid;

class ErrorsTest {
    private static final double INFINITE = Double.POSITIVE_INFINITY;

    /** An infinity that is expected is no scale, or all that is wrong beside it were right. */
    @Test
    void errorsAreRelativeToTheLargestFiniteElement() {
        check(0.25, new double[] {1.5, -2, INFINITE}, 1, -2, INFINITE);
        check(0, new double[] {0, -0.0, Double.NaN, -INFINITE}, 0, 0, Double.NaN, -INFINITE);
        check(INFINITE, new double[] {1, INFINITE}, 1, -INFINITE);
        check(INFINITE, new double[] {1, Double.NaN}, 1, 3);
        check(INFINITE, new double[] {1, 3}, 1, Double.NaN);
        check(INFINITE, new double[] {1, Double.NaN, 1}, 1, 3, 9);
        check(INFINITE, new double[] {1e-300, 0}, 0, 0);
        assertThrows(IllegalArgumentException.class, () -> Errors.largest(Grid.doubles(2), Grid.doubles(1, 2)));
    }

    private static void check(double error, double[] result, double... expected) {
        assertEquals(error, Errors.relativeToLargest(Grid.of(result), Grid.of(expected)));
    }
}
