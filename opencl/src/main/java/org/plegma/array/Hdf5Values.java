package org.plegma.array;

import io.jhdf.api.Attribute;
import io.jhdf.api.Dataset;
import io.jhdf.dataset.ContiguousDatasetImpl;
import io.jhdf.dataset.DatasetReader;
import io.jhdf.exceptions.HdfTypeException;
import io.jhdf.object.datatype.DataType;
import io.jhdf.object.datatype.EnumDataType;
import io.jhdf.object.datatype.FloatingPoint;
import io.jhdf.object.datatype.Reference;
import io.jhdf.storage.HdfBackingStorage;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plegma.array.hdf5.Hdf5Bytes;
import org.plegma.array.hdf5.Hdf5Chunks;

/** Conversions between grids and the values that jhdf reads and writes. */
final class Hdf5Values {
    private static final String TRUE = "TRUE";
    private static final String FALSE = "FALSE";

    /** Bytes of a dataset in one piece that are read at once. */
    private static final int PART = 1 << 28;

    private static final int MOST_ATTRIBUTE = 65_000;

    private Hdf5Values() {}

    /** Rows of the dataset as a grid, or null if it is not numeric or has no place for a number. */
    static @Nullable Grid toGrid(Dataset found, Rows rows) {
        if (!isGrid(found)) {
            return null;
        }
        Dataset dataset = Hdf5Chunks.of(found);
        int[] shape = rows.of(dataset.isScalar() ? new int[] {1} : dataset.getDimensions());
        Object values = flat(dataset, rows.first(), shape);
        return toGrid(isTruth(dataset.getDataType()) ? numbers(values) : values, shape)
                .withAttributes(Hdf5.attributes(dataset));
    }

    /** @param shape of the rows from the first on */
    private static Object flat(Dataset dataset, int first, int[] shape) {
        int length = (int) ArrayShapes.length(shape);
        Class<?> type = MethodType.methodType(dataset.getJavaType()).unwrap().returnType();
        if (dataset instanceof Hdf5Chunks chunks) {
            return chunks.readInto(filled(type, dataset.getFillValue(), length), first, shape[0]);
        }
        if (length == 0 || dataset.isEmpty()) {
            return filled(type, dataset.getFillValue(), length);
        }
        long before = (long) length / shape[0] * first;
        if (dataset instanceof ContiguousDatasetImpl whole
                && (dataset.getSize() > length || dataset.getSizeInBytes() > PART)) {
            return flat(
                    whole, type, before, length, PART / dataset.getDataType().getSize());
        }
        Object all = dataset.getDataFlat();
        if (dataset.getSize() <= length) {
            return all;
        }
        Object part = Array.newInstance(type, length);
        System.arraycopy(all, (int) before, part, 0, length);
        return part;
    }

    /** The library maps all at once, and Java maps at most 2 GiB. */
    static Object flat(ContiguousDatasetImpl dataset, Class<?> type, long before, int length, int atOnce) {
        HdfBackingStorage file = dataset.getHdfFile().getHdfBackingStorage();
        long size = dataset.getDataType().getSize();
        Object all = Array.newInstance(type, length);
        for (long from = 0; from < length; from += atOnce) {
            int count = (int) Math.min(atOnce, length - from);
            ByteBuffer bytes = file.map(dataset.getDataAddress() + (before + from) * size, count * size);
            Object part = DatasetReader.readDataset(dataset.getDataType(), bytes, count, file);
            System.arraycopy(part, 0, all, (int) from, count);
        }
        return all;
    }

    /** An array of the fill value, which is 0 unless it is set: what was never written holds it. */
    private static Object filled(Class<?> type, @Nullable Object fill, int length) {
        Object values = Array.newInstance(type, length);
        Object value = fill != null || type.isPrimitive() ? fill : type == BigInteger.class ? BigInteger.ZERO : FALSE;
        boolean zero = value == null || value instanceof Number n && Double.doubleToRawLongBits(n.doubleValue()) == 0;
        if (!zero || !type.isPrimitive()) {
            fill(values, value);
        }
        return values;
    }

    /** Whether a type is that of h5py's booleans: an enumeration of FALSE, which is 0, and TRUE, which is 1. */
    private static boolean isTruth(DataType type) {
        return type instanceof EnumDataType names && names.getEnumMapping().equals(Map.of(0, FALSE, 1, TRUE));
    }

    /** Booleans, which the library tells by their names, as numbers; arrays of them as arrays of int. */
    private static Object numbers(Object names) {
        if (names instanceof String[] row) {
            // What is neither, as where nothing was written, is true to h5py.
            return Arrays.stream(row)
                    .mapToInt(name -> FALSE.equals(name) ? 0 : 1)
                    .toArray();
        }
        if (names instanceof Object[] rows) {
            return Arrays.stream(rows).map(Hdf5Values::numbers).toArray();
        }
        return names instanceof String name ? (Object) (name.equals(TRUE) ? 1 : 0) : names;
    }

    /** The value of an attribute; what it has of a type that the library does not know is told instead. */
    static Object value(Attribute attribute) {
        Object value;
        try {
            value = attribute.getData();
        } catch (HdfTypeException unknown) {
            return "not read: " + unknown.getMessage();
        }
        return isTruth(attribute.getDataType()) ? numbers(value) : value;
    }

    /** Files of netCDF always have a fill value, so that this is to be quick. */
    private static void fill(Object values, @Nullable Object value) {
        if (values instanceof float[] floats && value instanceof Float number) {
            Arrays.fill(floats, number);
        } else if (values instanceof double[] doubles && value instanceof Double number) {
            Arrays.fill(doubles, number);
        } else if (values instanceof int[] ints && value instanceof Integer number) {
            Arrays.fill(ints, number);
        } else if (values instanceof long[] longs && value instanceof Long number) {
            Arrays.fill(longs, number);
        } else {
            for (int i = 0; i < Array.getLength(values); i++) {
                Array.set(values, i, value);
            }
        }
    }

