package org.plegma.magics;

import java.util.Arrays;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.gemm.Matrix;
import org.plegma.gemm.Op;

/** A matrix of {@code %gemm}'s formula: a notebook variable, and where it is on the device. */
final class GemmOperand implements AutoCloseable {
    private final GemmFormula.Factor factor;
    private final Object value;
    private final DeviceArray array;
    private final Matrix matrix;

    private GemmOperand(GemmFormula.Factor factor, Object value, DeviceArray array) {
        this.factor = factor;
        this.value = value;
        this.array = array;
        int[] shape = array.shape();
        int columns = shape.length == 1 ? 1 : shape[1];
        this.matrix = Matrix.of(array, 0, shape[0], columns, columns)
                .named(factor.name().text());
    }

    static GemmOperand of(Session session, GemmFormula.Factor factor, Object value) {
        if (value instanceof DeviceArray array) {
            check(factor, array.type(), array.shape().length);
            return new GemmOperand(factor, value, array);
        }
        Grid grid = HostValues.grid(value)
                .orElseThrow(() -> new GemmFormula.Fault(
                        factor.name().text() + " is a " + value.getClass().getSimpleName()
                                + ". A matrix is a Grid, a DeviceArray, or an array such as float[][].",
                        factor.name().place()));
        check(factor, grid.type(), grid.rank());
        return new GemmOperand(factor, value, session.upload(grid));
    }

    private static void check(GemmFormula.Factor factor, ElementType type, int rank) {
        String name = factor.name().text();
        if (type != ElementType.FLOAT && type != ElementType.DOUBLE) {
            throw new GemmFormula.Fault(
                    name + " holds " + type.javaName() + "s. Products are of float or double: convert it by .to(...).",
                    factor.name().place());
        }
        if (rank > 2) {
            throw new GemmFormula.Fault(
                    name + " has " + rank + " axes. A matrix has 2, a vector 1.",
                    factor.name().place());
        }
    }

    /**
     * Checks that a product is possible.
     *
     * @param added the matrix that is added, or null
     * @return rows and columns of the result
     */
    static int[] checkShapes(GemmOperand left, GemmOperand right, GemmOperand added) {
        if (left.columns() != right.rows()) {
            throw new GemmFormula.Fault(
                    "Cannot multiply " + left.text() + " by " + right.text() + ": " + left.factor + " has "
                            + left.columns() + " columns, " + right.factor + " has " + right.rows() + " rows."
                            + left.cure(right),
                    right.factor.name().place());
        }
        int[] shape = {left.rows(), right.columns()};
        if (added != null && (added.rows() != shape[0] || added.columns() != shape[1])) {
            throw new GemmFormula.Fault(
                    "Cannot add " + added.text() + " to " + left.factor + "*" + right.factor + ", which is " + shape[0]
                            + "x" + shape[1] + ".",
                    added.factor.name().place());
        }
        for (GemmOperand other : added == null ? new GemmOperand[] {right} : new GemmOperand[] {right, added}) {
            if (other.type() != left.type()) {
                throw new GemmFormula.Fault(
                        other.factor.name().text() + " is of " + other.type().javaName() + " and "
                                + left.factor.name().text() + " of "
                                + left.type().javaName()
                                + ": all matrices of a product need one type. Convert one by .to(...).",
                        other.factor.name().place());
            }
        }
        return shape;
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
        return factor + " (" + rows() + "x" + columns() + ")";
    }

    Matrix matrix() {
        return matrix;
    }

    Op op() {
        return factor.transposed() ? Op.T : Op.N;
    }

    int rows() {
        return factor.transposed() ? matrix.columns() : matrix.rows();
    }

    int columns() {
        return factor.transposed() ? matrix.rows() : matrix.columns();
    }

    ElementType type() {
        return array.type();
    }

    /** Whether it is a vector that enters as a column. */
    boolean isVector() {
        return array.shape().length == 1 && !factor.transposed();
    }

    boolean isOnDevice() {
        return value instanceof DeviceArray;
    }

    boolean isOn(DeviceArray other) {
        return array == other;
    }

    boolean isGrid() {
        return value instanceof Grid;
    }

    /** The class of a Java array of a result. */
    static Class<?> arrayClass(ElementType type, boolean vector) {
        if (vector) {
            return type == ElementType.FLOAT ? float[].class : double[].class;
        }
        return type == ElementType.FLOAT ? float[][].class : double[][].class;
    }

    /** A grid as a Java array of as many dimensions. */
    static Object array(Grid grid) {
        if (grid.rank() == 1) {
            return grid.data();
        }
        int columns = grid.size(1);
        if (grid.type() == ElementType.FLOAT) {
            float[][] rows = new float[grid.size(0)][];
            Arrays.setAll(rows, i -> Arrays.copyOfRange(grid.floats(), i * columns, (i + 1) * columns));
            return rows;
        }
        double[][] rows = new double[grid.size(0)][];
        Arrays.setAll(rows, i -> Arrays.copyOfRange(grid.doubles(), i * columns, (i + 1) * columns));
        return rows;
    }

    /** Frees what was copied to the device. */
    @Override
    public void close() {
        if (!isOnDevice()) {
            array.close();
        }
    }
}
