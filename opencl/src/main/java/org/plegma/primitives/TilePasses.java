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
    private final TileStates states;
    private final DeviceArray counts;
    private final DeviceArray starts;

    /** Work-items of a group, and keys of each. */
    private record Tiling(int group, int items) {
        /** As measured; local memory holds a tile's keys or values. */
        static Tiling of(ElementType keys, Payload payload) {
            if (keys.bytes() > Integer.BYTES) {
                return new Tiling(256, 12);
            }
            return payload == Payload.NOTHING ? new Tiling(384, 16) : new Tiling(512, 14);
        }

        int tiles(int n) {
            int tile = group * items;
            return (int) ((n + (long) tile - 1) / tile);
        }
    }

    TilePasses(Session session, Digits digits, int n) {
        super(session, digits, PrimitiveCode.warpSource("sort-keys.cl", "sort.cl"), options(digits));
        this.n = n;
        // The smallest tiles are those of 8 bytes.
        int most = Tiling.of(ElementType.LONG, Payload.NOTHING).tiles(n);
        this.states = new TileStates(session, (long) most * DIGITS);
        this.counts = session.allocate(ElementType.INT, digits.passes() * DIGITS);
        counts.fill(0);
        starts = session.allocate(ElementType.INT, digits.passes() * DIGITS);
    }

    private static List<String> options(Digits digits) {
        List<String> options = new ArrayList<>(digits.options());
        options.addAll(List.of("-DSUM=int", "-DWORDS=1"));
        return options;
    }

    private Tiling tiling(Payload payload, ElementType values) {
        // Values of 8 bytes take the room of keys of 8.
        return Tiling.of(values.bytes() > Integer.BYTES ? values : digits().type(), payload);
    }

    @Override
    List<String> optionsFor(Payload payload, ElementType values) {
        Tiling tiling = tiling(payload, values);
        return List.of("-DGROUP=" + tiling.group(), "-DITEMS=" + tiling.items());
    }

    @Override
    void begin(DeviceArray keys, List<Event> events) {
        int group = tiling(Payload.NOTHING, digits().type()).group();
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
        ElementType values = move.values().map(DeviceArray::type).orElse(ElementType.INT);
        Tiling tiling = tiling(move.payload(), values);
        int tiles = tiling.tiles(n);
        Kernel kernel = program(move.payload(), values).kernel("move_tiles");
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
        events.add(kernel.global((long) tiles * tiling.group())
                .local(tiling.group())
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
