package org.plegma.primitives;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.primitives.DigitPasses.Move;
import org.plegma.primitives.DigitPasses.Payload;

/**
 * A sort of many keys by its two uppermost digits, after which groups sort what lies between by all other bits at once, in local memory.
 * It is for keys that are spread. If a sample says otherwise, or a group finds too many keys, the device takes the other way: the input is
 * still there.
 */
final class UppermostFirst implements AutoCloseable {
    /** Fewer keys are sorted about as fast by all digits. */
    private static final int FROM = 1 << 25;

    /** Of keys of eight bytes, which would take eight passes. */
    private static final int FROM_OF_WIDE = 1 << 24;

    /** Groups that look at a sample of keys. */
    private static final int SAMPLERS = 32;

    /** What these groups tell, before the counts of two digits. */
    private static final int SAMPLED = 2;

    /** How often keys are read and written: by two passes, then by groups. */
    static final int TIMES = 3;

    private static final int LEAST_LOCAL_BYTES = 128 << 10;

    /**
     * @param width bits of an upper digit
     * @param group work-items of a group that sorts what is left
     * @param span how far apart places of groups are
     * @param room the most keys of a group
     * @param bins into which it puts them
     */
    record Shape(int width, int group, int span, int room, int bins) {
        /** As measured on an H200. A word of a group has its keys' different bits and their places, so that spans are not longer. */
        static Shape of(int n, boolean wide) {
            int width = n <= 17 << 22 ? 7 : 8;
            return wide
                    ? new Shape(width, 512, n < FROM ? 2048 : 3072, 5632, 2048)
                    : new Shape(width, 256, 3072, 5120, 1024);
        }

        List<String> options() {
            return List.of("-DGROUP=" + group, "-DSPAN=" + span, "-DROOM=" + room, "-DBINS=" + bins);
        }
    }

    private final Session session;
    private final Digits digits;
    private final int n;
    private final Shape shape;
    private final String source;
    private final List<String> more;
    private final DeviceArray chosen;
    private final TilePasses passes;
    private final Optional<KeyBuckets> buckets;
    private final Map<String, Program> programs = new HashMap<>();

    /** Whether so many keys may be worth it: whole ones of which all bits count. Numbers with a point have few exponents. */
    static boolean isFor(Device device, Digits digits, int n) {
        boolean all = digits.to() - digits.from() == 8 * digits.type().bytes();
        return all
                && !digits.type().isFloating()
                && n >= (digits.type().bytes() > Integer.BYTES ? FROM_OF_WIDE : FROM)
                && device.declaredLocalMemoryBytes() >= LEAST_LOCAL_BYTES;
    }

    /** Such a sort, if it may be worth it. */
    static Optional<UppermostFirst> of(Session session, Digits digits, int n) {
        if (!isFor(session.device(), digits, n)) {
            return Optional.empty();
        }
        Shape shape = Shape.of(n, digits.type().bytes() > Integer.BYTES);
        return Optional.of(new UppermostFirst(
                session,
                digits,
                n,
                shape,
                KeyBuckets.Shape.of(n, digits.type().bytes() > Integer.BYTES),
                PrimitiveCode.warpSource(session),
                Tilings.of(session.device(), digits.uppermost(shape.width())),
                List.of()));
    }

    /**
     * @param ofBuckets if buckets are counted, and each is sorted by a group; else groups look for borders
     * @param lanes source of warps
     * @param more options of it
     */
    UppermostFirst(
            Session session,
            Digits digits,
            int n,
            Shape shape,
            Optional<KeyBuckets.Shape> ofBuckets,
            String lanes,
            Tilings tilings,
            List<String> more) {
        this.session = session;
        this.digits = digits;
        this.n = n;
        this.shape = shape;
        this.source = lanes + PrimitiveCode.source("sort-keys.cl", "networks.cl", "sort-within.cl");
        this.more = more;
        chosen = session.allocate(ElementType.INT, SAMPLED + (2 << shape.width()));
        chosen.fill(0);
        passes = new TilePasses(
                session,
                digits.uppermost(shape.width()),
                n,
                Optional.of(new SortingWay(chosen, SortingWay.UPPERMOST_FIRST)),
                lanes + PrimitiveCode.source(TilePasses.FILES),
                tilings,
                more);
        buckets = ofBuckets.map(one -> new KeyBuckets(session, digits, n, one, otherWay(), lanes, more));
    }

    /** For passes that are launched as well, if this sort gives up. */
    SortingWay otherWay() {
        return new SortingWay(chosen, SortingWay.LOWEST_FIRST);
    }

    /** Sorts by way of two other arrays, the second of which may be needed for values only. Adds the first launch's event. */
    void launch(Move first, Move second, List<Event> events) {
        if (second.payload() == Payload.NOTHING && buckets.isPresent()) {
            buckets.orElseThrow().launch(first.keys(), first.sorted(), second.sorted(), events);
            return;
        }
        ElementType values = second.values().map(DeviceArray::type).orElse(ElementType.INT);
        Program program = program(second.payload(), values);
        int below = digits.to() - 2 * shape.width();
        events.add(program.kernel("choose")
                .global((long) SAMPLERS * shape.group())
                .local(shape.group())
                .launch(session.compute(), first.keys(), (long) n, below, chosen));
        Optional<KeyBuckets> counted = buckets.filter(one -> one.width() == shape.width());
        if (counted.isPresent()) {
            counted.get().count(first.keys(), Optional.of(passes.starts()), events);
            passes.pass(0, first, false, events);
            passes.pass(1, second, false, events);
            counted.get().sort(second.sorted(), second.moved());
            return;
        }
        passes.begin(first.keys(), events);
        passes.pass(0, first, false, events);
        passes.pass(1, second, false, events);
        long groups = ((long) n + shape.span() - 1) / shape.span();
        program.kernel("sort_within")
                .global(groups * shape.group())
                .local(shape.group())
                .enqueue(
                        session.compute(),
                        second.sorted(),
                        (long) n,
                        below,
                        chosen,
                        second.moved().orElse(second.sorted()));
    }

    private Program program(Payload payload, ElementType values) {
        return programs.computeIfAbsent(payload + " " + values, key -> {
            List<String> options = new ArrayList<>(passes.digits().options());
            options.addAll(more);
            options.addAll(shape.options());
            options.addAll(List.of("-DSUM=int", "-DWORDS=1"));
            if (payload != Payload.NOTHING) {
                options.addAll(List.of("-DVALUES", "-DVALUE=" + values.openclName()));
            }
            return session.compile(source, options.toArray(String[]::new));
        });
    }

    String explain() {
        return "2 passes by the uppermost " + 2 * shape.width() + " bits, then what is left in local memory";
    }

    long bytes() {
        return passes.bytes() + chosen.bytes() + buckets.map(KeyBuckets::bytes).orElse(0L);
    }

    @Override
    public void close() {
        programs.values().forEach(Program::close);
        passes.close();
        buckets.ifPresent(KeyBuckets::close);
        chosen.close();
    }
}
