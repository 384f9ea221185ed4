package org.plegma.fft.pass;

import java.util.List;
import java.util.function.Function;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Queue;
import org.plegma.fft.pass.PassStep.Slot;

/** The compiled steps of a transform in one direction. */
public interface PassRun extends AutoCloseable {
    /** Enqueues all steps, and has an event for each launch. */
    List<Event> launch(Queue queue, Function<Slot, DeviceArray> arrays);

    List<PassStep> steps();

    int launches();

    @Override
    void close();
}
