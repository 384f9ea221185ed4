package org.plegma.rewrite.simulator;

import java.util.Map;
import java.util.Optional;

/** The numbers of OpenCL C. */
enum ScalarType {
    BOOL(1, false),
    CHAR(1, false),
    UCHAR(1, false),
    SHORT(2, false),
    USHORT(2, false),
    INT(4, false),
    UINT(4, false),
    LONG(8, false),
    ULONG(8, false),
    FLOAT(4, true),
    DOUBLE(8, true);

    private static final Map<String, ScalarType> OTHER_NAMES =
            Map.of("unsigned int", UINT, "unsigned", UINT, "unsigned long", ULONG, "size_t", ULONG, "ptrdiff_t", LONG);

    final int bytes;
    final boolean real;

    ScalarType(int bytes, boolean real) {
        this.bytes = bytes;
        this.real = real;
    }

    /** Empty if there is no such type. */
    static Optional<ScalarType> of(String name) {
        ScalarType other = OTHER_NAMES.get(name);
        if (other != null) {
            return Optional.of(other);
        }
        for (ScalarType type : values()) {
            if (type.name().toLowerCase(java.util.Locale.ROOT).equals(name)) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }

    /** The type of a boxed int, long, float or double. */
    static ScalarType of(Number boxed) {
        return boxed instanceof Integer ? INT : boxed instanceof Long ? LONG : boxed instanceof Float ? FLOAT : DOUBLE;
    }

    /** What arithmetic on the two gives. */
    static ScalarType wider(ScalarType a, ScalarType b) {
        ScalarType wide = a.compareTo(b) >= 0 ? a : b;
        return wide.compareTo(INT) < 0 ? INT : wide;
    }

    /** The whole number as this type holds it. */
    long wrap(long value) {
        return switch (this) {
            case BOOL -> value == 0 ? 0 : 1;
            case CHAR -> (byte) value;
            case UCHAR -> value & 0xff;
            case SHORT -> (short) value;
            case USHORT -> value & 0xffff;
            case INT -> (int) value;
            case UINT -> value & 0xffffffffL;
            default -> value;
        };
    }

    double round(double value) {
        return this == FLOAT ? (float) value : value;
    }
}
