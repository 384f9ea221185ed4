package org.plegma.primitives;

import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;

/**
 * What the tiles of a launch publish, and the tickets by which groups take tiles in order; see {@code warps.cl}. Runs have
 * numbers, so that nothing is cleared between them.
 */
final class TileStates implements AutoCloseable {
    private final DeviceArray states;
    private final DeviceArray tickets;
    private int first;
    private int run = 1;

    TileStates(Session session, long words) {
        states = session.allocate(ElementType.LONG, Math.toIntExact(words));
        tickets = session.allocate(ElementType.INT, 1);
        states.fill(0);
        tickets.fill(0);
    }

    DeviceArray states() {
        return states;
    }

    DeviceArray tickets() {
        return tickets;
    }

    /** Tickets that were taken before the next launch; they wrap around. */
    int first() {
        return first;
    }

    /** The number of the next launch. */
    int run() {
        return run;
    }

    /** To be called after a launch of so many tiles. */
    void launched(int tiles) {
        first += tiles;
        run++;
        if (run == Integer.MAX_VALUE) {
            states.fill(0);
            run = 1;
        }
    }

    long bytes() {
        return states.bytes() + tickets.bytes();
    }

    @Override
    public void close() {
        states.close();
        tickets.close();
    }
}
