package org.plegma.magics;

import java.lang.reflect.Array;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;

/** Values of notebook variables as grids. */
public final class HostValues {

    private HostValues() {}

    /** A grid, a device array, or an array of float, double or int in up to three dimensions, or of long in one; empty for other values. */
    public static Optional<Grid> grid(@Nullable Object value) {
        if (value instanceof Grid grid) {
            return Optional.of(grid);
        } else if (value instanceof DeviceArray array) {
            return Optional.of(array.download());
        } else if (value instanceof float[] array) {
            return Optional.of(Grid.of(array, array.length));
        } else if (value instanceof double[] array) {
            return Optional.of(Grid.of(array, array.length));
        } else if (value instanceof int[] array) {
            return Optional.of(Grid.of(array, array.length));
        } else if (value instanceof long[] array) {
            return Optional.of(Grid.of(array, array.length));
        } else if (value instanceof float[][] rows) {
            return Optional.of(Grid.of(rows));
        } else if (value instanceof double[][] rows) {
            return Optional.of(Grid.of(rows));
        } else if (value instanceof int[][] rows) {
            return Optional.of(Grid.of(rows));
        } else if (value instanceof float[][][] planes) {
            return Optional.of(Grid.of(planes));
        } else if (value instanceof double[][][] planes) {
            return Optional.of(Grid.of(planes));
        } else if (value instanceof int[][][] planes) {
            return Optional.of(Grid.of(planes));
        }
        return Optional.empty();
    }

    /** The class of Java arrays of so many dimensions, up to three. */
    public static Class<?> arrayClass(ElementType type, int rank) {
        Class<?> row = type.javaType().arrayType();
        return rank == 1 ? row : rank == 2 ? row.arrayType() : row.arrayType().arrayType();
    }

    /** A grid as a Java array of as many dimensions, up to three. */
    public static Object array(Grid grid) {
        return array(grid, 0, 0, Math.toIntExact(grid.length()));
    }

    private static Object array(Grid grid, int axis, int from, int length) {
        if (axis == grid.rank() - 1) {
            Object row = Array.newInstance(grid.type().javaType(), length);
            System.arraycopy(grid.data(), from, row, 0, length);
            return row;
        }
        int count = grid.size(axis);
        Object rows = Array.newInstance(arrayClass(grid.type(), grid.rank() - axis - 1), count);
        for (int i = 0; i < count; i++) {
            Array.set(rows, i, array(grid, axis + 1, from + i * (length / count), length / count));
        }
        return rows;
    }
}
