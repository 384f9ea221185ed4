package org.plegma.particles.variant;

import java.util.ArrayList;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.HostBuffer;
import org.plegma.device.Session;
import org.plegma.particles.CubeLattice;
import org.plegma.particles.ParticleState;
import org.plegma.particles.SoftBody;

/**
 * A cube on several devices. Each has room for all particles, and computes those of its own planes. Before an iteration it gets from
 * the others the planes that its own reach into, through pinned memory: as many bytes a device as the reach has planes, where the work of
 * an iteration grows with the third power of the reach.
 */
final class DevicesPlan implements ParticlePlan {
    /** Planes of one device that another one reads. */
    private record Link(DevicePart from, DevicePart to, long offset, long count, HostBuffer buffer) {}

    private final SoftBody body;
    private final List<DevicePart> parts = new ArrayList<>();
    private final List<Link> links = new ArrayList<>();
    private final List<Event> uploads = new ArrayList<>();

    DevicesPlan(List<Session> sessions, SoftBody body) {
        this.body = body;
        int[] cuts = cuts(body.lattice(), sessions.size());
        try {
            for (int d = 0; d < sessions.size(); d++) {
                parts.add(new DevicePart(sessions.get(d), body, cuts[d], cuts[d + 1]));
            }
            for (DevicePart to : parts) {
                for (DevicePart from : parts) {
                    link(from, to);
                }
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Where parts begin and end, so that each has about as many constraints: planes at the ends of the cube have fewer. */
    static int[] cuts(CubeLattice lattice, int parts) {
        int side = lattice.side();
        int[] cuts = new int[parts + 1];
        long all = 0;
        for (int z = 0; z < side; z++) {
            all += lattice.to(z) - lattice.from(z) + 1;
        }
        long sum = 0;
        int z = 0;
        for (int part = 1; part <= parts; part++) {
            // One plane at least, and one for each that follows.
            int most = side - (parts - part);
            long next = lattice.to(z) - lattice.from(z) + 1;
            do {
                sum += next;
                z++;
                next = z < side ? lattice.to(z) - lattice.from(z) + 1 : 0;
            } while (z < most && 2 * (sum * parts) + next * parts <= 2 * (all * part));
            cuts[part] = z;
        }
        return cuts;
    }

    private void link(DevicePart from, DevicePart to) {
        int reach = body.lattice().reach();
        int first = Math.max(from.first(), to.first() - reach);
        int end = Math.min(from.end(), to.end() + reach);
        if (from != to && first < end) {
            long plane = 4L * body.lattice().side() * body.lattice().side();
            long count = (end - first) * plane;
            links.add(new Link(from, to, first * plane, count, from.session().pinned(ElementType.FLOAT, count)));
        }
    }

    @Override
    public void start(ParticleState state) {
        parts.forEach(part -> part.start(state));
    }

    @Override
    public List<Event> step() {
        parts.forEach(DevicePart::predict);
        for (int k = 0; k < body.iterations(); k++) {
            exchange();
            boolean isLast = k == body.iterations() - 1;
            parts.forEach(part -> part.iterate(isLast));
        }
        return List.of();
    }

    /** The host waits for copies to it: contexts know nothing of each other's events. */
    private void exchange() {
        // A device that lags may not have read yet what the last exchange brought, and the buffers are now written.
        uploads.forEach(Event::await);
        uploads.clear();
        List<Event> copies = new ArrayList<>();
        for (Link link : links) {
            DeviceArray planes = link.from.planes();
            copies.add(planes.downloadAsync(link.from.session().compute(), link.buffer, 0, link.offset, link.count));
        }
        parts.forEach(part -> part.session().compute().flush());
        copies.forEach(Event::await);
        for (Link link : links) {
            DeviceArray planes = link.to.planes();
            uploads.add(planes.uploadAsync(link.to.session().compute(), link.buffer, 0, link.offset, link.count));
        }
    }

    @Override
    public ParticleState finish() {
        int n = body.lattice().particles();
        int plane = body.lattice().side() * body.lattice().side();
        float[] position = new float[3 * n];
        float[] velocity = new float[3 * n];
        for (DevicePart part : parts) {
            ParticleState own = part.state();
            for (int axis = 0; axis < 3; axis++) {
                int from = axis * n + part.first() * plane;
                int count = (part.end() - part.first()) * plane;
                System.arraycopy(own.position(), from, position, from, count);
                System.arraycopy(own.velocity(), from, velocity, from, count);
            }
        }
        return new ParticleState(position, velocity);
    }

    @Override
    public double energy() {
        return parts.stream().mapToDouble(DevicePart::energy).sum();
    }

    @Override
    public void close() {
        parts.forEach(part -> part.session().finish());
        links.forEach(link -> link.buffer.close());
        links.clear();
        parts.forEach(DevicePart::close);
    }
}
