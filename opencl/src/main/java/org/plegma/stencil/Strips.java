package org.plegma.stencil;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.StencilSpec.Field;

/**
 * Exact steps of the cells near the edges of a grid, for a method that is right in the interior only. Along some
 * axes both ends are cut out, twice as wide as what the steps reach, and stepped one by one as grids of their own; what
 * is wrong at the cut has then come half the way.
 */
final class Strips implements AutoCloseable {
    private final Session session;
    private final StencilSpec spec;
    private final int[] shape;
    private final Program program;
    private final List<Strip> strips = new ArrayList<>();

    /** The cut along an axis, for both ends. */
    private record Strip(int axis, int width, Stage step, State state) {}

    /**
     * @param axes those that have strips
     * @param steps the most that are done at once; twice what they reach is less than the grid
     * @param program with the kernel {@code copy_planes}
     */
    Strips(
            Session session,
            Setting setting,
            List<Integer> axes,
            int steps,
            Map<String, Double> parameters,
            Program program) {
        this.session = session;
        this.spec = setting.spec();
        this.shape = setting.shape();
        this.program = program;
        try {
            for (int axis : axes) {
                int reach = steps * spec.footprint().radius(axis);
                if (reach > 0) {
                    int[] cut = shape.clone();
                    cut[axis] = 2 * reach;
                    Setting part = setting.withShape(cut);
                    Stage step = new Stage(session, part, Method.direct().code(part), parameters);
                    strips.add(new Strip(axis, reach, step, null));
                    State state = new State(session, spec, setting.type(), cut, Map.of(), 1);
                    strips.set(strips.size() - 1, new Strip(axis, reach, step, state));
                }
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    boolean isEmpty() {
        return strips.isEmpty();
    }

    /** Enqueues so many steps and writes them into the next arrays of the state, near the edges. */
    Event run(State state, int count, int outputs) {
        Event last = null;
        for (Strip strip : strips) {
            int end = shape[strip.axis] - strip.width;
            for (int side = 0; side < 2; side++) {
                for (Field field : spec.fields()) {
                    for (int age = 0; age < field.levels(); age++) {
                        copy(
                                strip,
                                state.level(field.name(), age),
                                strip.state.level(field.name(), age),
                                2 * strip.width,
                                side == 0 ? 0 : end - strip.width,
                                0);
                    }
                }
                for (int step = 0; step < count; step++) {
                    strip.step.enqueue(strip.state);
                }
                for (Field field : spec.fields()) {
                    for (int age = 0; age < Math.min(outputs, field.levels()); age++) {
                        last = copy(
                                strip,
                                strip.state.level(field.name(), age),
                                state.next(field.name(), age),
                                strip.width,
                                side == 0 ? 0 : strip.width,
                                side == 0 ? 0 : end);
                    }
                }
            }
        }
        return last;
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
                .mapToLong(strip -> strip.step.bytes() + strip.state.bytes())
                .sum();
    }

    @Override
    public void close() {
        for (Strip strip : strips) {
            strip.step.close();
            if (strip.state != null) {
                strip.state.close();
            }
        }
    }
}
