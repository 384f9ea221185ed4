package org.plegma.array;

import java.util.Locale;

/** The element types that host and device arrays share; each has the same size and meaning in Java and OpenCL C. */
public enum ElementType {
    FLOAT(Float.BYTES, float.class),
    DOUBLE(Double.BYTES, double.class),
    INT(Integer.BYTES, int.class),
    LONG(Long.BYTES, long.class),
    SHORT(Short.BYTES, short.class),
    BYTE(Byte.BYTES, byte.class);

    private final int bytes;
    private final Class<?> javaType;

    ElementType(int bytes, Class<?> javaType) {
        this.bytes = bytes;
        this.javaType = javaType;
    }

    /** Size of one element in bytes. */
    public int bytes() {
        return bytes;
    }

    /** The name in OpenCL C: as in Java, but a Java {@code byte} is a {@code char} there. */
    public String openclName() {
        return this == BYTE ? "char" : javaName();
    }

    /** The name in Java, for example {@code float}. */
    public String javaName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The primitive Java class. */
    public Class<?> javaType() {
        return javaType;
    }

    /** Whether this is {@link #FLOAT} or {@link #DOUBLE}. */
    public boolean isFloating() {
        return this == FLOAT || this == DOUBLE;
    }

    /**
     * The element type of a primitive Java array.
     *
     * @throws IllegalArgumentException if it is not an array of one of these types
     */
    public static ElementType of(Object primitiveArray) {
        Preconditions.notNull(primitiveArray, "primitiveArray");
        Class<?> component =
                primitiveArray == null ? null : primitiveArray.getClass().getComponentType();
        for (ElementType type : values()) {
            if (type.javaType == component) {
                return type;
            }
        }
        String found =
                primitiveArray == null ? "null" : primitiveArray.getClass().getSimpleName();
        throw new IllegalArgumentException(
                "Expected an array of float, double, int, long, short or byte, found " + found + ".");
    }
}
