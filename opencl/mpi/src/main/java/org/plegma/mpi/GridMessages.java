package org.plegma.mpi;

import java.nio.ByteBuffer;
import org.plegma.array.Grid;

/** Grids of the host as messages, in pieces that fit into a buffer outside of Java's heap. */
final class GridMessages {
    private static final int PIECE_BYTES = 1 << 24;
    /** Above those of planes. */
    private static final int TAG = 32_000;

    private final Ranks ranks;
    private final ByteBuffer buffer = Ranks.memory(PIECE_BYTES);

    GridMessages(Ranks ranks) {
        this.ranks = ranks;
    }

    /** Sends a grid, which {@link #receive} takes. */
    void send(Grid grid, int to) {
        int step = PIECE_BYTES / grid.type().bytes();
        for (int from = 0; from < grid.length(); from += step) {
            int count = (int) Math.min(step, grid.length() - from);
            ByteBuffer piece = piece(grid, count);
            put(grid, from, count, piece);
            ranks.calls().send(ranks.communicator(), piece, to, TAG).await();
        }
    }

    /** Receives a grid of that type and size into it, from some element on. */
    void receive(Grid grid, long offset, long length, int sender) {
        int step = PIECE_BYTES / grid.type().bytes();
        for (int from = 0; from < length; from += step) {
            int count = (int) Math.min(step, length - from);
            ByteBuffer piece = piece(grid, count);
            ranks.calls().receive(ranks.communicator(), piece, sender, TAG).await();
            get(piece, grid, Math.toIntExact(offset + from), count);
        }
    }

    private ByteBuffer piece(Grid grid, int count) {
        return buffer.duplicate()
                .order(buffer.order())
                .limit(count * grid.type().bytes());
    }

    /** Fills a message from a grid. */
    static void put(Grid grid, int from, int count, ByteBuffer piece) {
        switch (grid.type()) {
            case FLOAT -> piece.asFloatBuffer().put(grid.floats(), from, count);
            case DOUBLE -> piece.asDoubleBuffer().put(grid.doubles(), from, count);
            case INT -> piece.asIntBuffer().put(grid.ints(), from, count);
            case LONG -> piece.asLongBuffer().put(grid.longs(), from, count);
            default -> throw unsent(grid);
        }
    }

    /** Fills a part of a grid from a message. */
    static void get(ByteBuffer piece, Grid grid, int from, int count) {
        switch (grid.type()) {
            case FLOAT -> piece.asFloatBuffer().get(grid.floats(), from, count);
            case DOUBLE -> piece.asDoubleBuffer().get(grid.doubles(), from, count);
            case INT -> piece.asIntBuffer().get(grid.ints(), from, count);
            case LONG -> piece.asLongBuffer().get(grid.longs(), from, count);
            default -> throw unsent(grid);
        }
    }

    private static IllegalArgumentException unsent(Grid grid) {
        return new IllegalArgumentException(
                "A grid of " + grid.type().javaName() + " cannot be sent: expected float, double, int or long.");
    }
}
