package org.plegma.rewrite.lanes;

import org.plegma.array.ElementType;
import org.plegma.device.Device;

/**
 * How many work-items become one: 1, 2, 4, 8 or 16.
 *
 * @param single if the numbers that differ between them have 32 bits
 * @param wide if there are some of 64 bits
 */
public record LaneWidths(int single, int wide) {
    /** One each, as written. */
    public static final LaneWidths NONE = new LaneWidths(1, 1);

    public LaneWidths {
        single = allowed(single);
        wide = Math.min(allowed(wide), single);
    }

    private static int allowed(int width) {
        return Integer.highestOneBit(Math.max(1, Math.min(16, width)));
    }

    /** What suits a device: on CPUs what its compiler prefers, on others one, as their hardware joins work-items itself. */
    public static LaneWidths of(Device device) {
        return device.kind() == Device.Kind.CPU
                ? new LaneWidths(
                        device.preferredVectorWidth(ElementType.FLOAT), device.preferredVectorWidth(ElementType.DOUBLE))
                : NONE;
    }
}
