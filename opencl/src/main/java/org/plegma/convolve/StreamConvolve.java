package org.plegma.convolve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import org.plegma.array.ElementType;
import org.plegma.array.Preconditions;
import org.plegma.convolve.filter.Filter;
import org.plegma.convolve.filter.Taps;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.methods.ConvolutionMethod;
import org.plegma.convolve.stream.StreamKey;
import org.plegma.convolve.stream.StreamPinned;
import org.plegma.convolve.stream.StreamPlan;
import org.plegma.convolve.stream.StreamReport;
import org.plegma.convolve.stream.StreamSink;
import org.plegma.convolve.stream.StreamSource;
import org.plegma.convolve.stream.StripMemory;
import org.plegma.convolve.stream.StripPlan;
import org.plegma.convolve.stream.Strips;
import org.plegma.device.Device;
import org.plegma.device.Device.Kind;
import org.plegma.device.Session;
import org.plegma.tune.choice.DeviceFigures;

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

    /** With strips so many times as tall as what they share, that is little. */
    private static final int HALOS = 4;
    /** Of two passes the first has twice the rows. */
    private static final double TWICE_IN_ONE_PASS = 1.5;
    /** The share of a device's multiply-adds that long filters reach. */
    private static final double REACHED = 0.8;
    /** A second, one way, of PCI Express 5 with 16 lanes; others are slower. */
    private static final double BUS_BYTES = 55e9;

    /** On each device. */
    private final List<Convolve> each;

    private final Filter filter;
    private final boolean correlation;
    private final Options options;

    private record Options(StripPlan.Budget budget, int buffers, boolean overlap, boolean timed, boolean summed) {}

    private StreamConvolve(List<Convolve> each, Filter filter, boolean correlation, Options options) {
        this.each = each;
        this.filter = filter;
        this.correlation = correlation;
        this.options = options;
    }

    static StreamConvolve of(Convolve convolve, Filter filter, boolean correlation) {
        StripPlan.Budget budget = new StripPlan.Budget(DEFAULT_BYTES, DEFAULT_BYTES);
        return new StreamConvolve(
                List.of(convolve), filter, correlation, new Options(budget, DEFAULT_BUFFERS, true, true, false));
    }

    private StreamConvolve with(Options changed) {
        return new StreamConvolve(each, filter, correlation, changed);
    }

    private Convolve convolve() {
        return each.get(0);
    }

    /**
     * This stream on all devices of the session. Each takes the next strip when it has room for one, and has a bus of its own; strips are
     * read and written in their order, so that a run that was killed goes on as one of a single device.
     *
     * @throws IllegalArgumentException if the devices are not of one kind: strips of others could differ in their last bits
     */
    public StreamConvolve onAll() {
        Session session = convolve().session();
        return on(session.devices().stream().map(session::on).toList());
    }

    /** As {@link #onAll}, on devices of any sessions, each of which stands for the device that it is seen from. */
    public StreamConvolve on(List<Session> sessions) {
        Preconditions.notNull(sessions, "sessions");
        requireOneKind(sessions.stream().map(session -> session.device().key()).toList());
        List<Convolve> all = sessions.stream()
                .map(session -> session.device() == convolve().session().device()
                        ? convolve()
                        : convolve().at(session))
                .toList();
        return new StreamConvolve(all, filter, correlation, options);
    }

    /** @param keys of devices */
    static void requireOneKind(List<String> keys) {
        Set<String> kinds = new TreeSet<>(keys);
        if (kinds.size() != 1) {
            throw new IllegalArgumentException("The devices of a stream must be of one kind, so that their strips have"
                    + " the same bits, found " + (kinds.isEmpty() ? "no device" : kinds) + ".");
        }
    }

    /**
     * The memory that may be used, in bytes, on each device, and on the host for it; 512 MiB each if nothing is said. The
     * host's is pinned memory; grids that the caller has, and what the operating system keeps of files, are not counted. A
     * source that has to be converted needs as much of the Java heap as a strip on top.
     */
    public StreamConvolve memory(long deviceBytes, long hostBytes) {
        StripPlan.Budget budget = new StripPlan.Budget(deviceBytes, hostBytes);
        return with(new Options(budget, options.buffers, options.overlap, options.timed, options.summed));
    }

    /** How many strips have memory of their own on a device, 2 to 16; 3 if nothing is said. */
    public StreamConvolve buffers(int count) {
        if (count < 2 || count > 16) {
            throw new IllegalArgumentException("A stream has 2 to 16 buffers, found " + count + ".");
        }
        return with(new Options(options.budget, count, options.overlap, options.timed, options.summed));
    }

    /** Whether different strips are worked on at once, as they are if nothing is said. Without it, to see what it gains. */
    public StreamConvolve overlap(boolean on) {
        return with(new Options(options.budget, options.buffers, on, options.timed, options.summed));
    }

    /**
     * Whether the report says what ran when, as it does if nothing is said. Without it, a stream from and to pinned memory is
     * about 1 % faster on NVIDIA, where the device takes a while to note the times of a copy.
     */
    public StreamConvolve timeline(boolean on) {
        return with(new Options(options.budget, options.buffers, options.overlap, on, options.summed));
    }

    /**
     * Whether the report has the CRC-32C of each strip that was written. A file's are taken in any case, for its journal. In
     * memory they take as long as reading the result once more: with them, a stream from and to pinned memory took 1.6 times
     * as long on an H200.
     */
    public StreamConvolve checksums(boolean on) {
        return with(new Options(options.budget, options.buffers, options.overlap, options.timed, on));
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
        Convolve convolve = convolve();
        Window window = convolve.window(type, filter, correlation, shape);
        Taps taps = new Taps(correlation ? filter : filter.flipped(), type);
        int axis = Window.AXES - shape.length;
        boolean stagedIn = !(source instanceof StreamPinned);
        boolean stagedOut = !(sink instanceof StreamPinned);
        StripPlan.Budget budget = options.budget;
        Cut cut = null;
        List<String> refused = new ArrayList<>();
        for (ConvolutionMethod method : convolve.methods(type, window, taps, budget.device())) {
            if (!method.takesStrips()) {
                refused.add("The method " + method.name() + " takes whole images, no strips.");
                continue;
            }
            Strips strips = strips(convolve, method, type, window, axis, taps);
            try {
                StripPlan plan = StripPlan.of(
                        window,
                        axis,
                        type.bytes(),
                        budget,
                        options.buffers,
                        strips.unit(),
                        strips::betweenBytes,
                        halos(convolve.session().device(), type, taps),
                        stagedIn,
                        stagedOut);
                cut = new Cut(method, plan);
                break;
            } catch (IllegalArgumentException e) {
                refused.add("The method " + method.name() + ": " + e.getMessage());
            }
        }
        if (cut == null) {
            throw new IllegalArgumentException(String.join("\n", refused));
        }
        Cut chosen = cut;
        return new StreamPlan(
                type,
                shape,
                chosen.method.name(),
                refused.isEmpty() ? "" : refused.get(0),
                chosen.plan,
                () -> memories(chosen, type, window, taps, stagedIn, stagedOut),
                options.overlap,
                options.timed,
                options.summed,
                image -> key(image, convolve.session(), window, chosen.method.name(), taps));
    }

    private static int halos(Device device, ElementType type, Taps taps) {
        double products = taps.factors()
                .map(factors -> factors.stream().mapToInt(one -> one.length).sum())
                .orElse(taps.values().length);
        return halos(device.kind() == Kind.CPU ? 0 : DeviceFigures.of(device).flops(), type, products);
    }

    /**
     * How many times as tall as the rows that it shares with others a strip is at least. The lower the strips, the sooner results go back;
     * but with one such height, rows of the first pass are computed twice. That is worth it where copies take longer all the same.
     *
     * @param flops of the device in float; 0 if it has the host's memory
     * @param products of a cell
     */
    static int halos(double flops, ElementType type, double products) {
        double computing = 2 * TWICE_IN_ONE_PASS * products / (REACHED * flops);
        return type == ElementType.FLOAT && computing < Float.BYTES / BUS_BYTES ? 1 : HALOS;
    }

    private record Cut(ConvolutionMethod method, StripPlan plan) {}

    /** How a method computes strips of a window. */
    static Strips strips(
            Convolve convolve, ConvolutionMethod method, ElementType type, Window window, int axis, Taps taps) {
        return method.tiling(type, window)
                .<Strips>map(tiling -> new TiledStrips(convolve, tiling, type, window, axis, taps))
                .orElseGet(() -> new PlainStrips(convolve, method, type, window, axis, taps));
    }

    private List<StripMemory> memories(
            Cut cut, ElementType type, Window window, Taps taps, boolean stagedIn, boolean stagedOut) {
        List<StripMemory> all = new ArrayList<>();
        try {
            for (Convolve convolve : each) {
                all.add(new StripMemory(
                        convolve.session(),
                        cut.plan,
                        type,
                        () -> strips(convolve.inTurn(), cut.method, type, window, cut.plan.axis(), taps)::executable,
                        stagedIn,
                        stagedOut));
            }
        } catch (RuntimeException e) {
            all.forEach(StripMemory::close);
            throw e;
        }
        return all;
    }

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
        return "stream of " + filter + ", " + convolve() + (each.size() > 1 ? " on " + each.size() + " devices" : "");
    }
}
