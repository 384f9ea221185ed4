package org.plegma.gemm.host;

import java.nio.Buffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.gemm.product.Op;

/**
 * A matrix in the host's memory: element (i, j) lies at {@code i*leading + j} of a FloatBuffer or DoubleBuffer.
 *
 * @param leading elements from a row to the next, at least {@code columns}
 */
public record HostMatrix(Buffer data, int rows, int columns, int leading) {

    /** Row after row, without gaps. */
    public HostMatrix(Buffer data, int rows, int columns) {
        this(data, rows, columns, columns);
    }

    public ElementType type() {
        return data instanceof FloatBuffer ? ElementType.FLOAT : ElementType.DOUBLE;
    }

    /** Rows after an operation. */
    int rows(Op op) {
        return op == Op.N ? rows : columns;
    }

    /** Columns after an operation. */
    int columns(Op op) {
        return op == Op.N ? columns : rows;
    }

    /** Some rows of it, in the same memory. */
    public HostMatrix part(int row, int height) {
        int length = height == 0 ? 0 : (height - 1) * leading + columns;
        return new HostMatrix(data.slice(row * leading, length), height, columns, leading);
    }

    /** Copies the elements of a grid of the same shape to it. */
    public HostMatrix set(Grid values) {
        Grid own = values.to(type());
        for (int i = 0; i < rows; i++) {
            if (data instanceof FloatBuffer floats) {
                floats.put(i * leading, own.floats(), i * columns, columns);
            } else {
                ((DoubleBuffer) data).put(i * leading, own.doubles(), i * columns, columns);
            }
        }
        return this;
    }

    /** A copy. */
    public Grid grid() {
        Grid grid = Grid.zeros(type(), rows, columns);
        for (int i = 0; i < rows; i++) {
            if (data instanceof FloatBuffer floats) {
                floats.get(i * leading, grid.floats(), i * columns, columns);
            } else {
                ((DoubleBuffer) data).get(i * leading, grid.doubles(), i * columns, columns);
            }
        }
        return grid;
    }

    /** For example {@code 3 x 4 float}. */
    @Override
    public String toString() {
        return rows + " x " + columns + " " + type().javaName();
    }
}
