package org.plegma.array;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class BlockMeansTest {

    /** The mean of one block, straight from its definition. */
    private static double mean(Grid grid, int[] from, int[] block) {
        double sum = 0;
        int count = 0;
        for (int z = from[0]; z < Math.min(from[0] + block[0], grid.size(0)); z++) {
            for (int y = from[1]; y < Math.min(from[1] + block[1], grid.size(1)); y++) {
                for (int x = from[2]; x < Math.min(from[2] + block[2], grid.size(2)); x++) {
                    if (!Double.isNaN(grid.get(z, y, x))) {
                        sum += grid.get(z, y, x);
                        count++;
                    }
                }
            }
        }
        return count == 0 ? Double.NaN : sum / count;
    }

    @Property(tries = 300)
    void everyValueIsTheMeanOfItsBlock(
            @ForAll @IntRange(min = 1, max = 5) int planes,
            @ForAll @IntRange(min = 1, max = 20) int rows,
            @ForAll @IntRange(min = 1, max = 20) int columns,
            @ForAll @IntRange(min = 1, max = 6) int blockPlanes,
            @ForAll @IntRange(min = 1, max = 25) int blockRows,
            @ForAll @IntRange(min = 1, max = 25) int blockColumns,
            @ForAll @IntRange(min = 0, max = 100) int percentNan,
            @ForAll long seed) {
        Grid grid = Grid.random(ElementType.DOUBLE, seed, planes, rows, columns);
        Grid holes = Grid.random(ElementType.DOUBLE, seed + 1, planes, rows, columns);
        grid.fill(i -> holes.get(i) * 100 < percentNan ? Double.NaN : grid.get(i));
        int[] block = {blockPlanes, blockRows, blockColumns};
        Grid means = grid.coarsen(block);
        for (int axis = 0; axis < 3; axis++) {
            assertEquals((grid.size(axis) + block[axis] - 1) / block[axis], means.size(axis));
        }
        for (int z = 0; z < means.size(0); z++) {
            for (int y = 0; y < means.size(1); y++) {
                for (int x = 0; x < means.size(2); x++) {
                    int[] from = {z * blockPlanes, y * blockRows, x * blockColumns};
                    assertEquals(mean(grid, from, block), means.get(z, y, x), 1e-12);
                }
            }
        }
    }

    @Test
    void typesAttributesAndOneAxis() {
        Grid grid = Grid.of(new int[] {1, 2, 4, 8, 9}, 5).withAttribute("units", "m");
        assertArrayEquals(new double[] {1.5, 6, 9}, grid.coarsen(2).doubles());
        assertEquals("m", grid.coarsen(2).attribute("units"));
        assertEquals(grid, grid.coarsen(1));
        assertArrayEquals(
                new float[] {0.5f}, Grid.of(new float[] {0, 1}, 2).coarsen(9).floats());
        assertEquals(1, grid.coarsen(Integer.MAX_VALUE).length());
        assertThrows(IllegalArgumentException.class, () -> grid.coarsen(2, 2));
        assertThrows(IllegalArgumentException.class, () -> grid.coarsen(0));
    }
}
