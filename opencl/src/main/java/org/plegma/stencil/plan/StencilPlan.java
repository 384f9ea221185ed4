package org.plegma.stencil.plan;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Queue;
import org.plegma.device.Session;
import org.plegma.expr.StencilSpec;
import org.plegma.measure.progress.Progress;
import org.plegma.stencil.code.DeviceLimits;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.Round;
import org.plegma.stencil.method.State;
import org.plegma.stencil.method.StencilSettings;
import org.plegma.tune.choice.Choice.Origin;

/**
 * A stencil with a shape, a boundary and its parameters on a device, ready to run. The fields stay on the device from
 * {@link #load} until {@link #result}; in between, steps only launch kernels.
 *
 * <p>A field that a step reads at older levels has those levels too: in maps of grids {@code u} is the current one,
 * {@code u[t-1]} the one before. Interrupting the thread ends a run between two launches with a
 * {@link CancellationException}; the fields are then at {@link #steps()}. Not thread-safe. Close it to free its memory.
 */
public final class StencilPlan implements AutoCloseable {
    /** Launches between two events that the host waits for; so many are queued at most twice. */
    private static final int LAUNCHES_AHEAD = 32;

    private final StencilSpec spec;
    private final ElementType type;
    private final int[] shape;
    private final Session session;
    private final State state;
    private final Method method;
    private final Rounds rounds;
    private final ChangeMeter change;
    private final long cells;
    private final long fields;
    private final boolean roundingWanted;
    private Origin origin = Origin.ASKED;
    private boolean loaded;
    private long steps;

    /**
     * @param settings with a method that is chosen
     * @param code what makes the code for an instance
     * @param given arrays of each field's levels that the plan works on; those that are missing it allocates
     */
    public StencilPlan(
            Session session,
            StencilSettings settings,
            StencilInstance instance,
            Function<StencilInstance, StepCode> code,
            Map<String, DeviceArray> given) {
        Preconditions.notNull(session, "session");
        Preconditions.notNull(settings, "settings");
        Preconditions.notNull(given, "given");
        Preconditions.notNull(instance, "instance");
        Preconditions.notNull(code, "code");
        this.spec = instance.spec();
        this.type = instance.type();
        this.shape = instance.shape().clone();
        this.session = session;
        this.method = settings.method();
        DeviceLimits.check(instance, State.arrays(spec, 1), 0);
        StepCode made = code.apply(instance);
        DeviceLimits.check(
                instance, State.arrays(spec, made.outputs()), method.way().scratchBytes(made, instance));
        this.change = new ChangeMeter(session, type);
        this.loaded = !given.isEmpty();
        this.rounds = new Rounds(session, instance, settings, made);
        try {
            this.state = new State(session, spec, type, shape, given, made.outputs());
        } catch (RuntimeException e) {
            rounds.close();
            throw e;
        }
        this.roundingWanted = settings.type() != null;
        this.cells = instance.cells();
        this.fields = cells * State.arrays(spec, made.outputs()) * type.bytes();
    }

    /**
     * Starts anew from grids: one for each field, and for each older level that a step reads. They are converted to the
     * plan's type, but double to float only if that type was chosen, so that digits are not lost unnoticed.
     */
    public StencilPlan load(Map<String, Grid> grids) {
        Preconditions.notNull(grids, "grids");
        grids.forEach(this::requireNoUnwantedRounding);
        state.load(grids);
        loaded = true;
        steps = 0;
        return this;
    }

    private void requireNoUnwantedRounding(String key, Grid grid) {
        if (!roundingWanted && type == ElementType.FLOAT && grid.type() == ElementType.DOUBLE) {
            throw new IllegalArgumentException("The plan is of float, because no type was chosen, but the grid of '"
                    + key + "' is of double. Choose by type(ElementType.DOUBLE), or type(ElementType.FLOAT) to round,"
                    + " before plan(...).");
        }
    }

    /** Starts anew from the grid of a stencil with one field and one level. */
    public StencilPlan load(Grid grid) {
        Preconditions.notNull(grid, "grid");
        return load(Map.of(State.onlyField(spec), grid));
    }

    /** Starts anew from what was put into the arrays of {@link #state}. */
    public StencilPlan restart() {
        loaded = true;
        steps = 0;
        return this;
    }

    /** Does so many steps, and returns when they are done. */
    public StencilPlan run(long count) {
        try (Progress progress = Progress.startQuietly(title(), count)) {
            advance(count, progress);
        }
        return this;
    }

    /** The same on arrays that the plan was given: they have the levels of their names then, also if the run was interrupted. */
    public void runGiven(long count) {
        try {
            run(count);
        } catch (CancellationException e) {
            Queue.whole(state::giveBack);
            CancellationException told = new CancellationException(
                    e.getMessage() + " The arrays are after " + steps + " of " + count + " steps.");
            told.initCause(e);
            throw told;
        }
        state.giveBack();
    }

