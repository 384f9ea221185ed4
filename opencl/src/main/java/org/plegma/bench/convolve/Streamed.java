package org.plegma.bench.convolve;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.convolve.StreamConvolve;
import org.plegma.convolve.stream.StreamPinned;
import org.plegma.convolve.stream.StreamPlan;
import org.plegma.convolve.stream.StreamSink;
import org.plegma.convolve.stream.StreamSource;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.device.timeline.Timeline;
import org.plegma.measure.Trial;

/** The image in strips. */
final class Streamed implements Trial {
    private static final long MEMORY = 4L << 30;

    private final StreamConvolve stream;
    private final Optional<StreamPlan> plan;
    private final StreamSource source;
    private final StreamSink sink;
    private final Grid expected;
    private final Supplier<Grid> result;

    /** @param sessions each for a device; the image is in the memory of the first */
    Streamed(List<Session> sessions, int side, int radius, String method) {
        Session session = sessions.get(0);
        stream = StreamFamily.settings(session).stream(StreamFamily.filter(radius))
                .memory(MEMORY, MEMORY)
                .overlap(!method.equals(StreamFamily.ONE_AFTER_ANOTHER))
                .on(sessions);
        Grid image = Grid.floats(side, side);
        StreamFamily.noise(side, side).copyTo(StreamSink.of(image));
        expected = StreamFamily.settings(session).convolve(image, StreamFamily.filter(radius));
        if (method.equals(StreamFamily.GRIDS)) {
            source = StreamSource.of(image);
            Grid found = Grid.floats(side, side);
            sink = StreamSink.of(found);
            result = () -> found;
        } else {
            source = StreamPinned.of(session, image);
            StreamPinned found = StreamPinned.of(session, ElementType.FLOAT, side, side);
            sink = found;
            result = found::toGrid;
        }
        plan = method.equals(StreamFamily.SINGLE_CALL)
                ? Optional.empty()
                : Optional.of(stream.timeline(false).plan(source, sink));
    }

    @Override
    public List<Event> run() {
        plan.ifPresentOrElse(kept -> kept.run(source, sink), () -> stream.run(source, sink));
        return List.of();
    }

    @Override
    public Optional<Timeline> timeline() {
        return Optional.of(stream.timeline(true).run(source, sink).timeline());
    }

    @Override
    public double error() {
        return StreamFamily.difference(expected.floats(), result.get().floats());
    }

    @Override
    public void close() {
        plan.ifPresent(StreamPlan::close);
        if (source instanceof StreamPinned pinned) {
            pinned.close();
        }
        if (sink instanceof StreamPinned pinned) {
            pinned.close();
        }
    }
}
