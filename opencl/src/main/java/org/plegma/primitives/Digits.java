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
 */
record Digits(ElementType type, boolean unsigned, int from, int to) {
    static final int BITS = 8;

    int passes() {
        return (to - from + BITS - 1) / BITS;
    }

    int shift(int pass) {
        return from + pass * BITS;
    }

    int mask(int pass) {
        return (1 << Math.min(BITS, to - shift(pass))) - 1;
    }

    /** For sort-keys.cl. */
    List<String> options() {
        List<String> options = new ArrayList<>(List.of(
                "-DKEY=" + type.openclName(),
                "-DKEY_BYTES=" + type.bytes(),
                "-DBITS=" + (type.bytes() == 4 ? "uint" : "ulong"),
                "-DRADIX_BITS=" + BITS,
                "-DPASSES=" + passes()));
        if (type.isFloating()) {
            options.add("-DFLOATING");
        } else if (!unsigned) {
            options.add("-DSIGNED");
        }
        return options;
    }
}
