package org.plegma.neighbours;

import java.util.List;
import java.util.OptionalDouble;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;

/** A way to find neighbours among so many points. */
interface SearchMethod extends AutoCloseable {
    /** Takes points, as many as the last time. */
    void build(PointCloud points, List<Event> events);

    /**
     * How much more it has to look at than if the points were spread evenly, as a multiple; empty if that makes no difference to it.
     * Waits for the device.
     */
    default OptionalDouble unevenness() {
        return OptionalDouble.empty();
    }

    /** Answers queries, at least one. Where one is not finite its answer does not matter, but the flag is set. */
    void search(Coordinates queries, SearchFor wanted, List<Event> events);

    /** Whether a search, which has counted so many queries as left, gives them up. */
    default boolean hasGivenUp(int left, Coordinates queries) {
        return false;
    }

    /** The points as they were given, for another method. */
    default void give(DeviceArray points, List<Event> events) {
        throw new UnsupportedOperationException();
    }

    /** Device memory that it holds. */
    long bytes();

    /** What it made of the points. */
    String explain();

    @Override
    void close();
}
