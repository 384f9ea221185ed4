package org.plegma.device.shared;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.array.Preconditions;
import org.plegma.device.DeviceArray;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.peer.PeerMemory;
import org.plegma.device.source.KernelSource;

/**
 * Carries elements from arrays of one device to arrays of another, and the devices put that in order among themselves: the host
 * enqueues both ends with the kernels that compute, and waits for neither ({@code channel.cl}). The giver writes into the taker's memory,
 * and counts there; the taker waits for the count.
 *
 * <p>Two rules keep it right. What a device waits for must be enqueued, and flushed, before: so give on all devices first, and take then.
 * And devices give to each other, in turn: the memory has two halves, and who has taken what the other gave as its number e + 1 knows that
 * the other has taken number e, as each queue does one thing after the other; so it may fill that half again with number e + 2.
 */
public final class PeerChannel implements AutoCloseable {
    static final int GROUP = 256;

    private static final int ELEMENTS_EACH = 8;
    private static final int MOST_GROUPS = 512;
    private static final long PIECE_BYTES = 64L << 20;

    private final Session from;
    private final Session to;
    private final List<Piece> pieces = new ArrayList<>();

    /** Why two devices cannot put it in order; empty if they can. */
    public static Optional<String> refusal(Session from, Session to) {
        Preconditions.notNull(from, "from");
        Preconditions.notNull(to, "to");
        // Two queues of one device may be done one after the other, and what waits would hold up what it waits for.
        return from.device().index() == to.device().index()
                ? Optional.of("Both ends are on device " + from.device().index() + ".")
                : PeerMemory.refusal(List.of(to, from));
    }

    /** As {@link #refusal}, but has nothing against processors: a kernel that waits there takes a core from those that do not. */
    public static Optional<String> refusalOtherThanCores(Session from, Session to) {
        return from.device().index() != to.device().index() && PeerMemory.isOneProcess(List.of(from, to))
                ? Optional.empty()
                : refusal(from, to);
    }

    /**
     * @param to a session of another device, which {@link #refusalOtherThanCores} has nothing against
     * @param count of elements that are given and taken at once
     */
    public PeerChannel(Session from, Session to, ElementType type, long count) {
        this.from = Preconditions.notNull(from, "from");
        this.to = Preconditions.notNull(to, "to");
        Preconditions.notNull(type, "type");
        long most = PIECE_BYTES / type.bytes() / 2;
        try {
            for (long first = 0; first < count; first += most) {
                pieces.add(new Piece(type, first, (int) Math.min(most, count - first)));
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Enqueues that elements are given, after what was enqueued to compute on their device. Flush that queue before the other takes. */
    public void give(DeviceArray array, long offset) {
        Preconditions.notNull(array, "array");
        pieces.forEach(piece -> piece.give(array, offset));
    }

    /** Enqueues that what was given is put into an array, before what will be enqueued to compute on its device. */
    public void take(DeviceArray array, long offset) {
        Preconditions.notNull(array, "array");
        pieces.forEach(piece -> piece.take(array, offset));
    }

    /** As {@link PeerBox#release}, after which only {@link #close} is left. */
    public void release() {
        pieces.forEach(Piece::release);
    }

    private final class Piece implements AutoCloseable {
        private final long first;
        private final int count;
        private final int groups;
        private final PeerBox box;
        private final Kernel give;
        private final Kernel take;
        /** How often it was given, and taken: by threads of their own. */
        private int given;

        private int taken;

        Piece(ElementType type, long first, int count) {
            this.first = first;
            this.count = count;
            this.groups = Math.max(1, Math.min(MOST_GROUPS, count / (GROUP * ELEMENTS_EACH)));
            this.give = kernel(from, type, "give");
            this.take = kernel(to, type, "take");
            this.box = new PeerBox(from, to, type, count);
        }

        private Kernel kernel(Session session, ElementType type, String name) {
            return counting(session, type.openclName())
                    .kernel(name)
                    .global((long) groups * GROUP)
                    .local(GROUP);
        }

        void give(DeviceArray array, long offset) {
            given++;
            give.enqueue(
                    from.compute(), count, offset + first, box.half(given), array, box.on(from), box.counter(from));
        }

        void take(DeviceArray array, long offset) {
            taken++;
            take.enqueue(
                    to.compute(),
                    count,
                    box.half(taken),
                    offset + first,
                    Integer.toUnsignedLong(taken * groups),
                    box.on(to),
                    array,
                    box.counter(to));
        }

        void release() {
            box.release(Math.max(given, taken) * groups);
        }

        @Override
        public void close() {
            box.close();
        }
    }

    /** As {@link #program}, with counters that other devices see: NVIDIA's need PTX for that, processors have one memory. */
    static Program counting(Session session, String type) {
        return session.device().isNvidia() ? program(session, type, "-DPTX") : program(session, type);
    }

    /** For arrays of a type of OpenCL C. */
    static Program program(Session session, String type, String... options) {
        String[] all = new String[options.length + 1];
        all[0] = "-DELEMENT=" + type;
        System.arraycopy(options, 0, all, 1, options.length);
        return session.compile(KernelSource.resource(PeerChannel.class, "channel.cl"), all);
    }

    /** Frees the memory once all that was enqueued is done. */
    @Override
    public void close() {
        to.compute().drain();
        pieces.forEach(Piece::close);
        pieces.clear();
    }
}
