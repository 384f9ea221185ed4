package org.plegma.convolve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.plegma.array.ElementType;
import org.plegma.array.Preconditions;
import org.plegma.convolve.filter.Filter;
import org.plegma.convolve.filter.Taps;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.methods.ConvolutionMethods;
import org.plegma.convolve.stream.StreamKey;
import org.plegma.convolve.stream.StreamPinned;
import org.plegma.convolve.stream.StreamPlan;
import org.plegma.convolve.stream.StreamReport;
import org.plegma.convolve.stream.StreamSink;
import org.plegma.convolve.stream.StreamSource;
import org.plegma.convolve.stream.StripMemory;
import org.plegma.convolve.stream.StripPlan;
import org.plegma.convolve.stream.Strips;
import org.plegma.device.Session;

/**
 * Convolves images that do not fit the device, or not the host's memory either, strip after strip. The result is, bit for
 * bit, that of {@link Convolve} with the same settings and the method that {@link StreamReport#method()} names.
 *
 * <pre>{@code
 * Convolve.of(session).boundary("reflect").stream(Filter.gaussian(2, 8))
 *         .memory(256 << 20, 256 << 20)
 *         .run(StreamSource.hdf5(in, "image"), StreamSink.hdf5(out, "image"));
 * }</pre>
 *
 * <p>While a strip is computed, later ones are read and copied to the device, and earlier ones copied back and written. A run
 * that is interrupted or killed leaves the strips that are done; the same call goes on from there if the sink is a file.
 * What another filter, image or device has left is not used, and {@link StreamReport#discarded()} says so.
 *
 * <p>Strips have the method of the whole image: {@code auto} is what {@link Convolve} takes for it. Only if its strips do not
 * fit the memory that is allowed, it is the best method whose strips do, and {@link StreamReport#instead()} says so. If image
 * and result fit the device memory that is allowed, {@code auto} may time methods on them. With {@code fft(n)} strips are rows
 * of tiles; with {@code fft} there is one strip. Immutable.
 */
public final class StreamConvolve {
    private static final long DEFAULT_BYTES = 512L << 20;
    private static final int DEFAULT_BUFFERS = 3;

    private final Convolve convolve;
    private final Filter filter;
    private final boolean correlation;
    private final StripPlan.Budget budget;
    private final int buffers;
    private final boolean overlap;
    private final boolean timed;
    private final boolean summed;

    private StreamConvolve(
            Convolve convolve,
            Filter filter,
            boolean correlation,
            StripPlan.Budget budget,
            int buffers,
            boolean overlap,
            boolean timed,
            boolean summed) {
        this.convolve = convolve;
        this.filter = filter;
        this.correlation = correlation;
        this.budget = budget;
        this.buffers = buffers;
        this.overlap = overlap;
        this.timed = timed;
        this.summed = summed;
    }

    static StreamConvolve of(Convolve convolve, Filter filter, boolean correlation) {
        return new StreamConvolve(
                convolve,
                filter,
                correlation,
                new StripPlan.Budget(DEFAULT_BYTES, DEFAULT_BYTES),
                DEFAULT_BUFFERS,
                true,
                true,
                false);
    }

    /**
     * The memory that may be used, in bytes; 512 MiB each if nothing is said. The host's is pinned memory; grids that the
     * caller has, and what the operating system keeps of files, are not counted. A source that has to be converted needs
     * as much of the Java heap as a strip on top.
     */
    public StreamConvolve memory(long deviceBytes, long hostBytes) {
        return new StreamConvolve(
                convolve,
                filter,
                correlation,
                new StripPlan.Budget(deviceBytes, hostBytes),
                buffers,
                overlap,
                timed,
                summed);
    }

    /** How many strips have memory of their own, 2 to 16; 3 if nothing is said. */
    public StreamConvolve buffers(int count) {
        if (count < 2 || count > 16) {
            throw new IllegalArgumentException("A stream has 2 to 16 buffers, found " + count + ".");
        }
        return new StreamConvolve(convolve, filter, correlation, budget, count, overlap, timed, summed);
    }

