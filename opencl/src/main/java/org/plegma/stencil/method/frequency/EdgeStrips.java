package org.plegma.stencil.method.frequency;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.StencilSpec.Field;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.CostModel;
import org.plegma.stencil.method.Estimate;
import org.plegma.stencil.method.KeptCode;
import org.plegma.stencil.method.Machine;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.Round;
import org.plegma.stencil.method.State;
import org.plegma.stencil.plan.Rounds;

/**
 * Exact steps of the cells near the edges of a grid, for a method that is right in the interior only. Along some
 * axes both ends are cut out, each twice as wide as what the steps reach, and stepped as one grid, the end behind the beginning,
 * several steps on chip together where that is faster; what is wrong where they meet has then come half the way to either edge.
 */
final class EdgeStrips implements AutoCloseable {
    /** Steps that are done together if that is faster. */
    private static final int[] STEPS_TOGETHER = {4, 8, 12};

    /** A strip lies in the cache of a GPU: of what as many cells of a grid take, as measured on an H200. */
    private static final double CACHED = 0.55;

    /** From one step of a strip to the next there, besides. */
    private static final double STEP_SECONDS = 6.5e-6;

    private final Session session;
    private final StencilSpec spec;
    private final int[] shape;
    private final Program program;
    private final List<Strip> strips = new ArrayList<>();

    /** Both ends of an axis as one grid. @param width of what is right of each after the steps */
    private record Strip(int axis, int width, Method way, Rounds rounds, State state) {}

    /**
     * @param axes those that have strips
     * @param steps the most that are done at once; twice what they reach is less than the grid
     * @param program with the kernel {@code copy_planes}
     */
    EdgeStrips(
            Session session,
            StencilInstance instance,
            List<Integer> axes,
            int steps,
            Map<String, Double> parameters,
            Program program) {
        this.session = session;
        this.spec = instance.spec();
        this.shape = instance.shape();
        this.program = program;
        try {
            for (int axis : axes) {
                int reach = steps * spec.footprint().radius(axis);
                if (reach > 0) {
                    StencilInstance part = part(instance, axis, steps);
                    Method way = way(part, Machine.of(instance), steps).method();
                    StepCode code = KeptCode.of(way, part);
                    Rounds rounds = new Rounds(session, part, way.way(), code, parameters);
                    strips.add(new Strip(axis, reach, way, rounds, state(instance.type(), part, code, rounds)));
                }
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** The fields of a strip; if there is no memory for them, its rounds are closed. */
    private State state(ElementType type, StencilInstance part, StepCode code, Rounds rounds) {
        try {
            return new State(session, spec, type, part.shape(), Map.of(), code.outputs());
        } catch (RuntimeException e) {
            rounds.close();
            throw e;
        }
    }

    /** Both ends of an axis. */
    private static StencilInstance part(StencilInstance instance, int axis, int steps) {
        int[] cut = instance.shape().clone();
        cut[axis] = 4 * steps * instance.spec().footprint().radius(axis);
        return instance.withShape(cut);
    }

    /**
     * How a part is stepped: several steps together where they are partial sums in time. Windows have ends of their own in a strip, which
     * takes longer than they save; and on CPUs code takes long to compile.
     */
    private static Estimate way(StencilInstance part, Machine machine, int steps) {
        CostModel model = new CostModel(part, machine);
        Estimate direct = model.of(Method.direct());
        Estimate best = direct;
        for (int together : STEPS_TOGETHER) {
            if (part.variant() == Variant.GPU && together <= steps && inSums(part)) {
                try {
                    Method method = new Method("blocked", together);
                    Estimate estimate = model.of(method);
                    if (estimate.seconds(steps, direct.seconds()) < best.seconds(steps, direct.seconds())) {
                        KeptCode.of(method, part);
                        best = estimate;
                    }
                } catch (IllegalArgumentException e) {
                    // Not every part has room for tiles.
                }
            }
        }
        return best;
    }

    private static boolean inSums(StencilInstance part) {
        return State.keys(part.spec()).size() == 1 && part.spec().footprint().radius() == 1;
    }

    /** The expected time of the strips of so many steps, in seconds. */
    static double seconds(StencilInstance instance, List<Integer> axes, Machine machine, int steps) {
        double seconds = 0;
        for (int axis : axes) {
            if (instance.spec().footprint().radius(axis) > 0) {
                StencilInstance part = part(instance, axis, steps);
                double direct = new CostModel(part, machine).of(Method.direct()).seconds();
                Estimate way = way(part, machine, steps);
                boolean oneByOne = part.variant() == Variant.GPU && way.method().equals(Method.direct());
                double step = oneByOne
                        ? STEP_SECONDS + CACHED * (way.seconds() - way.launches())
                        : way.seconds(steps, direct);
                seconds += steps * step;
            }
        }
        return seconds;
    }

    boolean isEmpty() {
        return strips.isEmpty();
    }

    /** How the strips are stepped, in words. */
    String ways() {
        return strips.stream().map(strip -> strip.way.toString()).distinct().collect(Collectors.joining(" and "));
    }

    /** Enqueues so many steps and writes them into the next arrays of the state, near the edges. */
    Optional<Event> run(State state, int count, int outputs) {
        Event last = null;
        for (Strip strip : strips) {
            int width = strip.width;
            int size = shape[strip.axis];
            for (Field field : spec.fields()) {
                for (int age = 0; age < field.levels(); age++) {
                    DeviceArray whole = state.level(field.name(), age);
                    DeviceArray ends = strip.state.level(field.name(), age);
                    copy(strip, whole, ends, 2 * width, 0, 0);
                    copy(strip, whole, ends, 2 * width, size - 2 * width, 2 * width);
                }
            }
            for (int left = count; left > 0; ) {
                Round round = strip.rounds.next(left);
                int part = round.of(left);
                round.enqueue(strip.state, part);
                left -= part;
            }
            for (Field field : spec.fields()) {
                for (int age = 0; age < Math.min(outputs, field.levels()); age++) {
                    DeviceArray ends = strip.state.level(field.name(), age);
                    DeviceArray whole = state.next(field.name(), age);
                    copy(strip, ends, whole, width, 0, 0);
                    last = copy(strip, ends, whole, width, 3 * width, size - width);
                }
            }
        }
        return Optional.ofNullable(last);
    }

    private Event copy(Strip strip, DeviceArray from, DeviceArray to, int extent, int fromFirst, int toFirst) {
        long inner = 1;
        long outer = 1;
        for (int axis = 0; axis < shape.length; axis++) {
            inner *= axis > strip.axis ? shape[axis] : 1;
            outer *= axis < strip.axis ? shape[axis] : 1;
        }
        int fromSize = from.shape()[strip.axis];
        int toSize = to.shape()[strip.axis];
        return program.kernel("copy_planes")
                .global(Kernel.roundUp(inner * extent * outer, 256))
                .local(256)
                .launch(session.compute(), from, to, inner, extent, outer, fromSize, toSize, fromFirst, toFirst);
    }

    long bytes() {
        return strips.stream()
                .mapToLong(strip -> strip.rounds.bytes() + strip.state.bytes())
                .sum();
    }

    @Override
    public void close() {
        for (Strip strip : strips) {
            strip.rounds.close();
            strip.state.close();
        }
    }
}
