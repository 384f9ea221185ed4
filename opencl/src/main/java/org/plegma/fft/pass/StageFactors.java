package org.plegma.fft.pass;

import java.util.function.IntFunction;

/** Writes how the values of a butterfly are turned before it. */
final class StageFactors {
    private StageFactors() {}

    /**
     * Turns a butterfly's values by their factors: those of powers of two are read, the others are products. That of value {@code u}
     * is made of those of {@code u - u%4} and {@code u%4}, so that few are in registers at a time.
     *
     * @param read the factor of value {@code u}, a power of two
     * @param re where the real parts are, the first as a pointer
     */
    static String turn(int radix, IntFunction<String> read, String re, String im) {
        StringBuilder text = new StringBuilder();
        for (int u = 1; u < radix; u++) {
            int high = Integer.highestOneBit(u);
            int low = u % 4 == 0 || u < 4 ? u - high : u % 4;
            String value = u == high ? read.apply(u) : "times(w%s, w%s)".formatted(u - low, low);
            text.append("const REAL2 w%s = %s;\n".formatted(u, value));
            text.append("turn(%s + %s, %s + %2$s, w%2$s);\n".formatted(re, u, im));
        }
        return text.toString();
    }
}
