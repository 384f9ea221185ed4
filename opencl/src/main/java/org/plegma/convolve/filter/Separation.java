package org.plegma.convolve.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.SingularValueDecomposition;
import org.plegma.array.Grid;

/** Finds the factors of a filter: the largest singular value of a matrix of rank 1 is its only one. */
final class Separation {
    /** Rounding errors of a few operations. */
    private static final double ROUNDINGS = 8;

    private Separation() {}

    /**
     * One factor for each axis, or none if the product would differ from the values by more than rounding.
     *
     * @param unit the rounding error of the values, relative to the largest
     */
    static Optional<List<double[]>> of(Grid values, double unit) {
        int[] shape = values.shape();
        double[] rest = values.doubles();
        List<double[]> factors = new ArrayList<>();
        for (int axis = 0; axis < shape.length - 1; axis++) {
            Optional<double[][]> pair = split(rest, shape[axis], ROUNDINGS * unit);
            if (pair.isEmpty()) {
                return Optional.empty();
            }
            factors.add(pair.get()[0]);
            rest = pair.get()[1];
        }
        factors.add(rest.clone());
        return Optional.of(factors);
    }

    /** The column and the row of which a matrix of so many rows is the product. */
    private static Optional<double[][]> split(double[] matrix, int rows, double rounding) {
        int columns = matrix.length / rows;
        int largest = 0;
        for (int i = 0; i < matrix.length; i++) {
            if (!Double.isFinite(matrix[i])) {
                return Optional.empty();
            }
            largest = Math.abs(matrix[i]) > Math.abs(matrix[largest]) ? i : largest;
        }
        if (matrix[largest] == 0 || rows == 1 || columns == 1) {
            return rows == 1
                    ? Optional.of(new double[][] {{1}, matrix})
                    : Optional.of(byLargest(matrix, rows, largest));
        }
        // The row and column through the largest value settle most filters without a decomposition.
        if (!agrees(matrix, byLargest(matrix, rows, largest), 4 * rounding * Math.abs(matrix[largest]))) {
            return Optional.empty();
        }
        double[][] table = new double[rows][columns];
        for (int row = 0; row < rows; row++) {
            System.arraycopy(matrix, row * columns, table[row], 0, columns);
        }
        SingularValueDecomposition decomposition =
                new SingularValueDecomposition(new Array2DRowRealMatrix(table, false));
        double root = Math.sqrt(decomposition.getSingularValues()[0]);
        double[] column =
                decomposition.getU().getColumnVector(0).mapMultiply(root).toArray();
        double[] row = decomposition.getV().getColumnVector(0).mapMultiply(root).toArray();
        double[][] pair = {column, row};
        return agrees(matrix, pair, rounding * rows * Math.abs(matrix[largest])) ? Optional.of(pair) : Optional.empty();
    }

    private static double[][] byLargest(double[] matrix, int rows, int largest) {
        int columns = matrix.length / rows;
        double[] column = new double[rows];
        double[] row = new double[columns];
        System.arraycopy(matrix, largest / columns * columns, row, 0, columns);
        for (int i = 0; i < rows; i++) {
            column[i] = matrix[largest] == 0 ? 0 : matrix[i * columns + largest % columns] / matrix[largest];
        }
        return new double[][] {column, row};
    }

    private static boolean agrees(double[] matrix, double[][] pair, double tolerance) {
        for (int i = 0; i < pair[0].length; i++) {
            for (int j = 0; j < pair[1].length; j++) {
                if (!(Math.abs(pair[0][i] * pair[1][j] - matrix[i * pair[1].length + j]) <= tolerance)) {
                    return false;
                }
            }
        }
        return true;
    }
}
