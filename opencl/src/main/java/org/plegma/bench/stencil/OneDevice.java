package org.plegma.bench.stencil;

import java.util.HashMap;
import java.util.Map;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.State;
import org.plegma.stencil.plan.StencilPlan;

/** What the planes of a grid become on one device. Several cases that cut the same grid share it. */
final class OneDevice {
    private final Stencil stencil;
    private final Method method;
    private final int[] shape;
    private final Map<Long, long[]> known = new HashMap<>();

    OneDevice(Stencil stencil, Method method, int[] shape) {
        this.stencil = stencil;
        this.method = method;
        this.shape = shape;
    }

    /** The checksum of each plane after so many steps from {@link PlaneKernels#fill}, on the session's device. */
    long[] after(Session session, long steps) {
        return known.computeIfAbsent(steps, count -> computed(session, count));
    }

    private long[] computed(Session session, long steps) {
        String field = State.onlyField(stencil.spec());
        try (PlaneKernels kernels = new PlaneKernels(session);
                StencilPlan plan = stencil.on(session)
                        .type(ElementType.FLOAT)
                        .method(method)
                        .plan(shape)) {
            DeviceArray start = plan.state().current(field);
            kernels.fill(start, 0, 0, start.length());
            DeviceArray end = plan.restart().run(steps).state().current(field);
            return kernels.checksums(end, 0, shape[0], Math.toIntExact(end.length() / shape[0]));
        }
    }
}
