package org.plegma.gemm.method;

import org.plegma.device.Device;
import org.plegma.tune.candidate.DeviceModel;

/**
 * What the sizes of tiles depend on.
 *
 * @param units compute units
 * @param warp work-items that a unit runs in step, a warp or wavefront; 0 if not known
 * @param capability NVIDIA's compute capability, 90 for 9.0; 0 on other devices
 */
record TilingLimits(DeviceModel device, int units, int warp, int capability) {

    static TilingLimits of(Device device) {
        return new TilingLimits(
                DeviceModel.of(device), device.computeUnits(), device.warpSize(), device.computeCapability());
    }
}
