package org.plegma.stencil.code;

import org.plegma.device.Device;

/** Copies from global to local memory that need no register and for which a work-item does not wait, on NVIDIA's devices. */
public final class AsyncCopies {
    /** The compute capability of the first devices that have them. */
    private static final int FIRST = 80;

    private AsyncCopies() {}

    public static boolean on(Device device) {
        return device.computeCapability() >= FIRST;
    }

    /** The functions {@code copy_async}, for one value, and {@code await_copies}, for all of this work-item's. */
    public static String functions(String prefix, String type, int bytes) {
        return """
                // Copies a value to local memory while the work-item goes on.
                void %1$scopy_async(local %2$s *to, global const %2$s *from) {
                    asm volatile("cp.async.ca.shared.global [%%0], [%%1], %3$s;"
                                 : : "r"((uint)(size_t)to), "l"(from) : "memory");
                }

                void %1$sawait_copies() {
                    asm volatile("cp.async.wait_all;" : : : "memory");
                }
                """
                .formatted(prefix, type, bytes);
    }
}
