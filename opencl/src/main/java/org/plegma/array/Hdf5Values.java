package org.plegma.array;

import io.jhdf.api.Dataset;
import java.lang.reflect.Array;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Conversions between grids and the values that jhdf reads and writes. */
final class Hdf5Values {
    private Hdf5Values() {}

    /** The dataset as a grid, or null if it is not numeric. */
    static @Nullable Grid toGrid(Dataset dataset) {
        Class<?> type = dataset.getJavaType();
        boolean numeric = Number.class.isAssignableFrom(type)
                || (type.isPrimitive() && type != boolean.class && type != char.class);
        if (!numeric || dataset.isCompound() || dataset.isVariableLength()) {
            return null;
        }
        int[] shape = dataset.isScalar() ? new int[] {1} : dataset.getDimensions();
        boolean empty = ArrayShapes.length(shape) == 0;
        Object values = empty || dataset.isEmpty() ? Array.newInstance(type, 0) : dataset.getDataFlat();
        if (!empty && Array.getLength(values) == 0) {
            values = neverWritten(type, dataset.getFillValue(), (int) ArrayShapes.length(shape));
        }
        return toGrid(values, shape).withAttributes(Hdf5.attributes(dataset));
    }

    /** The values of a dataset for which its file has no place yet: all the fill value, which is 0 unless it is set. */
    private static Object neverWritten(Class<?> type, Object fill, int length) {
        Object values = Array.newInstance(type, length);
        for (int i = 0; fill instanceof Number && i < length; i++) {
            Array.set(values, i, fill);
        }
        return values;
    }

    /** What a dataset is that is no grid. */
    static String kind(Dataset dataset) {
        if (dataset.isCompound()) {
            return "a compound";
        }
        return dataset.getJavaType() == String.class
                ? "text"
                : "of " + dataset.getJavaType().getSimpleName();
    }

    private static Grid toGrid(Object values, int[] shape) {
        if (values instanceof float[] floats) {
            return Grid.of(floats, shape);
        }
        if (values instanceof double[] doubles) {
            return Grid.of(doubles, shape);
        }
        if (values instanceof int[] ints) {
            return Grid.of(ints, shape);
        }
        boolean small = values instanceof short[] || values instanceof byte[];
        Grid grid = Grid.zeros(small ? ElementType.INT : ElementType.DOUBLE, shape);
        for (int i = 0; i < grid.length(); i++) {
            Number value = (Number) Array.get(values, i);
            if (small) {
                grid.ints()[i] = value.intValue();
            } else {
                grid.doubles()[i] = value.doubleValue();
            }
        }
        return grid;
    }

    /** The elements as a nested Java array, which is how jhdf learns the shape. */
    static Object toNested(Grid grid) {
        return nested(grid, 0, new int[1]);
    }

    private static Object nested(Grid grid, int axis, int[] position) {
        int[] shape = grid.shape();
        int[] rest = Arrays.copyOfRange(shape, axis, shape.length);
        Object result = Array.newInstance(grid.type().javaType(), rest);
        if (rest.length == 1) {
            System.arraycopy(grid.data(), position[0], result, 0, rest[0]);
            position[0] += rest[0];
        } else {
            for (int i = 0; i < rest[0]; i++) {
                Array.set(result, i, nested(grid, axis + 1, position));
            }
        }
        return result;
    }

    /** The value of an attribute, if HDF5 can hold it. */
    static Object checked(String name, @Nullable Object value) {
        Class<?> type = value == null ? Void.class : value.getClass();
        boolean holds = value instanceof String
                || value instanceof Number
                || value instanceof String[]
                || (type.isArray() && type.getComponentType().isPrimitive());
        if (value != null && type.isArray() && Array.getLength(value) == 0) {
            throw new IllegalArgumentException("Attribute '" + name + "' cannot be stored: it has no elements.");
        }
        if (value == null || !holds) {
            throw new IllegalArgumentException("Attribute '" + name
                    + "' cannot be stored: expected a String, a number or" + " an array of them, found "
                    + (value == null ? "null" : type.getSimpleName()) + ".");
        }
        return value;
    }
}
