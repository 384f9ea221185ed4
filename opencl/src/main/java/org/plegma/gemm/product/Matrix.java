package org.plegma.gemm.product;

import java.util.Locale;
import java.util.Objects;
import org.plegma.array.ArrayShapes;
import org.plegma.array.ElementType;
import org.plegma.array.Preconditions;
import org.plegma.device.DeviceArray;

/**
 * A matrix, or a batch of matrices of one shape, in a device array: element (i, j) of matrix s lies at
 * {@code offset + s*step + i*leading + j}. Immutable; it does not own the array.
 */
public final class Matrix {
    private final DeviceArray data;
    private final long offset;
    private final int rows;
    private final int columns;
    private final int leading;
    private final int count;
    private final long step;
    private final String name;

    private Matrix(
            DeviceArray data, long offset, int rows, int columns, int leading, int count, long step, String name) {
        this.data = data;
        this.offset = offset;
        this.rows = rows;
        this.columns = columns;
        this.leading = leading;
        this.count = count;
        this.step = step;
        this.name = name;
        check();
    }

    private void check() {
        Objects.requireNonNull(name, "The name of a matrix is null; without one it is \"\".");
        if (data.type() != ElementType.FLOAT && data.type() != ElementType.DOUBLE) {
            throw new IllegalArgumentException(
                    "A matrix holds float or double, not " + data.type().javaName() + ".");
        }
        if (rows < 0 || columns < 0 || count < 0 || offset < 0 || step < 0 || leading < columns) {
            throw new IllegalArgumentException("A matrix needs sizes and offsets that are not negative and a leading"
                    + " dimension of at least its columns: " + layout() + ".");
        }
        double end = offset + (count - 1.0) * step + (rows - 1.0) * leading + columns; // a long may overflow
        if (length() > 0 && end > data.length()) {
            throw new IllegalArgumentException("The matrix does not lie in its array: " + layout() + " ends at element "
                    + String.format(Locale.ROOT, "%.0f", end) + ", the array " + ArrayShapes.text(data.shape())
                    + " has "
                    + data.length()
                    + ".");
        }
    }

    /**
     * All of an array.
     *
     * @param array of the shape [rows, columns], or [matrices, rows, columns] for a batch
     * @throws IllegalArgumentException if it has another number of axes
     */
    public static Matrix of(DeviceArray array) {
        Preconditions.notNull(array, "array");
        int[] shape = array.shape();
        if (shape.length == 2) {
            return of(array, 0, shape[0], shape[1], shape[1]);
        }
        if (shape.length == 3) {
            return of(array, 0, shape[1], shape[2], shape[2]).batch(shape[0], (long) shape[1] * shape[2]);
        }
        throw new IllegalArgumentException("A matrix needs an array of 2 axes, or 3 for a batch, not " + shape.length
                + ". Say how to read it, for example Matrix.of(array, 0, rows, columns, columns).");
    }

    /**
     * A part of an array's elements, whatever the array's shape.
     *
     * @param offset the first element of the matrix
     * @param leading elements from a row to the next, at least {@code columns}
     * @throws IllegalArgumentException if it does not lie in the array
     */
    public static Matrix of(DeviceArray array, long offset, int rows, int columns, int leading) {
        Preconditions.notNull(array, "array");
        return new Matrix(array, offset, rows, columns, leading, 1, 0, array.name());
    }

    /**
     * A batch of matrices like this one.
     *
     * @param howMany number of matrices
     * @param elements from a matrix to the next; 0 for the same matrix again and again, as a factor
     */
    public Matrix batch(int howMany, long elements) {
        return new Matrix(data, offset, rows, columns, leading, howMany, elements, name);
    }

    /**
     * The block of some rows and columns from (row, column), of every matrix of a batch; it shares the elements.
     *
     * @throws IllegalArgumentException if the block does not lie in the matrix
     */
    public Matrix part(int row, int column, int height, int width) {
        if (row < 0 || column < 0 || height < 0 || width < 0 || row > rows - height || column > columns - width) {
            throw new IllegalArgumentException("A part of " + ArrayShapes.text(height, width) + " at (" + row + ", "
                    + column + ") does not lie in " + text("the matrix") + ".");
        }
        return new Matrix(data, offset + (long) row * leading + column, height, width, leading, count, step, name);
    }

    /** The same under a name for messages. */
    public Matrix named(String newName) {
        return new Matrix(data, offset, rows, columns, leading, count, step, Preconditions.notNull(newName, "newName"));
    }

    /** The array that its elements lie in. */
    public DeviceArray data() {
        return data;
    }

    /** The type of its elements. */
    public ElementType type() {
        return data.type();
    }

    /** Place of the first element in the array. */
    public long offset() {
        return offset;
    }

    /** Rows of each matrix. */
    public int rows() {
        return rows;
    }

    /** Columns of each matrix. */
    public int columns() {
        return columns;
    }

    /** Elements from a row to the next. */
    public int leading() {
        return leading;
    }

    /** Number of matrices: 1 unless it is a batch. */
    public int count() {
        return count;
    }

    /** Elements from a matrix of the batch to the next. */
    public long step() {
        return step;
    }

    /** The name for messages; empty if it has none. */
    public String name() {
        return name;
    }

    /** Rows after an operation. */
    int rows(Op op) {
        return op == Op.N ? rows : columns;
    }

    /** Columns after an operation. */
    int columns(Op op) {
        return op == Op.N ? columns : rows;
    }

    /** Elements, over all matrices. */
    long length() {
        return (long) rows * columns * count;
    }

    /** One past the last element in the array. */
    private long end() {
        return offset + (count - 1) * step + (long) (rows - 1) * leading + columns;
    }

    /** Whether both are the same elements in the same places. */
    public boolean isSame(Matrix other) {
        Preconditions.notNull(other, "other");
        return data.sharesMemoryWith(other.data)
                && start() == other.start()
                && rows == other.rows
                && columns == other.columns
                && leading == other.leading
                && count == other.count
                && (count == 1 || step == other.step);
    }

    /**
     * Whether they may have an element in common. Exact for single matrices with one leading dimension; otherwise true
     * as soon as the ranges from first to last element meet.
     */
    boolean overlaps(Matrix other) {
        if (length() == 0 || other.length() == 0 || !data.sharesMemoryWith(other.data)) {
            return false;
        }
        if (start() + (end() - offset) <= other.start() || other.start() + (other.end() - other.offset) <= start()) {
            return false;
        }
        if (count == 1 && other.count == 1 && leading == other.leading) {
            long column = start() % leading;
            long otherColumn = other.start() % leading;
            if (column + columns <= leading && otherColumn + other.columns <= leading) {
                return column < otherColumn + other.columns && otherColumn < column + columns;
            }
        }
        return true;
    }

    private long start() {
        return data.viewOffset() + offset;
    }

    /** For messages: {@code A 3 x 4}, or {@code A (weights) 3 x 4} if it has a name. */
    public String text(String role) {
        Preconditions.notNull(role, "role");
        String called = name.isEmpty() || name.equals(role) ? role : role + " (" + name + ")";
        return called + " " + shape();
    }

    private String shape() {
        return (count == 1 ? "" : count + " of ") + ArrayShapes.text(rows, columns);
    }

    private String layout() {
        return shape() + " from " + offset + ", leading dimension " + leading
                + (count == 1 ? "" : ", " + step + " from one to the next");
    }

    @Override
    public String toString() {
        return "Matrix " + (name.isEmpty() ? "" : name + " ") + layout() + " of " + type().javaName();
    }
}
