package org.plegma.stencil.slabs;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Queue;
import org.plegma.device.Session;
import org.plegma.measure.waiting.WaitingMeter;
import org.plegma.stencil.method.CompiledStage;
import org.plegma.stencil.plan.StencilPlan;

/**
 * A slab on its device, computed by the usual plan. Either that plan's grid has the ghost planes, too, and steps begin when they are
 * there. Or exchanges are overlapped: the grid has the kept planes alone, whose steps spoil a halo of them at each cut, and at each cut
 * another plan computes these on a <em>rim</em> of three halos: the ghosts, the planes that were spoilt, and as many that they need.
 */
public final class DeviceSlab implements AutoCloseable {
    /** At which end of the slab a cut is. */
    enum Side {
        BELOW,
        ABOVE
    }

    /** A halo of planes of an array. */
    record Planes(DeviceArray array, long offset) {}

    private record Launch(Event first, Event last) {}

    private final Session session;
    private final Slab slab;
    private final int halo;
    private final long plane;
    private final StencilPlan main;
    private final Map<Side, StencilPlan> rims = new LinkedHashMap<>();
    private final boolean overlapped;
    /** What was enqueued first and last to compute by each launch that has not been waited for. */
    private final Deque<Launch> launched = new ArrayDeque<>();

    private final WaitingMeter waiting = new WaitingMeter();

    private @Nullable Event last;

