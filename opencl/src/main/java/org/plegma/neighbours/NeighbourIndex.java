package org.plegma.neighbours;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.errors.ClosedException;

/** Points made ready for queries, any number of times. Not thread-safe. Close it to free its memory. */
public final class NeighbourIndex implements AutoCloseable {
    /** The largest number of neighbours of a query: they are held in registers. */
    public static final int MOST_NEIGHBOURS = 64;

    private final SpaceCode code;
    private final int count;
    private final String method;
    private final double pointsInCell;
    private final PointReader reader;
    private SearchMethod search;
    private Optional<PointCloud> cloud = Optional.empty();
    private String reason = "asked for";
    private boolean closed;

    /** Whether the last points were refused when those before were lost. */
    private boolean refused;

    /** The last points, if they were sorted, but their box was not looked at. */
    private Optional<Coordinates> unconfirmed = Optional.empty();

    /** Whether it is not known yet if the method suits the points. */
    private boolean open;

    NeighbourIndex(SpaceCode code, int count, String method, double pointsInCell) {
        this.code = code;
        this.count = count;
        this.method = method;
        this.pointsInCell = pointsInCell;
        this.reader = new PointReader(code);
        search = start();
    }

    private SearchMethod start() {
        return switch (count == 0 ? "brute-force" : method) {
            case "auto" -> new RingSearch(code, count, pointsInCell, true);
            case "rings" -> new RingSearch(code, count, pointsInCell, false);
            case "nested" -> new NestedSearch(code, count, pointsInCell, false);
            case "tree" -> new TreeSearch(code, count);
            case "simple" -> new OffsetSearch(code, count, pointsInCell, false);
            case "skip" -> new OffsetSearch(code, count, pointsInCell, true);
            default -> new BruteForce(code, count);
        };
    }

    /**
     * Takes other points, as many as before: cheaper than another index.
     *
     * @throws IllegalArgumentException if the shape or the type does not fit, or a coordinate is not finite; then it may have none
     */
    public void update(Grid points) {
        Preconditions.notNull(points, "points");
        try (DeviceArray onDevice = code.session().upload(points)) {
            launchUpdate(onDevice, new ArrayList<>());
            confirm(new ArrayList<>());
        }
    }

    /**
     * As {@link #update}, with points on the device, and events of its first and last launches, for measuring. It may be left
     * to the next search to refuse points that are not finite.
     */
    public void launchUpdate(DeviceArray points, List<Event> events) {
        Preconditions.notNull(points, "points");
        Preconditions.notNull(events, "events");
        requireOpen();
        require("points", points, count);
        reader.look(points, search.counts(), events);
        // As the last points were sorted, before the box is known, so that the device need not wait for the host.
        Coordinates given = reader.queries(points);
        boolean lost = search.begin(given, events);
        refused = false;
        unconfirmed = Optional.of(given).filter(one -> lost && search.isPatient());
        if (unconfirmed.isEmpty()) {
            accept(reader.cloud(given).orElseThrow(() -> refusal(points, lost)), events);
        }
    }

    /** @param lost whether there are no points now */
    private IllegalArgumentException refusal(DeviceArray points, boolean lost) {
        // Kernels have told of these points, too.
        reader.told();
        refused = lost;
        return reader.refusal(points);
    }

    private void accept(PointCloud given, List<Event> events) {
        search.build(given, events);
        watch(given);
        if (!search.isPatient()) {
            settle(events);
        }
    }

    private void watch(PointCloud given) {
        cloud = Optional.of(given);
        open = method.equals("auto") && count > 0 && !(search instanceof TreeSearch);
    }

    /** Looks at the box of points that were sorted as those before; says whether they had to be sorted anew. */
    private boolean confirm(List<Event> events) {
        if (unconfirmed.isEmpty()) {
            return false;
        }
        Optional<PointCloud> given = reader.cloud(unconfirmed.orElseThrow());
        unconfirmed = Optional.empty();
        if (given.filter(search::suits).isPresent()) {
            watch(given.orElseThrow());
            return false;
        }
        // The caller's points may be others by now.
        try (DeviceArray points = code.session().allocate(code.type(), count, code.axes())) {
            search.give(points, events);
            PointCloud found = given.orElseThrow(() -> refusal(points, true));
            accept(found.at(reader.queries(points)), events);
            code.session().compute().finish();
        }
        return true;
    }

