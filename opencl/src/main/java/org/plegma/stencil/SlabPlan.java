package org.plegma.stencil;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.device.errors.OpenClException;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.StencilSpec.Field;
import org.plegma.expr.tree.Boundary;
import org.plegma.measure.progress.Progress;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.State;
import org.plegma.stencil.method.StencilSettings;
import org.plegma.stencil.plan.StencilPlan;
import org.plegma.stencil.slabs.PlaneExchange;
import org.plegma.stencil.slabs.Slab;

/**
 * A stencil on all devices of a session: the grid is cut into slabs along its first axis, one for each device in the session's order.
 * Each device computes its slab and k·radius ghost planes at each cut, and after k steps the ghost planes come anew from the
 * neighbours, through pinned memory of the host. The method is {@code direct} or {@code blocked(k)}, {@code auto} means
 * {@code direct}, and each cell is computed as by the same method on one device.
 *
 * <pre>{@code
 * try (Session session = Session.open(first, second);
 *         SlabPlan plan = SlabPlan.open(heat.on(session), 4096, 4096)) {
 *     Grid later = plan.load(grid).run(1000).grid();
 * }
 * }</pre>
 *
 * <p>Interrupting the thread ends a run between two exchanges with a {@link CancellationException}; the fields are then at
 * {@link #steps()}. Not thread-safe. Close it to free its memory.
 */
public final class SlabPlan implements AutoCloseable {
    private static final Set<String> METHODS = Set.of("direct", "blocked");

    private final StencilSpec spec;
    private final Method method;
    private final int[] shape;
    private final int plane;
    private final int between;
    private final List<Slab> slabs;
    private final List<StencilPlan> plans = new ArrayList<>();
    private final PlaneExchange exchange;
    /** The last launch of each device from which on nothing was waited for. */
    private final List<Event> running = new ArrayList<>();

    private boolean loaded;
    /** Whether ghost planes of the fields that no step changes are filled. */
    private boolean filled;

    private long steps;

