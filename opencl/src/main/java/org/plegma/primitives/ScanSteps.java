package org.plegma.primitives;

import java.util.ArrayList;
import java.util.List;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;

/** A way to compute prefix sums of one length, at least 1. */
interface ScanSteps extends AutoCloseable {
    /** Adds the launches' events. */
    void launch(DeviceArray in, DeviceArray out, List<Event> events);

    /** The same without events, where that is cheaper. */
    default void enqueue(DeviceArray in, DeviceArray out) {
        launch(in, out, new ArrayList<>());
    }

    /** Bytes that it reads and writes in a run. */
    long traffic();

    /** Device memory that it holds. */
    long bytes();

    String explain();

    @Override
    void close();
}
