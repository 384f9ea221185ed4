package org.plegma.tune.choice;

import org.plegma.array.Preconditions;
import org.plegma.device.Device;
import org.plegma.measure.Ceilings;
import org.plegma.measure.Ceilings.Limit;

/**
 * Figures of a device by which times are expected: the measured ceilings, else what units and clock suggest.
 *
 * @param bytesPerSecond of memory
 * @param flops operations a second in float, two a multiply-add
 * @param doubleFlops the same in double
 * @param chipBytesPerSecond from caches and local memory, all units together
 * @param launchSeconds from one launch to the next
 */
public record DeviceFigures(
        double bytesPerSecond, double flops, double doubleFlops, double chipBytesPerSecond, double launchSeconds) {
    /** Lanes of single precision and bytes of local memory a clock and unit that GPUs of the last ten years have. */
    private static final int GPU_LANES = 128;

    private static final int GPU_BYTES_A_CLOCK = 128;
    /** The memory's share of a GPU unit, in bytes a second: 16 to 35 GB/s from a GTX 1080 to an H200. */
    private static final double GPU_BYTES_OF_A_UNIT = 25e9;

    /** The measured ceilings of a device, else what its units and clock suggest. */
    public static DeviceFigures of(Device device) {
        Preconditions.notNull(device, "device");
        DeviceFigures guess = suggested(device);
        return Ceilings.stored(device)
                .map(ceilings -> new DeviceFigures(
                        measured(ceilings.bandwidth(), guess.bytesPerSecond),
                        measured(ceilings.arithmetic("float"), guess.flops),
                        measured(ceilings.arithmetic("double"), guess.doubleFlops),
                        measured(ceilings.value(Limit.LOCAL).orElse(Double.NaN), guess.chipBytesPerSecond),
                        ceilings.value(Limit.LAUNCH_QUEUED).orElse(guess.launchSeconds * 1e6) * 1e-6))
                .orElse(guess);
    }

    /** What the units and the clock of a device suggest. */
    public static DeviceFigures suggested(Device device) {
        Preconditions.notNull(device, "device");
        return guess(device.kind() == Device.Kind.CPU, device.computeUnits(), device.clockMhz() * 1e6);
    }

    private static double measured(double billions, double otherwise) {
        return billions > 0 ? billions * 1e9 : otherwise;
    }

    /** What so many units at a clock in hertz suggest. */
    public static DeviceFigures guess(boolean cpu, int units, double clock) {
        double cycles = units * Math.max(clock, 1e9);
        return cpu
                // Two vector units of 32 bytes a core, two loads a clock; memory for few cores as for many.
                ? new DeviceFigures(20e9 * Math.sqrt(units), 32 * cycles, 16 * cycles, 64 * cycles, 20e-6)
                : new DeviceFigures(
                        units * GPU_BYTES_OF_A_UNIT,
                        2 * GPU_LANES * cycles,
                        GPU_LANES * cycles,
                        GPU_BYTES_A_CLOCK * cycles,
                        8e-6);
    }
}
