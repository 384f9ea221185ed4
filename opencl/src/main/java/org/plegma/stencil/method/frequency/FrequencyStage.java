package org.plegma.stencil.method.frequency;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.fft.Fft;
import org.plegma.fft.FftPlan;
import org.plegma.stencil.code.FrequencyForm;
import org.plegma.stencil.code.FrequencyForm.Component;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.method.CompiledStage;
import org.plegma.stencil.method.Round;
import org.plegma.stencil.method.State;
import org.plegma.stencil.tile.TileGenerator;

/**
 * The method {@code fft(k)}, compiled: transforms, powers of the step's spectrum and strips near the edges. It does also fewer
 * steps than k at once, for which the powers are computed anew.
 */
final class FrequencyStage implements Round {
    /** So many steps take longer one by one. */
    private static final int FEWEST = 16;

    private static final int GROUP = 256;

    private final Session session;
    private final int[] shape;
    private final ElementType type;
    private final int steps;
    private final int depth;
    private final FrequencyForm form;
    private final FrequencyGrid grid;
    private final Map<String, Double> parameters;
    private final double[] weights;
    private final Supplier<CompiledStage> single;
    private final Program program;
    private final List<Runnable> owned = new ArrayList<>();
    private final long frequencies;
    private final long stride;
    private long bytes;

    /** What transforms take; null if edges reach all cells, so that there are none. */
    private final @Nullable Transforms transforms;

    private int powersOf;
    private boolean finite;

    /**
     * @param all the spectra of all components, which {@code spectra} are views of
     * @param images a level with its mirror images; null if no axis has one
     */
    private record Transforms(
            FftPlan plan,
            EdgeStrips strips,
            DeviceArray all,
            List<DeviceArray> spectra,
            DeviceArray powers,
            DeviceArray constant,
            DeviceArray problem,
            @Nullable DeviceArray images) {
        boolean haveProblem(Session session) {
            session.compute().finish();
            return problem.download().ints()[0] != 0;
        }
    }

