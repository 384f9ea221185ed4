package org.plegma.mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;
import org.plegma.device.DeviceArray;
import org.plegma.fft.Fft;
import org.plegma.fft.FftPlan;
import org.plegma.mpi.library.MpiRequest;

/**
 * Transforms of grids that are spread over ranks, with the meanings of {@link Fft}. Of a grid of two axes or more a rank has some places
 * along the first axis, and of its spectrum some along the second ({@link #part}). Each rank transforms along all axes but the first;
 * then each sends a block to each other one, and transforms along the first axis.
 *
 * <p>All ranks call the same methods. Not thread-safe.
 */
public final class RankFft {
    private static final int PIECE_BYTES = 64 << 20;
    /** Above those of planes and of grids. */
    private static final int TAG = 32_001;

    private final Ranks ranks;
    private final int pieceBytes;

    private RankFft(Ranks ranks, int pieceBytes) {
        this.ranks = ranks;
        this.pieceBytes = pieceBytes;
    }

    /** On all ranks, each with its session's device. */
    public static RankFft of(Ranks ranks) {
        return of(ranks, PIECE_BYTES);
    }

    /** With messages of so many bytes at most, a multiple of 8. */
    static RankFft of(Ranks ranks, int pieceBytes) {
        Preconditions.notNull(ranks, "ranks");
        return new RankFft(ranks, pieceBytes);
    }

    private int cut(int length, int rank) {
        return Summa.cut(length, ranks.size(), rank);
    }

    private int count(int length, int rank) {
        return cut(length, rank + 1) - cut(length, rank);
    }

    /** This rank's part of a grid that it has as a whole: along axis 0 of values, along axis 1 of a spectrum. */
    public Grid part(Grid whole, int axis) {
        Preconditions.notNull(whole, "whole");
        int[] from = new int[whole.rank()];
        from[axis] = cut(whole.size(axis), ranks.rank());
        return whole.region(from, partOf(whole.shape(), axis, ranks.rank()));
    }

    private int[] partOf(int[] shape, int axis, int rank) {
        int[] part = shape.clone();
        part[axis] = count(shape[axis], rank);
        return part;
    }

    /**
     * The spectrum of complex values.
     *
     * @param values this rank's part, along the first axis
     * @param shape of all values, without the axis of parts
     * @return this rank's part of the spectrum, along the second axis
     */
    public Grid fft(Grid values, int... shape) {
        return forward(false, values, shape);
    }

    /** The complex values, this rank's part along the first axis, of its part of the spectrum, along the second. */
    public Grid ifft(Grid spectrum, int... shape) {
        return inverse(false, spectrum, shape);
    }

    /** As {@link #fft}, the first half of the spectrum of reals: n/2+1 values along the last axis. */
    public Grid rfft(Grid values, int... shape) {
        return forward(true, values, shape);
    }

    /** As {@link #ifft}, reals of this shape of the half of their spectrum. */
    public Grid irfft(Grid spectrum, int... shape) {
        return inverse(true, spectrum, shape);
    }

    private Grid forward(boolean real, Grid values, int... shape) {
        int[] spectrum = spectrum(real, shape);
        requireEnough(shape, spectrum);
        int[] input = real ? shape : spectrum;
        requirePart("values", values, input, 0);
        Grid lines;
        try (FftPlan within = within(real, values.type(), shape)) {
            lines = run(within::forward, values, within.spectrumShape());
        }
        Grid columns = exchange(lines, spectrum, true);
        try (FftPlan across = across(values.type(), spectrum)) {
            return run(across::forward, columns, columns.shape());
        }
    }

    private Grid inverse(boolean real, Grid part, int... shape) {
        int[] spectrum = spectrum(real, shape);
        requireEnough(shape, spectrum);
        requirePart("spectrum", part, spectrum, 1);
        Grid columns;
        try (FftPlan across = across(part.type(), spectrum)) {
            columns = run(across::inverse, part, part.shape());
        }
        Grid lines = exchange(columns, spectrum, false);
        try (FftPlan within = within(real, part.type(), shape)) {
            return run(within::inverse, lines, within.inputShape());
        }
    }

    private static int[] spectrum(boolean real, int... shape) {
        int[] all = Arrays.copyOf(shape, shape.length + 1);
        all[shape.length] = 2;
        if (real) {
            all[shape.length - 1] = shape[shape.length - 1] / 2 + 1;
        }
        return all;
    }

    private FftPlan within(boolean real, ElementType type, int... shape) {
        Fft fft = Fft.of(ranks.session()).axes(shape.length - 1);
        int[] part = partOf(shape, 0, ranks.rank());
        return real ? fft.planReal(type, part) : fft.plan(type, part);
    }

    private FftPlan across(ElementType type, int... spectrum) {
        int[] part = partOf(spectrum, 1, ranks.rank());
        return Fft.of(ranks.session()).planAlongFirst(type, Arrays.copyOf(part, part.length - 1));
    }

    private interface Direction {
        Object run(DeviceArray in, DeviceArray out);
    }

    private Grid run(Direction direction, Grid from, int... shape) {
        try (DeviceArray in = ranks.session().upload(from);
                DeviceArray out = ranks.session().allocate(from.type(), shape)) {
            direction.run(in, out);
            return out.download();
        }
    }

    private void requirePart(String what, Grid part, int[] whole, int axis) {
        Preconditions.notNull(part, what);
        int[] expected = partOf(whole, axis, ranks.rank());
        if (!Arrays.equals(part.shape(), expected)) {
            throw new IllegalArgumentException("The part of the " + what + " must be " + Arrays.toString(expected)
                    + " on rank " + ranks.rank() + ", found " + Arrays.toString(part.shape()) + ".");
        }
    }

