package org.plegma.tune.candidate;

import java.util.Arrays;

/**
 * What one configuration asks of a device, as far as its kernel family can tell before compiling; 0 where it cannot.
 *
 * @param localSize work-items of a work-group in each dimension; empty if not known
 * @param localMemoryBytes local memory of a work-group
 * @param registers 32-bit registers of a work-item that the kernel cannot do without (its register tile, for example)
 */
public record Resources(long[] localSize, long localMemoryBytes, int registers) {

    /** Nothing is known: only the constraints of the space prune. */
    public static final Resources UNKNOWN = new Resources(new long[0], 0, 0);

    public Resources {
        localSize = localSize.clone();
        if (Arrays.stream(localSize).anyMatch(n -> n < 1) || localMemoryBytes < 0 || registers < 0) {
            throw new IllegalArgumentException("Resources must not be negative and a work-group not empty: work-group "
                    + Arrays.toString(localSize) + ", local memory " + localMemoryBytes + " bytes, " + registers
                    + " registers.");
        }
    }

    /** A work-group of this shape, with no local memory yet. */
    public static Resources workGroup(long... localSize) {
        return new Resources(localSize, 0, 0);
    }

    /** The same with so many bytes of local memory for a work-group. */
    public Resources localMemory(long bytes) {
        return new Resources(localSize, bytes, registers);
    }

    /** The same with so many 32-bit registers for a work-item. */
    public Resources registers(int count) {
        return new Resources(localSize, localMemoryBytes, count);
    }

    @Override
    public long[] localSize() {
        return localSize.clone();
    }

    /** Work-items of a work-group; 0 if not known. */
    public long workGroupSize() {
        return localSize.length == 0 ? 0 : Arrays.stream(localSize).reduce(1, Math::multiplyExact);
    }
}