    /** Waits until it is known whether the method suits the points, and takes another one if it does not. */
    private void settle(List<Event> events) {
        confirm(events);
        if (open && !refused) {
            settle(reader.told(), events);
        }
    }

    /** As kernels have told; says whether it took another one. */
    private boolean settle(int[] told, List<Event> events) {
        open = false;
        int[] now = told;
        boolean changed = false;
        reason = search.reason(now);
        Optional<SearchMethod> better = search.better(now);
        while (better.isPresent()) {
            take(better.orElseThrow(), events);
            changed = true;
            if (search instanceof TreeSearch) {
                break;
            }
            now = reader.told();
            reason = search.reason(now);
            better = search.better(now);
        }
        return changed;
    }

    /** Brings the points to another method. */
    private void take(SearchMethod next, List<Event> events) {
        try (DeviceArray points = code.session().allocate(code.type(), count, code.axes())) {
            search.give(points, events);
            next.build(cloud.orElseThrow().at(reader.queries(points)), events);
            code.session().compute().finish();
        }
        search.close();
        search = next;
    }

    /** The nearest k of each query. */
    public NearestPoints nearest(Grid queries, int k) {
        Preconditions.notNull(queries, "queries");
        try (DeviceArray onDevice = code.session().upload(queries)) {
            int many = onDevice.shape()[0];
            try (DeviceArray squared = code.session().allocate(code.type(), many, requireK(k));
                    DeviceArray ids = code.session().allocate(ElementType.INT, many, k)) {
                launchNearest(onDevice, ids, squared);
                return new NearestPoints(k, ints(ids), doubles(squared));
            }
        }
    }

    /**
     * The nearest of each query, on the device, with events of the first and the last launches. Waits until they are found, as
     * the kernels tell whether all queries are finite.
     *
     * @param ids [queries, k], the indices of points, or -1
     * @param squared [queries, k], their squared distances, or infinity
     */
    public List<Event> launchNearest(DeviceArray queries, DeviceArray ids, DeviceArray squared) {
        Preconditions.notNull(queries, "queries");
        Preconditions.notNull(ids, "ids");
        Preconditions.notNull(squared, "squared");
        int many = requireQueries(queries);
        int[] shape = ids.shape();
        boolean fits = shape.length == 2 && shape[0] == many && Arrays.equals(shape, squared.shape());
        if (!fits || ids.type() != ElementType.INT || squared.type() != code.type()) {
            throw new IllegalArgumentException(
                    "The results must be int and " + code.type().javaName() + " of shape ["
                            + many + ", k], found " + ids.type().javaName() + " " + Arrays.toString(shape) + " and "
                            + squared.type().javaName() + " " + Arrays.toString(squared.shape()) + ".");
        }
        List<Event> events = new ArrayList<>();
        int k = requireK(shape[1]);
        if (many > 0) {
            Coordinates asked = reader.queries(queries);
            SearchFor wanted = SearchFor.nearest(k, squared, ids);
            search.search(asked, wanted, events);
            if (confirm(events)) {
                search.search(asked, wanted, events);
            }
            int[] told = reader.told();
            boolean changed = open && settle(told, events);
            reader.requireFinite(told, asked);
            if (changed) {
                told = ask(asked, wanted, events);
            }
            if (search.hasGivenUp(told[1], asked)) {
                take(new TreeSearch(code, count), events);
                reason = "most queries are where no points are";
                ask(asked, wanted, events);
            } else if (told[1] > 0) {
                search.searchLeft(told[1], wanted, events);
            }
        }
        return events;
    }

    /** Searches and waits; gives what kernels have told. */
    private int[] ask(Coordinates asked, SearchFor wanted, List<Event> events) {
        search.search(asked, wanted, events);
        return reader.told();
    }

