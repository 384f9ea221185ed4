package org.plegma.measure;

import java.util.Arrays;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;

/**
 * The bit patterns of elements that nobody has written: NaNs with a payload that no arithmetic produces, and 0xDEADBEEF.
 * Types of fewer than four bytes have no pattern that a result could not have, so they cannot be checked.
 */
final class Poison {

    static final int FLOAT = 0x7fc0dead;
    static final long DOUBLE = 0x7ff8deaddeadbeefL;
    static final int INT = 0xdeadbeef;
    static final long LONG = 0xdeadbeefdeadbeefL;

    private Poison() {}

    /** The pattern as an OpenCL literal. */
    static String literal(ElementType type) {
        return switch (type) {
            case FLOAT -> "0x" + Integer.toHexString(FLOAT);
            case DOUBLE -> "0x" + Long.toHexString(DOUBLE) + "UL";
            case INT -> "0x" + Integer.toHexString(INT);
            case LONG -> "0x" + Long.toHexString(LONG) + "UL";
            case SHORT -> "0xdead";
            case BYTE -> "0xde";
        };
    }

    /** Whether an element that holds the pattern was surely not written. */
    static boolean canTell(ElementType type) {
        return type.bytes() >= 4;
    }

    static void fill(Grid grid) {
        switch (grid.type()) {
            case FLOAT -> Arrays.fill(grid.floats(), Float.intBitsToFloat(FLOAT));
            case DOUBLE -> Arrays.fill(grid.doubles(), Double.longBitsToDouble(DOUBLE));
            case LONG -> Arrays.fill(grid.longs(), LONG);
            default -> Arrays.fill(grid.ints(), INT);
        }
    }

    /** The indices of unwritten elements: how many, and the first (or -1). */
    static int[] find(Grid grid) {
        int count = 0;
        int first = -1;
        for (int i = 0; i < grid.length(); i++) {
            boolean poisoned =
                    switch (grid.type()) {
                        case FLOAT -> Float.floatToRawIntBits(grid.floats()[i]) == FLOAT;
                        case DOUBLE -> Double.doubleToRawLongBits(grid.doubles()[i]) == DOUBLE;
                        case LONG -> grid.longs()[i] == LONG;
                        default -> grid.ints()[i] == INT;
                    };
            if (poisoned) {
                first = count == 0 ? i : first;
                count++;
            }
        }
        return new int[] {count, first};
    }
}