    private SlabPlan(BoundStencil bound, List<Session> sessions, double[] rates, int between, int[] shape) {
        StencilSettings settings = bound.settings();
        settings.requireShape(shape);
        this.spec = settings.spec();
        this.shape = shape.clone();
        this.method = method(settings);
        this.between = between == 0 ? method.steps() : between;
        if (this.between < 0 || this.between % method.steps() != 0) {
            throw new IllegalArgumentException("The steps between exchanges must be a multiple of those that " + method
                    + " does together, found " + between + ".");
        }
        if (sessions.stream().anyMatch(Session::isIsolated)) {
            throw new IllegalArgumentException("A session whose kernels run in a process of their own has no slabs:"
                    + " open one by Session.open.");
        }
        if (rates.length != 0 && rates.length != sessions.size()) {
            throw new IllegalArgumentException("Wrong number of rates: expected " + sessions.size()
                    + ", one for each device, found " + rates.length + ".");
        }
        double[] shares = rates.length == 0 ? equal(sessions.size()) : rates;
        int halo = Math.multiplyExact(this.between, spec.footprint().radius(0));
        boolean ring = settings.boundaries().get(0).kind() == Boundary.Kind.PERIODIC;
        this.slabs = Slab.cut(shape[0], halo, ring, shares);
        this.plane = Math.toIntExact(Arrays.stream(shape).skip(1).asLongStream().reduce(1, Math::multiplyExact));
        ElementType type = settings.typeOr(ElementType.FLOAT);
        this.exchange = new PlaneExchange(sessions, slabs, halo, plane, type);
        try {
            for (Session each : sessions) {
                int[] own = this.shape.clone();
                own[0] = slabs.get(plans.size()).extent();
                plans.add(
                        naming(each.device(), () -> new BoundStencil(bound.stencil(), each, settings.withMethod(method))
                                .plan(type, own)));
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private static double[] equal(int count) {
        double[] rates = new double[count];
        Arrays.fill(rates, 1);
        return rates;
    }

    private static Method method(StencilSettings settings) {
        Method method = settings.method().orDirect();
        if (!METHODS.contains(method.name())) {
            throw new IllegalArgumentException("The method " + method
                    + " does not run on several devices. Use direct, or blocked(k), which does k steps together.");
        }
        if (settings.source() != null) {
            throw new IllegalArgumentException("Source of one's own does not run on several devices:"
                    + " use the formula, or one device by plan(...).");
        }
        return method;
    }

    /** Slabs of equal thickness, exchanged whenever the method has done the steps that it does together. */
    public static SlabPlan open(BoundStencil bound, int... shape) {
        return open(bound, new double[0], 0, shape);
    }

    /**
     * Slabs in proportion to the devices' rates.
     *
     * @param bound a stencil on a session of one or more devices
     * @param rates cells that each device does in a second, in any unit; empty if all are equal
     * @param between steps from one exchange to the next, a multiple of those that the method does together; 0 for the fewest. More
     *     make exchanges rarer, and ghost planes, which are computed too, more
     * @param shape of the whole grid
     * @throws IllegalArgumentException if a slab would be thinner than the halo, or what is asked does not run on several devices
     */
    public static SlabPlan open(BoundStencil bound, double[] rates, int between, int... shape) {
        Preconditions.notNull(bound, "bound");
        Preconditions.notNull(rates, "rates");
        Preconditions.notNull(shape, "shape");
        Session session = bound.session();
        List<Session> sessions = session.devices().stream().map(session::on).toList();
        return new SlabPlan(bound, sessions, rates, between, shape);
    }

    /** A slab for each of several sessions, also on one device, which a session cannot have twice: for tests. */
    static SlabPlan over(List<Session> sessions, BoundStencil bound, int between, int... shape) {
        return new SlabPlan(bound, sessions, new double[0], between, shape);
    }

    /** Starts anew from grids of the whole, as {@link StencilPlan#load(Map)}. */
    public SlabPlan load(Map<String, Grid> grids) {
        Preconditions.notNull(grids, "grids");
        State.requireKeys(spec, grids.keySet());
        grids.forEach((key, grid) -> {
            if (!Arrays.equals(grid.shape(), shape)) {
                throw new IllegalArgumentException("The field '" + key + "' must be " + Arrays.toString(shape)
                        + ", found " + Arrays.toString(grid.shape()) + ".");
            }
        });
        loaded = false;
        await();
        for (int i = 0; i < slabs.size(); i++) {
            Map<String, Grid> parts = new LinkedHashMap<>();
            for (Map.Entry<String, Grid> each : grids.entrySet()) {
                parts.put(each.getKey(), part(each.getValue(), slabs.get(i)));
            }
            StencilPlan plan = plans.get(i);
            naming(plan.device(), () -> plan.load(parts));
        }
        loaded = true;
        filled = false;
        steps = 0;
        return this;
    }

    /** Starts anew from the grid of a stencil with one field and one level. */
    public SlabPlan load(Grid grid) {
        Preconditions.notNull(grid, "grid");
        return load(Map.of(State.onlyField(spec), grid));
    }

    /** Ghost planes begin as NaN, so that one that no exchange fills shows. */
    private Grid part(Grid grid, Slab slab) {
        int[] own = shape.clone();
        own[0] = slab.extent();
        Grid part = Grid.zeros(grid.type(), own);
        if (grid.type() == ElementType.FLOAT || grid.type() == ElementType.DOUBLE) {
            part.fill(Double.NaN);
        }
        System.arraycopy(grid.data(), slab.first() * plane, part.data(), slab.below() * plane, slab.planes() * plane);
        return part;
    }

    /** Does so many steps, and returns when they are done on all devices. */
    public SlabPlan run(long count) {
        if (count < 0) {
            throw new IllegalArgumentException("The number of steps must not be negative: " + count);
        }
        requireLoaded();
        try (Progress progress = Progress.startQuietly("Stencil " + String.join(", ", spec.updatedFields()), count)) {
            for (long done = 0; done < count; ) {
                long part = Math.min(between, count - done);
                exchange();
                launch(part);
                done += part;
                progress.step(part);
            }
        }
        return this;
    }

    private void exchange() {
        await();
        List<List<DeviceArray>> arrays = new ArrayList<>();
        for (Field field : spec.fields()) {
            for (int age = 0; age < field.levels() && (field.updated() || !filled); age++) {
                int level = age;
                arrays.add(plans.stream()
                        .map(plan -> plan.state().level(field.name(), level))
                        .toList());
            }
        }
        exchange.exchange(arrays);
        filled = true;
    }

    private void launch(long part) {
        // Should a device fail here, the slabs are at different steps.
        loaded = false;
        for (StencilPlan plan : plans) {
            List<Event> events = naming(plan.device(), () -> plan.launch(part));
            running.add(events.get(events.size() - 1));
        }
        loaded = true;
        steps += part;
        await();
    }

    /** Waits for the last launches; if the thread is interrupted, the next exchange waits for those left. */
    private void await() {
        while (!running.isEmpty()) {
            Event event = running.get(0);
            try {
                naming(plans.get(plans.size() - running.size()).device(), () -> {
                    event.await();
                    return event;
                });
            } catch (OpenClException e) {
                loaded = false;
                running.clear();
                throw e;
            }
            running.remove(0);
        }
    }

    private static <T> T naming(Device device, Supplier<T> action) {
        try {
            return action.get();
        } catch (OpenClException e) {
            throw new OpenClException("On device " + device.index() + ", " + device.name() + ": " + e.getMessage(), e);
        }
    }

    private void requireLoaded() {
        if (!loaded) {
            throw new IllegalStateException(
                    "The plan has no data, or a device failed and the slabs are at different steps: call load.");
        }
    }

    /** The updated fields of the whole grid as they are now, with their older levels. */
    public Map<String, Grid> result() {
        requireLoaded();
        Map<String, Grid> whole = new LinkedHashMap<>();
        for (int i = 0; i < slabs.size(); i++) {
            Slab slab = slabs.get(i);
            StencilPlan plan = plans.get(i);
            naming(plan.device(), plan::result).forEach((key, part) -> {
                Grid all = whole.computeIfAbsent(key, k -> Grid.zeros(part.type(), shape));
                System.arraycopy(
                        part.data(), slab.below() * plane, all.data(), slab.first() * plane, slab.planes() * plane);
            });
        }
        return whole;
    }

    /** The updated field of a stencil that has one, as it is now. */
    public Grid grid() {
        if (spec.updates().size() != 1) {
            throw new IllegalStateException("The stencil updates " + spec.updatedFields()
                    + ": which of them shall be the grid? Call result(), which gives all by their names.");
        }
        return result().get(spec.updatedFields().iterator().next());
    }

    /** Steps done since {@link #load}. */
    public long steps() {
        return steps;
    }

    /** The slabs, in the order of the devices. */
    public List<Slab> slabs() {
        return slabs;
    }

    /** Steps from one exchange to the next. */
    public int stepsBetweenExchanges() {
        return between;
    }

    /** Device memory on all devices, as {@link StencilPlan#bytes()}. */
    public long bytes() {
        return plans.stream().mapToLong(StencilPlan::bytes).sum();
    }

    @Override
    public void close() {
        exchange.close();
        plans.forEach(StencilPlan::close);
    }

    @Override
    public String toString() {
        List<String> parts = IntStream.range(0, slabs.size())
                .mapToObj(i -> slabs.get(i).planes() + " planes on device "
                        + plans.get(i).device().index() + " ("
                        + plans.get(i).device().name() + ")")
                .toList();
        return "Plan of " + spec.updatedFields() + " " + Arrays.toString(shape) + ", " + method + ", "
                + String.join(", ", parts) + "; ghost planes through pinned memory every " + between + " steps, "
                + steps
                + " steps done";
    }
}
