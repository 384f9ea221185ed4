package org.plegma.array;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;

/** Copies nested Java arrays, such as {@code float[][]}, into grids. */
final class NestedArrays {
    private NestedArrays() {}

    static Grid toGrid(Object nested) {
        List<Integer> sizes = new ArrayList<>();
        Object level = nested;
        while (level instanceof Object[] parts) {
            sizes.add(parts.length);
            if (parts.length == 0) {
                throw new IllegalArgumentException("An empty nested array has no shape.");
            }
            level = parts[0];
        }
        ElementType type = ElementType.of(level);
        sizes.add(Array.getLength(level));
        int[] shape = sizes.stream().mapToInt(Integer::intValue).toArray();
        Grid grid = Grid.zeros(type, shape);
        copy(nested, shape, 0, grid.data(), 0);
        return grid;
    }

    private static int copy(Object source, int[] shape, int axis, Object target, int position) {
        int found = source == null ? 0 : Array.getLength(source);
        if (found != shape[axis]) {
            throw new IllegalArgumentException("Ragged array: expected " + shape[axis] + " entries along axis " + axis
                    + " everywhere, found one with " + found + ".");
        }
        if (axis == shape.length - 1) {
            System.arraycopy(source, 0, target, position, found);
            return position + found;
        }
        int next = position;
        for (Object part : (Object[]) source) {
            next = copy(part, shape, axis + 1, target, next);
        }
        return next;
    }
}
