package org.plegma.array;

import java.util.Arrays;

/** The means of blocks of a grid: sums and counts along the last axis, row by row. */
final class BlockMeans {
    private final Grid grid;
    private final int[] block;
    private final int[] shape;
    private final double[] sums;
    private final int[] counts;

    private BlockMeans(Grid grid, int[] block) {
        this.grid = grid;
        this.block = block;
        this.shape = new int[block.length];
        for (int axis = 0; axis < shape.length; axis++) {
            shape[axis] = (int) ((grid.size(axis) - 1L + block[axis]) / block[axis]);
        }
        int cells = Math.toIntExact(ArrayShapes.length(shape));
        this.sums = new double[cells];
        this.counts = new int[cells];
    }

    static Grid of(Grid grid, int... block) {
        if (block.length != grid.rank() || Arrays.stream(block).anyMatch(size -> size < 1)) {
            throw new IllegalArgumentException("A grid of shape " + ArrayShapes.text(grid.shape())
                    + " needs a block size of 1 or more for each axis, found " + Arrays.toString(block) + ".");
        }
        if (Arrays.stream(block).allMatch(size -> size == 1)) {
            return grid.copy();
        }
        BlockMeans means = new BlockMeans(grid, block);
        means.add(0, 0, 0);
        Grid result =
                Grid.zeros(grid.type() == ElementType.FLOAT ? ElementType.FLOAT : ElementType.DOUBLE, means.shape);
        for (int cell = 0; cell < means.sums.length; cell++) {
            double mean = means.sums[cell] / means.counts[cell]; // 0/0 is the NaN that is wanted
            if (result.type() == ElementType.FLOAT) {
                result.floats()[cell] = (float) mean;
            } else {
                result.doubles()[cell] = mean;
            }
        }
        return result.withAttributes(grid.attributes());
    }

    private void add(int axis, int source, int target) {
        int size = grid.size(axis);
        if (axis < shape.length - 1) {
            for (int i = 0; i < size; i++) {
                add(axis + 1, (source + i) * grid.size(axis + 1), (target + i / block[axis]) * shape[axis + 1]);
            }
            return;
        }
        for (int i = 0; i < size; i++) {
            double value = grid.at(source + i);
            if (!Double.isNaN(value)) {
                sums[target + i / block[axis]] += value;
                counts[target + i / block[axis]]++;
            }
        }
    }
}
