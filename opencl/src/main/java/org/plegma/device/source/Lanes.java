package org.plegma.device.source;

import org.plegma.device.Device;

/** What the work-items of a warp, its lanes, tell each other on NVIDIA, from Volta on, in PTX. */
public final class Lanes {
    private static final int VOLTA = 70;

    private Lanes() {}

    /** Whether a device has them. There a group that waits does not stop others, either. */
    public static boolean speakOn(Device device) {
        return device.isNvidia() && device.computeCapability() >= VOLTA;
    }

    /** Their functions in OpenCL C. It defines {@code LANES}, how many there are. */
    public static String source() {
        return KernelSource.resource(Lanes.class, "lanes.cl");
    }
}
