package org.plegma.stencil.slabs;

import java.util.ArrayList;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.shared.PeerChannel;
import org.plegma.stencil.slabs.DeviceSlab.Planes;
import org.plegma.stencil.slabs.DeviceSlab.Side;

/** Exchanges that devices put in order among themselves: the host enqueues them with the steps, and waits for none. */
public final class DeviceExchange implements AutoCloseable {
    /** Planes that one slab keeps become ghosts on a side of another. */
    record Cut(DeviceSlab from, Side kept, DeviceSlab to, Side ghosts) {}

    private final List<Cut> cuts;
    private final ElementType type;
    private final long part;
    /** For each level, those of all cuts. */
    private final List<List<PeerChannel>> channels = new ArrayList<>();

    /** @param part elements of the planes of one cut */
    DeviceExchange(List<Cut> cuts, ElementType type, long part) {
        this.cuts = List.copyOf(cuts);
        this.type = type;
        this.part = part;
    }

    List<Cut> cuts() {
        return cuts;
    }

    /** Enqueues an exchange after all that was enqueued to compute, and before what will be. */
    public void enqueue(List<Level> levels) {
        while (channels.size() < levels.size()) {
            addChannels();
        }
        cuts.forEach(cut -> give(cut, levels));
        cuts.forEach(cut -> cut.from().compute().flush());
        cuts.forEach(cut -> take(cut, levels));
        cuts.forEach(cut -> cut.to().compute().flush());
    }

    /** The part of an exchange that one slab's device does; threads of their own enqueue those of the others. */
    void enqueue(DeviceSlab slab, List<Level> levels) {
        cuts.stream().filter(cut -> cut.from() == slab).forEach(cut -> give(cut, levels));
        slab.compute().flush();
        cuts.stream().filter(cut -> cut.to() == slab).forEach(cut -> take(cut, levels));
    }

    /** After a failure: ends what waits for planes that will not come; then only {@link #close} is left. */
    void release() {
        channels.forEach(each -> each.forEach(PeerChannel::release));
    }

    private void addChannels() {
        List<PeerChannel> added = new ArrayList<>();
        channels.add(added);
        for (Cut cut : cuts) {
            added.add(cut.to()
                    .naming(() -> new PeerChannel(cut.from().session(), cut.to().session(), type, part)));
        }
    }

    private void give(Cut cut, List<Level> levels) {
        cut.from().naming(() -> {
            for (int a = 0; a < levels.size(); a++) {
                Planes kept = cut.from().kept(cut.kept(), levels.get(a));
                channels.get(a).get(cuts.indexOf(cut)).give(kept.array(), kept.offset());
            }
            return cut;
        });
    }

    private void take(Cut cut, List<Level> levels) {
        cut.to().naming(() -> {
            for (int a = 0; a < levels.size(); a++) {
                Planes ghosts = cut.to().ghosts(cut.ghosts(), levels.get(a));
                channels.get(a).get(cuts.indexOf(cut)).take(ghosts.array(), ghosts.offset());
            }
            return cut;
        });
    }

    /** Frees the memory once all that was enqueued is done. */
    @Override
    public void close() {
        channels.forEach(each -> each.forEach(PeerChannel::close));
        channels.clear();
    }
}
