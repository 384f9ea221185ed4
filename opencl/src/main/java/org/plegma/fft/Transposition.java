package org.plegma.fft;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.device.SharedArray;

/**
 * Deals an array of complex values out anew: from rows on each device to columns on each, or back. A row has columns, and a column
 * {@code inner} values. All devices write and read at once; the host waits after each piece.
 */
final class Transposition implements AutoCloseable {
    /** Large enough for the link's full rate. A piece has one row at least. */
    static final long PIECE_BYTES = 64L << 20;

    private final List<Session> sessions;
    private final int columns;
    private final long inner;
    private final long piece;
    private final List<BlockLink.Copier> copiers = new ArrayList<>();
    /** From a giver, to a taker; null from a device to itself. */
    private final @Nullable BlockLink[][] links;

    /**
     * @param rows an array dealt out along axis 0, of any values within
     * @param columns the same along axis 1
     * @param pieceBytes the most that goes from one device to another before the host waits
     */
    Transposition(List<Session> sessions, SharedArray rows, SharedArray columns, long pieceBytes) {
        this.sessions = sessions;
        ElementType type = rows.type();
        int[] shape = rows.shape();
        this.columns = shape[1];
        this.inner = Planner.count(shape, 2, shape.length) / 2;
        this.piece = pieceBytes / (2L * type.bytes());
        int devices = sessions.size();
        links = new BlockLink[devices][devices];
        try {
            sessions.forEach(session -> copiers.add(BlockLink.Copier.of(session, type)));
            for (int giver = 0; giver < devices; giver++) {
                for (int taker = 0; taker < devices; taker++) {
                    long half = Math.max(
                            values(rows.count(giver), columns.count(taker)),
                            values(rows.count(taker), columns.count(giver)));
                    if (giver != taker && half > 0) {
                        links[giver][taker] = BlockLink.of(copiers.get(giver), copiers.get(taker), type, half);
                    }
                }
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Of the largest piece of a block. */
    private long values(int rows, int columns) {
        return columns * inner * Math.min(rows, piecesRows(columns));
    }

    private long piecesRows(int columns) {
        return columns == 0 ? 0 : Math.max(1, piece / (columns * inner));
    }

    /** A block on its way. */
    private final class Move {
        final int giver;
        final int taker;
        final Block from;
        final Block to;
        final long width;
        final long rows;
        final long most;

        Move(int giver, int taker, Block from, Block to, int columns, long rows) {
            this.giver = giver;
            this.taker = taker;
            this.from = from;
            this.to = to;
            this.width = columns * inner;
            this.rows = rows;
            this.most = giver == taker ? rows : piecesRows(columns);
        }

        long pieces() {
            return (rows + most - 1) / most;
        }

        private long size(long turn) {
            return Math.min(most, rows - turn * most);
        }

        void start(long turn, List<Event> started) {
            if (giver == taker) {
                if (turn == 0) {
                    started.add(copiers.get(giver).copy(sessions.get(giver).upload(), from, to, width, rows));
                }
                return;
            }
            BlockLink link = links[giver][taker];
            if (turn < pieces()) {
                started.add(link.put(turn, from.after(turn * most), width, size(turn)));
                sessions.get(giver).download().flush();
            }
            if (turn > 0 && turn <= pieces()) {
                started.add(link.take(turn - 1, to.after((turn - 1) * most), width, size(turn - 1)));
                sessions.get(taker).upload().flush();
            }
        }
    }

    /** From rows to columns; what is in the rows has ended. */
    void toColumns(SharedArray rows, SharedArray to) {
        move(rows, to, true);
    }

    /** From columns to rows; what is in the columns has ended. */
    void toRows(SharedArray from, SharedArray rows) {
        move(rows, from, false);
    }

    private void move(SharedArray rows, SharedArray dealt, boolean toColumns) {
        List<Move> moves = new ArrayList<>();
        for (int r = 0; r < sessions.size(); r++) {
            for (int c = 0; c < sessions.size(); c++) {
                if (rows.count(r) > 0 && dealt.count(c) > 0) {
                    long width = dealt.count(c) * inner;
                    Block inRows = new Block(rows.part(r).orElseThrow(), dealt.first(c) * inner, columns * inner);
                    Block inColumns = new Block(dealt.part(c).orElseThrow(), rows.first(r) * width, width);
                    moves.add(
                            toColumns
                                    ? new Move(r, c, inRows, inColumns, dealt.count(c), rows.count(r))
                                    : new Move(c, r, inColumns, inRows, dealt.count(c), rows.count(r)));
                }
            }
        }
        long turns = moves.stream().mapToLong(Move::pieces).max().orElse(0) + 1;
        for (long turn = 0; turn < turns; turn++) {
            List<Event> started = new ArrayList<>();
            for (Move move : moves) {
                move.start(turn, started);
            }
            started.forEach(Event::await);
        }
    }

    @Override
    public void close() {
        sessions.forEach(session -> {
            session.download().finish(); // what was broken off may still use the boxes
            session.upload().finish();
        });
        for (BlockLink[] of : links) {
            for (BlockLink link : of) {
                if (link != null) {
                    link.close();
                }
            }
        }
        copiers.forEach(BlockLink.Copier::close);
    }
}
