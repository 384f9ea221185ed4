package org.plegma.stencil.method;

import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.Variant;
import org.plegma.tune.choice.DeviceFigures;

/**
 * The figures of a device that the cost model knows.
 *
 * @param variant for which kind of code
 * @param bytesPerSecond of memory
 * @param flops operations a second in float, two a multiply-add
 * @param doubleFlops the same in double
 * @param chipBytesPerSecond from caches and local memory, all units together
 * @param launchSeconds from one launch to the next
 */
public record Machine(
        Variant variant,
        double bytesPerSecond,
        double flops,
        double doubleFlops,
        double chipBytesPerSecond,
        double launchSeconds) {
    /** The measured ceilings of a device, else what its units and clock suggest. */
    public static Machine of(Device device) {
        return of(Variant.of(device), DeviceFigures.of(device));
    }

    /** The same for the kind of code that is meant, which tests make for another kind of device. */
    public static Machine of(StencilInstance instance) {
        Device device = instance.device();
        return instance.variant() == Variant.of(device)
                ? of(device)
                : guess(instance.variant(), device.computeUnits(), device.clockMhz() * 1e6);
    }

    /** What a device is taken for that was not measured; {@code clock} in hertz. */
    public static Machine guess(Variant variant, int units, double clock) {
        return of(variant, DeviceFigures.guess(variant == Variant.CPU, units, clock));
    }

    private static Machine of(Variant variant, DeviceFigures figures) {
        return new Machine(
                variant,
                figures.bytesPerSecond(),
                figures.flops(),
                figures.doubleFlops(),
                figures.chipBytesPerSecond(),
                figures.launchSeconds());
    }

    /** Operations a second with elements of this type. */
    public double flops(ElementType type) {
        return type == ElementType.DOUBLE ? doubleFlops : flops;
    }
}
