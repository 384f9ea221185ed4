package org.plegma.device.memory;

import org.plegma.array.ElementType;
import org.plegma.array.Preconditions;

/**
 * An argument for a {@code __local} pointer parameter: memory that each work-group gets for itself.
 *
 * @param type the element type
 * @param length number of elements
 */
public record LocalMemory(ElementType type, long length) {

    public LocalMemory {
        if (length < 1) {
            throw new IllegalArgumentException("Local memory needs at least 1 element, asked " + length + ".");
        }
    }

    /** Local memory for {@code length} elements. */
    public static LocalMemory of(ElementType type, long length) {
        Preconditions.notNull(type, "type");
        return new LocalMemory(type, length);
    }

    /** Local memory for {@code length} floats. */
    public static LocalMemory floats(long length) {
        return new LocalMemory(ElementType.FLOAT, length);
    }

    /** Local memory for {@code length} doubles. */
    public static LocalMemory doubles(long length) {
        return new LocalMemory(ElementType.DOUBLE, length);
    }

    /** Local memory for {@code length} ints. */
    public static LocalMemory ints(long length) {
        return new LocalMemory(ElementType.INT, length);
    }

    /** Size in bytes. */
    public long bytes() {
        return length * type.bytes();
    }
}
