package org.plegma.stencil.slabs;

import java.util.ArrayList;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.HostBuffer;
import org.plegma.device.Session;

/**
 * Fills ghost planes from the neighbours' kept planes, through pinned memory: all copies from devices at once, then all to devices.
 * Kept planes are never written, so that an exchange that was broken off can be done again.
 */
public final class PlaneExchange implements AutoCloseable {
    /** Planes of slab {@code from}, counted on its device, that become ghosts of slab {@code to}. */
    private record Link(int from, int fromPlane, int to, int toPlane) {}

    private final List<Session> sessions;
    private final List<Link> links = new ArrayList<>();
    private final long part;
    private final long plane;
    private final ElementType type;
    /** For each array of a slab, one for each link. */
    private final List<List<HostBuffer>> staging = new ArrayList<>();

    /**
     * @param sessions one seen from each slab's device
     * @param halo planes to exchange at a cut
     * @param plane elements of a plane
     */
    public PlaneExchange(List<Session> sessions, List<Slab> slabs, int halo, long plane, ElementType type) {
        this.sessions = List.copyOf(sessions);
        this.plane = plane;
        this.part = halo * plane;
        this.type = type;
        int count = slabs.size();
        for (int i = 0; i < count && halo > 0; i++) {
            Slab slab = slabs.get(i);
            if (slab.below() > 0) {
                int from = Math.floorMod(i - 1, count);
                Slab source = slabs.get(from);
                links.add(new Link(from, source.below() + source.planes() - halo, i, 0));
            }
            if (slab.above() > 0) {
                int from = (i + 1) % count;
                links.add(new Link(from, slabs.get(from).below(), i, slab.below() + slab.planes()));
            }
        }
    }

    /**
     * Exchanges the planes of several arrays, and returns when all are there. Nothing else may be using the arrays.
     *
     * @param arrays for each field and level, one array for each slab
     */
    public void exchange(List<List<DeviceArray>> arrays) {
        while (staging.size() < arrays.size()) {
            stage();
        }
        List<Event> events = new ArrayList<>();
        for (int a = 0; a < arrays.size(); a++) {
            for (int l = 0; l < links.size(); l++) {
                Link link = links.get(l);
                events.add(arrays.get(a)
                        .get(link.from)
                        .downloadAsync(
                                sessions.get(link.from).download(),
                                staging.get(a).get(l),
                                0,
                                link.fromPlane * plane,
                                part));
            }
        }
        events.forEach(Event::await);
        events.clear();
        for (int a = 0; a < arrays.size(); a++) {
            for (int l = 0; l < links.size(); l++) {
                Link link = links.get(l);
                events.add(arrays.get(a)
                        .get(link.to)
                        .uploadAsync(
                                sessions.get(link.to).upload(), staging.get(a).get(l), 0, link.toPlane * plane, part));
            }
        }
        events.forEach(Event::await);
    }

    private void stage() {
        List<HostBuffer> buffers = new ArrayList<>();
        staging.add(buffers);
        for (Link link : links) {
            buffers.add(sessions.get(link.from).pinned(type, part));
        }
    }

    /** Bytes that one exchange of so many fields and levels moves from devices, and again to devices. */
    public long bytes(int arrays) {
        return arrays * links.size() * part * type.bytes();
    }

    @Override
    public void close() {
        staging.forEach(buffers -> buffers.forEach(HostBuffer::close));
        staging.clear();
    }
}