    /** All points within a radius of each query, the radius included. */
    public PointsWithin within(Grid queries, double radius) {
        Preconditions.notNull(queries, "queries");
        if (!(radius >= 0) || Double.isInfinite(radius)) {
            throw new IllegalArgumentException("The radius must be 0 or more and finite, found " + radius + ".");
        }
        Number limit = code.type() == ElementType.FLOAT
                ? (Number) ((float) radius * (float) radius)
                : (Number) (radius * radius);
        try (DeviceArray onDevice = code.session().upload(queries)) {
            int many = requireQueries(onDevice);
            int[] starts = new int[many + 1];
            if (many == 0) {
                return new PointsWithin(starts, new int[0], new double[0]);
            }
            settle(new ArrayList<>());
            Coordinates asked = reader.queries(onDevice);
            try (DeviceArray counts = code.session().allocate(ElementType.INT, many)) {
                search.search(asked, SearchFor.count(limit, counts), new ArrayList<>());
                reader.requireFinite(reader.told(), asked);
                addUp(ints(counts), starts);
            }
            try (DeviceArray at = code.session().upload(starts);
                    DeviceArray squared = code.session().allocate(code.type(), starts[many]);
                    DeviceArray ids = code.session().allocate(ElementType.INT, starts[many])) {
                search.search(asked, SearchFor.list(limit, at, squared, ids), new ArrayList<>());
                return new PointsWithin(starts, ints(ids), doubles(squared));
            }
        }
    }

    private static void addUp(int[] counts, int[] starts) {
        long sum = 0;
        for (int i = 0; i < counts.length; i++) {
            starts[i] = (int) sum;
            sum += counts[i];
        }
        if (sum > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "There are " + sum + " points within the radius of all queries, more than an array holds.");
        }
        starts[counts.length] = (int) sum;
    }

    private static int requireK(int k) {
        if (k < 1 || k > MOST_NEIGHBOURS) {
            throw new IllegalArgumentException(
                    "The number of neighbours must be from 1 to " + MOST_NEIGHBOURS + ", found " + k + ".");
        }
        return k;
    }

    private int requireQueries(DeviceArray queries) {
        requireOpen();
        if (refused) {
            throw new IllegalStateException("The points of the last update were refused, and there are no others.");
        }
        require("queries", queries, queries.shape()[0]);
        return queries.shape()[0];
    }

    private void requireOpen() {
        if (closed) {
            throw new ClosedException("The index of " + count + " points");
        }
    }

    private void require(String what, DeviceArray array, int many) {
        int[] expected = {many, code.axes()};
        if (array.type() != code.type() || !Arrays.equals(array.shape(), expected)) {
            throw new IllegalArgumentException("The " + what + " must be "
                    + code.type().javaName() + " "
                    + Arrays.toString(expected) + ", found " + array.type().javaName() + " "
                    + Arrays.toString(array.shape()) + ".");
        }
    }

    private static int[] ints(DeviceArray array) {
        int[] values = new int[Math.toIntExact(array.length())];
        array.download(values);
        return values;
    }

    private double[] doubles(DeviceArray array) {
        if (code.type() == ElementType.DOUBLE) {
            double[] values = new double[Math.toIntExact(array.length())];
            array.download(values);
            return values;
        }
        float[] floats = new float[Math.toIntExact(array.length())];
        array.download(floats);
        double[] values = new double[floats.length];
        Arrays.setAll(values, i -> floats[i]);
        return values;
    }

    /** Device memory of the index, in bytes. */
    public long bytes() {
        settle(new ArrayList<>());
        return search.bytes();
    }

    /** The method and its structure, and why it was taken. */
    public String explain() {
        settle(new ArrayList<>());
        return search.explain() + " (" + reason + ")";
    }

    /** Points, method and structure. */
    @Override
    public String toString() {
        return "Index of " + count + " points: " + (closed ? "closed" : explain());
    }

    @Override
    public void close() {
        closed = true;
        open = false;
        unconfirmed = Optional.empty();
        search.close();
        reader.close();
        code.close();
    }
}
