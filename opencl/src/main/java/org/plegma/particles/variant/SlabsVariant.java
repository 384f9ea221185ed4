package org.plegma.particles.variant;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.particles.ParticleState;
import org.plegma.particles.SoftBody;
import org.plegma.stencil.slabs.PlaneExchange;
import org.plegma.stencil.slabs.Slab;

/**
 * All devices of the session, a slab of planes on each ({@code slab.cl}). Before each iteration a device gets as many planes of its
 * neighbours as the reach is long, and no more.
 */
final class SlabsVariant implements ParticleVariant {
    private static final int TILE = 4;
    private static final int GROUP = 64;
    private static final int FOUR = 4;

    @Override
    public String name() {
        return "slabs";
    }

    @Override
    public String description() {
        return "all devices of the session, planes of the reach exchanged before each iteration";
    }

    @Override
    public ParticlePlan plan(Session session, SoftBody body) {
        int side = body.lattice().side();
        int reach = body.lattice().reach();
        double[] rates = new double[session.devices().size()];
        Arrays.fill(rates, 1);
        return new Plan(session, body, Slab.cut(side, reach, false, rates));
    }

    /** What one device has. */
    private static final class Part implements AutoCloseable {
        private final Session session;
        private final SoftBody body;
        private final Slab slab;
        /** Its first particle in its arrays, behind its neighbour's. */
        private final int first;

        private final int particles;
        private final DeviceArray start;
        private final DeviceArray velocity;
        private final DeviceArray[] position = new DeviceArray[2];
        private final Kernel predict;
        private final Kernel iterate;
        private final Kernel settle;
        private final EnergySum.Sum sum;

        Part(Session session, SoftBody body, Slab slab) {
            this.session = session;
            this.body = body;
            this.slab = slab;
            int side = body.lattice().side();
            int plane = side * side;
            particles = slab.planes() * plane;
            first = slab.below() * plane;
            start = session.allocate(ElementType.FLOAT, FOUR * plane * slab.extent());
            velocity = session.allocate(ElementType.FLOAT, FOUR * plane * slab.extent());
            position[0] = session.allocate(ElementType.FLOAT, FOUR * plane * slab.extent());
            position[1] = session.allocate(ElementType.FLOAT, FOUR * plane * slab.extent());
            Program stages = ParticleKernels.compile(session, "stages.cl", Layout.FOURS.options());
            long global = Kernel.roundUp(particles, GROUP);
            predict = stages.kernel("predict").global(global).local(GROUP).offset(first);
            settle = stages.kernel("settle").global(global).local(GROUP).offset(first);
            long whole = Kernel.roundUp(side, TILE);
            iterate = ParticleKernels.compile(session, "slab.cl")
                    .kernel("slab")
                    .global(whole, whole, Kernel.roundUp(slab.planes(), TILE))
                    .local(TILE, TILE, TILE);
            sum = EnergySum.TWO_STAGE.on(session, body, first, particles, Layout.FOURS.options());
        }

        Event predict() {
            SoftBody.Force force = body.force();
            return predict.launch(
                    session.compute(),
                    first + particles,
                    body.timeStep(),
                    force.x(),
                    force.y() - body.gravity(),
                    force.z(),
                    start,
                    velocity,
                    position[0]);
        }

        Event iterate(int from) {
            return iterate.launch(
                    session.compute(),
                    body.lattice().side(),
                    body.lattice().reach(),
                    body.distance(),
                    (float) body.weight(),
                    slab.first() - slab.below(),
                    slab.below(),
                    slab.planes(),
                    position[from],
                    position[1 - from]);
        }

        Event settle(int from) {
            return settle.launch(
                    session.compute(),
                    first + particles,
                    body.timeStep(),
                    body.low(),
                    body.high(),
                    body.damping(),
                    position[from],
                    start,
                    velocity);
        }

        @Override
        public void close() {
            start.close();
            velocity.close();
            position[0].close();
            position[1].close();
            sum.close();
        }
    }

    private static final class Plan implements ParticlePlan {
        private final SoftBody body;
        private final int plane;
        private final List<Part> parts = new ArrayList<>();
        private final PlaneExchange exchange;

        Plan(Session session, SoftBody body, List<Slab> slabs) {
            this.body = body;
            int side = body.lattice().side();
            plane = side * side;
            List<Session> sessions = session.devices().stream().map(session::on).toList();
            for (int i = 0; i < slabs.size(); i++) {
                parts.add(new Part(sessions.get(i), body, slabs.get(i)));
            }
            exchange =
                    new PlaneExchange(sessions, slabs, body.lattice().reach(), (long) FOUR * plane, ElementType.FLOAT);
        }

        @Override
        public void start(ParticleState state) {
            float[] position = Layout.FOURS.packed(state.position());
            float[] velocity = Layout.FOURS.packed(state.velocity());
            for (Part part : parts) {
                int from = FOUR * plane * (part.slab.first() - part.slab.below());
                int to = from + FOUR * plane * part.slab.extent();
                part.start.upload(Arrays.copyOfRange(position, from, to));
                part.velocity.upload(Arrays.copyOfRange(velocity, from, to));
            }
        }

        @Override
        public List<Event> step() {
            List<Event> events = new ArrayList<>();
            parts.forEach(part -> events.add(part.predict()));
            int from = 0;
            for (int k = 0; k < body.iterations(); k++) {
                int now = from;
                parts.forEach(part -> part.session.finish());
                exchange.exchange(
                        List.of(parts.stream().map(part -> part.position[now]).toList()));
                parts.forEach(part -> events.add(part.iterate(now)));
                from = 1 - from;
            }
            for (Part part : parts) {
                events.add(part.settle(from));
                events.addAll(part.sum.add(part.start, part.velocity));
            }
            return events;
        }

        @Override
        public ParticleState finish() {
            float[] position = new float[FOUR * plane * body.lattice().side()];
            float[] velocity = new float[position.length];
            for (Part part : parts) {
                int from = FOUR * part.first;
                int to = FOUR * plane * part.slab.first();
                int count = FOUR * part.particles;
                System.arraycopy(part.start.download().floats(), from, position, to, count);
                System.arraycopy(part.velocity.download().floats(), from, velocity, to, count);
            }
            return new ParticleState(Layout.FOURS.planes(position), Layout.FOURS.planes(velocity));
        }

        @Override
        public double energy() {
            return parts.stream().mapToDouble(part -> part.sum.value()).sum();
        }

        @Override
        public void close() {
            parts.forEach(Part::close);
            exchange.close();
        }
    }
}
