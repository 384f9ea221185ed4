package org.plegma.primitives;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;

/**
 * A sort by way of buckets of two upper digits, each of which a group sorts. Equal keys alone are the same, so none needs to stay behind
 * another: a key's place in a tile is told by one atomic addition, and tiles do not wait for those before them. Keys with values come to
 * their buckets by other passes, in order.
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
    private final Map<String, Program> sorting = new HashMap<>();

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
        places = session.allocate(ElementType.INT, shape.buckets() + 4);
        upperPlaces = session.allocate(ElementType.INT, this.digits.count());
        parts = session.allocate(ElementType.INT, 2 * (this.digits.count() + 1) + 4);
    }

    int width() {
        return shape.width();
    }

    /** Sorts keys alone by way of another array. Adds the first launch's event. */
    void launch(DeviceArray keys, DeviceArray between, DeviceArray sorted, List<Event> events) {
        count(keys, Optional.empty(), events);
        int count = digits.count();
        long tiles = ((long) n + shape.tile() - 1) / shape.tile();
        spread(tiles, keys, 1, 2 * (count + 1), digits.from() + shape.width(), upperPlaces, between);
        // Each part may end with a tile that is not full.
        spread(tiles + count, between, count, 0, digits.from(), places, sorted);
        sort(sorted, Optional.empty());
    }

    /**
     * Where buckets begin; whether keys are spread.
     *
     * @param starts for passes that keep keys in order, after a sample: where those of each lower digit begin, then of each uppermost one
     * @param events gets the first launch's, without a sample
     */
    void count(DeviceArray keys, Optional<DeviceArray> starts, List<Event> events) {
        Program spread = spreading();
        long groups =
                Math.min((long) session.device().computeUnits() * COUNTING_GROUPS_OF_UNIT, n / shape.counting() + 1);
        Kernel count = spread.kernel(starts.isPresent() ? "count_if_spread" : "count_buckets")
                .global(groups * shape.counting())
                .local(shape.counting());
        if (starts.isPresent()) {
            count.enqueue(session.compute(), keys, (long) n, digits.from(), counts, way.chosen());
        } else {
            events.add(count.launch(session.compute(), keys, (long) n, digits.from(), counts));
        }
        starts.ifPresent(array -> spread.kernel("start_passes")
                .global(2L * shape.starting())
                .local(shape.starting())
                .enqueue(session.compute(), counts, array));
        spread.kernel("start_buckets")
                .global(shape.starting())
                .local(shape.starting())
                .enqueue(session.compute(), counts, places, upperPlaces, parts, shape.room(), way.chosen());
    }

    /** Sorts each bucket; values with keys that came there in order. */
    void sort(DeviceArray keys, Optional<DeviceArray> values) {
        sorting(values.map(DeviceArray::type))
                .kernel("sort_buckets")
                .global((long) shape.buckets() * shape.sorting())
                .local(shape.sorting())
                .enqueue(session.compute(), keys, digits.from(), way.chosen(), places, values.orElse(keys));
    }

    private void spread(
            long tiles, DeviceArray from, int partCount, int skipped, int shift, DeviceArray cursors, DeviceArray to) {
        spreading()
                .kernel("spread_keys")
                .global(tiles * shape.spreading())
                .local(shape.spreading())
                .enqueue(session.compute(), from, partCount, parts, skipped, shift, cursors, to);
    }

    private Program spreading() {
        if (spreading.isEmpty()) {
            spreading = Optional.of(compile(
                    List.of(
                            "-DGROUP=" + shape.spreading(),
                            "-DITEMS=" + shape.items(),
                            "-DCOUNTING=" + shape.counting(),
                            "-DSTARTING=" + shape.starting()),
                    "count-keys.cl",
                    "spread-keys.cl"));
        }
        return spreading.orElseThrow();
    }

    private Program sorting(Optional<ElementType> values) {
        return sorting.computeIfAbsent(values.map(ElementType::openclName).orElse(""), name -> {
            List<String> options = new ArrayList<>(
                    List.of("-DGROUP=" + shape.sorting(), "-DROOM=" + shape.room(), "-DBINS=" + shape.bins()));
            if (values.isPresent()) {
                options.addAll(List.of("-DVALUES", "-DVALUE=" + name));
            }
            return compile(options, "networks.cl", "sort-buckets.cl");
        });
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
        sorting.values().forEach(Program::close);
        counts.close();
        places.close();
        upperPlaces.close();
        parts.close();
    }
}
