package org.plegma.bench.stencil;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.device.errors.OpenClException;
import org.plegma.measure.Buffers;
import org.plegma.measure.Trial;
import org.plegma.stencil.BoundStencil;
import org.plegma.stencil.SlabPlan;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.slabs.KeptPlanes;
import org.plegma.stencil.slabs.SlabOptions;

/**
 * Steps on slabs, from a call of the host to the end on all devices. Slabs are in proportion to what the devices did before, if that differs: at
 * their limit of power those of one model do. The runs follow one another on one grid. Judged is what all runs
 * so far have made of it, against as many steps on the first device: the error is the number of planes that differ in any bit. Of a grid
 * that has no room there, it is a few steps from the start that are judged instead.
 */
final class SlabCase implements Trial {
    /** Steps that are judged of a grid beyond one device's memory. */
    static final int FEW = 6;

    /** Runs after which devices have the clock that their power leaves them. */
    private static final int RUNS_OF_RATES = 3;

    /** Where devices differ by less, slabs are equal: chunks of planes come out even then. */
    private static final double LEAST_DIFFERENCE = 0.015;

    private final ExpectedPlanes expected;
    private final int plane;
    private final int steps;
    private final SlabPlan plan;
    private final Session session;
    private final Map<Device, PlaneKernels> kernels = new LinkedHashMap<>();

    /** @param peer whether a device must write planes into its neighbour's memory */
    SlabCase(
            Buffers buffers,
            Stencil stencil,
            Method method,
            int[] shape,
            int steps,
            SlabOptions options,
            boolean peer,
            ExpectedPlanes expected) {
        this.session = buffers.session();
        this.expected = expected;
        this.steps = steps;
        this.plane = Arrays.stream(shape).skip(1).reduce(1, Math::multiplyExact);
        BoundStencil bound = stencil.on(session).type(ElementType.FLOAT).method(method);
        this.plan = open(bound, peer ? options.rates(rates(bound, options, shape)) : options, shape);
    }

    /** What devices did in the third run on equal slabs; none where that is nearly the same. */
    private double[] rates(BoundStencil bound, SlabOptions options, int... shape) {
        try (SlabPlan equal = open(bound, options, shape)) {
            if (equal.goesThroughHost()) {
                throw new OpenClException(
                        "The devices cannot write into each other's memory: plegma doctor tells why.", null);
            }
            for (int run = 0; run < RUNS_OF_RATES; run++) {
                equal.run(steps);
            }
            double[] rates = equal.rates();
            double most = Arrays.stream(rates).max().orElseThrow();
            double least = Arrays.stream(rates).min().orElseThrow();
            return most / least < 1 + LEAST_DIFFERENCE ? new double[0] : rates;
        } catch (RuntimeException e) {
            kernels.values().forEach(PlaneKernels::close);
            throw e;
        }
    }

    private SlabPlan open(BoundStencil bound, SlabOptions options, int... shape) {
        SlabPlan opened = SlabPlan.open(bound, options, shape);
        try {
            return opened.loadInPlace(this::fill);
        } catch (RuntimeException e) {
            opened.close();
            kernels.values().forEach(PlaneKernels::close);
            throw e;
        }
    }

    private PlaneKernels on(Session device) {
        return kernels.computeIfAbsent(device.device(), d -> new PlaneKernels(device));
    }

    private void fill(KeptPlanes kept) {
        on(kept.session())
                .fill(
                        kept.array(),
                        kept.offset(),
                        (long) kept.slab().first() * plane,
                        (long) kept.slab().planes() * plane);
    }

    @Override
    public List<Event> run() {
        plan.run(steps);
        return List.of();
    }

    @Override
    public double error() {
        if (!expected.fits(session.device().globalMemoryBytes())) {
            plan.loadInPlace(this::fill).run(FEW);
        }
        long[] right = expected.after(session, plan.steps());
        List<long[]> parts = new ArrayList<>();
        for (KeptPlanes kept : plan.keptPlanes()) {
            parts.add(on(kept.session())
                    .checksums(kept.array(), kept.offset(), kept.slab().planes(), plane));
        }
        long[] found = parts.stream().flatMapToLong(Arrays::stream).toArray();
        return IntStream.range(0, right.length)
                .filter(i -> right[i] != found[i])
                .count();
    }

    @Override
    public void close() {
        plan.close();
        kernels.values().forEach(PlaneKernels::close);
    }
}
