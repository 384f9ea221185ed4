package org.plegma.stencil;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;
import org.plegma.device.Session;
import org.plegma.expr.StencilSpec;
import org.plegma.measure.progress.Progress;
import org.plegma.measure.waiting.SharedWork;
import org.plegma.measure.waiting.WaitingShares;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.State;
import org.plegma.stencil.plan.StencilPlan;
import org.plegma.stencil.plan.Stops;
import org.plegma.stencil.slabs.DeviceSlab;
import org.plegma.stencil.slabs.KeptPlanes;
import org.plegma.stencil.slabs.Level;
import org.plegma.stencil.slabs.PlaneExchange;
import org.plegma.stencil.slabs.SendingSteps;
import org.plegma.stencil.slabs.Slab;
import org.plegma.stencil.slabs.SlabOptions;
import org.plegma.stencil.slabs.SlabRounds;
import org.plegma.stencil.slabs.Transport;

/**
 * A stencil on all devices of a session, and of other processes if the options have a {@link Transport}: the grid is cut into slabs
 * along its first axis, one for each device in the session's order. Each device computes its slab and k·radius ghost planes at each
 * cut, and after k steps the ghost planes come anew from the neighbours. The method is {@code direct} or {@code blocked(k)},
 * {@code auto} means {@code direct}, and each cell is computed as by the same method on one device. Or it is {@code fft(k)}, by transforms on
 * all devices; the steps that it leaves over are {@code direct}.
 *
 * <pre>{@code
 * try (Session session = Session.open(first, second);
 *         SlabPlan plan = SlabPlan.open(heat.on(session), 4096, 4096)) {
 *     Grid later = plan.load(grid).run(1000).grid();
 * }
 * }</pre>
 *
 * <p>Interrupting the thread ends a run between two exchanges with a {@link CancellationException}; the fields are then at
 * {@link #steps()}. While planes of another process are awaited, or overlapped ones, it ends at once, and the plan has to be loaded
 * again. Not thread-safe. Close it to free its memory.
 */
public final class SlabPlan implements SharedWork, AutoCloseable {
    private final SlabCode code;
    private final StencilSpec spec;
    private final Method method;
    private final int[] shape;
    private final int between;
    private final boolean overlapped;
    private final Transport transport;
    private final List<Slab> slabs;
    private final List<DeviceSlab> own = new ArrayList<>();
    private final SlabGrids host;
    private final PlaneExchange exchange;
    private final SlabRounds rounds;
    private final Optional<SlabProducts> products;

    private long steps;

    private SlabPlan(BoundStencil bound, List<Session> sessions, SlabOptions options, int[] shape) {
        this.code = new SlabCode(bound, shape);
        this.spec = code.settings().spec();
        this.shape = shape.clone();
        this.method = code.method();
        this.transport = options.transportFor(sessions.size());
        this.between = code.between(sessions, options, transport);
        int halo = Math.multiplyExact(between, spec.footprint().radius(0));
        boolean ring = code.settings().boundaries().get(0).wraps();
        this.slabs = Slab.cut(shape[0], halo, ring, options.rates(transport.slabs()));
        int thinnest = slabs.stream().mapToInt(Slab::planes).min().orElseThrow();
        this.overlapped = slabs.size() > 1 && options.overlapsFor(thinnest, halo, transport);
        int plane = Math.toIntExact(Arrays.stream(shape).skip(1).asLongStream().reduce(1, Math::multiplyExact));
        ElementType type = code.type();
        try {
            for (Session each : sessions) {
                Slab slab = slabs.get(transport.first() + own.size());
                own.add(new DeviceSlab(each, slab, overlapped, halo, plane, planes -> code.plan(each, planes)));
            }
            this.host = new SlabGrids(code, own, plane);
            this.exchange = new PlaneExchange(own, transport, halo, plane, type, options);
            Optional<SendingSteps> sending = exchange.byDevices()
                    .filter(devices -> !overlapped)
                    .flatMap(devices -> code.sending(devices, own, between, plane));
            this.rounds = new SlabRounds(spec, method.steps(), transport, own, exchange, overlapped, sending);
            this.products = code.products(own, options, transport);
        } catch (RuntimeException e) {
            own.forEach(DeviceSlab::close);
            throw e;
        }
    }

    /** Slabs of equal thickness, exchanged as {@link SlabOptions#between} chooses. */
    public static SlabPlan open(BoundStencil bound, int... shape) {
        return open(bound, SlabOptions.usual(), shape);
    }

    /**
     * Slabs in proportion to the devices' rates.
     *
     * @param bound a stencil on a session of one or more devices
     * @param rates cells that each device does in a second, in any unit; empty if all are equal
     * @param between as {@link SlabOptions#between}
     * @param shape of the whole grid
     * @throws IllegalArgumentException if a slab would be thinner than the halo, or what is asked does not run on several devices
     */
    public static SlabPlan open(BoundStencil bound, double[] rates, int between, int... shape) {
        Preconditions.notNull(rates, "rates");
        return open(bound, SlabOptions.usual().rates(rates).between(between), shape);
    }

