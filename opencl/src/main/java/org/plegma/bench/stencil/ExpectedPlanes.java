package org.plegma.bench.stencil;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.State;
import org.plegma.stencil.plan.StencilPlan;

/**
 * What the planes of a grid become on one device. Several cases that cut the same grid share it.
 *
 * <p>A grid that has no room there beside a slab of it is computed in windows, some planes at a time. What is beyond a window's ends is
 * not there, so that each step spoils as many planes at both of them as it reads: a window has that many more than it gives.
 */
final class ExpectedPlanes {
    /** The fields of a whole grid, of which steps need two, that must have room beside a slab of it. */
    private static final int FIELDS = 3;

    /** Planes that a window gives, at least. */
    private static final int WINDOW = 64;

    private final Stencil stencil;
    private final Method method;
    private final int[] shape;
    private final int plane;
    private final Map<Long, long[]> known = new HashMap<>();

    ExpectedPlanes(Stencil stencil, Method method, int[] shape) {
        this.stencil = stencil;
        this.method = method;
        this.shape = shape;
        this.plane = Arrays.stream(shape).skip(1).reduce(1, Math::multiplyExact);
    }

    /** Whether a device has room for the whole grid. */
    boolean fits(long bytes) {
        return (long) FIELDS * shape[0] * plane * ElementType.FLOAT.bytes() <= bytes;
    }

    /** The checksum of each plane after so many steps from {@link PlaneKernels#fill}, on the session's device. */
    long[] after(Session session, long steps) {
        return known.computeIfAbsent(
                steps,
                count -> fits(session.device().globalMemoryBytes())
                        ? window(session, 0, shape[0], count)
                        : windows(session, count, WINDOW));
    }

    /** The same in windows. */
    long[] windows(Session session, long steps, int planes) {
        int spoilt = Math.toIntExact(steps * stencil.spec().footprint().radius(0));
        long[] all = new long[shape[0]];
        for (int from = 0; from < shape[0]; from += planes) {
            int to = Math.min(shape[0], from + planes);
            int first = Math.max(0, from - spoilt);
            long[] some = window(session, first, Math.min(shape[0], to + spoilt), steps);
            System.arraycopy(some, from - first, all, from, to - from);
        }
        return all;
    }

    private long[] window(Session session, int first, int end, long steps) {
        String field = State.onlyField(stencil.spec());
        int[] part = shape.clone();
        part[0] = end - first;
        try (PlaneKernels kernels = new PlaneKernels(session);
                StencilPlan plan = stencil.on(session)
                        .type(ElementType.FLOAT)
                        .method(method)
                        .plan(part)) {
            DeviceArray start = plan.state().current(field);
            kernels.fill(start, 0, (long) first * plane, start.length());
            DeviceArray last = plan.restart().run(steps).state().current(field);
            return kernels.checksums(last, 0, part[0], plane);
        }
    }
}
