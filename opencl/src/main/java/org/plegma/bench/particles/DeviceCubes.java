package org.plegma.bench.particles;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Device.Kind;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.measure.BenchCase;
import org.plegma.measure.Trial;
import org.plegma.particles.ParticleState;
import org.plegma.particles.SoftBody;
import org.plegma.particles.variant.ParticlePlan;
import org.plegma.particles.variant.ParticleVariant;
import org.plegma.particles.variant.ParticleVariants;

/**
 * Cubes on one device and on several together: two, four, and so on, and all. All are timed by the host's clock until all devices have
 * ended. A step is compared with one of {@code rows} on the first device, as the reference would take minutes.
 */
final class DeviceCubes {
    private static final int[] REACHES = {1, 3, 7, 15, 31};
    private static final int SEED = 1;
    private static final int SIDE = 128;
    private static final int SIDE_ON_PROCESSOR = 12;
    /** Of the largest coordinate, which a step in float may be off. */
    private static final double ROUNDING = 0x1p-20;

    private DeviceCubes() {}

    static List<BenchCase> of(List<Device> devices) {
        boolean isProcessor = devices.get(0).kind() == Kind.CPU;
        int side = isProcessor ? SIDE_ON_PROCESSOR : SIDE;
        List<BenchCase> cases = new ArrayList<>();
        for (int reach : REACHES) {
            if (reach < side) {
                SoftBody body = SoftBody.cube(side, reach).withIterations(1);
                Expected expected = new Expected(body);
                for (int count = 1; count < devices.size(); count *= 2) {
                    cases.add(on(count, body, expected));
                }
                cases.add(on(devices.size(), body, expected));
            }
        }
        return cases;
    }

    private static BenchCase on(int count, SoftBody body, Expected expected) {
        int side = body.lattice().side();
        long constraints = body.lattice().constraints();
        ParticleVariant variant = count == 1 ? ParticleVariants.named("plegma") : ParticleVariants.onDevices(count);
        return BenchCase.of("particles", "step", "plegma")
                .parameter("reach", body.lattice().reach())
                .parameter("devices", count)
                .type(ElementType.FLOAT)
                .shape(side, side, side)
                .cells(constraints)
                .flops((double) ParticleFamily.FLOPS * constraints / count)
                .bytes((double) ParticleFamily.FLOATS
                        * Float.BYTES
                        * body.lattice().particles()
                        / count)
                .tolerance(1)
                .inCache()
                .prepare(buffers -> new Run(buffers.session(), body, variant, count, expected));
    }

    /** A step of another variant on the first device, computed when it is first needed. */
    private static final class Expected {
        private final SoftBody body;
        private Optional<ParticleState> state = Optional.empty();

        Expected(SoftBody body) {
            this.body = body;
        }

        ParticleState after(Session session) {
            if (state.isEmpty()) {
                ParticleState start = ParticleState.disturbed(body, SEED);
                state = Optional.of(ParticleVariants.named("rows")
                        .run(session, body, start, 1)
                        .get(1));
            }
            return state.get();
        }
    }

    private static final class Run implements Trial {
        private final Session session;
        private final SoftBody body;
        private final int count;
        private final Expected expected;
        private final ParticlePlan plan;

        Run(Session session, SoftBody body, ParticleVariant variant, int count, Expected expected) {
            this.session = session;
            this.body = body;
            this.count = count;
            this.expected = expected;
            plan = variant.plan(session, body);
            plan.start(ParticleState.disturbed(body, SEED));
        }

        @Override
        public List<Event> run() {
            plan.step();
            session.devices()
                    .subList(0, count)
                    .forEach(device -> session.on(device).compute().finish());
            return List.of();
        }

        @Override
        public double error() {
            plan.start(ParticleState.disturbed(body, SEED));
            run();
            float[] right = expected.after(session).position();
            float[] found = plan.finish().position();
            double most = 0;
            double size = 0;
            for (int c = 0; c < right.length; c++) {
                double off = Math.abs(right[c] - (double) found[c]);
                most = Double.isNaN(off) ? Double.POSITIVE_INFINITY : Math.max(most, off);
                size = Math.max(size, Math.abs(right[c]));
            }
            return most / (ROUNDING * size);
        }

        @Override
        public void close() {
            plan.close();
        }
    }
}
