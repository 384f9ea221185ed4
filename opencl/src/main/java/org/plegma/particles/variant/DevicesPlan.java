package org.plegma.particles.variant;

import java.util.ArrayList;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.Event;
import org.plegma.device.HostBuffer;
import org.plegma.device.Session;
import org.plegma.device.shared.PeerChannel;
import org.plegma.particles.CubeLattice;
import org.plegma.particles.ParticleState;
import org.plegma.particles.SoftBody;

/**
 * A cube on several devices. Each has room for all particles, and computes those of its own planes. Before an iteration it gets from
 * the others the planes that its own reach into. Devices that reach each other's memory put that in order themselves; between others
 * planes go through pinned memory, and the host waits.
 */
final class DevicesPlan implements ParticlePlan {
    /** Planes of one device that another one reads. */
    private record Link(DevicePart from, DevicePart to, long offset, long count) {}

    private final SoftBody body;
    private final List<DevicePart> parts = new ArrayList<>();
    private final List<Link> links = new ArrayList<>();
    /** One for each link, if devices put exchanges in order; else there are buffers. */
    private final List<PeerChannel> channels = new ArrayList<>();

    private final List<HostBuffer> buffers = new ArrayList<>();
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
            boolean areOrdered = links.stream()
                    .allMatch(link -> PeerChannel.refusal(link.from.session(), link.to.session())
                            .isEmpty());
            for (Link link : links) {
                Session from = link.from.session();
                if (areOrdered) {
                    channels.add(new PeerChannel(from, link.to.session(), ElementType.FLOAT, link.count));
                } else {
                    buffers.add(from.pinned(ElementType.FLOAT, link.count));
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
            links.add(new Link(from, to, first * plane, count));
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
            if (buffers.isEmpty()) {
                parts.get(0).session().together(this::enqueueExchange);
            } else {
                exchange();
            }
            boolean isLast = k == body.iterations() - 1;
            parts.forEach(part -> part.iterate(isLast));
        }
        return List.of();
    }

    private void enqueueExchange() {
        for (int l = 0; l < links.size(); l++) {
            channels.get(l).give(links.get(l).from.planes(), links.get(l).offset);
        }
        parts.forEach(part -> part.session().compute().flush());
        for (int l = 0; l < links.size(); l++) {
            channels.get(l).take(links.get(l).to.planes(), links.get(l).offset);
        }
    }

    /** The host waits for copies to it: contexts know nothing of each other's events. */
    private void exchange() {
        // A device that lags may not have read yet what the last exchange brought, and the buffers are now written.
        uploads.forEach(Event::await);
        uploads.clear();
        List<Event> copies = new ArrayList<>();
        for (int l = 0; l < links.size(); l++) {
            Link link = links.get(l);
            copies.add(link.from
                    .planes()
                    .downloadAsync(link.from.session().compute(), buffers.get(l), 0, link.offset, link.count));
        }
        parts.forEach(part -> part.session().compute().flush());
        copies.forEach(Event::await);
        for (int l = 0; l < links.size(); l++) {
            Link link = links.get(l);
            uploads.add(link.to
                    .planes()
                    .uploadAsync(link.to.session().compute(), buffers.get(l), 0, link.offset, link.count));
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
        channels.forEach(PeerChannel::close);
        channels.clear();
        buffers.forEach(HostBuffer::close);
        buffers.clear();
        parts.forEach(DevicePart::close);
    }
}
