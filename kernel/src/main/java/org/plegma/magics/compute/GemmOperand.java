package org.plegma.magics.compute;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.gemm.product.Matrix;
import org.plegma.gemm.product.Op;
import org.plegma.magics.HostValues;

/** A matrix, or batch of matrices, of {@code %gemm}'s formula: a notebook variable, and where it is on the device. */
final class GemmOperand implements AutoCloseable {
    private final GemmFormula.Factor factor;
    private final Object value;
    private final int rank;
    private final Session session;
    private final @Nullable Grid grid; // null if the variable is on the device
    private @Nullable Matrix matrix; // null until it is wanted there
    private @Nullable DeviceArray uploaded;

    private GemmOperand(
            GemmFormula.Factor factor,
            Object value,
            @Nullable Matrix matrix,
            int rank,
            Session session,
            @Nullable Grid grid) {
        this.factor = factor;
        this.value = value;
        this.matrix = matrix == null ? null : matrix.named(factor.name().text());
        this.rank = rank;
        this.session = session;
        this.grid = grid;
    }

    static GemmOperand of(Session session, GemmFormula.Factor factor, Object value) {
        if (value instanceof Matrix part) {
            checkOpen(factor, part.data());
            return new GemmOperand(factor, value, part, 2, session, null);
        }
        if (value instanceof DeviceArray array) {
            checkOpen(factor, array);
            check(factor, value, array.type(), array.shape().length);
            return new GemmOperand(factor, value, matrix(array), array.shape().length, session, null);
        }
        Grid grid = grid(factor, value);
        check(factor, value, grid.type(), grid.rank());
        return new GemmOperand(
                factor, value, null, grid.rank(), session, grid.rank() == 1 ? grid.reshape(grid.size(0), 1) : grid);
    }

    private static Matrix matrix(DeviceArray array) {
        return array.shape().length == 1 ? Matrix.of(array, 0, array.shape()[0], 1, 1) : Matrix.of(array);
    }

    private static Grid grid(GemmFormula.Factor factor, Object value) {
        String name = factor.name().text();
        try {
            return HostValues.grid(value)
                    .orElseThrow(() -> new GemmFormula.Fault(
                            name + " is a " + value.getClass().getSimpleName()
                                    + ". A matrix is a Grid, a DeviceArray, a Matrix, or an array such as float[][].",
                            factor.name().place()));
        } catch (IllegalArgumentException e) {
            throw new GemmFormula.Fault(
                    name + " is not a matrix. " + e.getMessage(), factor.name().place());
        }
    }

    private static void checkOpen(GemmFormula.Factor factor, DeviceArray array) {
        if (array.isClosed()) {
            throw new GemmFormula.Fault(
                    factor.name().text() + " is closed: its memory on the device has been given back. Upload it again.",
                    factor.name().place());
        }
    }

    private static void check(GemmFormula.Factor factor, Object value, ElementType type, int rank) {
        String name = factor.name().text();
        if (type != ElementType.FLOAT && type != ElementType.DOUBLE) {
            throw new GemmFormula.Fault(
                    name + " holds " + type.javaName() + "s. Products are of float or double: convert it by "
                            + conversion(name, value, ElementType.FLOAT) + ".",
                    factor.name().place());
        }
        if (rank > 3) {
            throw new GemmFormula.Fault(
                    name + " has " + rank + " axes. A matrix has 2, a batch of them 3, a vector 1.",
                    factor.name().place());
        }
    }

    /** The code that makes a grid of another type of a variable. */
    private static String conversion(String name, Object value, ElementType type) {
        String grid = value instanceof Grid
                ? name
                : value instanceof DeviceArray
                        ? name + ".download()"
                        : value instanceof Matrix ? name + ".data().download()" : "Grid.of(" + name + ")";
        return grid + ".to(ElementType." + type + ")";
    }

