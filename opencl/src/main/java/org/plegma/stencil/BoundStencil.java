package org.plegma.stencil;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.device.errors.BuildException;
import org.plegma.device.errors.LaunchLimitException;
import org.plegma.device.errors.OutOfDeviceMemoryException;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.choice.MethodChoice;
import org.plegma.stencil.choice.RunLength;
import org.plegma.stencil.code.DeviceLimits;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.State;
import org.plegma.stencil.method.StencilSettings;
import org.plegma.stencil.plan.StencilPlan;
import org.plegma.stencil.source.RefusedSourceException;
import org.plegma.stencil.source.SourceCheck;
import org.plegma.tune.choice.Choice;
import org.plegma.tune.choice.Choice.Origin;

/**
 * A stencil on a session's device, with a boundary, parameters and an element type. Immutable: each instance returns
 * another.
 *
 * <pre>{@code
 * Grid later = heat.on(session).boundary("periodic").param("alpha", 0.2).run(grid, 100);
 * }</pre>
 */
public final class BoundStencil {
    private final Stencil stencil;
    private final Session session;
    private final StencilSettings settings;
    /** Of the grids of the last run; only to explain. */
    private volatile ElementType lastType = ElementType.FLOAT;

    BoundStencil(Stencil stencil, Session session, StencilSettings settings) {
        this.stencil = stencil;
        this.session = session;
        this.settings = settings;
    }

    private BoundStencil with(StencilSettings others) {
        return new BoundStencil(stencil, session, others);
    }

    /** With float or double whatever the grids are; without this the type of the grids. */
    public BoundStencil type(ElementType elementType) {
        Preconditions.notNull(elementType, "elementType");
        return with(settings.withType(elementType));
    }

    /** With one boundary for all axes, or one for each in array order; without this, {@code zero}. */
    public BoundStencil boundary(Boundary... perAxis) {
        Preconditions.notNull(perAxis, "perAxis");
        return with(settings.withBoundary(perAxis));
    }

    /** The same by names: {@code zero}, {@code constant(1.5)}, {@code fixed}, {@code periodic}, {@code reflect}, … */
    public BoundStencil boundary(String... perAxis) {
        Preconditions.notNull(perAxis, "perAxis");
        return boundary(Arrays.stream(perAxis).map(Boundary::parse).toArray(Boundary[]::new));
    }

    /** With a value for a parameter. */
    public BoundStencil param(String name, double value) {
        Preconditions.notNull(name, "name");
        return with(settings.withParam(name, value));
    }

    /** Computed in this way; without this, {@link Method#auto()}. */
    public BoundStencil method(Method way) {
        Preconditions.notNull(way, "way");
        return with(settings.withMethod(way));
    }

    /** The same by name: {@code direct}, … */
    public BoundStencil method(String way) {
        Preconditions.notNull(way, "way");
        return method(Method.parse(way));
    }

    /**
     * With OpenCL C of one's own in place of {@link #source}, which is where to begin: kernels keep their names,
     * parameters and launch sizes, so that it fits the shapes whose generated code it was. It is checked at once, in a
     * process of its own, against the formula on small grids of random values, and again for another type, boundary or
     * method, and for shapes with other code.
     *
     * @param shape the one whose {@code source(shape)} was changed; left out where that was {@code source()}
     * @throws RefusedSourceException if a cell is wrong, or it crashes or never ends
     * @throws org.plegma.device.errors.BuildException if it does not compile
     */
    public BoundStencil withSource(String openclC, int... shape) {
        Preconditions.notNull(openclC, "openclC");
        Preconditions.notNull(shape, "shape");
        BoundStencil changed = withTrusted(openclC);
        if (shape.length == 0) {
            changed.code(usualSetting());
        } else {
            settings.requireShape(shape);
            changed.code(instance(settings.typeOr(ElementType.FLOAT), shape));
        }
        return changed;
    }

