package org.plegma.primitives;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Program;
import org.plegma.device.Session;

/**
 * A sort of keys alone by way of buckets of two upper digits. Equal keys are the same, so none needs to stay behind another: a key's place
 * in a tile is told by one atomic addition, and tiles do not wait for those before them. A group sorts each bucket.
 */
final class KeyBuckets implements AutoCloseable {
    /** Bits of a digit: a group counts the keys of all pairs of digits in local memory. */
    private static final int WIDTH = 7;

    private static final int COUNTING_GROUPS_OF_UNIT = 2;

    /**
     * @param width bits of a digit
     * @param counting work-items of a group that counts
     * @param starting work-items of the one that says where buckets begin
     * @param spreading of a group that moves a tile
     * @param items keys of each
     * @param sorting of a group that sorts a bucket
     * @param room the most keys of a bucket
     * @param bins into which it puts them
     */
    record Shape(int width, int counting, int starting, int spreading, int items, int sorting, int room, int bins) {
        /** As measured on an H200; none where buckets of keys that are spread would be too full. */
        static Optional<Shape> of(int n, boolean wide) {
            Shape shape = wide
                    ? new Shape(WIDTH, 1024, 1024, 384, 12, 256, 3072, 1024)
                    : new Shape(WIDTH, 1024, 1024, 512, 12, 256, 5120, 2048);
            double mean = (double) n / shape.buckets();
            return Optional.of(shape).filter(one -> mean + 6 * Math.sqrt(mean) < one.room());
        }

        int buckets() {
            return 1 << 2 * width;
        }

        int tile() {
            return spreading * items;
        }
    }

    private final Session session;
    private final Digits digits;
    private final int n;
    private final Shape shape;
    private final SortingWay way;
    private final String lanes;
    private final List<String> more;
    private final DeviceArray counts;
    private final DeviceArray places;
    private final DeviceArray upperPlaces;
    private final DeviceArray parts;
    private Optional<Program> spreading = Optional.empty();
    private Optional<Program> sorting = Optional.empty();

    /**
     * @param digits of all bits
     * @param way whose flag is set if keys are not spread
     * @param lanes source of warps
     * @param more options of it
     */
    KeyBuckets(Session session, Digits digits, int n, Shape shape, SortingWay way, String lanes, List<String> more) {
        this.session = session;
        this.digits = digits.uppermost(shape.width());
        this.n = n;
        this.shape = shape;
        this.way = way;
        this.lanes = lanes;
        this.more = more;
        counts = session.allocate(ElementType.INT, shape.buckets());
        counts.fill(0);
        places = session.allocate(ElementType.INT, shape.buckets());
        upperPlaces = session.allocate(ElementType.INT, this.digits.count());
        parts = session.allocate(ElementType.INT, 2 * (this.digits.count() + 1) + 4);
    }

    /** Sorts by way of another array. Adds the first launch's event. */
    void launch(DeviceArray keys, DeviceArray between, DeviceArray sorted, List<Event> events) {
        Program spread = spreading.orElseGet(this::compileSpreading);
        spreading = Optional.of(spread);
        Program sort = sorting.orElseGet(this::compileSorting);
        sorting = Optional.of(sort);
        int below = digits.from();
        long groups =
                Math.min((long) session.device().computeUnits() * COUNTING_GROUPS_OF_UNIT, n / shape.counting() + 1);
        events.add(spread.kernel("count_buckets")
                .global(groups * shape.counting())
                .local(shape.counting())
                .launch(session.compute(), keys, (long) n, below, counts));
        spread.kernel("start_buckets")
                .global(shape.starting())
                .local(shape.starting())
                .enqueue(session.compute(), counts, places, upperPlaces, parts, shape.room(), way.chosen());
        int all = 2 * (digits.count() + 1);
        long tiles = ((long) n + shape.tile() - 1) / shape.tile();
        spread(spread, tiles, keys, 1, all, below + shape.width(), upperPlaces, between);
        // Each part may end with a tile that is not full.
        spread(spread, tiles + digits.count(), between, digits.count(), 0, below, places, sorted);
        sort.kernel("sort_buckets")
                .global((long) shape.buckets() * shape.sorting())
                .local(shape.sorting())
                .enqueue(session.compute(), sorted, below, way.chosen(), places);
    }

    private void spread(
            Program program,
            long tiles,
            DeviceArray from,
            int partCount,
            int skipped,
            int shift,
            DeviceArray cursors,
            DeviceArray to) {
        program.kernel("spread_keys")
                .global(tiles * shape.spreading())
                .local(shape.spreading())
                .enqueue(session.compute(), from, partCount, parts, skipped, shift, cursors, to);
    }

    private Program compileSpreading() {
        return compile(
                List.of(
                        "-DGROUP=" + shape.spreading(),
                        "-DITEMS=" + shape.items(),
                        "-DCOUNTING=" + shape.counting(),
                        "-DSTARTING=" + shape.starting()),
                "count-keys.cl",
                "spread-keys.cl");
    }

    private Program compileSorting() {
        return compile(
                List.of("-DGROUP=" + shape.sorting(), "-DROOM=" + shape.room(), "-DBINS=" + shape.bins()),
                "networks.cl",
                "sort-buckets.cl");
    }

    private Program compile(List<String> of, String... files) {
        List<String> options = new ArrayList<>(digits.options());
        options.addAll(more);
        options.addAll(of);
        options.addAll(List.of("-DSUM=int", "-DWORDS=1"));
        return session.compile(
                lanes + PrimitiveCode.source("sort-keys.cl") + "\n" + PrimitiveCode.source(files),
                options.toArray(String[]::new));
    }

    long bytes() {
        return counts.bytes() + places.bytes() + upperPlaces.bytes() + parts.bytes();
    }

    @Override
    public void close() {
        spreading.ifPresent(Program::close);
        sorting.ifPresent(Program::close);
        counts.close();
        places.close();
        upperPlaces.close();
        parts.close();
    }
}