    private void requireEnough(int[] shape, int[] spectrum) {
        if (shape.length < 2 || shape[0] < ranks.size() || spectrum[1] < ranks.size()) {
            throw new IllegalArgumentException("A transform on " + ranks.size()
                    + " ranks needs two axes or more, and a place for each rank along the first axis of the values and the"
                    + " second of the spectrum, found " + Arrays.toString(shape) + ".");
        }
    }

    /** A part of the other kind: of columns if this one is of rows, or the other way about. */
    private Grid exchange(Grid part, int[] whole, boolean toColumns) {
        Grid result = Grid.zeros(part.type(), partOf(whole, toColumns ? 1 : 0, ranks.rank()));
        int own = ranks.rank();
        Rows ownFrom = rows(part, whole, own, own, toColumns);
        Rows ownTo = rows(result, whole, own, own, !toColumns);
        for (long row = 0; row < ownFrom.count; row++) {
            System.arraycopy(
                    part.data(), ownFrom.place(row), result.data(), ownTo.place(row), Math.toIntExact(ownFrom.width));
        }
        Piece out = new Piece(pieceBytes);
        Piece in = new Piece(pieceBytes);
        for (int step = 1; step < ranks.size(); step++) {
            int to = (own + step) % ranks.size();
            int from = Math.floorMod(own - step, ranks.size());
            Rows sent = toColumns ? rows(part, whole, own, to, true) : rows(part, whole, to, own, false);
            Rows received = toColumns ? rows(result, whole, from, own, false) : rows(result, whole, own, from, true);
            long values = pieceBytes / part.type().bytes();
            for (long at = 0; at < Math.max(sent.length(), received.length()); at += values) {
                List<MpiRequest> requests = new ArrayList<>();
                if (at < received.length()) {
                    ByteBuffer piece = in.of(received, at, values, part.type());
                    requests.add(ranks.calls().receive(ranks.communicator(), piece, from, TAG));
                }
                if (at < sent.length()) {
                    ByteBuffer piece = out.of(sent, at, values, part.type());
                    sent.copy(part, at, piece, true);
                    requests.add(ranks.calls().send(ranks.communicator(), piece, to, TAG));
                }
                requests.forEach(MpiRequest::await);
                if (at < received.length()) {
                    received.copy(result, at, in.of(received, at, values, part.type()), false);
                }
            }
        }
        return result;
    }

    /** The block of one rank's rows and another's columns, in a part of rows or of columns. */
    private Rows rows(Grid part, int[] whole, int ofRows, int ofColumns, boolean isRows) {
        long inner = part.length() / part.size(0) / part.size(1);
        long width = count(whole[1], ofColumns) * inner;
        return isRows
                ? new Rows(cut(whole[1], ofColumns) * inner, whole[1] * inner, width, count(whole[0], ofRows))
                : new Rows(cut(whole[0], ofRows) * width, width, width, count(whole[0], ofRows));
    }

    /** Where the rows of a block lie in a grid. */
    private record Rows(long first, long pitch, long width, long count) {
        long length() {
            return width * count;
        }

        int place(long row) {
            return Math.toIntExact(first + row * pitch);
        }

        /** Copies to a message, or from it, the values that fill it, in the order of rows, from one on. */
        void copy(Grid grid, long at, ByteBuffer message, boolean toMessage) {
            int bytes = grid.type().bytes();
            long end = at + message.limit() / bytes;
            int done = 0;
            for (long next = at; next < end; ) {
                long row = next / width;
                int length = (int) Math.min((row + 1) * width, end) - (int) next;
                int place = place(row) + (int) (next - row * width);
                ByteBuffer values = message.slice(done * bytes, length * bytes).order(message.order());
                if (toMessage) {
                    GridMessages.put(grid, place, length, values);
                } else {
                    GridMessages.get(values, grid, place, length);
                }
                done += length;
                next += length;
            }
        }
    }

    /** Memory of a message. */
    private static final class Piece {
        private final ByteBuffer buffer;

        Piece(int bytes) {
            buffer = ByteBuffer.allocateDirect(bytes);
        }

        ByteBuffer of(Rows rows, long at, long most, ElementType type) {
            int bytes = (int) Math.min(most, rows.length() - at) * type.bytes();
            return buffer.duplicate().order(ByteOrder.nativeOrder()).limit(bytes);
        }
    }

    /** The whole on rank 0, of the parts of all ranks along an axis; nothing on the others. */
    public Optional<Grid> gather(Grid part, int axis, int... whole) {
        Preconditions.notNull(part, "part");
        requirePart(axis == 0 ? "values" : "spectrum", part, whole, axis);
        GridMessages messages = new GridMessages(ranks);
        if (ranks.rank() > 0) {
            messages.send(part, 0);
            return Optional.empty();
        }
        Grid all = Grid.zeros(part.type(), whole);
        for (int rank = 0; rank < ranks.size(); rank++) {
            Grid theirs = rank == 0 ? part : Grid.zeros(part.type(), partOf(whole, axis, rank));
            if (rank > 0) {
                messages.receive(theirs, 0, theirs.length(), rank);
            }
            int outer = axis == 0 ? 1 : whole[0];
            int length = Math.toIntExact(theirs.length() / outer);
            int place = Math.toIntExact(cut(whole[axis], rank) * (theirs.length() / outer / theirs.size(axis)));
            for (int i = 0; i < outer; i++) {
                System.arraycopy(
                        theirs.data(),
                        i * length,
                        all.data(),
                        i * Math.toIntExact(all.length() / outer) + place,
                        length);
            }
        }
        return Optional.of(all);
    }

    @Override
    public String toString() {
        return "transforms on " + ranks.size() + " ranks";
    }
}
