package org.plegma.convolve.stream;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.plegma.array.ArrayShapes;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;
import org.plegma.device.HostBuffer;
import org.plegma.device.Session;

/**
 * An image in pinned memory of the host, from which and to which a device copies without a detour: as source or sink of a
 * stream it is the fastest there is. Close it after use; pinned memory is not swapped out.
 */
public final class StreamPinned implements StreamSource, StreamSink, AutoCloseable {
    private static final long PIECE_BYTES = 1 << 30;

    private final ElementType type;
    private final int[] shape;
    private final long rowLength;
    private final int rowsInBuffer;
    private final List<HostBuffer> buffers = new ArrayList<>();

    /** Rows that lie in one buffer. */
    public record Piece(HostBuffer buffer, long offset, int row, int rows) {}

    private StreamPinned(Session session, ElementType type, int... shape) {
        this.type = type;
        this.shape = shape.clone();
        this.rowLength = ArrayShapes.length(shape) / shape[0];
        this.rowsInBuffer = (int) Math.max(1, Math.min(shape[0], PIECE_BYTES / rowBytes()));
        try {
            for (int row = 0; row < shape[0]; row += rowsInBuffer) {
                buffers.add(session.pinned(type, Math.min(rowsInBuffer, shape[0] - row) * rowLength));
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Memory for an image, its contents undefined. */
    public static StreamPinned of(Session session, ElementType type, int... shape) {
        Preconditions.notNull(session, "session");
        Preconditions.notNull(type, "type");
        Preconditions.notNull(shape, "shape");
        if (!type.isFloating() || ArrayShapes.length(shape) == 0) {
            throw new IllegalArgumentException("An image has floats or doubles and at least one cell, found "
                    + type.javaName() + " " + ArrayShapes.text(shape) + ".");
        }
        return new StreamPinned(session, type, shape);
    }

    /** A copy of a grid. */
    public static StreamPinned of(Session session, Grid grid) {
        Preconditions.notNull(session, "session");
        Preconditions.notNull(grid, "grid");
        StreamPinned image = of(session, grid.type(), grid.shape());
        StreamSource.of(grid).copyTo(image);
        return image;
    }

    @Override
    public ElementType type() {
        return type;
    }

    @Override
    public int[] shape() {
        return shape.clone();
    }

    /** The buffers that hold some rows, with the place of the first in elements. */
    public List<Piece> pieces(int row, int count) {
        if (buffers.isEmpty()) {
            throw new IllegalStateException("An image in " + this + " was used after it was closed.");
        }
        List<Piece> pieces = new ArrayList<>();
        int at = row;
        while (at < row + count) {
            int within = at % rowsInBuffer;
            int rows = Math.min(rowsInBuffer - within, row + count - at);
            pieces.add(new Piece(buffers.get(at / rowsInBuffer), within * rowLength, at, rows));
            at += rows;
        }
        return pieces;
    }

    @Override
    public void read(int row, int count, ByteBuffer into) {
        Preconditions.notNull(into, "into");
        StreamCopy.inParallel(row, count, rowBytes(), (first, rows) -> {
            ByteBuffer part = StreamCopy.part(into, (first - row) * rowBytes(), rows * rowBytes());
            for (Piece piece : pieces(first, rows)) {
                part.put(bytes(piece));
            }
        });
    }

    private ByteBuffer bytes(Piece piece) {
        return StreamCopy.part(piece.buffer.bytes(), piece.offset * type.bytes(), piece.rows * rowBytes());
    }

    /** CRC-32C of some rows. */
    int checksum(int row, int count) {
        int whole = 0;
        for (Piece piece : pieces(row, count)) {
            ByteBuffer bytes = bytes(piece);
            whole = StreamChecksum.combined(whole, StreamChecksum.of(bytes), bytes.remaining());
        }
        return whole;
    }

    /** The image as a grid. */
    public Grid toGrid() {
        Grid grid = Grid.zeros(type, shape);
        copyTo(StreamSink.of(grid));
        return grid;
    }

    @Override
    public String identity() {
        return "pinned " + Integer.toHexString(checksum(0, shape[0]));
    }

    @Override
    public Output open(ElementType resultType, int[] resultShape, Key key) {
        Preconditions.notNull(resultType, "resultType");
        Preconditions.notNull(resultShape, "resultShape");
        Preconditions.notNull(key, "key");
        if (resultType != type || !Arrays.equals(resultShape, shape)) {
            throw new IllegalArgumentException("The result is " + resultType.javaName() + " "
                    + ArrayShapes.text(resultShape) + ", the memory for it " + type.javaName() + " "
                    + ArrayShapes.text(shape)
                    + ".");
        }
        return new Output() {
            @Override
            public int finishedRows() {
                return 0;
            }

            @Override
            public void write(int row, int count, ByteBuffer rows) {
                StreamCopy.inParallel(row, count, rowBytes(), (first, some) -> {
                    ByteBuffer part = StreamCopy.part(rows, (first - row) * rowBytes(), some * rowBytes());
                    for (Piece piece : pieces(first, some)) {
                        ByteBuffer target = bytes(piece);
                        target.put(part.slice(part.position(), target.remaining()));
                        part.position(part.position() + target.capacity());
                    }
                });
            }

            @Override
            public void complete() {}

            @Override
            public void close() {}
        };
    }

    /** Gives the memory back, once no copy uses it. */
    @Override
    public void close() {
        buffers.forEach(HostBuffer::close);
        buffers.clear();
    }

    @Override
    public String toString() {
        return "pinned memory " + ArrayShapes.text(shape);
    }
}
