package org.plegma.stencil.tile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.expr.StencilSpec;

/** How much memory a tile has. */
class TileCodeTest {
    /** By hand: an array for each level that is read, and one to write, which the oldest level is if a cell reads it only in its own place. */
    @ParameterizedTest
    @CsvSource({
        "'u[x] = u[x-1] + u', 2",
        "'u[x] = 2*u', 1",
        "'u[t+1,x] = u[t,x-1] - u[t-1,x]', 2",
        "'u[t+1,x] = u[t,x-1] - u[t-1,x+1]', 3",
        "'field k\nu[x] = k[x-1]*u', 1",
        "'u[x] = u[x-1] + v\nv[x] = u + v', 3",
        "'u[x] = u + v\nv[x] = u[x+1] + v', 3",
    })
    void arraysAreAsCountedByHand(String formula, int arrays) {
        assertEquals(arrays, TileCode.arrays(StencilSpec.parse(formula)));
    }
}