    /** Whether the dataset has numbers or booleans. */
    static boolean isGrid(Dataset dataset) {
        Class<?> type = dataset.getJavaType();
        boolean number = Number.class.isAssignableFrom(type)
                || (type.isPrimitive() && type != boolean.class && type != char.class)
                || isTruth(dataset.getDataType());
        return number
                && !(dataset.getDataType() instanceof Reference)
                && !isOtherFloat(dataset.getDataType())
                && !dataset.isCompound()
                && !dataset.isVariableLength()
                && !isNull(dataset)
                && !isTooLarge(dataset)
                && Hdf5Chunks.unknownFilter(dataset) == null;
    }

    /** Whether numbers have other parts than those of IEEE, as bfloat16, which the library takes for halves. */
    private static boolean isOtherFloat(DataType type) {
        return type instanceof FloatingPoint number
                && number.getExponentSize() != (number.getSize() == 2 ? 5 : number.getSize() == 4 ? 8 : 11);
    }

    private static boolean isTooLarge(Dataset dataset) {
        return Arrays.stream(dataset.getDimensionsAsLong()).asDoubleStream().reduce(1, (a, b) -> a * b)
                > Integer.MAX_VALUE;
    }

    /** Whether the dataset has a type and no place for a value, as h5py's {@code Empty}. A scalar never written has its place. */
    private static boolean isNull(Dataset dataset) {
        return dataset.getDimensionsAsLong().length == 0 && dataset.getSize() == 0;
    }

    /** What a dataset is that is no grid. */
    static String kind(Dataset dataset) {
        if (isNull(dataset)) {
            return "empty, without a place for a value";
        }
        if (dataset.isCompound()) {
            return "a compound";
        }
        if (dataset.getDataType() instanceof EnumDataType) {
            return "an enumeration";
        }
        if (dataset.getDataType() instanceof Reference) {
            return "references to other objects";
        }
        if (isOtherFloat(dataset.getDataType())) {
            return "floating-point numbers that are not of IEEE";
        }
        String filter = Hdf5Chunks.unknownFilter(dataset);
        if (filter != null) {
            return "packed by the filter " + filter + ", which cannot be undone here";
        }
        if (isTooLarge(dataset)) {
            return "too large for an array of Java, of shape " + Arrays.toString(dataset.getDimensionsAsLong());
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
        if (values instanceof long[] longs) {
            return Grid.of(longs, shape);
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

    /** The type of a dataset, as a file tells it. */
    static ByteBuffer datatype(ElementType type) {
        return switch (type) {
            case INT, LONG -> Hdf5Bytes.integer(type.bytes());
            case FLOAT, DOUBLE -> Hdf5Bytes.floating(type.bytes());
            default -> throw new IllegalArgumentException(
                    "A dataset of " + type.javaName() + " cannot be written: expected float, double, int or long.");
        };
    }

    /** The elements of grids one after another as a nested Java array of a shape, which is how jhdf learns it. */
    static Object toNested(int[] shape, List<Grid> parts) {
        Grid first = parts.get(0);
        if (first.rank() == shape.length) {
            return nested(first, 0, new int[1]);
        }
        Object begin = nested(first, 0, new int[1]);
        Object[] all = (Object[]) Array.newInstance(begin.getClass(), shape[0]);
        Arrays.setAll(all, i -> i == 0 ? begin : nested(parts.get(i), 0, new int[1]));
        return all;
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

    /** What the library may write of a value: of a text its buffer, as large as it is, and the room of the longest for each. */
    private static long bytes(Object value) {
        if (value instanceof String text) {
            return StandardCharsets.UTF_8.encode(text).capacity();
        }
        if (value instanceof String[] texts) {
            return texts.length
                    * Arrays.stream(texts).mapToLong(Hdf5Values::bytes).max().orElse(0);
        }
        return value.getClass().isArray() ? (long) Array.getLength(value) * Long.BYTES : Long.BYTES;
    }

    /** The value of an attribute, if HDF5 can hold it. */
    static Object checked(String name, @Nullable Object value) {
        Class<?> type = value == null ? Void.class : value.getClass();
        Class<?> element = type.isArray() ? type.getComponentType() : type;
        boolean holds = value instanceof String
                || (value instanceof Number
                        && MethodType.methodType(type).unwrap().returnType() != type)
                || (value instanceof String[] texts && !Arrays.asList(texts).contains(null))
                || (type.isArray() && element.isPrimitive() && element != char.class);
        if (value != null && type.isArray() && Array.getLength(value) == 0) {
            throw new IllegalArgumentException("Attribute '" + name + "' cannot be stored: it has no elements.");
        }
        if (value == null || !holds) {
            throw new IllegalArgumentException("Attribute '" + name
                    + "' cannot be stored: expected a String, a number or" + " an array of them, found "
                    + (value == null ? "null" : type.getSimpleName()) + ".");
        }
        if (Stream.of(value instanceof String[] texts ? texts : new Object[] {value})
                .anyMatch(each -> each instanceof String text && text.indexOf('\0') >= 0)) {
            throw new IllegalArgumentException(
                    "Attribute '" + name + "' cannot be stored: a text in HDF5 ends at its first NUL character.");
        }
        if (bytes(value) + 2L * name.length() > MOST_ATTRIBUTE) {
            throw new IllegalArgumentException("Attribute '" + name + "' cannot be stored: an attribute has at most "
                    + MOST_ATTRIBUTE + " bytes, a long array can be a grid of its own.");
        }
        return value;
    }
}
