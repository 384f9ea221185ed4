package org.plegma.device.source;

import java.util.List;
import java.util.OptionalInt;

/**
 * What a kernel needs of its device.
 *
 * @param maxWorkGroupSize most work-items in a work-group for this kernel
 * @param preferredMultiple the local size should be a multiple of this
 * @param requiredWorkGroupSize from {@code reqd_work_group_size}; empty if the kernel has none
 * @param localBytes local memory of a work-group in bytes, without local arguments
 * @param privateBytes private memory of a work-item in bytes, as the driver counts it
 * @param registers registers of a work-item, if the driver tells (NVIDIA)
 * @param spillBytes bytes that a work-item spills from registers to memory, if the driver tells (NVIDIA)
 */
public record ResourceUsage(
        long maxWorkGroupSize,
        long preferredMultiple,
        List<Long> requiredWorkGroupSize,
        long localBytes,
        long privateBytes,
        OptionalInt registers,
        OptionalInt spillBytes) {

    public ResourceUsage {
        requiredWorkGroupSize = List.copyOf(requiredWorkGroupSize);
    }
}
