package org.plegma.primitives;

import java.util.ArrayList;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Session;

/** Passes of tiles that learn from those before them while they run: each reads and writes keys and values once. */
final class TilePasses extends DigitPasses {
    private static final int DIGITS = 1 << Digits.BITS;
    private static final int COUNTING_GROUPS_A_UNIT = 6;

    private final int n;
    private final int group;
    private final int tiles;
    private final TileStates states;
    private final DeviceArray counts;
    private final DeviceArray starts;

    /** Work-items of a group, and keys of each. */
    record Tiling(int group, int items) {
        static Tiling of(ElementType keys) {
            return keys.bytes() == 4 ? new Tiling(256, 16) : new Tiling(256, 12);
        }
    }

    TilePasses(Session session, Digits digits, int n) {
        this(session, digits, n, Tiling.of(digits.type()));
    }

    TilePasses(Session session, Digits digits, int n, Tiling tiling) {
        super(session, digits, PrimitiveCode.source("warps.cl", "sort-keys.cl", "sort.cl"), options(digits, tiling));
        this.n = n;
        this.group = tiling.group();
        int tile = tiling.group() * tiling.items();
        this.tiles = (int) ((n + (long) tile - 1) / tile);
        this.states = new TileStates(session, (long) tiles * DIGITS);
        this.counts = session.allocate(ElementType.INT, digits.passes() * DIGITS);
        counts.fill(0);
        starts = session.allocate(ElementType.INT, digits.passes() * DIGITS);
    }

    private static List<String> options(Digits digits, Tiling tiling) {
        List<String> options = new ArrayList<>(digits.options());
        options.addAll(List.of("-DSUM=int", "-DWORDS=1", "-DGROUP=" + tiling.group(), "-DITEMS=" + tiling.items()));
        return options;
    }

    @Override
    void begin(DeviceArray keys, List<Event> events) {
        long groups =
                Math.min((n + group - 1L) / group, (long) session().device().computeUnits() * COUNTING_GROUPS_A_UNIT);
        int passes = digits().passes();
        Kernel count = program(Payload.NOTHING, digits().type()).kernel("count_digits");
        events.add(count.global(groups * group)
                .local(group)
                .launch(session().compute(), keys, (long) n, digits().from(), digits().mask(passes - 1), counts));
        Kernel start = program(Payload.NOTHING, digits().type()).kernel("start_digits");
        events.add(start.global((long) passes * DIGITS)
                .local(DIGITS)
                .launch(session().compute(), counts, starts));
    }

    @Override
    void pass(int pass, Move move, List<Event> events) {
        Kernel kernel = program(
                        move.payload(), move.values().map(DeviceArray::type).orElse(ElementType.INT))
                .kernel("move_tiles");
        List<Object> arguments = new ArrayList<>(List.of(
                move.keys(),
                (long) n,
                digits().shift(pass),
                digits().mask(pass),
                pass * DIGITS,
                starts,
                states.states(),
                states.tickets(),
                states.first(),
                states.run(),
                move.sorted()));
        move.values().ifPresent(arguments::add);
        move.moved().ifPresent(arguments::add);
        events.add(kernel.global((long) tiles * group)
                .local(group)
                .launch(session().compute(), arguments.toArray()));
        states.launched(tiles);
    }

    @Override
    int keyTraffic(int passes) {
        return 1 + 2 * passes;
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