    /** The same without a check. */
    BoundStencil withTrusted(String openclC) {
        return with(settings.withMethod(settings.method().orDirect()).withSource(openclC));
    }

    StencilInstance instance(ElementType elementType, int... shape) {
        return settings.on(device(), Variant.of(device()), elementType, shape);
    }

    /** The code for an instance, with the user's source if there is one, which is checked before it is first used. */
    StepCode code(StencilInstance instance) {
        return SourceCheck.code(session, settings, instance);
    }

    private StencilInstance usualSetting() {
        return instance(settings.typeOr(ElementType.FLOAT), usualShape());
    }

    private StencilInstance smallSetting(Variant variant) {
        int reach = settings.spec().footprint().radius()
                * settings.method().orDirect().steps();
        int[] shape = SourceCheck.shapes(settings.spec().rank(), reach).get(0);
        return settings.on(device(), variant, settings.typeOr(ElementType.FLOAT), shape);
    }

    /**
     * Compiles for a shape and allocates the fields on the device. How many steps the plan will do it is not told, so that with
     * {@link Method#auto()} it never takes a product in frequency, as {@link #run(Grid, long)} does where it is the fastest;
     * for long runs of one length, name {@code fft(k)}.
     *
     * @throws IllegalArgumentException if the device has too little memory, naming both sizes, or a parameter no value
     */
    public StencilPlan plan(int... shape) {
        Preconditions.notNull(shape, "shape");
        return plan(settings.typeOr(ElementType.FLOAT), shape);
    }

    /** A plan for runs of so many steps: one that does others is right too, but perhaps slow. */
    public StencilPlan planRun(long steps, int... shape) {
        Preconditions.notNull(shape, "shape");
        State.requirePositive("The number of steps", steps);
        return plan(settings.typeOr(ElementType.FLOAT), shape, Map.of(), RunLength.planned(steps));
    }

    StencilPlan plan(ElementType elementType, int... shape) {
        return plan(elementType, shape, Map.of(), RunLength.any());
    }

    /** @param steps how many are done in one run; a plan that does others is right too, but perhaps slow */
    StencilPlan plan(ElementType elementType, int[] shape, Map<String, DeviceArray> given, long steps) {
        return plan(elementType, shape, given, RunLength.once(steps));
    }

    /** With code for a kind of device, which may be another than the session's. */
    StencilPlan plan(ElementType elementType, int[] shape, Variant variant) {
        Choice<Method> choice = choice(instance(elementType, shape), RunLength.any());
        return plan(choice, settings.on(device(), variant, elementType, shape), Map.of());
    }

    private StencilPlan plan(ElementType elementType, int[] shape, Map<String, DeviceArray> given, RunLength length) {
        settings.requireShape(shape);
        return plan(instance(elementType, shape), given, length);
    }

    /** For so many planes of a grid, whose cells are added up as in all of it. */
    StencilPlan planSlab(StencilInstance slab) {
        return plan(slab, Map.of(), RunLength.any());
    }

    private StencilPlan plan(StencilInstance instance, Map<String, DeviceArray> given, RunLength length) {
        // Before methods are looked at: what none can do is told at once, and held against none.
        State.requireArrays(instance.type(), instance.shape(), given);
        instance.cellCode().uniform().values(settings.parameters());
        DeviceLimits.check(instance, State.arrays(instance.spec(), 1), 0);
        while (true) {
            Choice<Method> choice = choice(instance, length);
            try {
                return plan(choice, instance, given);
            } catch (BuildException | LaunchLimitException | OutOfDeviceMemoryException | IllegalArgumentException e) {
                if (choice.origin() == Origin.ASKED || choice.method().equals(Method.direct())) {
                    throw e;
                }
                MethodChoice.refuse(instance, choice.method(), e);
            }
        }
    }

    private Choice<Method> choice(StencilInstance instance, RunLength length) {
        return MethodChoice.remembered(session, settings, instance, length);
    }

