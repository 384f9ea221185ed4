package org.plegma.stencil.code;

import java.util.Arrays;
import java.util.Locale;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.expr.StencilSpec;

/** What a device must have for a plan; asked before anything is allocated. */
public final class DeviceLimits {
    private static final double GIB = 1L << 30;

    private DeviceLimits() {}

    /**
     * @param arrays of the shape
     * @param more bytes besides
     */
    public static void check(StencilInstance instance, int arrays, long more) {
        ElementType type = instance.type();
        Device device = instance.device();
        if (type != ElementType.FLOAT && type != ElementType.DOUBLE) {
            throw new IllegalArgumentException("A stencil computes in float or double, not " + type.javaName()
                    + ". Convert the grid, for example with grid.to(ElementType.FLOAT), or set the type.");
        }
        if (type == ElementType.DOUBLE && !device.supportsDouble()) {
            throw new IllegalArgumentException(
                    device.name() + " has no double precision. Use type(ElementType.FLOAT).");
        }
        String shape = Arrays.toString(instance.shape());
        long field = multiply(instance.cells(), type.bytes());
        long all = multiply(field, arrays);
        require(
                device,
                "all fields of " + shape,
                all > Long.MAX_VALUE - more ? all : all + more,
                device.globalMemoryBytes(),
                "memory");
        require(device, "one field of " + shape, field, device.largestArrayBytes(), "largest buffer");
    }

    private static void require(Device device, String what, long needed, long limit, String name) {
        if (needed > limit) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "The grid is too large for %s: %s need %.3f GiB (%d bytes), its %s is %.3f GiB (%d bytes)."
                            + " Use a smaller grid, or float instead of double.",
                    device.name(),
                    what,
                    needed / GIB,
                    needed,
                    name,
                    limit / GIB,
                    limit));
        }
    }

    /** The product of two sizes, at most the largest long: sizes beyond it are refused like any that is too large. */
    public static long multiply(long a, long b) {
        return Math.multiplyHigh(a, b) != 0 || a * b < 0 ? Long.MAX_VALUE : a * b;
    }

    /** Whether the places of cells, a halo included, exceed 32 bits. */
    public static boolean needsWideIndex(long cells, StencilSpec spec) {
        return cells > Integer.MAX_VALUE - 65536L * (1 + spec.footprint().radius());
    }
}
