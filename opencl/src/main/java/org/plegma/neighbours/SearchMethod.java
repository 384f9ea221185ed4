package org.plegma.neighbours;

import java.util.List;
import org.plegma.device.Event;

/** A way to find neighbours among so many points. */
interface SearchMethod extends AutoCloseable {
    /** Takes points, as many as the last time. */
    void build(PointCloud points, List<Event> events);

    /** Answers queries, at least one. Where one is not finite its answer does not matter, but the flag is set. */
    void search(Coordinates queries, SearchFor wanted, List<Event> events);

    /** Device memory that it holds. */
    long bytes();

    /** What it made of the points. */
    String explain();

    @Override
    void close();
}