    private StencilPlan plan(Choice<Method> choice, StencilInstance instance, Map<String, DeviceArray> given) {
        BoundStencil chosen = method(choice.method());
        return new StencilPlan(session, chosen.settings, instance, chosen::code, given).because(choice.origin());
    }

    private int[] usualShape() {
        return Variant.of(device()).usualShape(settings.spec().rank());
    }

    /**
     * Ranks the methods for a grid, with the times that were measured, which are measured now if they were not before, and
     * why the others are slower: for any number of steps, as {@link #plan} chooses. The element type is the chosen one, else that
     * of the last run, else float.
     *
     * @param shape if it is left out, one of some million cells on a CPU and of 64 million on a GPU
     */
    public Explanation explain(int... shape) {
        Preconditions.notNull(shape, "shape");
        return explain(OptionalLong.empty(), shape);
    }

    /** The same for runs of so many steps, as {@link #run(Grid, long)} chooses: a product in frequency may be the best. */
    public Explanation explainRun(long steps, int... shape) {
        Preconditions.notNull(shape, "shape");
        State.requirePositive("The number of steps", steps);
        return explain(OptionalLong.of(steps), shape);
    }

    private Explanation explain(OptionalLong steps, int... shape) {
        int[] explained = shape.length > 0 ? shape : usualShape();
        settings.requireShape(explained);
        return Explanation.of(this, settings.typeOr(lastType), explained, steps);
    }

    /**
     * The OpenCL C of the method on this device for a shape, to read and to change; with the method auto, that of direct, which
     * is shown without the tiles and vectors that a plan makes for its shape, see {@link StencilPlan#source}.
     *
     * @param shape if it is left out, a large one with rows of a power of two
     */
    public String source(int... shape) {
        Preconditions.notNull(shape, "shape");
        if (settings.source() != null) {
            return settings.source();
        } else if (shape.length == 0) {
            return settings.editable(usualSetting()).source();
        }
        settings.requireShape(shape);
        return settings.editable(instance(settings.typeOr(ElementType.FLOAT), shape))
                .source();
    }

    /** The generated code for a kind of device; for GPUs with the vectors that a plan uses where rows are long enough. */
    public String source(Device.Kind kind) {
        Preconditions.notNull(kind, "kind");
        return kind == Device.Kind.CPU
                ? settings.editable(smallSetting(Variant.CPU)).source()
                : settings.method().orDirect().code(smallSetting(Variant.GPU)).source();
    }

    /** The grid after so many steps of a stencil with one field; the grid itself is not changed. */
    public Grid run(Grid grid, long steps) {
        Preconditions.notNull(grid, "grid");
        String field = State.onlyField(stencil.spec());
        return Objects.requireNonNull(run(Map.of(field, grid), steps).get(field));
    }

    /**
     * The updated fields after so many steps.
     *
     * @param grids one for each field by its name, and one for each older level, {@code u[t-1]}
     */
    public Map<String, Grid> run(Map<String, Grid> grids, long steps) {
        Preconditions.notNull(grids, "grids");
        try (StencilPlan plan = planFor(grids, steps)) {
            return withAttributes(plan.load(grids).run(steps).result(), grids);
        }
    }

    /** The grid at the start, after every {@code every} steps, and at the end, for a stencil with one field. */
    public List<Grid> snapshots(Grid grid, long steps, long every) {
        Preconditions.notNull(grid, "grid");
        String field = State.onlyField(stencil.spec());
        List<Grid> all = new ArrayList<>();
        new Recording(this, Map.of(field, grid), steps, every).each((step, fields) -> all.add(fields.get(field)));
        return all;
    }

