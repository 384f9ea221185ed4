package org.plegma.bench.stencil;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.measure.Buffers;
import org.plegma.measure.Trial;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.State;
import org.plegma.stencil.plan.StencilPlan;

/**
 * Steps on one device of a grid that no array of Java holds: it is made where it lies, and {@value SlabCase#FEW} steps from the start are
 * judged by its planes in windows, and timed by the host's clock, as a {@link SlabCase} is. Refused where the device has no room.
 */
final class LargeCase implements Trial {
    private final ExpectedPlanes expected;
    private final Session session;
    private final PlaneKernels kernels;
    private final StencilPlan plan;
    private final String field;
    private final int planes;
    private final int plane;
    private final int steps;

    LargeCase(Buffers buffers, Stencil stencil, Method method, int[] shape, int steps, ExpectedPlanes expected) {
        this.session = buffers.session();
        this.expected = expected;
        this.field = State.onlyField(stencil.spec());
        this.planes = shape[0];
        this.plane = Arrays.stream(shape).skip(1).reduce(1, Math::multiplyExact);
        this.steps = steps;
        this.kernels = new PlaneKernels(session);
        try {
            this.plan =
                    stencil.on(session).type(ElementType.FLOAT).method(method).plan(shape);
        } catch (RuntimeException e) {
            kernels.close();
            throw e;
        }
        fill();
    }

    private void fill() {
        DeviceArray start = plan.state().current(field);
        kernels.fill(start, 0, 0, start.length());
        plan.restart();
    }

    @Override
    public List<Event> run() {
        List<Event> events = plan.launch(steps);
        events.get(events.size() - 1).await();
        return List.of();
    }

    @Override
    public double error() {
        fill();
        plan.run(SlabCase.FEW);
        long[] found = kernels.checksums(plan.state().current(field), 0, planes, plane);
        long[] right = expected.after(session, SlabCase.FEW);
        return IntStream.range(0, planes).filter(i -> right[i] != found[i]).count();
    }

    @Override
    public void close() {
        plan.close();
        kernels.close();
    }
}
