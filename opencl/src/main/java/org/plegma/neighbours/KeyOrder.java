package org.plegma.neighbours;

import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Session;
import org.plegma.primitives.RadixSort;
import org.plegma.primitives.SortPlan;

/** So many points in the order of keys that are computed from them; it can be done again for other points. */
final class KeyOrder implements AutoCloseable {
    private final int count;
    private final int bits;
    private final SortPlan plan;
    private final DeviceArray keys;
    private final DeviceArray sorted;
    private final DeviceArray places;

    /** By so many bits of keys that are ints or longs. */
    KeyOrder(Session session, int count, ElementType type, int bits) {
        this.count = count;
        this.bits = bits;
        plan = RadixSort.of(session, type).bits(0, bits).plan(count);
        keys = session.allocate(type, count);
        sorted = session.allocate(type, count);
        places = session.allocate(ElementType.INT, count);
    }

    /** Whether it is for so many points and bits. */
    boolean isFor(int points, int keyBits) {
        return count == points && bits == keyBits;
    }

    /** The keys, to be written before a {@link #run}. */
    DeviceArray keys() {
        return keys;
    }

    /** Sorts by the keys. */
    void run(List<Event> events) {
        events.addAll(plan.launchPermutation(keys, sorted, places));
    }

    /** The keys in order. */
    DeviceArray sorted() {
        return sorted;
    }

    /** The place that each was given at. */
    DeviceArray places() {
        return places;
    }

    long bytes() {
        return plan.bytes() + keys.bytes() + sorted.bytes() + places.bytes();
    }

    @Override
    public void close() {
        plan.close();
        keys.close();
        sorted.close();
        places.close();
    }
}
