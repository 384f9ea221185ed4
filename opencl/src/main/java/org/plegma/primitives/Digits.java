package org.plegma.primitives;

import java.util.ArrayList;
import java.util.List;
import org.plegma.array.ElementType;

/**
 * The digits by which keys are sorted, least first.
 *
 * @param type of the keys
 * @param unsigned whether whole keys are unsigned
 * @param from the first bit
 * @param to the bit after the last
 * @param width bits of a digit
 */
record Digits(ElementType type, boolean unsigned, int from, int to, int width) {
    static final int BITS = 8;

    /** Work-items of a warp each have a digit. */
    private static final int LEAST_BITS = 5;

    /** In as few passes as can be, of about as many bits each: the fewer digits there are, the faster is a pass. */
    Digits(ElementType type, boolean unsigned, int from, int to) {
        this(type, unsigned, from, to, width(to - from));
    }

    private static int width(int bits) {
        int passes = (bits + BITS - 1) / BITS;
        return Math.max(LEAST_BITS, (bits + passes - 1) / passes);
    }

    /** The two uppermost digits of such a width. */
    Digits uppermost(int width) {
        return new Digits(type, unsigned, to - 2 * width, to, width);
    }

    /** How many different digits there can be. */
    int count() {
        return 1 << width;
    }

    int passes() {
        return (to - from + width - 1) / width;
    }

    int shift(int pass) {
        return from + pass * width;
    }

    int mask(int pass) {
        return (1 << Math.min(width, to - shift(pass))) - 1;
    }

    /** For sort-keys.cl. */
    List<String> options() {
        List<String> options = new ArrayList<>(List.of(
                "-DKEY=" + type.openclName(),
                "-DKEY_BYTES=" + type.bytes(),
                "-DBITS=" + (type.bytes() == 4 ? "uint" : "ulong"),
                "-DRADIX_BITS=" + width,
                "-DPASSES=" + passes()));
        if (type.isFloating()) {
            options.add("-DFLOATING");
        } else if (!unsigned) {
            options.add("-DSIGNED");
        }
        return options;
    }
}
