package org.plegma.primitives;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.array.Preconditions;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;

/** A histogram of so many keys on a device, ready to run any number of times. Not thread-safe. Close it to free its memory. */
public final class HistogramPlan implements AutoCloseable {
    private static final int GROUP = 512;
    private static final int GROUPS_A_UNIT = 4;
    private static final int MOST_LOCAL_BINS = 8192;

    /** A group that has the local memory of a unit for itself is as large as can be. */
    private static final int LARGEST_GROUP = 1024;

    /** Groups that read the same keys, each for a part of the bins. */
    private static final int MOST_PARTS = 4;

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
    private final int group;
    private final int groupsAUnit;

    /** Whether a bin has half a word of local memory. */
    private final boolean halves;

    /** Of the bins; each has counts of its own in local memory. */
    private final int parts;

    /** Of the pieces; empty where groups count. */
    private final Optional<DeviceArray> counts;

    /** Of groups that count all bins in local memory, 0 between runs; empty of others. */
    private final Optional<DeviceArray> totals;

    HistogramPlan(Session session, ElementType type, int length, int bins, double low, double high) {
        this(session, type, length, bins, low, high, PrimitiveCode.of(session.device()), Room.of(session.device()));
    }

    /**
     * What local memory has room for.
     *
     * @param shared bins of a group that is not alone on its unit
     * @param alone words of one that is
     * @param group work-items of one that is, if bins have half a word each
     */
    record Room(int shared, int alone, int group) {
        private static final int OTHER_WORDS = 8;

        static Room of(Device device) {
            int alone = (int) (device.declaredLocalMemoryBytes() / Integer.BYTES) - OTHER_WORDS;
            return new Room(MOST_LOCAL_BINS, alone, LARGEST_GROUP);
        }
    }

    HistogramPlan(
            Session session,
            ElementType type,
            int length,
            int bins,
            double low,
            double high,
            PrimitiveCode code,
            Room room) {
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
        boolean byPieces = code == PrimitiveCode.PIECES;
        int most = (int) Math.max(1, Math.min(session.device().computeUnits() * 4L, MOST_COUNTS / bins));
        this.pieces = Pieces.of(Math.max(1, length), most);
        this.counts =
                byPieces ? Optional.of(session.allocate(ElementType.INT, pieces.count(), bins)) : Optional.empty();
        boolean alone = bins > room.shared();
        groupsAUnit = alone ? 1 : GROUPS_A_UNIT;
        boolean tooMany = alone && bins > room.alone();
        int needed = tooMany ? (bins - 1) / (2 * room.alone()) + 1 : 1;
        boolean local = needed <= MOST_PARTS;
        parts = local ? needed : 1;
        halves = !byPieces && tooMany && local;
        group = halves ? room.group() : alone ? LARGEST_GROUP : GROUP;
        boolean inGlobalMemory = byPieces || alone && !halves;
        totals = inGlobalMemory ? Optional.empty() : Optional.of(session.allocate(ElementType.INT, bins + 1));
        totals.ifPresent(array -> array.fill(0));
        String file = byPieces ? "histogram-pieces.cl" : halves ? "histogram-halves.cl" : "histogram.cl";
        List<String> options = new ArrayList<>(List.of(
                "-DKEY=" + type.openclName(), type.isFloating() ? "-DFLOATING" : "-DWHOLE", "-DGROUP=" + group));
        int ownBins = (bins - 1) / parts + 1;
        if (halves) {
            // So that the keys of a work-item, and the next ones, fit in its registers.
            options.addAll(List.of("-DOWN_BINS=" + ownBins, "-DPARTS=" + parts, "-DAT_ONCE=" + 16 / type.bytes()));
        } else {
            options.add("-DLOCAL_BINS=" + (local ? ownBins : 0));
        }
        totals.ifPresent(array -> options.add("-DTOTALS"));
        this.program = session.compile(PrimitiveCode.source("bins.cl", file), options.toArray(String[]::new));
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
        Lengths.requireApart("keys", keys, "histogram", histogram);
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
        int sharers = halves ? 2 * parts : parts;
        long readers = (long) session.device().computeUnits() * groupsAUnit / sharers;
        long groups = Math.max(1, Math.min((length + group - 1L) / group, readers)) * sharers;
        Kernel count = program.kernel("count_keys").global(groups * group).local(group);
        List<Event> events = new ArrayList<>();
        if (totals.isEmpty()) {
            events.add(histogram.fill(0));
        }
        DeviceArray sums = totals.orElse(histogram);
        events.add(count.launch(session.compute(), keys, (long) length, bins, low, high, scale, histogram, sums));
        return events;
    }

    @Override
    public void close() {
        program.close();
        counts.ifPresent(DeviceArray::close);
        totals.ifPresent(DeviceArray::close);
    }
}
