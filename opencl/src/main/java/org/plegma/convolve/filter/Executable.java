package org.plegma.convolve.filter;

import java.util.List;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Queue;

/** One way to compute a {@link Window}, compiled and with its taps on the device. */
public interface Executable extends AutoCloseable {

    /** Computes all of the result from all of the image; an event for each launch. */
    List<Event> launch(Queue queue, DeviceArray image, DeviceArray result);

    /** The device memory that it holds: taps, and what lies between its launches. */
    default long bytes() {
        return 0;
    }

    /** The OpenCL C that does the work. */
    String source();

    /** What happens, a line for each launch. */
    String explain();

    @Override
    void close();
}
