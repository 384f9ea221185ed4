package org.plegma.primitives;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.array.Preconditions;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Program;
import org.plegma.device.Session;

/** A selection among so many values on a device, ready to run any number of times. Not thread-safe. Close it to free its memory. */
public final class SelectPlan implements AutoCloseable {
    private static final int GROUP = 256;

    /** Of four values each, for every work-item. */
    private static final int ROWS = 8;

    /** Rows of values of 8 bytes, as local memory holds a tile. */
    private static final int ROWS_OF_LONG_ONES = 4;

    /** How many tiles ahead memory is asked for, as measured. */
    private static final int FLAGS_AHEAD = 300;

    private static final int VALUES_AHEAD = 50;

    private final Session session;
    private final ElementType type;
    private final ElementType flags;
    private final int length;
    private final PrimitiveCode code;
    private final Pieces pieces;
    private final Optional<TileStates> states;
    private final Optional<DeviceArray> counts;
    private final Optional<ScanPlan> scan;
    private final Map<String, Program> programs = new HashMap<>();

    SelectPlan(Session session, ElementType type, ElementType flags, int length, PrimitiveCode code) {
        this.session = session;
        this.type = type;
        this.flags = flags;
        this.length = Lengths.require(length);
        this.code = code;
        this.pieces = Pieces.of(session.device(), Math.max(1, length));
        boolean byPieces = code == PrimitiveCode.PIECES;
        states = byPieces
                ? Optional.empty()
                : Optional.of(new TileStates(session, Math.max(1, tiles(ROWS_OF_LONG_ONES))));
        counts = byPieces ? Optional.of(session.allocate(ElementType.INT, pieces.count())) : Optional.empty();
        scan = byPieces
                ? Optional.of(new ScanPlan(session, ElementType.INT, pieces.count(), false, code))
                : Optional.empty();
    }

    private int tiles(int rows) {
        int tile = GROUP * 4 * rows;
        return (int) ((length + (long) tile - 1) / tile);
    }

    private static int rows(ElementType result) {
        return result.bytes() > Integer.BYTES ? ROWS_OF_LONG_ONES : ROWS;
    }

    /**
     * Packs the chosen values.
     *
     * @param out as long as the values, as all may be chosen; what follows the chosen ones stays as it was
     * @param total one int, how many were chosen
     */
    public Event run(DeviceArray values, DeviceArray marks, DeviceArray out, DeviceArray total) {
        return Lengths.last(session, launch(values, marks, out, total), "select");
    }

    /** As {@link #run}, with an event for each launch, for measuring. */
    public List<Event> launch(DeviceArray values, DeviceArray marks, DeviceArray out, DeviceArray total) {
        Preconditions.notNull(values, "values");
        Preconditions.notNull(out, "out");
        Preconditions.notNull(total, "total");
        Lengths.require("values", values, type, length);
        Lengths.require("output", out, type, length);
        Lengths.requireApart("values", values, "output", out);
        Lengths.requireApart("values", values, "total", total);
        return select(Optional.of(values), type, marks, out, total);
    }

    /** The places of flags that are not 0, as ints. */
    public Event places(DeviceArray marks, DeviceArray out, DeviceArray total) {
        Lengths.require("output", out, ElementType.INT, length);
        return Lengths.last(session, select(Optional.empty(), ElementType.INT, marks, out, total), "select");
    }

    private List<Event> select(
            Optional<DeviceArray> values, ElementType result, DeviceArray marks, DeviceArray out, DeviceArray total) {
        Preconditions.notNull(marks, "marks");
        Lengths.require("flags", marks, flags, length);
        Lengths.require("total", total, ElementType.INT, 1);
        Lengths.requireApart("flags", marks, "output", out);
        Lengths.requireApart("flags", marks, "total", total);
        Lengths.requireApart("output", out, "total", total);
        if (length == 0) {
            return List.of(total.fill(0));
        }
        List<Event> events = new ArrayList<>();
        Program program = program(values.isEmpty(), result);
        List<Object> arguments = new ArrayList<>(List.of(marks, (long) length));
        if (code == PrimitiveCode.WARPS) {
            TileStates own = states.orElseThrow();
            int tiles = tiles(rows(result));
            arguments.addAll(List.of(own.states(), own.tickets(), own.first(), own.run(), out, total));
            values.ifPresent(arguments::add);
            events.add(program.kernel("select_once")
                    .global((long) tiles * GROUP)
                    .local(GROUP)
                    .launch(session.compute(), arguments.toArray()));
            own.launched(tiles);
            return events;
        }
        DeviceArray starts = counts.orElseThrow();
        events.add(program.kernel("count_flags")
                .global(pieces.count())
                .local(1)
                .launch(session.compute(), marks, (long) length, pieces.size(), starts));
        events.addAll(scan.orElseThrow().launch(starts, starts));
        arguments.addAll(List.of(pieces.size(), starts, out, total));
        values.ifPresent(arguments::add);
        events.add(program.kernel("select_pieces")
                .global(pieces.count())
                .local(1)
                .launch(session.compute(), arguments.toArray()));
        return events;
    }

    private Program program(boolean places, ElementType result) {
        return programs.computeIfAbsent(places ? "places" : "values", key -> {
            List<String> options = new ArrayList<>(List.of(
                    "-DVALUE=" + result.openclName(),
                    "-DFLAG=" + flags.openclName(),
                    "-DSUM=int",
                    "-DWORDS=1",
                    "-DGROUP=" + GROUP,
                    "-DFLAGS_AHEAD=" + FLAGS_AHEAD,
                    "-DROWS=" + rows(result)));
            options.add(places ? "-DPLACES" : "-DVALUES_AHEAD=" + VALUES_AHEAD);
            String source = code == PrimitiveCode.WARPS
                    ? PrimitiveCode.warpSource(session, "select.cl")
                    : PrimitiveCode.source("select-pieces.cl");
            return session.compile(source, options.toArray(String[]::new));
        });
    }

    @Override
    public void close() {
        programs.values().forEach(Program::close);
        states.ifPresent(TileStates::close);
        counts.ifPresent(DeviceArray::close);
        scan.ifPresent(ScanPlan::close);
    }
}
