package org.plegma.convolve.stream;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ArrayShapes;
import org.plegma.array.ElementType;
import org.plegma.convolve.filter.Window;
import org.plegma.device.Session;
import org.plegma.device.timeline.Timeline;
import org.plegma.measure.progress.Progress;

/**
 * A {@code StreamConvolve} with its memory and kernels, ready for any number of images of one shape. Not thread-safe. Close it
 * to free its memory, which {@link Session#memory()} lists meanwhile.
 *
 * <pre>{@code
 * try (StreamPlan blur = Convolve.of(session).stream(Filter.gaussian(2, 8)).plan(frame, blurred)) {
 *     while (camera.fill(frame)) {
 *         blur.run(frame, blurred);
 *     }
 * }
 * }</pre>
 */
public final class StreamPlan implements AutoCloseable {
    private final ElementType type;
    private final int[] shape;
    private final String method;
    private final String instead;
    private final StripPlan plan;
    private final Supplier<List<StripMemory>> allocation;
    private final boolean overlap;
    private final boolean timed;
    private final boolean summed;
    private final Keys keys;
    private @Nullable List<StripMemory> memory;
    private boolean closed;

    /** Tells the work on one image from that on another. */
    @FunctionalInterface
    public interface Keys {
        String of(StreamSource source) throws IOException;
    }

    public StreamPlan(
            ElementType type,
            int[] shape,
            String method,
            String instead,
            StripPlan plan,
            Supplier<List<StripMemory>> allocation,
            boolean overlap,
            boolean timed,
            boolean summed,
            Keys keys) {
        this.type = type;
        this.shape = shape;
        this.method = method;
        this.instead = instead;
        this.plan = plan;
        this.allocation = allocation;
        this.overlap = overlap;
        this.timed = timed;
        this.summed = summed;
        this.keys = keys;
        this.memory = allocation.get();
    }

    /**
     * Computes the result of a source and puts it into a sink.
     *
     * @throws CancellationException if interrupted; strips that are on their way are finished before
     * @throws UncheckedIOException if something cannot be read or written; the message says what, and how to go on
     * @throws IllegalArgumentException if source and sink are not such as the plan was made for
     * @throws IllegalStateException if it is closed
     */
    public StreamReport run(StreamSource source, StreamSink sink) {
        List<StripMemory> held = require(source, sink);
        int axis = plan.axis();
        int[] out = Arrays.copyOfRange(plan.window().out(), axis, Window.AXES);
        StreamPinned pinnedOut = sink instanceof StreamPinned pinned ? pinned : null;
        boolean whole = false;
        try (StreamSink.Output output = sink.open(type, out, () -> keys.of(source));
                Progress progress = Progress.startQuietly("Convolving " + source, out[0]);
                StripPipeline pipeline = new StripPipeline(plan, held, source, pinnedOut, overlap, timed, summed)) {
            int resumed = output.finishedRows();
            progress.step(resumed);
            long start = System.nanoTime();
            pipeline.run(resumed, output, progress);
            output.complete();
            whole = true;
            return new StreamReport(
                    type,
                    out,
                    method,
                    instead,
                    plan.strips(resumed).size(),
                    plan.rows(),
                    resumed,
                    output.discarded(),
                    (System.nanoTime() - start) * 1e-9,
                    held.size(),
                    held.stream().mapToLong(StripMemory::deviceBytes).max().orElseThrow(),
                    held.stream().mapToLong(StripMemory::hostBytes).sum(),
                    pipeline.checksums(),
                    Timeline.of(pipeline.spans()));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot convolve " + source + ": " + e.getMessage(), e);
        } finally {
            if (!whole) {
                // The device may still work on it.
                held.forEach(StripMemory::close);
                memory = null;
            }
        }
    }

    /** @return where its strips are */
    private List<StripMemory> require(StreamSource source, StreamSink sink) {
        if (closed) {
            throw new IllegalStateException("This plan of a stream is closed: it has no memory any more.");
        }
        if (source == sink
                || source instanceof StreamGrid in && in.sharesMemoryWith(sink)
                || sink instanceof StreamFileSink out && out.replaces(source)) {
            throw new IllegalArgumentException(
                    "A stream cannot write into the image that it reads, " + source + ". Give another sink.");
        }
        List<StripMemory> held = memory == null ? allocation.get() : memory;
        memory = held;
        StripMemory first = held.get(0);
        if (source.type() != type
                || !Arrays.equals(source.shape(), shape)
                || source instanceof StreamPinned == first.isStagedIn()
                || sink instanceof StreamPinned == first.isStagedOut()) {
            throw new IllegalArgumentException("This plan takes " + type.javaName() + " " + ArrayShapes.text(shape)
                    + (first.isStagedIn() ? ", not from" : " from") + " pinned memory, and gives it"
                    + (first.isStagedOut() ? " to other than" : " to") + " pinned memory, found " + source + " and "
                    + sink + ".");
        }
        return held;
    }

    /** Frees its memory. */
    @Override
    public void close() {
        closed = true;
        if (memory != null) {
            memory.forEach(StripMemory::close);
            memory = null;
        }
    }

    @Override
    public String toString() {
        return "stream of " + type.javaName() + " " + ArrayShapes.text(shape) + " in strips of " + plan.rows()
                + " rows by " + method + (closed ? ", closed" : "");
    }
}