    /**
     * @param session seen from the slab's device
     * @param halo planes exchanged at a cut
     * @param plane elements of a plane
     * @param planner makes a plan for so many planes
     */
    public DeviceSlab(
            Session session, Slab slab, boolean overlapped, int halo, long plane, IntFunction<StencilPlan> planner) {
        this.session = session;
        this.slab = slab;
        this.halo = halo;
        this.plane = plane;
        this.overlapped = overlapped;
        this.main = naming(() -> planner.apply(overlapped ? slab.planes() : slab.extent()));
        try {
            for (Side side : Side.values()) {
                if (overlapped && hasCut(side)) {
                    rims.put(side, naming(() -> planner.apply(3 * halo)));
                }
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Whether planes of another slab follow on that side. */
    boolean hasCut(Side side) {
        return (side == Side.BELOW ? slab.below() : slab.above()) > 0;
    }

    /** The slab. */
    public Slab slab() {
        return slab;
    }

    /** As it was given. */
    public Session session() {
        return session;
    }

    Queue compute() {
        return session.compute();
    }

    /** A processor has no other engine that copies: there the order of one queue lets copies go before the kernels behind them. */
    Queue download() {
        return device().kind() == Device.Kind.CPU ? session.compute() : session.download();
    }

    /** As {@link #download}. */
    Queue upload() {
        return device().kind() == Device.Kind.CPU ? session.compute() : session.upload();
    }

    /** Makes copies from the device wait for all that was enqueued to compute. */
    void downloadAfterAll() {
        if (last != null) {
            download().waitFor(last);
        }
    }

    /** The device that computes it. */
    public Device device() {
        return session.device();
    }

    /** Where the kept planes begin on the device. */
    private long firstKept() {
        return overlapped ? 0 : slab.below();
    }

    /**
     * Starts anew.
     *
     * @param parts for each field and level the kept planes
     */
    public void load(Map<String, Grid> parts) {
        Map<String, Grid> whole = new LinkedHashMap<>();
        Map<String, Grid> spoilt = new LinkedHashMap<>();
        parts.forEach((key, part) -> {
            int extent = overlapped ? slab.planes() : slab.extent();
            Grid grid = unset(part, extent);
            System.arraycopy(
                    part.data(), 0, grid.data(), Math.toIntExact(firstKept() * plane), Math.toIntExact(part.length()));
            whole.put(key, grid);
            spoilt.put(key, unset(part, 3 * halo));
        });
        naming(() -> main.load(whole));
        rims.values().forEach(rim -> naming(() -> rim.load(spoilt)));
    }

    /** As {@link #load(Map)}, from what is put into the kept planes where they lie. */
    public void load(List<Level> levels, Consumer<KeptPlanes> source) {
        for (Level level : levels) {
            naming(() -> array(main, level).fill(Double.NaN));
            rims.values().forEach(rim -> naming(() -> array(rim, level).fill(Double.NaN)));
            source.accept(kept(level));
        }
        naming(() -> {
            compute().finish();
            return main.restart();
        });
    }

    /** The kept planes of a level, where they lie. */
    public KeptPlanes kept(Level level) {
        return new KeptPlanes(session, level, array(main, level), firstKept() * plane, slab);
    }

    /** Ghost planes begin as NaN, so that one that no exchange fills shows. */
    private static Grid unset(Grid like, int planes) {
        int[] shape = like.shape();
        shape[0] = planes;
        Grid grid = Grid.zeros(like.type(), shape);
        return like.type() == ElementType.FLOAT || like.type() == ElementType.DOUBLE ? grid.fill(Double.NaN) : grid;
    }

    /** The kept planes of the updated fields, with their older levels. */
    public Map<String, Grid> result() {
        Map<String, Grid> parts = new LinkedHashMap<>(naming(main::result));
        parts.replaceAll((key, grid) -> {
            int[] from = new int[grid.rank()];
            int[] extent = grid.shape();
            from[0] = (int) firstKept();
            extent[0] = slab.planes();
            return grid.region(from, extent);
        });
        return parts;
    }

    /** The largest change of a kept cell in the last step, which was done by itself, as {@link StencilPlan#largestChange}. */
    public double largestChange() {
        return naming(() -> main.largestChange(firstKept() * plane, slab.planes() * plane));
    }

    /** Puts the planes that rims start from into them. */
    void stage(List<Level> levels) {
        rims.forEach((side, rim) -> {
            long from = side == Side.BELOW ? 0 : slab.planes() - 2L * halo;
            long to = side == Side.BELOW ? halo : 0;
            levels.forEach(
                    level -> copy(array(main, level), from * plane, array(rim, level), to * plane, 2 * halo * plane));
        });
    }

    private void copy(DeviceArray source, long from, DeviceArray target, long to, long count) {
        enqueued(List.of(naming(() -> source.copyAsync(session.compute(), from, target, to, count))));
    }

    /** Kept planes that the neighbour on that side needs. */
    Planes kept(Side side, Level level) {
        if (overlapped) {
            return new Planes(array(Objects.requireNonNull(rims.get(side)), level), halo * plane);
        }
        long first = side == Side.BELOW ? slab.below() : slab.below() + slab.planes() - halo;
        return new Planes(array(main, level), first * plane);
    }

    /** Planes that come from the neighbour on that side. */
    Planes ghosts(Side side, Level level) {
        if (overlapped) {
            return new Planes(
                    array(Objects.requireNonNull(rims.get(side)), level), side == Side.BELOW ? 0 : 2 * halo * plane);
        }
        long first = side == Side.BELOW ? 0 : slab.below() + slab.planes();
        return new Planes(array(main, level), first * plane);
    }

    private static DeviceArray array(StencilPlan plan, Level level) {
        return plan.state().level(level.field(), level.age());
    }

    /** Starts so many steps of all planes but the rims. */
    public void launch(long steps) {
        launch(main, steps);
        session.compute().flush();
    }

    /**
     * Starts so many steps of the rims, whose ghosts are there or on their way, and puts the planes that they keep in their places.
     *
     * @param levels those that the steps changed
     */
    public void launchRims(long steps, List<Level> levels) {
        rims.forEach((side, rim) -> {
            launch(rim, steps);
            long to = side == Side.BELOW ? 0 : slab.planes() - halo;
            levels.forEach(
                    level -> copy(array(rim, level), halo * plane, array(main, level), to * plane, halo * plane));
        });
        session.compute().flush();
    }

    /** Starts a step by a stage for this slab instead of the plan's, with arguments that come last. */
    void launch(CompiledStage stage, List<?> last) {
        enqueued(naming(() -> stage.launch(main.state(), last)));
        session.compute().flush();
    }

    private void launch(StencilPlan plan, long steps) {
        enqueued(naming(() -> plan.launch(steps)));
    }

    private void enqueued(List<Event> events) {
        last = events.get(events.size() - 1);
        launched.add(new Launch(events.get(0), last));
    }

    /** How long the device waited between launches that were waited for. */
    public WaitingMeter waiting() {
        return waiting;
    }

    /** Cells that it computed in the last run, in a second of its own launches. */
    public double rate() {
        double seconds = waiting.secondsOfALaunch()
                .orElseThrow(() -> new IllegalStateException("There are no rates before a run: call run first."));
        return (double) slab.planes() * plane / seconds;
    }

    /**
     * Waits until all that was started has ended, but for so many launches at the end.
     *
     * @param wait waits for an event, and says whether its command has ended: if not, it is of no use to wait
     * @return whether they have ended
     * @throws java.util.concurrent.CancellationException if the thread is interrupted; what was started goes on
     */
    boolean awaitAllBut(int launches, Predicate<Event> wait) {
        while (launched.size() > launches) {
            Launch oldest = launched.element();
            if (!naming(() -> wait.test(oldest.last))) {
                return false;
            }
            waiting.note(oldest.first.startedNanos(), oldest.last.endedNanos());
            launched.remove();
        }
        return true;
    }

    /** Throws what failed on the device. */
    void throwFailure() {
        naming(() -> {
            compute().throwFailure();
            return this;
        });
    }

    /** What was started is not waited for any more. */
    void forget() {
        launched.clear();
        last = null;
    }

    /** Device memory, as {@link StencilPlan#bytes()}. */
    public long bytes() {
        return main.bytes()
                + rims.values().stream().mapToLong(StencilPlan::bytes).sum();
    }

    /** Does something, and names the device if OpenCL fails. */
    public <T> T naming(Supplier<T> action) {
        return session().naming(action);
    }

    @Override
    public void close() {
        main.close();
        rims.values().forEach(StencilPlan::close);
    }
}