    /**
     * Slabs as options have it, those of other processes included.
     *
     * @param shape of the whole grid
     * @throws IllegalArgumentException if a slab would be thinner than the halo, or what is asked does not run on several devices
     */
    public static SlabPlan open(BoundStencil bound, SlabOptions options, int... shape) {
        Preconditions.notNull(bound, "bound");
        Preconditions.notNull(options, "options");
        Preconditions.notNull(shape, "shape");
        Session session = bound.session();
        return over(session.devices().stream().map(session::on).toList(), bound, options, shape);
    }

    /** A slab for each of several sessions, also on one device, which a session cannot have twice: for tests. */
    static SlabPlan over(List<Session> sessions, BoundStencil bound, SlabOptions options, int... shape) {
        return new SlabPlan(bound, sessions, options, shape);
    }

    /** Starts anew from grids of the whole, as {@link StencilPlan#load(Map)}; of these only this process's slabs are used. */
    public SlabPlan load(Map<String, Grid> grids) {
        Preconditions.notNull(grids, "grids");
        host.requireFit(grids, shape[0], "");
        return loadFrom(grids, 0);
    }

    /** Starts anew from the grid of a stencil with one field and one level. */
    public SlabPlan load(Grid grid) {
        Preconditions.notNull(grid, "grid");
        return load(Map.of(State.onlyField(spec), grid));
    }

    /**
     * Starts anew from the planes of this process alone, {@link #planes()} from {@link #firstPlane()} on: the whole grid may be
     * larger than any process's memory.
     */
    public SlabPlan loadPart(Map<String, Grid> parts) {
        Preconditions.notNull(parts, "parts");
        host.requireFit(parts, planes(), " of this process");
        return loadFrom(parts, firstPlane());
    }

    /** @param first the plane of the whole grid that the grids begin with */
    private SlabPlan loadFrom(Map<String, Grid> grids, int first) {
        rounds.unload();
        host.load(grids, first);
        return started();
    }

    /**
     * Starts anew from planes that are made where they are computed: no array of Java holds a slab.
     *
     * @param source fills the kept planes of each slab of this process and each level by commands in that session's
     *     {@link Session#compute()}
     */
    public SlabPlan loadInPlace(Consumer<KeptPlanes> source) {
        Preconditions.notNull(source, "source");
        rounds.unload();
        own.forEach(each -> each.load(rounds.allLevels(), source));
        return started();
    }

    private SlabPlan started() {
        rounds.loaded();
        steps = 0;
        return this;
    }

    /** The planes of this process as they are now, in the devices' memory: of each slab each updated field. Only to be read. */
    public List<KeptPlanes> keptPlanes() {
        requireLoaded();
        List<Level> current = rounds.levels(1);
        return own.stream().flatMap(each -> current.stream().map(each::kept)).toList();
    }

    /** Does so many steps, and returns when they are done on all devices of this process. All processes must do as many. */
    public SlabPlan run(long count) {
        if (count < 0) {
            throw new IllegalArgumentException("The number of steps must not be negative: " + count);
        }
        begin();
        try (Progress progress = Progress.startQuietly(title(), count)) {
            advance(count, progress);
        }
        return this;
    }

    /** As {@link StencilPlan#run(long, long, BiConsumer)}, on all devices. The fields are those of {@link #part()}. */
    public SlabPlan run(long count, long every, BiConsumer<Long, Map<String, Grid>> snapshot) {
        Preconditions.notNull(snapshot, "snapshot");
        begin();
        Stops.run(title(), count, every, this::advance, () -> snapshot.accept(steps, part()));
        return this;
    }

    /**
     * As {@link StencilPlan#until}, on all devices.
     *
     * @throws IllegalStateException if other processes have a part of the grid
     */
    public double until(double maxChange, long every, long most) {
        if (transport.slabs() > transport.own()) {
            throw new IllegalStateException(
                    "Whether values still change is seen where one process has all slabs, and this one has "
                            + transport.own() + " of " + transport.slabs() + ": call run, and compare part().");
        }
        begin();
        return Stops.until(maxChange, every, most, this::advance, () -> own.stream()
                .mapToDouble(DeviceSlab::largestChange)
                .max()
                .orElseThrow());
    }

    private String title() {
        return "Stencil " + String.join(", ", spec.updatedFields());
    }

    /** What is measured is that of the last run. */
    private void begin() {
        requireLoaded();
        own.forEach(slab -> slab.waiting().restart());
    }

