package org.plegma.device;

import java.util.Arrays;
import org.plegma.device.errors.LaunchLimitException;
import org.plegma.device.source.ResourceUsage;

/** Checks of launch sizes before the launch, and the choice of a local size when none is given. */
final class WorkGroups {
    /** What NVIDIA's driver reports above a kernel's own local memory, for which there is room besides. */
    static final int NVIDIA_OWN_LOCAL_BYTES = 16;

    /** Large enough to fill a GPU's compute unit with a few groups, small enough for kernels with many registers. */
    private static final long USUAL_GROUP = 256;

    private WorkGroups() {}

    static void checkSizes(String kernel, String what, long[] size, long least) {
        boolean enough = size.length >= 1 && size.length <= 3;
        for (long n : size) {
            enough &= n >= least;
        }
        if (!enough) {
            throw new LaunchLimitException(kernel + ": the " + what + " needs 1 to 3 numbers of at least " + least
                    + ", got " + Arrays.toString(size) + ".");
        }
    }

    static void checkOffset(String kernel, long[] global, long[] offset) {
        if (offset.length != 0 && offset.length != global.length) {
            throw new LaunchLimitException(kernel + ": the offset has " + offset.length
                    + " dimensions, the global size " + global.length + ".");
        }
    }

    /** The local size to launch with; empty to leave it to the driver. */
    static long[] choose(Device device, String kernel, ResourceUsage resources, long[] global, long[] local) {
        if (global.length == 0) {
            throw new LaunchLimitException(
                    kernel + " has no global size: call it as " + kernel + ".global(n).call(...).");
        }
        if (!resources.requiredWorkGroupSize().isEmpty()) {
            long[] required = resources.requiredWorkGroupSize().stream()
                    .mapToLong(Long::longValue)
                    .limit(global.length)
                    .toArray();
            if (local.length > 0 && !Arrays.equals(local, required)) {
                throw new LaunchLimitException(kernel + " is compiled for work-groups of " + text(required)
                        + " (reqd_work_group_size), not " + text(local) + ".");
            }
            // The compiler was told of this size. NVIDIA's driver allows it and yet reports a smaller one as the most.
            return check(device, kernel, device.maxWorkGroupSize(), global, required);
        }
        if (local.length > 0) {
            return check(device, kernel, limit(device, resources), global, local);
        }
        return device.kind() == Device.Kind.GPU
                ? automatic(global, resources.preferredMultiple(), limit(device, resources), device.maxWorkItemSizes())
                : local;
    }

    private static long[] check(Device device, String kernel, long most, long[] global, long[] local) {
        if (local.length != global.length) {
            throw new LaunchLimitException(kernel + ": the local size " + text(local) + " has " + local.length
                    + " dimensions, the global size " + text(global) + " has " + global.length + ".");
        }
        for (int i = 0; i < local.length; i++) {
            if (global[i] % local[i] != 0) {
                throw new LaunchLimitException(kernel + ": global size " + global[i]
                        + " is not a multiple of local size "
                        + local[i] + " in dimension " + i + ". Use global size "
                        + Kernel.roundUp(global[i], local[i]) + " and test the index in the kernel, or leave local()"
                        + " away.");
            }
            if (local[i] > device.maxWorkItemSizes()[i]) {
                throw new LaunchLimitException(kernel + ": local size " + local[i] + " in dimension " + i + " is above "
                        + device.maxWorkItemSizes()[i] + ", the most that " + device.name() + " allows there.");
            }
        }
        long items = 1;
        for (long n : local) {
            items = Math.multiplyExact(items, n);
        }
        if (items > most) {
            throw new LaunchLimitException(
                    kernel + ": a work-group of " + text(local) + " has " + items + " work-items, " + device.name()
                            + " allows this kernel " + most + ". Choose a smaller local size.");
        }
        return local;
    }

    private static long limit(Device device, ResourceUsage resources) {
        return Math.min(resources.maxWorkGroupSize(), device.maxWorkGroupSize());
    }

    /**
     * A local size that divides the global one: along dimension 0 the largest divisor up to 256, preferring multiples of
     * the device's own width, and then what still fits along the others.
     */
    static long[] automatic(long[] global, long multiple, long mostItems, long[] mostSizes) {
        long[] local = new long[global.length];
        long left = Math.min(USUAL_GROUP, mostItems);
        for (int i = 0; i < global.length; i++) {
            local[i] = divisor(global[i], Math.min(left, mostSizes[i]), i == 0 ? multiple : 1);
            left /= local[i];
        }
        return local;
    }

    static long divisor(long size, long most, long multiple) {
        for (long candidate = most / multiple * multiple; candidate >= multiple; candidate -= multiple) {
            if (size % candidate == 0) {
                return candidate;
            }
        }
        return multiple == 1 ? 1 : divisor(size, most, 1);
    }

    static void checkLocalMemory(Device device, String kernel, ResourceUsage resources, long arguments) {
        long needed = resources.localBytes() + arguments;
        long ofDriver = device.isNvidia() ? NVIDIA_OWN_LOCAL_BYTES : 0;
        long most = arguments == 0 ? device.declaredLocalMemoryBytes() : device.argumentLocalMemoryBytes();
        if (needed > most + ofDriver) {
            throw new LaunchLimitException(kernel + " needs " + needed + " bytes of local memory (own "
                    + resources.localBytes() + ", arguments " + arguments + "), " + device.name() + " has "
                    + most + ". Use smaller tiles.");
        }
    }

    private static String text(long[] size) {
        return String.join(" x ", Arrays.stream(size).mapToObj(Long::toString).toList());
    }
}