    /**
     * Checks that a product is possible.
     *
     * @param added the matrix that is added, or null
     * @return rows and columns of the result, after their number if it is a batch; rows alone if it is a vector
     */
    static int[] checkShapes(GemmOperand left, GemmOperand right, @Nullable GemmOperand added) {
        if (left.columns() != right.rows()) {
            throw new GemmFormula.Fault(
                    "Cannot multiply " + left.text() + " by " + right.text() + ": " + left.factor + " has "
                            + counted(left.columns(), "column") + ", " + right.factor + " has "
                            + counted(right.rows(), "row") + "."
                            + left.cure(right),
                    right.factor.name().place());
        }
        int rows = left.rows();
        int columns = right.columns();
        int count = left.count() == 1 ? right.count() : left.count();
        if (right.count() != count && right.count() != 1) {
            throw new GemmFormula.Fault(
                    "Cannot multiply " + left.text() + " by " + right.text()
                            + ": a batch needs as many matrices on both sides, or one for all.",
                    right.factor.name().place());
        }
        if (added != null
                && (added.rows() != rows
                        || added.columns() != columns
                        || added.count() != count && added.count() != 1)) {
            throw new GemmFormula.Fault(
                    "Cannot add " + added.text() + " to " + left.factor + "*" + right.factor + ", which is "
                            + shapeText(count, rows, columns) + ".",
                    added.factor.name().place());
        }
        checkType(right, left);
        if (added != null) {
            checkType(added, left);
        }
        return count != 1 || left.isBatch() || right.isBatch()
                ? new int[] {count, rows, columns}
                : right.isVector() ? new int[] {rows} : new int[] {rows, columns};
    }

    private static void checkType(GemmOperand other, GemmOperand left) {
        if (other.type() != left.type()) {
            String name = other.factor.name().text();
            throw new GemmFormula.Fault(
                    name + " is of " + other.type().javaName() + " and "
                            + left.factor.name().text() + " of " + left.type().javaName()
                            + ": all matrices of a product need one type. Convert one, for example by "
                            + conversion(name, other.value, left.type()) + ".",
                    other.factor.name().place());
        }
    }

    /** For messages: {@code 3x2}, or {@code 4 of 3x2}. */
    static String shapeText(int count, int rows, int columns) {
        return (count == 1 ? "" : count + " of ") + rows + "x" + columns;
    }

    private static String counted(int count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    private String cure(GemmOperand right) {
        if (columns() == right.columns()) {
            return " Did you mean " + factor + "*" + right.factor.name().text() + (right.factor.transposed() ? "" : "'")
                    + "?";
        }
        if (rows() == right.rows()) {
            return " Did you mean " + factor.name().text() + (factor.transposed() ? "" : "'") + "*" + right.factor
                    + "?";
        }
        return "";
    }

    private String text() {
        return factor + " (" + shapeText(count(), rows(), columns()) + ")";
    }

    /** On the device, copied there if it was not. */
    Matrix matrix() {
        if (matrix == null) {
            uploaded = session.upload(onHost());
            matrix = Matrix.of(uploaded).named(factor.name().text());
        }
        return matrix;
    }

    /** Of a variable that is not on the device. */
    Grid onHost() {
        return Objects.requireNonNull(grid, "It is on the device.");
    }

    Op op() {
        return factor.transposed() ? Op.T : Op.N;
    }

    int rows() {
        return lines(!factor.transposed());
    }

    int columns() {
        return lines(factor.transposed());
    }

    private int lines(boolean down) {
        return grid == null ? down ? matrix().rows() : matrix().columns() : grid.size(down ? -2 : -1);
    }

    private int count() {
        return grid == null ? matrix().count() : grid.rank() == 3 ? grid.size(0) : 1;
    }

    ElementType type() {
        return grid == null ? matrix().type() : grid.type();
    }

    /** Whether it is a vector that enters as a column. */
    private boolean isVector() {
        return rank == 1 && !factor.transposed();
    }

    /** Whether it has an axis for the matrices of a batch, even of one. */
    private boolean isBatch() {
        return count() != 1 || rank == 3;
    }

    boolean isOnDevice() {
        return grid == null;
    }

    boolean isGrid() {
        return value instanceof Grid;
    }

    /** Frees what was copied to the device. */
    @Override
    public void close() {
        if (uploaded != null) {
            uploaded.close();
        }
    }
}