    private void advance(long count, Progress progress) {
        for (long done = 0; done < count; ) {
            long left = count - done;
            int product = products.isEmpty() ? 0 : products.get().tried(left, between, rounds);
            int part = product > 0 ? product : rounds.run(products.isEmpty() ? left : Math.min(left, between), between);
            steps += part;
            done += part;
            progress.step(part);
        }
        rounds.await();
    }

    private void requireLoaded() {
        if (!rounds.isLoaded()) {
            throw new IllegalStateException("The plan has no data, or a device or another process failed, or a run was"
                    + " interrupted in an exchange, and the slabs are at different steps: call load.");
        }
    }

    /**
     * The updated fields of the whole grid as they are now, with their older levels.
     *
     * @throws IllegalStateException if other processes have a part of the grid
     */
    public Map<String, Grid> result() {
        if (transport.slabs() > transport.own()) {
            throw new IllegalStateException("This process has planes " + firstPlane() + " to "
                    + (firstPlane() + planes() - 1) + " of " + shape[0]
                    + ": part() gives them, and the rest is with the"
                    + " other processes.");
        }
        return part();
    }

    /** The planes of this process, {@link #planes()} from {@link #firstPlane()} on, of the updated fields and their older levels. */
    public Map<String, Grid> part() {
        requireLoaded();
        return host.part();
    }

    /** The updated field of a stencil that has one, as it is now. */
    public Grid grid() {
        if (spec.updates().size() != 1) {
            throw new IllegalStateException("The stencil updates " + spec.updatedFields()
                    + ": which of them shall be the grid? Call result(), which gives all by their names.");
        }
        return Objects.requireNonNull(
                result().get(spec.updatedFields().iterator().next()));
    }

    /** What it computes, by names such as {@code formula}: what has another state than this after as many steps. */
    public Map<String, String> problem() {
        return code.problem();
    }

    /** Steps done since {@link #load}. */
    public long steps() {
        return steps;
    }

    /** The slabs of all processes, in the order of their devices. */
    public List<Slab> slabs() {
        return slabs;
    }

    /** The first plane of the whole grid that this process keeps. */
    public int firstPlane() {
        return host.first();
    }

    /** Planes that this process keeps. */
    public int planes() {
        return host.planes();
    }

    /** The slabs of this process. */
    List<DeviceSlab> own() {
        return List.copyOf(own);
    }

    /** The shape of the whole grid. */
    public int[] shape() {
        return shape.clone();
    }

    /** Steps from one exchange to the next. */
    public int stepsBetweenExchanges() {
        return between;
    }

    /** Whether planes are exchanged while the interior is computed. */
    public boolean isOverlapped() {
        return overlapped;
    }

    /** Whether planes between devices of this process go through pinned memory of the host, because they must or because it was asked. */
    public boolean goesThroughHost() {
        return exchange.goesThroughHost();
    }

    /**
     * For each device of this process the share of a step in which it waits for its neighbours: as predicted, and as it was in the
     * last run. What an exchange costs is measured, and stored, when it is asked for first.
     *
     * @throws IllegalStateException if there are slabs of other processes, whose devices are not known here
     */
    @Override
    public WaitingShares explain() {
        if (transport.slabs() > transport.own() || products.isPresent()) {
            throw new IllegalStateException(
                    "Waiting is explained of direct and blocked(k), and where one process has all slabs.");
        }
        return code.explained(toString(), own, exchange, rounds, between);
    }

    /**
     * Cells that each device of this process computed in the last run, in a second of its own launches. As {@link SlabOptions#rates} of
     * another plan they make slabs for which all take equally long: at their limit of power devices of one model differ, too.
     *
     * @throws IllegalStateException if there was no run
     */
    public double[] rates() {
        return own.stream().mapToDouble(DeviceSlab::rate).toArray();
    }

    /** Device memory on all devices of this process, as {@link StencilPlan#bytes()}. */
    public long bytes() {
        return own.stream().mapToLong(DeviceSlab::bytes).sum()
                + products.map(SlabProducts::bytes).orElse(0L);
    }

    @Override
    public void close() {
        products.ifPresent(SlabProducts::close);
        rounds.close();
        exchange.close();
        own.forEach(DeviceSlab::close);
    }

    @Override
    public String toString() {
        String parts = own.stream()
                .map(each -> each.slab().planes() + " planes on device "
                        + each.device().index() + " (" + each.device().name() + ")")
                .collect(Collectors.joining(", "));
        String others =
                transport.slabs() == transport.own() ? "" : " of " + transport.slabs() + " slabs over " + transport;
        String often = between == 1 ? " every step" : " every " + between + " steps";
        String ghosts = slabs.size() == 1 ? "" : "; ghost planes " + exchange.way() + often + rounds.order();
        return "Plan of " + spec.updatedFields() + " " + Arrays.toString(shape) + ", "
                + products.map(SlabProducts::toString).orElse(method.toString()) + ", " + parts + others
                + ghosts + ", " + steps + " steps done";
    }
}
