package org.plegma.primitives;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Session;

/** Passes of tiles that learn from those before them while they run: each reads and writes keys and values once. */
final class TilePasses extends DigitPasses {
    /** What the passes are made of, after warps.cl. */
    static final String[] FILES = {"sort-keys.cl", "count-keys.cl", "sort.cl"};

    /** A work-item that counts has at least so many keys. */
    private static final int COUNTED_BY_AN_ITEM = 16;

    private final int n;
    private final Optional<SortingWay> way;
    private final Tilings tilings;
    private final TileStates states;
    private final DeviceArray counts;
    private final DeviceArray starts;

    TilePasses(Session session, Digits digits, int n, Optional<SortingWay> way) {
        this(
                session,
                digits,
                n,
                way,
                PrimitiveCode.warpSource(session, FILES),
                Tilings.of(session.device(), digits),
                List.of());
    }

    /** @param more options of the source */
    TilePasses(
            Session session,
            Digits digits,
            int n,
            Optional<SortingWay> way,
            String source,
            Tilings tilings,
            List<String> more) {
        super(session, digits, source, options(digits, tilings, way, more));
        this.n = n;
        this.way = way;
        this.tilings = tilings;
        this.states = new TileStates(session, (long) tilings.most(n) * digits.count());
        this.counts = session.allocate(ElementType.INT, digits.passes() * digits.count());
        counts.fill(0);
        starts = session.allocate(ElementType.INT, digits.passes() * digits.count());
    }

    private static List<String> options(Digits digits, Tilings tilings, Optional<SortingWay> way, List<String> more) {
        List<String> options = new ArrayList<>(digits.options());
        options.addAll(tilings.options());
        options.addAll(more);
        way.ifPresent(one -> options.add("-DWAYS"));
        options.addAll(List.of("-DSUM=int", "-DWORDS=1"));
        return options;
    }

    /** Where keys of each digit begin, pass after pass. */
    DeviceArray starts() {
        return starts;
    }

    @Override
    List<String> optionsFor(Payload payload, ElementType values) {
        return tilings.of(payload, values).options();
    }

    @Override
    void begin(DeviceArray keys, List<Event> events) {
        int group = tilings.counting();
        long wanted = (n + (long) group * COUNTED_BY_AN_ITEM - 1) / ((long) group * COUNTED_BY_AN_ITEM);
        long groups = Math.min(wanted, (long) session().device().computeUnits() * tilings.countingGroupsOfUnit());
        int passes = digits().passes();
        Kernel count = program(Payload.NOTHING, digits().type()).kernel("count_digits");
        List<Object> arguments =
                new ArrayList<>(List.of(keys, (long) n, digits().from(), digits().mask(passes - 1), counts));
        way.ifPresent(one -> arguments.addAll(one.arguments()));
        launch(events.isEmpty(), count.global(groups * group).local(group), events, arguments.toArray());
        Kernel start = program(Payload.NOTHING, digits().type()).kernel("start_digits");
        start.global((long) passes * digits().count())
                .local(digits().count())
                .enqueue(session().compute(), counts, starts);
    }

    @Override
    void pass(int pass, Move move, boolean last, List<Event> events) {
        ElementType values = move.values().map(DeviceArray::type).orElse(ElementType.INT);
        Tilings.Tiling tiling = tilings.of(move.payload(), values);
        int tiles = tiling.tiles(n);
        Kernel kernel = program(move.payload(), values).kernel("move_tiles");
        List<Object> arguments = new ArrayList<>(List.of(
                move.keys(),
                (long) n,
                digits().shift(pass),
                digits().mask(pass),
                pass * digits().count(),
                starts,
                states.states(),
                states.tickets(),
                states.first(),
                states.run(),
                move.sorted()));
        way.ifPresent(one -> arguments.addAll(one.arguments()));
        move.values().ifPresent(arguments::add);
        move.moved().ifPresent(arguments::add);
        launch(last, kernel.global((long) tiles * tiling.group()).local(tiling.group()), events, arguments.toArray());
        states.launched(tiles);
    }

    @Override
    long bytes() {
        return states.bytes() + counts.bytes() + starts.bytes();
    }

    @Override
    String explain() {
        return "tiles with look-back, keys read once more to count digits";
    }

    @Override
    public void close() {
        super.close();
        states.close();
        counts.close();
        starts.close();
    }
}
