package org.plegma.convolve.stream;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.plegma.array.ArrayShapes;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;

/**
 * An image that is read in parts, rows after rows; it may be larger than memory. A row is all that has the same index of the
 * first axis, so a volume's rows are its planes. Reading must be possible from several threads at once.
 */
public interface StreamSource {
    /** float or double. */
    ElementType type();

    /** Sizes of the axes, slowest first. */
    int[] shape();

    /**
     * Puts whole rows into a buffer from its position on, in native byte order.
     *
     * @throws IOException if they cannot be read
     */
    void read(int row, int count, ByteBuffer into) throws IOException;

    /** Some rows as a grid. */
    default Grid rows(int row, int count) {
        int[] part = shape();
        if (row < 0 || count < 1 || row > part[0] - count) {
            throw new IndexOutOfBoundsException(
                    "Rows " + row + " to " + (row + count - 1L) + " of an image of " + part[0] + ".");
        }
        part[0] = count;
        Grid grid = Grid.zeros(type(), part);
        try {
            ByteBuffer bytes = ByteBuffer.allocateDirect(Math.toIntExact(count * rowBytes()))
                    .order(ByteOrder.nativeOrder());
            read(row, count, bytes);
            new StreamGrid(grid).write(0, count, bytes.clear());
            return grid;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + this + ": " + e.getMessage(), e);
        }
    }

    /** What tells this input from another when interrupted work goes on, apart from samples of its rows. */
    String identity() throws IOException;

    /** Bytes of a row. */
    default long rowBytes() {
        int[] shape = shape();
        return shape[0] == 0 ? 0 : ArrayShapes.length(shape) / shape[0] * type().bytes();
    }

    /** A grid in memory. */
    static StreamSource of(Grid grid) {
        Preconditions.notNull(grid, "grid");
        return new StreamGrid(grid);
    }

    /**
     * A file of nothing but the elements, row-major and little-endian.
     *
     * @throws IllegalArgumentException if its size is not that of the shape
     */
    static StreamSource raw(Path file, ElementType type, int... shape) {
        Preconditions.notNull(file, "file");
        Preconditions.notNull(type, "type");
        Preconditions.notNull(shape, "shape");
        return StreamRawSource.of(file, type, shape);
    }

    /**
     * A dataset of an HDF5 file. Floating-point elements keep their type; integers of up to 16 bits become float, larger
     * ones double. Contiguous datasets are read fastest; chunked ones should have chunks that are wide and not high.
     *
     * @throws IllegalArgumentException if there is no such dataset, or it is not numeric
     */
    static StreamSource hdf5(Path file, String name) {
        Preconditions.notNull(file, "file");
        Preconditions.notNull(name, "name");
        return StreamHdf5Source.of(file, name);
    }

    /** Fills one row: an array of floats or doubles. */
    @FunctionalInterface
    interface RowFunction<A> {
        /** May be called from several threads at once. */
        void fill(int row, A values);
    }

    /**
     * An image that is made when it is needed.
     *
     * @param name tells it from others when interrupted work goes on
     * @param function gives all elements of a row, in floats
     */
    static StreamSource generate(String name, RowFunction<float[]> function, int... shape) {
        Preconditions.notNull(name, "name");
        Preconditions.notNull(function, "function");
        Preconditions.notNull(shape, "shape");
        return new StreamGenerated(name, function, shape);
    }

    /** Copies all to a sink, in parts of some megabytes. It goes on where an interrupted copy ended, as streams do. */
    default void copyTo(StreamSink sink) {
        Preconditions.notNull(sink, "sink");
        StreamCopy.copy(this, sink);
    }
}
