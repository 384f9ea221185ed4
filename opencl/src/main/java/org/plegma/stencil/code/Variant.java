package org.plegma.stencil.code;

import java.util.Arrays;
import org.plegma.device.Device;
import org.plegma.device.Device.Kind;

/** For which kind of device code is made; each runs on all devices. */
public enum Variant {
    GPU,
    CPU;

    public static Variant of(Device device) {
        return device.kind() == Kind.CPU ? CPU : GPU;
    }

    /** A cube beyond the caches, where nobody tells a shape. */
    public int[] usualShape(int rank) {
        int[] shape = new int[rank];
        double cells = this == GPU ? 1 << 26 : 1 << 22;
        Arrays.fill(shape, (int) (Math.round(Math.pow(cells, 1.0 / rank) / 32) * 32));
        return shape;
    }
}
