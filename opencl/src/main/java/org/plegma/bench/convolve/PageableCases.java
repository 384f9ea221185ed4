package org.plegma.bench.convolve;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.convolve.stream.StreamPinned;
import org.plegma.convolve.stream.StreamSink;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.measure.BenchCase;
import org.plegma.measure.Buffers;
import org.plegma.measure.Trial;

/**
 * What pinned memory saves and costs, as bench cases beside {@code upload} and {@code download} of {@link StreamFamily}, which are
 * from and to it: the same image from and to arrays of Java, and the allocation of pinned memory for it, as far as the driver does it then.
 */
final class PageableCases {
    /** As many as the copies from pinned memory have. */
    private static final int PIECES = 64;

    private PageableCases() {}

    static List<BenchCase> cases(String family, String name, int side) {
        double cells = (double) side * side;
        List<BenchCase> cases = new ArrayList<>();
        for (String method : List.of("upload, pageable", "download, pageable", "allocate pinned")) {
            cases.add(BenchCase.of(family, name, method)
                    .type(ElementType.FLOAT)
                    .shape(side, side)
                    .bytes(cells * Float.BYTES)
                    .cells(cells)
                    .inCache()
                    .prepare(buffers -> method.equals("allocate pinned")
                            ? new Allocation(buffers, side)
                            : new Copies(buffers, side, method.startsWith("upload"))));
        }
        return cases;
    }

    private static final class Copies implements Trial {
        private final List<Grid> pieces = new ArrayList<>();
        private final DeviceArray strip;
        private final boolean up;

        Copies(Buffers buffers, int side, boolean up) {
            this.up = up;
            int rows = side / PIECES;
            Grid noise = Grid.random(ElementType.FLOAT, 1, rows, side);
            for (int piece = 0; piece < PIECES; piece++) {
                pieces.add(up ? noise.copy() : buffers.hostOutput(ElementType.FLOAT, rows, side));
                if (up) {
                    pieces.get(piece).set(piece, 0, 0); // each is another, so that the last is known
                }
            }
            strip = up ? buffers.output(ElementType.FLOAT, rows, side) : buffers.input(noise);
        }

        @Override
        public List<Event> run() {
            pieces.forEach(piece -> (up ? strip.upload(piece) : strip.download(piece)).await());
            return List.of();
        }

        /** Of the piece that came last. */
        @Override
        public double error() {
            return StreamFamily.difference(
                    pieces.get(PIECES - 1).floats(), strip.download().floats());
        }
    }

    private static final class Allocation implements Trial {
        private final Buffers buffers;
        private final int side;
        private @Nullable StreamPinned last;

        Allocation(Buffers buffers, int side) {
            this.buffers = buffers;
            this.side = side;
        }

        @Override
        public List<Event> run() {
            close();
            last = StreamPinned.of(buffers.session(), ElementType.FLOAT, side, side);
            return List.of();
        }

        @Override
        public double error() {
            StreamPinned made = Objects.requireNonNull(last, "run comes first");
            Grid expected = Grid.floats(side, side);
            StreamFamily.noise(side, side).copyTo(StreamSink.of(expected));
            StreamFamily.noise(side, side).copyTo(made);
            return StreamFamily.difference(expected.floats(), made.toGrid().floats());
        }

        @Override
        public void close() {
            if (last != null) {
                last.close();
            }
            last = null;
        }
    }
}
