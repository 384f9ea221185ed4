package org.plegma.measure;

import java.util.List;
import org.plegma.device.Device;

/** The bench family {@code device}: what a device can do at most. */
public final class CeilingFamily implements BenchFamily {

    @Override
    public String name() {
        return CeilingCases.FAMILY;
    }

    @Override
    public String description() {
        return "The ceilings of a device: bandwidths, arithmetic rates, launches, transfers.";
    }

    @Override
    public List<BenchCase> cases(Device device) {
        return CeilingCases.all(device);
    }
}
