package org.plegma.neighbours;

import java.util.List;
import java.util.Optional;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;

/** A way to find neighbours among so many points. */
interface SearchMethod extends AutoCloseable {
    /** Counts that are 0 whenever it begins, two arrays at most: the kernel that looks at points clears them by the way. */
    default List<DeviceArray> counts() {
        return List.of();
    }

    /** Does what can be done before the box of other points is known; says whether it has lost the points of before. */
    default boolean begin(Coordinates points, List<Event> events) {
        return false;
    }

    /** Whether points that it has begun with need nothing more. */
    default boolean suits(PointCloud points) {
        return false;
    }

    /** Takes points, as many as the last time. */
    void build(PointCloud points, List<Event> events);

    /** Another method, not built yet, that suits the points better, as kernels have told of them. */
    default Optional<SearchMethod> better(int[] told) {
        return Optional.empty();
    }

    /** Why it is kept, as kernels have told. */
    default String reason(int[] told) {
        return "asked for";
    }

    /** Whether it leaves queries that would take too long, so that it may be asked before it is known whether it suits the points. */
    default boolean isPatient() {
        return true;
    }

    /** Answers queries, at least one. Where one is not finite its answer does not matter, but the flag is set. */
    void search(Coordinates queries, SearchFor wanted, List<Event> events);

    /** Whether a search, which has counted so many queries as left, gives them up. */
    default boolean hasGivenUp(int left, Coordinates queries) {
        return false;
    }

    /** Answers the queries that the last search has left, so many. */
    default void searchLeft(int left, SearchFor wanted, List<Event> events) {}

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
