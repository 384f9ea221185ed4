package org.plegma.tune.candidate;

import java.util.Optional;
import org.plegma.device.Device;

/**
 * The limits of a device by which configurations are ruled out before they are compiled.
 *
 * <p>Registers: an NVIDIA work-item has at most 255 and a multiprocessor 65,536 (compute capability 3.5 and later); an
 * AMD work-item has at most 256 vector registers, and the four SIMD units (GCN, CDNA) or two (RDNA) of a compute unit
 * hold 65,536 of 32 bits in all. A work-group has to fit into one unit. Other devices have no such rule: a CPU spills
 * to its cache.
 *
 * @param key the device's stable, file-name-safe id, {@link Device#key}
 * @param name the device's name; shipped defaults are found by it
 * @param driver the driver's version
 * @param maxWorkGroupSize work-items of a work-group
 * @param maxWorkItemSizes work-items of a work-group in each dimension
 * @param localMemoryBytes local memory of a work-group whose kernel declares all of it
 * @param registersPerItem 32-bit registers of a work-item; {@code Integer.MAX_VALUE} if there is no limit
 * @param registersPerGroup 32-bit registers of a work-group; {@code Integer.MAX_VALUE} if there is no limit
 */
public record DeviceModel(
        String key,
        String name,
        String driver,
        long maxWorkGroupSize,
        long[] maxWorkItemSizes,
        long localMemoryBytes,
        int registersPerItem,
        int registersPerGroup) {

    private static final int REGISTERS_PER_UNIT = 65_536;

    public DeviceModel {
        maxWorkItemSizes = maxWorkItemSizes.clone();
    }

    /** The limits of a device of this machine. */
    public static DeviceModel of(Device device) {
        boolean gpu = device.kind() == Device.Kind.GPU;
        int perItem = Integer.MAX_VALUE;
        if (gpu && device.isNvidia()) {
            perItem = 255;
        } else if (gpu && device.isAmd()) {
            perItem = 256;
        }
        return new DeviceModel(
                device.key(),
                device.name(),
                device.driverVersion(),
                device.maxWorkGroupSize(),
                device.maxWorkItemSizes(),
                device.declaredLocalMemoryBytes(),
                perItem,
                perItem == Integer.MAX_VALUE ? Integer.MAX_VALUE : REGISTERS_PER_UNIT);
    }

    @Override
    public long[] maxWorkItemSizes() {
        return maxWorkItemSizes.clone();
    }

    /** The rule that a configuration with these needs breaks on this device; empty if it may run. */
    public Optional<String> violated(Resources needs) {
        long[] local = needs.localSize();
        for (int d = 0; d < local.length; d++) {
            if (d >= maxWorkItemSizes.length || local[d] > maxWorkItemSizes[d]) {
                return Optional.of("work-items in dimension " + d);
            }
        }
        if (needs.workGroupSize() > maxWorkGroupSize) {
            return Optional.of("work-group size");
        }
        if (needs.localMemoryBytes() > localMemoryBytes) {
            return Optional.of("local memory");
        }
        if (needs.registers() > registersPerItem) {
            return Optional.of("registers of a work-item");
        }
        if (Math.max(1, needs.workGroupSize()) * needs.registers() > registersPerGroup) {
            return Optional.of("registers of a work-group");
        }
        return Optional.empty();
    }
}
