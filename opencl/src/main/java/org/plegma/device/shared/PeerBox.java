package org.plegma.device.shared;

import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.HostBuffer;
import org.plegma.device.Session;
import org.plegma.device.errors.OpenClException;
import org.plegma.device.peer.PeerMemory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Memory of one device into which another writes, and a counter beside it by which the one tells the other that something is there. It
 * has two halves: one can be written while the other is read.
 */
public final class PeerBox implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PeerBox.class);

    /** The most bytes of a half. */
    public static final long MOST_BYTES = PeerMemory.MOST_BYTES / 2;

    /** How far beyond what is awaited a counter is put, so that what other devices still add makes no difference. */
    static final int FAR = 1 << 30;

    private final Session to;
    private final PeerMemory memory;
    private final PeerMemory counter;
    private final HostBuffer released;
    private final int count;

    /** @param count elements of a half, at most {@link #MOST_BYTES} */
    public PeerBox(Session from, Session to, ElementType type, int count) {
        this.to = to;
        this.count = count;
        List<Session> both = List.of(to, from);
        this.memory = PeerMemory.allocate(both, type, 2 * count);
        try {
            this.counter = PeerMemory.allocate(both, ElementType.INT, 1);
        } catch (RuntimeException e) {
            memory.close();
            throw e;
        }
        try {
            this.released = to.pinned(ElementType.INT, 1); // when it is wanted, there may be no memory left
        } catch (RuntimeException e) {
            memory.close();
            counter.close();
            throw e;
        }
        try {
            counter.on(to).fill(0).await();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Where the half begins that is used in an exchange of that number. */
    public long half(int number) {
        return (number & 1) == 0 ? 0 : count;
    }

    /** Both halves, as one of the two sessions sees them. */
    public DeviceArray on(Session session) {
        return memory.on(session);
    }

    /**
     * Lets kernels go on that wait for what the other device will not write any more, because something failed: what they take is not to
     * be used. The host writes the counter beside them, by another queue.
     *
     * @param awaited the count that is awaited last
     */
    public void release(int awaited) {
        try {
            released.ints().put(0, awaited + FAR);
            counter.on(to).uploadAsync(to.upload(), released).await();
        } catch (OpenClException e) {
            LOG.debug("Nothing waits on {}, which has failed or is closed: {}", to.device(), e.getMessage());
        }
    }

    DeviceArray counter(Session session) {
        return counter.on(session);
    }

    @Override
    public void close() {
        memory.close();
        counter.close();
        released.close();
    }
}
