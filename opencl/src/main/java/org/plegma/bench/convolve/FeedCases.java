package org.plegma.bench.convolve;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.convolve.StreamConvolve;
import org.plegma.convolve.stream.StreamPinned;
import org.plegma.convolve.stream.StreamPlan;
import org.plegma.convolve.stream.StreamSink;
import org.plegma.convolve.stream.StreamSource;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.measure.BenchCase;
import org.plegma.measure.Trial;

/**
 * Many images of one shape through one plan: from and to pinned memory, whose allocation is counted, and from and to arrays of Java.
 * The more images, the more the allocation pays.
 */
final class FeedCases {
    private static final long MEMORY = 4L << 30;

    private FeedCases() {}

    static List<BenchCase> cases(int side, int radius, int images) {
        double cells = (double) side * side * images;
        List<BenchCase> cases = new ArrayList<>();
        for (boolean pinned : new boolean[] {true, false}) {
            cases.add(BenchCase.of(
                            StreamFamily.FAMILY, "feed", pinned ? "pinned, allocation counted" : StreamFamily.GRIDS)
                    .type(ElementType.FLOAT)
                    .shape(side, side)
                    .parameter("radius", radius)
                    .parameter("images", images)
                    .bytes(2 * cells * Float.BYTES)
                    .cells(cells)
                    .once()
                    .prepare(buffers -> new Feed(buffers.session(), side, radius, images, pinned)));
        }
        return cases;
    }

    private static final class Feed implements Trial {
        private final Session session;
        private final int images;
        private final boolean pinned;
        private final StreamConvolve stream;
        private final Grid image;
        private final Grid found;
        private final Grid expected;
        private @Nullable StreamPinned in;
        private @Nullable StreamPinned out;

        Feed(Session session, int side, int radius, int images, boolean pinned) {
            this.session = session;
            this.images = images;
            this.pinned = pinned;
            image = Grid.floats(side, side);
            StreamFamily.noise(side, side).copyTo(StreamSink.of(image));
            found = Grid.floats(side, side);
            expected = StreamFamily.settings(session).convolve(image, StreamFamily.filter(radius));
            stream = StreamFamily.settings(session).stream(StreamFamily.filter(radius))
                    .memory(MEMORY, MEMORY)
                    .timeline(false);
        }

        @Override
        public List<Event> run() {
            StreamSource source = StreamSource.of(image);
            StreamSink sink = StreamSink.of(found);
            if (pinned) {
                in = StreamPinned.of(session, image);
                out = StreamPinned.of(session, ElementType.FLOAT, image.shape());
                source = in;
                sink = out;
            }
            try (StreamPlan plan = stream.plan(source, sink)) {
                for (int i = 0; i < images; i++) {
                    plan.run(source, sink);
                }
            }
            return List.of();
        }

        /** Of the last result. */
        @Override
        public double error() {
            Grid last = pinned ? Objects.requireNonNull(out, "run comes first").toGrid() : found;
            return StreamFamily.difference(expected.floats(), last.floats());
        }

        @Override
        public void close() {
            for (StreamPinned memory : new StreamPinned[] {in, out}) {
                if (memory != null) {
                    memory.close();
                }
            }
        }
    }
}
