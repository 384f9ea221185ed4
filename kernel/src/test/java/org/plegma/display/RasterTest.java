package org.plegma.display;

import static org.junit.jupiter.api.Assertions.assertEquals;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;

class RasterTest {

    /** The mean of one block, straight from its definition. */
    private static double mean(Grid plane, int firstRow, int firstColumn, int rows, int columns) {
        double sum = 0;
        int count = 0;
        for (int y = firstRow; y < Math.min(firstRow + rows, plane.size(0)); y++) {
            for (int x = firstColumn; x < Math.min(firstColumn + columns, plane.size(1)); x++) {
                if (!Double.isNaN(plane.get(y, x))) {
                    sum += plane.get(y, x);
                    count++;
                }
            }
        }
        return count == 0 ? Double.NaN : sum / count;
    }

    @Property(tries = 300)
    void everyValueIsTheMeanOfItsBlock(
            @ForAll @IntRange(min = 1, max = 40) int rows,
            @ForAll @IntRange(min = 1, max = 40) int columns,
            @ForAll @IntRange(min = 1, max = 45) int blockRows,
            @ForAll @IntRange(min = 1, max = 45) int blockColumns,
            @ForAll @IntRange(min = 0, max = 100) int percentNan,
            @ForAll long seed) {
        Grid plane = Grid.random(ElementType.DOUBLE, seed, rows, columns);
        Grid holes = Grid.random(ElementType.DOUBLE, seed + 1, rows, columns);
        plane.fill(i -> holes.get(i) * 100 < percentNan ? Double.NaN : plane.get(i));
        Raster raster = Raster.of(plane, blockRows, blockColumns);
        assertEquals((rows + blockRows - 1) / blockRows, raster.height());
        assertEquals((columns + blockColumns - 1) / blockColumns, raster.width());
        for (int y = 0; y < raster.height(); y++) {
            for (int x = 0; x < raster.width(); x++) {
                double expected = mean(plane, y * blockRows, x * blockColumns, blockRows, blockColumns);
                assertEquals(expected, raster.at(x, y), 1e-12);
            }
        }
    }
}
