package org.plegma.convolve.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.plegma.array.ArrayShapes;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;

/** A grid in memory as source and sink. */
final class StreamGrid implements StreamSource, StreamSink {
    private final Grid grid;
    private final int rowLength;

    StreamGrid(Grid grid) {
        if (!grid.type().isFloating()) {
            throw new IllegalArgumentException("An image has floats or doubles, found "
                    + grid.type().javaName() + "s: convert it with to(ElementType.FLOAT).");
        }
        this.grid = grid;
        this.rowLength = grid.size(0) == 0 ? 0 : Math.toIntExact(grid.length() / grid.size(0));
    }

    @Override
    public ElementType type() {
        return grid.type();
    }

    @Override
    public int[] shape() {
        return grid.shape();
    }

    @Override
    public void read(int row, int count, ByteBuffer into) {
        StreamCopy.inParallel(row, count, rowBytes(), (first, rows) -> {
            ByteBuffer part = StreamCopy.part(into, (first - row) * rowBytes(), rows * rowBytes());
            if (type() == ElementType.FLOAT) {
                part.asFloatBuffer().put(grid.floats(), first * rowLength, rows * rowLength);
            } else {
                part.asDoubleBuffer().put(grid.doubles(), first * rowLength, rows * rowLength);
            }
        });
    }

    /** By all elements: a notebook may have changed any of them since it was interrupted. */
    @Override
    public String identity() throws IOException {
        return "grid " + Integer.toHexString(StreamChecksum.of(this));
    }

    @Override
    public Output open(ElementType type, int[] shape, Key key) {
        if (type != grid.type() || !Arrays.equals(shape, grid.shape())) {
            throw new IllegalArgumentException("The result is " + type.javaName() + " " + ArrayShapes.text(shape)
                    + ", the grid for it " + grid.type().javaName() + " " + ArrayShapes.text(grid.shape()) + ".");
        }
        return new Output() {
            @Override
            public int finishedRows() {
                return 0;
            }

            @Override
            public void write(int row, int count, ByteBuffer rows) {
                StreamGrid.this.write(row, count, rows);
            }

            @Override
            public void complete() {}

            @Override
            public void close() {}
        };
    }

    boolean sharesMemoryWith(StreamSink sink) {
        return sink instanceof StreamGrid other && other.grid.data() == grid.data();
    }

    void write(int row, int count, ByteBuffer from) {
        StreamCopy.inParallel(row, count, rowBytes(), (first, rows) -> {
            ByteBuffer part = StreamCopy.part(from, (first - row) * rowBytes(), rows * rowBytes());
            if (type() == ElementType.FLOAT) {
                part.asFloatBuffer().get(grid.floats(), first * rowLength, rows * rowLength);
            } else {
                part.asDoubleBuffer().get(grid.doubles(), first * rowLength, rows * rowLength);
            }
        });
    }

    @Override
    public String toString() {
        return "a grid " + ArrayShapes.text(shape());
    }
}
