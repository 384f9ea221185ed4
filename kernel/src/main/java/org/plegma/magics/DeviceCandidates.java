package org.plegma.magics;

import java.util.ArrayList;
import java.util.List;
import org.plegma.device.Device;
import org.plegma.device.Devices;

/** The devices, by index and by name. */
public final class DeviceCandidates extends Candidates {
    @Override
    protected List<String> values(Request request) {
        List<String> values = new ArrayList<>();
        for (Device device : Devices.all()) {
            values.add(Integer.toString(device.index()));
            values.add(device.name());
        }
        return values;
    }
}