    /**
     * Does so many steps and hands out the fields before the first, after every {@code every} of them and after the last.
     *
     * @param snapshot gets the steps done since {@link #load} and the updated fields
     */
    public StencilPlan run(long count, long every, BiConsumer<Long, Map<String, Grid>> snapshot) {
        Preconditions.notNull(snapshot, "snapshot");
        Stops.run(title(), count, every, this::advance, () -> snapshot.accept(steps, result()));
        return this;
    }

    /**
     * Does steps until no value of an updated field changes by {@code maxChange} or more in one step.
     *
     * @param every steps from one test to the next, at least 1
     * @param most the most steps to do
     * @return the largest change in the last step: less than {@code maxChange}, or {@code most} steps were not enough. It
     *     is infinite if there is a NaN, or an infinity that stays
     */
    public double until(double maxChange, long every, long most) {
        return Stops.until(maxChange, every, most, this::advance, () -> largestChange(0, cells));
    }

    /**
     * The largest change of an updated field's value in the last step, which was done by itself; infinite if there is a NaN.
     *
     * @param first of so many cells that are looked at, counted in the order of memory
     */
    public double largestChange(long first, long count) {
        double largest = 0;
        for (String field : spec.updatedFields()) {
            largest = Math.max(largest, change.largest(state.current(field), state.previous(field), first, count));
        }
        return largest;
    }

    private String title() {
        return "Stencil " + String.join(", ", spec.updatedFields());
    }

    private void advance(long count, Progress progress) {
        requireLoaded();
        if (count < 0) {
            throw new IllegalArgumentException("The number of steps must not be negative: " + count);
        }
        Deque<Event> marks = new ArrayDeque<>();
        int launched = 0;
        for (long done = 0; done < count; ) {
            Round round = rounds.next(count - done);
            int part = round.of(count - done);
            done += part;
            launched += round.launches(part);
            if (launched >= LAUNCHES_AHEAD || done == count) {
                launched = 0;
                List<Event> events = round.launch(state, part);
                marks.add(events.get(events.size() - 1));
            } else {
                round.enqueue(state, part);
            }
            steps += part;
            while (marks.size() > (done == count ? 0 : 1)) {
                marks.remove().await();
            }
            progress.step(part);
        }
    }

    private void requireLoaded() {
        if (!loaded) {
            throw new IllegalStateException("The plan has no data yet: call load first.");
        }
    }

    /** So many steps, for measuring: the host does not wait, and gets the events of the first and the last launches. */
    public List<Event> launch(long count) {
        List<Event> events = new ArrayList<>();
        for (long done = 0; done < count; ) {
            Round round = rounds.next(count - done);
            int part = round.of(count - done);
            boolean first = done == 0;
            done += part;
            if (first || done == count) {
                events.addAll(round.launch(state, part));
            } else {
                round.enqueue(state, part);
            }
        }
        steps += count;
        return events;
    }

    /** The fields on the device, for those who look at a plan from within. */
    public State state() {
        return state;
    }

    /**
     * The updated fields as they are now, with their older levels.
     *
     * @throws IllegalStateException if nothing was loaded
     */
    public Map<String, Grid> result() {
        requireLoaded();
        return state.download();
    }

    /**
     * The updated field of a stencil that has one, as it is now.
     *
     * @throws IllegalStateException if nothing was loaded
     */
    public Grid grid() {
        requireLoaded();
        if (spec.updates().size() != 1) {
            throw new IllegalStateException("The stencil updates " + spec.updatedFields()
                    + ": which of them shall be the grid? Call result(), which gives all by their names.");
        }
        return state.current(spec.updatedFields().iterator().next()).download();
    }

    /** Steps done since {@link #load}. */
    public long steps() {
        return steps;
    }

    /** The shape of all fields. */
    public int[] shape() {
        return shape.clone();
    }

    /** The type of all fields. */
    public ElementType type() {
        return type;
    }

    /** Device memory of the fields and of what the method needs besides, that for steps left over included once there are some, in bytes. */
    public long bytes() {
        return fields + rounds.bytes();
    }

    /** The OpenCL C that runs. */
    public String source() {
        return rounds.main().program().source();
    }

    /** The kernels with their launch sizes, in the order in which they run. */
    public List<Kernel> kernels() {
        return rounds.main().kernels();
    }

    /** How the steps are computed; those left over by a method that does several together are done by it too, if it can. */
    public Method method() {
        return method;
    }

    /** The device that steps run on. */
    public Device device() {
        return session.device();
    }

    /** With the origin of its method, which else was asked for. */
    public StencilPlan because(Origin chosen) {
        Preconditions.notNull(chosen, "chosen");
        this.origin = chosen;
        return this;
    }

    /** Why the steps are computed so, in the words of all explanations. */
    public String why() {
        return origin.text();
    }

    @Override
    public void close() {
        state.close();
        change.close();
        rounds.close();
    }

    @Override
    public String toString() {
        String remark = rounds.remark();
        return "Plan of " + spec.updatedFields() + ", " + type.javaName() + " " + Arrays.toString(shape) + ", " + method
                + (remark.isEmpty() ? "" : " (" + remark + ")") + (origin == Origin.ASKED ? "" : " (" + why() + ")")
                + " on " + device().name() + ", " + steps + " steps done";
    }
}
