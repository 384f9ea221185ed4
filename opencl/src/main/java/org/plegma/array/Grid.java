package org.plegma.array;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * An n-dimensional array of float, double, int or long on the host, in row-major order: the last axis is contiguous, as in Java
 * arrays, NumPy and HDF5.
 *
 * <p>A grid is a shape over one Java array, {@link #data()}, which it always covers wholly; {@link #of(float[], int...)}
 * and {@link #reshape} share that array, everything else that returns a grid copies. Attributes (units, origin, spacing)
 * travel with the grid into HDF5 files and are ignored by {@link #equals}. Not thread-safe for writing.
 */
public final class Grid {
    private final Object data;
    private final ElementType type;
    private final int[] shape;
    private final Map<String, Object> attributes;

    private Grid(Object data, int[] shape, Map<String, Object> attributes) {
        this.type = ElementType.of(data);
        this.shape = shape.clone();
        this.data = data;
        this.attributes = attributes;
        long length = ArrayShapes.length(shape);
        long found = Array.getLength(data);
        if (length != found) {
            throw new IllegalArgumentException("Shape " + ArrayShapes.text(shape) + " needs " + length
                    + " elements, but the array has " + found + ".");
        }
    }

    /** A grid of float zeros. */
    public static Grid floats(int... shape) {
        return zeros(ElementType.FLOAT, shape);
    }

    /** A grid of double zeros. */
    public static Grid doubles(int... shape) {
        return zeros(ElementType.DOUBLE, shape);
    }

    /** A grid of int zeros. */
    public static Grid ints(int... shape) {
        return zeros(ElementType.INT, shape);
    }

    /**
     * A grid of zeros.
     *
     * @throws IllegalArgumentException if the type is not float, double, int or long, or the shape exceeds a Java array
     */
    public static Grid zeros(ElementType type, int... shape) {
        Preconditions.notNull(type, "type");
        Preconditions.notNull(shape, "shape");
        return new Grid(GridElements.zeros(type, shape), shape, Map.of());
    }

    /** A grid over {@code data}, which is shared and not copied; without a shape it has one axis. */
    public static Grid of(float[] data, int... shape) {
        return wrap(data, shape);
    }

    /** A grid over {@code data}, which is shared and not copied; without a shape it has one axis. */
    public static Grid of(double[] data, int... shape) {
        return wrap(data, shape);
    }

    /** A grid over {@code data}, which is shared and not copied; without a shape it has one axis. */
    public static Grid of(int[] data, int... shape) {
        return wrap(data, shape);
    }

    /** A grid over {@code data}, which is shared and not copied; without a shape it has one axis. */
    public static Grid of(long[] data, int... shape) {
        return wrap(data, shape);
    }

    /** A copy of a nested array. */
    public static Grid of(float[][] rows) {
        Preconditions.notNull(rows, "rows");
        return NestedArrays.toGrid(rows);
    }

    /** A copy of a nested array. */
    public static Grid of(double[][] rows) {
        Preconditions.notNull(rows, "rows");
        return NestedArrays.toGrid(rows);
    }

    /** A copy of a nested array. */
    public static Grid of(int[][] rows) {
        Preconditions.notNull(rows, "rows");
        return NestedArrays.toGrid(rows);
    }

    /** A copy of a nested array. */
    public static Grid of(float[][][] planes) {
        Preconditions.notNull(planes, "planes");
        return NestedArrays.toGrid(planes);
    }

    /** A copy of a nested array. */
    public static Grid of(double[][][] planes) {
        Preconditions.notNull(planes, "planes");
        return NestedArrays.toGrid(planes);
    }

    /** A copy of a nested array. */
    public static Grid of(int[][][] planes) {
        Preconditions.notNull(planes, "planes");
        return NestedArrays.toGrid(planes);
    }

    /** A grid whose value at each point is given by a function. */
    public static Grid generate(ElementType type, IndexFunction function, int... shape) {
        Preconditions.notNull(type, "type");
        Preconditions.notNull(function, "function");
        Preconditions.notNull(shape, "shape");
        return zeros(type, shape).fill(function);
    }

    /** Evenly spaced values from {@code first} to {@code last}, both included, as doubles. */
    public static Grid linspace(double first, double last, int count) {
        if (count < 2) {
            throw new IllegalArgumentException("linspace needs at least 2 points, got " + count + ".");
        }
        Grid points = generate(ElementType.DOUBLE, i -> first + (last - first) * i[0] / (count - 1), count);
        points.set(last, count - 1); // which the sum may miss by its last place
        return points;
    }

    /**
     * Random values that depend only on the seed, the type and the place: uniform in [0, 1) for float and double, 0 to 255
     * for int and long.
     */
    public static Grid random(ElementType type, long seed, int... shape) {
        Preconditions.notNull(type, "type");
        Preconditions.notNull(shape, "shape");
        SplittableRandom random = new SplittableRandom(seed);
        return zeros(type, shape)
                .fill(
                        switch (type) {
                            case INT, LONG -> i -> random.nextInt(256);
                            case FLOAT -> i -> (random.nextInt() >>> 8) * 0x1p-24;
                            default -> i -> random.nextDouble();
                        });
    }

    /** Sets every element from a function of its index, and returns this grid. Values for int and long are cast. */
    public Grid fill(IndexFunction function) {
        Preconditions.notNull(function, "function");
        int[] index = new int[shape.length];
        int length = (int) length();
        for (int i = 0; i < length; i++) {
            put(i, function.at(index));
            for (int axis = shape.length - 1; axis >= 0 && ++index[axis] == shape[axis]; axis--) {
                index[axis] = 0;
            }
        }
        return this;
    }

    /** Sets every element to one value, and returns this grid. */
    public Grid fill(double value) {
        GridElements.fill(data, type, value);
        return this;
    }

    /** The element type: float, double, int or long. */
    public ElementType type() {
        return type;
    }

    /** Sizes of the axes, slowest first; a copy. */
    public int[] shape() {
        return shape.clone();
    }

    /** Number of axes. */
    public int rank() {
        return shape.length;
    }

    /** Size of one axis; axis 0 is the slowest, and negative axes count from the end. */
    public int size(int axis) {
        return shape[ArrayShapes.axis(axis, shape.length)];
    }

    /** Number of elements. */
    public long length() {
        return Array.getLength(data);
    }

    /** Size of the elements in bytes. */
    public long bytes() {
        return length() * type.bytes();
    }

    /** The backing {@code float[]}, {@code double[]}, {@code int[]} or {@code long[]}, not a copy. */
    public Object data() {
        return data;
    }

    /**
     * The backing array, not a copy.
     *
     * @throws IllegalStateException if the grid holds another type
     */
    public float[] floats() {
        return (float[]) backing(ElementType.FLOAT);
    }

    /**
     * The backing array, not a copy.
     *
     * @throws IllegalStateException if the grid holds another type
     */
    public double[] doubles() {
        return (double[]) backing(ElementType.DOUBLE);
    }

    /**
     * The backing array, not a copy.
     *
     * @throws IllegalStateException if the grid holds another type
     */
    public int[] ints() {
        return (int[]) backing(ElementType.INT);
    }

    /**
     * The backing array, not a copy.
     *
     * @throws IllegalStateException if the grid holds another type
     */
    public long[] longs() {
        return (long[]) backing(ElementType.LONG);
    }

    /** The value at a point; a long beyond 2^53 is rounded, as by all that returns double. */
    public double get(int... index) {
        Preconditions.notNull(index, "index");
        return at((int) ArrayShapes.position(shape, index));
    }

    /** Sets the value at a point; it is rounded for float and cast for int and long. */
    public void set(double value, int... index) {
        Preconditions.notNull(index, "index");
        put((int) ArrayShapes.position(shape, index), value);
    }

    /** The value at a position of the backing array. */
    public double at(int position) {
        return GridElements.get(data, type, position);
    }

    private void put(int position, double value) {
        GridElements.put(data, type, position, value);
    }

    /** A grid with a copy of the elements, and the same shape and attributes. */
    public Grid copy() {
        return new Grid(GridElements.copy(data, type), shape, attributes);
    }

    /** A copy with the elements converted to another type (rounded for float, cast for int and long). */
    public Grid to(ElementType target) {
        Preconditions.notNull(target, "target");
        if (target == type) {
            return copy();
        }
        return new Grid(GridElements.converted(data, type, target), shape, attributes);
    }

    /** The same elements, shared, in another shape of the same length. */
    public Grid reshape(int... newShape) {
        Preconditions.notNull(newShape, "newShape");
        return new Grid(data, newShape, attributes);
    }

    /** A copy of the hyperplane where {@code axis} has {@code index}; that axis is dropped (of one axis, one point stays). */
    public Grid slice(int axis, int index) {
        return GridParts.slice(this, ArrayShapes.axis(axis, shape.length), index);
    }

    /** A copy of the box that starts at {@code from} and has {@code extent} points along each axis. */
    public Grid region(int[] from, int[] extent) {
        Preconditions.notNull(from, "from");
        Preconditions.notNull(extent, "extent");
        return GridParts.region(this, from, extent);
    }

    /**
     * The means of blocks of cells, for a smaller picture of the same: one block size for each axis, and smaller blocks at
     * the far edges where it does not divide. A mean leaves NaN out; a block of nothing else is NaN. Means of ints and
     * longs are doubles, unless each block is a single cell.
     */
    public Grid coarsen(int... block) {
        Preconditions.notNull(block, "block");
        return BlockMeans.of(this, block);
    }

    /** The attributes, in the order in which they were given; unmodifiable. */
    public Map<String, Object> attributes() {
        return attributes;
    }

    /** An attribute, or null if there is none of that name. */
    public @Nullable Object attribute(String name) {
        Preconditions.notNull(name, "name");
        return attributes.get(name);
    }

    /**
     * This grid, its elements shared, with one more attribute.
     *
     * @param value a String, a boxed number or a primitive array, which are what HDF5 files can hold
     */
    public Grid withAttribute(String name, Object value) {
        Preconditions.notNull(name, "name");
        Preconditions.notNull(value, "value");
        Map<String, Object> more = new LinkedHashMap<>(attributes);
        more.put(name, value);
        return new Grid(data, shape, Collections.unmodifiableMap(more));
    }

    /** This grid, its elements shared, with these attributes instead of its own. */
    public Grid withAttributes(Map<String, ?> values) {
        Preconditions.notNull(values, "values");
        return new Grid(data, shape, Collections.unmodifiableMap(new LinkedHashMap<>(values)));
    }

    /** The smallest value, ignoring NaN; NaN if there is none. */
    public double min() {
        return GridStatistics.min(this);
    }

    /** The largest value, ignoring NaN; NaN if there is none. */
    public double max() {
        return GridStatistics.max(this);
    }

    /** The mean, ignoring NaN; NaN if there is no value. */
    public double mean() {
        return GridStatistics.mean(this);
    }

    /**
     * The largest absolute difference to a grid of the same shape. Equal infinities and two NaN differ by 0; a NaN or an
     * infinity on one side alone gives infinity. Of two grids of longs it is exact but for one rounding at the end.
     */
    public double maxAbsDifference(Grid other) {
        Preconditions.notNull(other, "other");
        return GridStatistics.maxAbsDifference(this, other);
    }

    /** Whether the other grid has the same type, shape and elements (NaN equals NaN); attributes do not count. */
    @Override
    public boolean equals(Object object) {
        return object instanceof Grid other
                && type == other.type
                && Arrays.equals(shape, other.shape)
                && Arrays.deepEquals(new Object[] {data}, new Object[] {other.data});
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(shape) + Arrays.deepHashCode(new Object[] {data});
    }

    /** Type, shape and the first elements. */
    @Override
    public String toString() {
        return GridElements.text(data, type, shape);
    }

    private static Grid wrap(Object data, int[] shape) {
        Preconditions.notNull(data, "data");
        Preconditions.notNull(shape, "shape");
        return new Grid(data, shape.length == 0 ? new int[] {Array.getLength(data)} : shape, Map.of());
    }

    private Object backing(ElementType wanted) {
        if (type != wanted) {
            throw new IllegalStateException("This grid holds " + type.javaName() + ", not " + wanted.javaName()
                    + ": use " + type.javaName() + "s(), or convert with to(ElementType." + wanted + ").");
        }
        return data;
    }
}
