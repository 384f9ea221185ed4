package org.plegma.primitives;

import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.array.Preconditions;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Program;
import org.plegma.device.Session;

/** A histogram of so many keys on a device, ready to run any number of times. Not thread-safe. Close it to free its memory. */
public final class HistogramPlan implements AutoCloseable {
    private static final int GROUP = 512;
    private static final int GROUPS_A_UNIT = 4;
    private static final int MOST_LOCAL_BINS = 8192;

    /** Counts of all pieces together, in ints. */
    private static final long MOST_COUNTS = 1 << 24;

    private final Session session;
    private final ElementType type;
    private final int length;
    private final int bins;
    private final Number low;
    private final Number high;
    private final Number scale;
    private final Program program;
    private final Pieces pieces;

    /** Of the pieces; empty where groups count. */
    private final Optional<DeviceArray> counts;

    HistogramPlan(Session session, ElementType type, int length, int bins, double low, double high) {
        this.session = session;
        this.type = type;
        this.length = Lengths.require(length);
        this.bins = bins;
        boolean isFloat = type == ElementType.FLOAT;
        this.low = type == ElementType.INT ? (Number) 0 : isFloat ? (Number) (float) low : (Number) low;
        this.high = type == ElementType.INT ? (Number) 0 : isFloat ? (Number) (float) high : (Number) high;
        this.scale = type == ElementType.INT
                ? (Number) 0
                : isFloat ? (Number) (bins / ((float) high - (float) low)) : (Number) (bins / (high - low));
        boolean byPieces = PrimitiveCode.of(session.device()) == PrimitiveCode.PIECES;
        int most = (int) Math.max(1, Math.min(session.device().computeUnits() * 4L, MOST_COUNTS / bins));
        this.pieces = Pieces.of(Math.max(1, length), most);
        this.counts =
                byPieces ? Optional.of(session.allocate(ElementType.INT, pieces.count(), bins)) : Optional.empty();
        String source = PrimitiveCode.source("bins.cl", byPieces ? "histogram-pieces.cl" : "histogram.cl");
        this.program = session.compile(
                source,
                "-DKEY=" + type.openclName(),
                type.isFloating() ? "-DFLOATING" : "-DWHOLE",
                "-DGROUP=" + GROUP,
                "-DLOCAL_BINS=" + (bins <= MOST_LOCAL_BINS ? bins : 0));
    }

    /** Counts keys into an array of ints, one a bin. */
    public Event run(DeviceArray keys, DeviceArray histogram) {
        return Lengths.last(session, launch(keys, histogram), "histogram");
    }

    /** As {@link #run}, with an event for each launch, for measuring. */
    public List<Event> launch(DeviceArray keys, DeviceArray histogram) {
        Preconditions.notNull(keys, "keys");
        Preconditions.notNull(histogram, "histogram");
        Lengths.require("keys", keys, type, length);
        Lengths.require("histogram", histogram, ElementType.INT, bins);
        if (length == 0) {
            return List.of(histogram.fill(0));
        }
        if (counts.isPresent()) {
            Event count = program.kernel("count_pieces")
                    .global(pieces.count())
                    .local(1)
                    .launch(
                            session.compute(),
                            keys,
                            (long) length,
                            pieces.size(),
                            bins,
                            low,
                            high,
                            scale,
                            counts.orElseThrow());
            Event add = program.kernel("add_pieces")
                    .global(bins)
                    .launch(session.compute(), counts.orElseThrow(), pieces.count(), bins, histogram);
            return List.of(count, add);
        }
        Event clear = histogram.fill(0);
        long groups =
                Math.min((length + GROUP - 1L) / GROUP, (long) session.device().computeUnits() * GROUPS_A_UNIT);
        Event count = program.kernel("count_keys")
                .global(groups * GROUP)
                .local(GROUP)
                .launch(session.compute(), keys, (long) length, bins, low, high, scale, histogram);
        return List.of(clear, count);
    }

    @Override
    public void close() {
        program.close();
        counts.ifPresent(DeviceArray::close);
    }
}