    /** @param single steps one by one, for grids that cannot be transformed; asked for when needed, not closed here */
    FrequencyStage(
            Session session,
            StencilInstance instance,
            StepCode code,
            Map<String, Double> parameters,
            Supplier<CompiledStage> single) {
        this.session = session;
        this.shape = instance.shape();
        this.type = instance.type();
        this.steps = code.steps();
        this.depth = instance.spec().depth();
        this.form = code.frequency().orElseThrow();
        this.parameters = parameters;
        this.weights = form.weights(parameters);
        this.single = single;
        this.grid = FrequencyGrid.of(instance, form, steps);
        int[] size = grid.shape();
        this.frequencies =
                Arrays.stream(size).limit(size.length - 1).asLongStream().reduce(1, (a, b) -> a * b)
                        * (size[size.length - 1] / 2 + 1);
        long aligned = Math.max(1, session.device().baseAlignmentBytes() / (2L * type.bytes()));
        this.stride = Kernel.roundUp(frequencies, aligned);
        this.program = code.compile(session);
        owned.add(program::close);
        try {
            this.transforms = grid.stripShare() < 1 ? allocate(instance) : null;
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private Transforms allocate(StencilInstance instance) {
        FftPlan plan = Fft.of(session).planReal(type, grid.shape());
        owned.add(plan::close);
        EdgeStrips strips =
                new EdgeStrips(session, instance, grid.open(instance.boundaries()), steps, parameters, program);
        owned.add(strips::close);
        bytes += plan.bytes() + strips.bytes();
        int components = form.components().size();
        DeviceArray all = array("spectra", type, components, Math.toIntExact(stride), 2);
        return new Transforms(
                plan,
                strips,
                all,
                IntStream.range(0, components)
                        .mapToObj(i -> all.view(i * stride * 2, plan.spectrumShape()))
                        .toList(),
                array("powers of the stencil", type, components * components, Math.toIntExact(frequencies), 2),
                array("gained constants", type, components),
                array("problem of a transform", ElementType.INT, 1),
                grid.isMirrored() ? array("grid with its mirror images", type, grid.shape()) : null);
    }

    private DeviceArray array(String name, ElementType elementType, int... size) {
        DeviceArray array = session.allocate(elementType, size).named(name);
        owned.add(array::close);
        bytes += array.bytes();
        return array;
    }

    @Override
    public int of(long left) {
        return left >= steps ? steps : left >= FEWEST ? (int) left : 0;
    }

    @Override
    public void enqueue(State state, int count) {
        launch(state, count);
    }

    /** Waits for the steps, to see whether all values were finite. */
    @Override
    public List<Event> launch(State state, int count) {
        Transforms given = transforms;
        if (given != null && powersOf != count) {
            buildPowers(given, count);
        }
        List<Event> events = new ArrayList<>();
        if (given != null && finite) {
            events.addAll(transformed(given, state, count));
            if (!given.haveProblem(session)) {
                state.rotate(outputs(count));
                return events;
            }
        }
        for (int step = 0; step < count; step++) {
            if (step == 0 || step == count - 1) {
                events.addAll(single.get().launch(state));
            } else {
                single.get().enqueue(state);
            }
        }
        return events;
    }

    @Override
    public String remark() {
        if (transforms == null) {
            return "edges reach all cells: steps one by one";
        }
        List<String> remarks = new ArrayList<>();
        if (transforms.images != null) {
            remarks.add("on the grid with its mirror images, " + Arrays.toString(grid.shape()));
        }
        if (!transforms.strips.isEmpty()) {
            remarks.add("edges by " + transforms.strips.ways());
        }
        return String.join(", ", remarks);
    }

    private int outputs(int count) {
        return TileGenerator.outputs(depth, count);
    }

    private List<Event> transformed(Transforms given, State state, int count) {
        DeviceArray images = given.images;
        List<Event> events = new ArrayList<>();
        events.add(program.kernel("clear_problem").global(1).local(1).launch(session.compute(), given.problem));
        for (int i = 0; i < given.spectra.size(); i++) {
            Component component = form.components().get(i);
            DeviceArray level = state.level(component.field(), component.age());
            if (images != null) {
                copyImages("add_images", level, images);
            }
            given.plan.enqueueForward(images == null ? level : images, given.spectra.get(i));
        }
        program.kernel("multiply_powers")
                .global(Kernel.roundUp(frequencies, GROUP))
                .local(GROUP)
                .enqueue(
                        session.compute(),
                        given.all,
                        given.powers,
                        given.constant,
                        given.problem,
                        frequencies,
                        stride,
                        real(largest() / cells()));
        for (int i = 0; i < given.spectra.size(); i++) {
            Component component = form.components().get(i);
            if (component.age() < outputs(count)) {
                DeviceArray next = state.next(component.field(), component.age());
                events.add(given.plan.inverse(given.spectra.get(i), images == null ? next : images));
                if (images != null) {
                    events.add(copyImages("leave_images", images, next));
                }
            }
        }
        given.strips.run(state, count, outputs(count)).ifPresent(events::add);
        return events;
    }

    /** Between a grid and the one with its mirror images. */
    private Event copyImages(String kernel, DeviceArray from, DeviceArray to) {
        return MirrorImages.copy(session.compute(), program.kernel(kernel), from, to, shape, grid.shape());
    }

    private void buildPowers(Transforms given, int count) {
        double[] gained = form.gained(weights, parameters, count);
        // The transform of a constant is one value, the sum of all cells.
        double[] sums = Arrays.stream(gained).map(value -> value * cells()).toArray();
        int[] sizes = grid.shape().length == 2
                ? new int[] {grid.shape()[0], 1, grid.shape()[1]}
                : MirrorImages.sizes(grid.shape());
        try (TapSpectrum spectrum = new TapSpectrum(
                session, program, form.taps(), weights, sizes, form.components().size())) {
            program.kernel("clear_problem").global(1).local(1).enqueue(session.compute(), given.problem);
            spectrum.buildPowers(given.powers, given.problem, sizes[0], count, real(largest()));
            finite = !given.haveProblem(session) && DoubleStream.of(sums).allMatch(sum -> Math.abs(sum) <= largest());
        }
        if (finite) {
            given.constant.upload(Grid.of(sums, sums.length).to(type));
        }
        powersOf = count;
    }

    private double cells() {
        return grid.cells();
    }

    /** Beyond this a sum of values may overflow. */
    private double largest() {
        return (type == ElementType.FLOAT ? Float.MAX_VALUE : Double.MAX_VALUE) / 4;
    }

    private Object real(double value) {
        return type == ElementType.FLOAT ? (Object) (float) value : value;
    }

    @Override
    public Program program() {
        return program;
    }

    @Override
    public List<Kernel> kernels() {
        return transforms != null
                ? List.of(program.kernel("multiply_powers")
                        .global(Kernel.roundUp(frequencies, GROUP))
                        .local(GROUP))
                : single.get().kernels();
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public void close() {
        for (int i = owned.size() - 1; i >= 0; i--) {
            owned.get(i).run();
        }
        owned.clear();
    }
}