    /** Whether different strips are worked on at once, as they are if nothing is said. Without it, to see what it gains. */
    public StreamConvolve overlap(boolean on) {
        return new StreamConvolve(convolve, filter, correlation, budget, buffers, on, timed, summed);
    }

    /**
     * Whether the report says what ran when, as it does if nothing is said. Without it, a stream from and to pinned memory is
     * about 1 % faster on NVIDIA, where the device takes a while to note the times of a copy.
     */
    public StreamConvolve timeline(boolean on) {
        return new StreamConvolve(convolve, filter, correlation, budget, buffers, overlap, on, summed);
    }

    /**
     * Whether the report has the CRC-32C of each strip that was written. A file's are taken in any case, for its journal. In
     * memory they take as long as reading the result once more: with them, a stream from and to pinned memory took 1.6 times
     * as long on an H200.
     */
    public StreamConvolve checksums(boolean on) {
        return new StreamConvolve(convolve, filter, correlation, budget, buffers, overlap, timed, on);
    }

    /**
     * Computes the result of a source and puts it into a sink.
     *
     * @throws CancellationException if interrupted; strips that are on their way are finished before
     * @throws UncheckedIOException if something cannot be read or written; the message says what, and how to go on
     * @throws IllegalArgumentException if source, filter and sink do not fit each other, or the memory is too small
     */
    public StreamReport run(StreamSource source, StreamSink sink) {
        Preconditions.notNull(source, "source");
        Preconditions.notNull(sink, "sink");
        try (StreamPlan plan = plan(source, sink)) {
            return plan.run(source, sink);
        }
    }

    /**
     * This stream with its memory and kernels, ready for sources and sinks like these; for many images of one shape, as to
     * allocate and free takes some milliseconds.
     *
     * @throws IllegalArgumentException if source and filter do not fit each other, or the memory is too small
     */
    public StreamPlan plan(StreamSource source, StreamSink sink) {
        Preconditions.notNull(source, "source");
        Preconditions.notNull(sink, "sink");
        ElementType type = source.type();
        int[] shape = source.shape();
        Window window = convolve.window(type, filter, correlation, shape);
        Taps taps = new Taps(correlation ? filter : filter.flipped(), type);
        int axis = Window.AXES - shape.length;
        boolean stagedIn = !(source instanceof StreamPinned);
        boolean stagedOut = !(sink instanceof StreamPinned);
        Cut cut = null;
        List<String> tooLarge = new ArrayList<>();
        for (String method : convolve.methods(type, window, taps, budget.device())) {
            Strips strips = ConvolutionMethods.isTransform(method)
                    ? new TiledStrips(convolve, method, type, window, axis, taps)
                    : new PlainStrips(convolve, method, type, window, axis, taps);
            try {
                StripPlan plan = StripPlan.of(
                        window,
                        axis,
                        type.bytes(),
                        budget,
                        buffers,
                        strips.unit(),
                        strips::betweenBytes,
                        stagedIn,
                        stagedOut);
                cut = new Cut(method, strips, plan);
                break;
            } catch (IllegalArgumentException e) {
                tooLarge.add("The method " + method + ": " + e.getMessage());
            }
        }
        if (cut == null) {
            throw new IllegalArgumentException(String.join("\n", tooLarge));
        }
        Cut chosen = cut;
        return new StreamPlan(
                convolve.session(),
                type,
                shape,
                chosen.method,
                tooLarge.isEmpty() ? "" : tooLarge.get(0),
                chosen.plan,
                () -> new StripMemory(
                        convolve.session(), chosen.plan, type, chosen.strips::executable, stagedIn, stagedOut),
                overlap,
                timed,
                summed,
                image -> key(image, convolve.session(), window, chosen.method, taps));
    }

    private record Cut(String method, Strips strips, StripPlan plan) {}

    private static String key(StreamSource source, Session session, Window window, String method, Taps taps)
            throws IOException {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("device", session.device().key());
        settings.put("method", method);
        settings.put("window", window + " from " + Arrays.toString(window.shift()));
        settings.put("filter", StreamKey.digest(taps.values()));
        return StreamKey.of(source, settings);
    }

    @Override
    public String toString() {
        return "stream of " + filter + ", " + convolve;
    }
}
