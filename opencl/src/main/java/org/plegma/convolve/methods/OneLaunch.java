package org.plegma.convolve.methods;

import java.util.ArrayList;
import java.util.List;
import org.plegma.convolve.filter.Executable;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Queue;

/**
 * A filter in one launch.
 *
 * @param taps the kernel's argument after image and result
 * @param arguments what follows
 * @param explain what happens, in a line
 */
record OneLaunch(String source, Kernel kernel, DeviceArray taps, List<Object> arguments, String explain)
        implements Executable {

    @Override
    public List<Event> launch(Queue queue, DeviceArray image, DeviceArray result) {
        List<Object> all = new ArrayList<>(List.of(image, result, taps));
        all.addAll(arguments);
        return List.of(kernel.launch(queue, all.toArray()));
    }

    @Override
    public long bytes() {
        return taps.bytes();
    }

    @Override
    public void close() {
        taps.close();
    }
}
