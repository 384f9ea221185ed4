package org.plegma.particles.variant;

import java.util.ArrayList;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.particles.ParticleState;
import org.plegma.particles.SoftBody;

/** An array of structs: all of a particle in one place, and neighbours 36 bytes apart ({@code structs.cl}). */
final class StructsVariant implements ParticleVariant {
    private static final int GROUP = 64;
    private static final int TILE = 4;
    /** Position, start, velocity. */
    private static final int FLOATS = 9;

    @Override
    public String name() {
        return "structs";
    }

    @Override
    public String description() {
        return "as cubes, from an array of structs";
    }

    @Override
    public ParticlePlan plan(Session session, SoftBody body) {
        return new Plan(session, body);
    }

    private static final class Plan implements ParticlePlan {
        private final Session session;
        private final SoftBody body;
        private final int n;
        private final Kernel predict;
        private final Kernel iterate;
        private final Kernel settle;
        private final EnergySum.Sum sum;
        private DeviceArray particles;
        private DeviceArray next;

        Plan(Session session, SoftBody body) {
            this.session = session;
            this.body = body;
            n = body.lattice().particles();
            Program program = ParticleKernels.compile(session, "structs.cl");
            long global = Kernel.roundUp(n, GROUP);
            predict = program.kernel("predict").global(global).local(GROUP);
            iterate = KernelVariant.cubes(
                    program.kernel("iterate_structs"), body.lattice().side(), TILE);
            settle = program.kernel("settle").global(global).local(GROUP);
            particles = session.allocate(ElementType.FLOAT, FLOATS * n).named("particles");
            next = session.allocate(ElementType.FLOAT, FLOATS * n).named("next");
            sum = EnergySum.TWO_STAGE.on(session, body, "-DSTRUCTS");
        }

        @Override
        public void start(ParticleState state) {
            float[] all = new float[FLOATS * n];
            for (int i = 0; i < n; i++) {
                for (int axis = 0; axis < 3; axis++) {
                    all[FLOATS * i + axis] = state.value(i, axis);
                    all[FLOATS * i + 6 + axis] = state.value(i, 3 + axis);
                }
            }
            particles.upload(all);
        }

        private Event launch(Kernel kernel, Object... arguments) {
            return kernel.launch(session.compute(), arguments);
        }

        @Override
        public List<Event> step() {
            List<Event> events = new ArrayList<>();
            float dt = body.timeStep();
            SoftBody.Force force = body.force();
            events.add(launch(predict, n, dt, force.x(), force.y() - body.gravity(), force.z(), particles));
            for (int k = 0; k < body.iterations(); k++) {
                events.add(launch(
                        iterate,
                        body.lattice().side(),
                        body.lattice().reach(),
                        body.distance(),
                        (float) body.weight(),
                        particles,
                        next));
                DeviceArray other = particles;
                particles = next;
                next = other;
            }
            events.add(launch(settle, n, dt, body.low(), body.high(), body.damping(), particles));
            events.addAll(sum.add(particles, particles));
            return events;
        }

        @Override
        public ParticleState finish() {
            float[] all = particles.download().floats();
            float[] position = new float[3 * n];
            float[] velocity = new float[3 * n];
            for (int c = 0; c < 3 * n; c++) {
                position[c] = all[FLOATS * (c % n) + c / n];
                velocity[c] = all[FLOATS * (c % n) + 6 + c / n];
            }
            return new ParticleState(position, velocity);
        }

        @Override
        public double energy() {
            return sum.value();
        }

        @Override
        public void close() {
            particles.close();
            next.close();
            sum.close();
        }
    }
}