    /**
     * Runs as {@link #snapshots} does and keeps the snapshots in one HDF5 file: for each updated field a dataset whose first
     * axis is time, {@code step} with the steps done, formula and settings as attributes. The file appears when the run is
     * over, whole; until then the snapshots are in memory.
     *
     * @throws IllegalArgumentException if they do not fit into Java's memory, before the run starts
     */
    public void save(Path file, Grid grid, long steps, long every) {
        Preconditions.notNull(file, "file");
        Preconditions.notNull(grid, "grid");
        save(file, Map.of(State.onlyField(stencil.spec()), grid), steps, every);
    }

    /** The same for several fields or levels, as in {@link #run(Map, long)}. */
    public void save(Path file, Map<String, Grid> grids, long steps, long every) {
        Preconditions.notNull(file, "file");
        Preconditions.notNull(grids, "grids");
        new Recording(this, grids, steps, every).save(file);
    }

    /**
     * Runs and makes a picture at the start, after every {@code every} steps and at the end, for a stencil with one field.
     * The notebook shows the newest while the run goes on, and the animation as the result.
     *
     * @throws IllegalArgumentException if there would be more than {@value Animation#MOST_FRAMES} frames
     */
    public Animation animate(Grid grid, long steps, long every) {
        Preconditions.notNull(grid, "grid");
        String field = State.onlyField(stencil.spec());
        return animate(Map.of(field, grid), field, steps, every);
    }

    /**
     * The same for several fields or levels, as in {@link #run(Map, long)}.
     *
     * @param field the updated field to look at
     */
    public Animation animate(Map<String, Grid> grids, String field, long steps, long every) {
        Preconditions.notNull(grids, "grids");
        if (!stencil.spec().updatedFields().contains(field)) {
            throw new IllegalArgumentException("There is no updated field '" + field + "' to animate, only "
                    + stencil.spec().updatedFields() + ".");
        }
        return new Recording(this, grids, steps, every).animate(field);
    }

    /** Does steps on an array of the caller's, in place, for a stencil with one field. */
    public void advance(DeviceArray field, long steps) {
        Preconditions.notNull(field, "field");
        advance(Map.of(State.onlyField(stencil.spec()), field), steps);
    }

    /**
     * Does steps on arrays of the caller's, in place; nothing passes through the host. A run whose number of steps does not
     * bring the arrays round to their places ends with a copy on the device. One that is interrupted tells after how many steps they are.
     */
    public void advance(Map<String, DeviceArray> fields, long steps) {
        Preconditions.notNull(fields, "fields");
        State.requireKeys(stencil.spec(), fields.keySet());
        DeviceArray any = fields.values().iterator().next();
        lastType = any.type();
        try (StencilPlan plan = plan(any.type(), any.shape(), fields, steps)) {
            plan.runGiven(steps);
        }
    }

    StencilPlan planFor(Map<String, Grid> grids, long steps) {
        State.requireKeys(stencil.spec(), grids.keySet());
        Grid any = grids.values().iterator().next();
        if (settings.type() == null && grids.values().stream().anyMatch(grid -> grid.type() != any.type())) {
            throw new IllegalArgumentException(
                    "The grids are of several types. Convert them, or choose one with type(ElementType.FLOAT).");
        }
        lastType = any.type();
        return plan(settings.typeOr(any.type()), any.shape(), Map.of(), steps);
    }

    static Map<String, Grid> withAttributes(Map<String, Grid> results, Map<String, Grid> grids) {
        results.replaceAll((key, grid) ->
                grid.withAttributes(Objects.requireNonNull(grids.get(key)).attributes()));
        return results;
    }

    /** The device that it runs on. */
    public Device device() {
        return session.device();
    }

    /** The stencil, without its session. */
    public Stencil stencil() {
        return stencil;
    }

    Session session() {
        return session;
    }

    StencilSettings settings() {
        return settings;
    }

    Method method() {
        return settings.method();
    }

    @Override
    public String toString() {
        return stencil + " on " + device().name() + ", boundary " + settings.boundaries() + ", parameters "
                + settings.parameters() + ", " + method() + (settings.source() != null ? ", source of one's own" : "");
    }
}
