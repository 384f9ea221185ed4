package org.plegma.array;

import java.util.Arrays;

/** Copies of parts of grids. */
final class GridParts {
    private GridParts() {}

    static Grid slice(Grid grid, int axis, int index) {
        int[] shape = grid.shape();
        int[] from = new int[shape.length];
        int[] extent = shape.clone();
        from[axis] = index;
        extent[axis] = 1;
        Grid plane = region(grid, from, extent);
        if (shape.length == 1) {
            return plane;
        }
        int[] reduced = new int[shape.length - 1];
        for (int i = 0, j = 0; i < shape.length; i++) {
            if (i != axis) {
                reduced[j++] = shape[i];
            }
        }
        return plane.reshape(reduced);
    }

    static Grid region(Grid grid, int[] from, int[] extent) {
        int[] shape = grid.shape();
        if (from.length != shape.length || extent.length != shape.length) {
            throw new IllegalArgumentException("A region of a grid of shape " + ArrayShapes.text(shape)
                    + " needs a start and an extent for each of its " + shape.length + " axes.");
        }
        for (int axis = 0; axis < shape.length; axis++) {
            if (from[axis] < 0 || extent[axis] < 0 || from[axis] > shape[axis] - extent[axis]) {
                throw new IndexOutOfBoundsException("The region from " + Arrays.toString(from) + " of "
                        + ArrayShapes.text(extent) + " points leaves shape " + ArrayShapes.text(shape) + ".");
            }
        }
        Grid part = Grid.zeros(grid.type(), extent).withAttributes(grid.attributes());
        if (part.length() > 0) {
            copy(grid, from, part, 0, 0, 0);
        }
        return part;
    }

    private static void copy(Grid grid, int[] from, Grid part, int axis, int source, int target) {
        int size = grid.size(axis);
        int extent = part.size(axis);
        if (axis == grid.rank() - 1) {
            System.arraycopy(grid.data(), source * size + from[axis], part.data(), target * extent, extent);
            return;
        }
        for (int i = 0; i < extent; i++) {
            copy(grid, from, part, axis + 1, source * size + from[axis] + i, target * extent + i);
        }
    }
}
