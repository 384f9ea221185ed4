package org.plegma.device.shared;

import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.device.peer.PeerMemory;

/**
 * Memory of one device into which another writes, and a counter beside it by which the one tells the other that something is there. It
 * has two halves: one can be written while the other is read.
 */
public final class PeerBox implements AutoCloseable {
    /** The most bytes of a half. */
    public static final long MOST_BYTES = PeerMemory.MOST_BYTES / 2;

    private final PeerMemory memory;
    private final PeerMemory counter;
    private final int count;

    /** @param count elements of a half, at most {@link #MOST_BYTES} */
    public PeerBox(Session from, Session to, ElementType type, int count) {
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

    DeviceArray counter(Session session) {
        return counter.on(session);
    }

    @Override
    public void close() {
        memory.close();
        counter.close();
    }
}
