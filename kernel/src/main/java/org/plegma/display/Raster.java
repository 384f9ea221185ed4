package org.plegma.display;

import java.util.Arrays;
import org.plegma.array.Grid;

/**
 * A plane of values to draw: a grid of two axes, of which blocks of cells are replaced by their means if there are more
 * cells than pixels.
 *
 * <p>A mean leaves NaN out; a block of nothing else is NaN. Blocks at the far edges may be smaller.
 */
final class Raster {
    private final double[] values;
    private final int width;
    private final int height;

    private Raster(double[] values, int width, int height) {
        this.values = values;
        this.width = width;
        this.height = height;
    }

    /** The means of blocks of {@code blockRows} by {@code blockColumns} cells. */
    static Raster of(Grid plane, int blockRows, int blockColumns) {
        int rows = plane.size(0);
        int columns = plane.size(1);
        int height = ceilDiv(rows, blockRows);
        int width = ceilDiv(columns, blockColumns);
        double[] means = new double[height * width];
        double[] sums = new double[width];
        int[] counts = new int[width];
        for (int y = 0; y < height; y++) {
            Arrays.fill(sums, 0);
            Arrays.fill(counts, 0);
            for (int row = y * blockRows; row < Math.min(rows, (y + 1) * blockRows); row++) {
                for (int column = 0; column < columns; column++) {
                    double value = plane.at(row * columns + column);
                    if (!Double.isNaN(value)) {
                        sums[column / blockColumns] += value;
                        counts[column / blockColumns]++;
                    }
                }
            }
            for (int x = 0; x < width; x++) {
                means[y * width + x] = sums[x] / counts[x]; // 0/0 is the NaN that is wanted
            }
        }
        return new Raster(means, width, height);
    }

    static int ceilDiv(int a, int b) {
        return (a + b - 1) / b;
    }

    double at(int x, int y) {
        return values[y * width + x];
    }

    int width() {
        return width;
    }

    int height() {
        return height;
    }
}
