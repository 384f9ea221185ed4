package org.plegma.stencil.slabs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.peer.PeerMemory;
import org.plegma.device.source.KernelSource;
import org.plegma.stencil.slabs.DeviceSlab.Planes;
import org.plegma.stencil.slabs.DeviceSlab.Side;

/**
 * Exchanges that devices put in order among themselves: the host enqueues them with the steps, and waits for none ({@code exchange.cl}).
 * A giver writes planes into its neighbour's memory, and counts there; the taker waits for the count.
 *
 * <p>No device waits for what is not enqueued yet: all gifts of an exchange are enqueued, and begun, before what takes them. A
 * box has two halves, used in turn. A slab that has taken what its neighbour gave in exchange e + 1 knows that the neighbour has taken
 * exchange e, as each queue does one thing after the other; so it may fill that half again in e + 2.
 */
public final class DeviceExchange implements AutoCloseable {
    private static final int GROUP = 256;
    private static final int ELEMENTS_EACH = 8;
    private static final int MOST_GROUPS = 512;

    /** Planes that one slab keeps become ghosts on a side of another. */
    record Cut(DeviceSlab from, Side kept, DeviceSlab to, Side ghosts) {}

    private final List<Cut> cuts;
    private final ElementType type;
    private final long part;
    /** For each level, those of all cuts. */
    private final List<List<Box>> boxes = new ArrayList<>();

    /** @param part elements of the planes of one cut */
    DeviceExchange(List<Cut> cuts, ElementType type, long part) {
        this.cuts = List.copyOf(cuts);
        this.type = type;
        this.part = part;
    }

    /** Why devices cannot put exchanges in order; empty if they can. */
    static Optional<String> refusal(Session from, Session to) {
        // Two queues of one device may be done one after the other, and what waits would hold up what it waits for.
        return from.device().index() == to.device().index()
                ? Optional.of("Both slabs are on device " + from.device().index() + ".")
                : PeerMemory.refusal(List.of(to, from));
    }

    /** Enqueues an exchange after all that was enqueued to compute, and before what will be. */
    public void enqueue(List<Level> levels) {
        try {
            while (boxes.size() < levels.size()) {
                addBoxes();
            }
            for (int a = 0; a < levels.size(); a++) {
                for (Box box : boxes.get(a)) {
                    box.give(levels.get(a));
                }
            }
            cuts.forEach(cut -> cut.from().compute().flush());
            for (int a = 0; a < levels.size(); a++) {
                for (Box box : boxes.get(a)) {
                    box.take(levels.get(a));
                }
            }
            cuts.forEach(cut -> cut.to().compute().flush());
        } catch (RuntimeException e) {
            close(); // counts of givers and takers may differ now
            throw e;
        }
    }

    private void addBoxes() {
        List<Box> added = new ArrayList<>();
        boxes.add(added);
        long most = Mailbox.PIECE_BYTES / type.bytes() / 2;
        for (Cut cut : cuts) {
            for (long first = 0; first < part; first += most) {
                added.add(new Box(cut, first, (int) Math.min(most, part - first)));
            }
        }
    }

    /** A piece of what goes over one cut. */
    private final class Box implements AutoCloseable {
        private final Cut cut;
        private final long first;
        private final int count;
        private final int groups;
        private final PeerMemory memory;
        private final PeerMemory counter;
        private final Kernel give;
        private final Kernel take;
        /** How often it was given. */
        private int times;

        Box(Cut cut, long first, int count) {
            this.cut = cut;
            this.first = first;
            this.count = count;
            this.groups = Math.max(1, Math.min(MOST_GROUPS, count / (GROUP * ELEMENTS_EACH)));
            this.give = kernel(cut.from(), "give");
            this.take = kernel(cut.to(), "take");
            List<Session> seenFrom = List.of(cut.to().session(), cut.from().session());
            this.memory = PeerMemory.allocate(seenFrom, type, 2 * count);
            try {
                this.counter = PeerMemory.allocate(seenFrom, ElementType.INT, 1);
            } catch (RuntimeException e) {
                memory.close();
                throw e;
            }
            try {
                on(cut.to(), counter).fill(0).await();
            } catch (RuntimeException e) {
                close();
                throw e;
            }
        }

        private Kernel kernel(DeviceSlab slab, String name) {
            return program(slab.session(), type, "-DPTX")
                    .kernel(name)
                    .global((long) groups * GROUP)
                    .local(GROUP);
        }

        private DeviceArray on(DeviceSlab slab, PeerMemory shared) {
            return shared.on(slab.session());
        }

        private long half() {
            return times % 2 == 0 ? 0 : count;
        }

        void give(Level level) {
            DeviceSlab slab = cut.from();
            Planes kept = slab.kept(cut.kept(), level);
            times++;
            slab.naming(() -> {
                give.enqueue(
                        slab.compute(),
                        count,
                        kept.offset() + first,
                        half(),
                        kept.array(),
                        on(slab, memory),
                        on(slab, counter));
                return slab;
            });
        }

        void take(Level level) {
            DeviceSlab slab = cut.to();
            Planes ghosts = slab.ghosts(cut.ghosts(), level);
            slab.naming(() -> {
                take.enqueue(
                        slab.compute(),
                        count,
                        half(),
                        ghosts.offset() + first,
                        times * groups,
                        on(slab, memory),
                        ghosts.array(),
                        on(slab, counter));
                return slab;
            });
        }

        @Override
        public void close() {
            memory.close();
            counter.close();
        }
    }

    /** For arrays of a type. */
    static Program program(Session session, ElementType type, String... options) {
        String[] all = new String[options.length + 1];
        all[0] = "-DELEMENT=" + type.openclName();
        System.arraycopy(options, 0, all, 1, options.length);
        return session.compile(KernelSource.resource(DeviceExchange.class, "exchange.cl"), all);
    }

    /** Frees the memory once all that was enqueued is done. */
    @Override
    public void close() {
        cuts.forEach(cut -> cut.to().compute().finish());
        boxes.forEach(each -> each.forEach(Box::close));
        boxes.clear();
    }
}
