package org.plegma.stencil;

import org.plegma.device.Device;
import org.plegma.device.Device.Kind;

/** For which kind of device code is made; each runs on all devices. */
enum Variant {
    GPU,
    CPU;

    static Variant of(Device device) {
        return device.kind() == Kind.CPU ? CPU : GPU;
    }
}
