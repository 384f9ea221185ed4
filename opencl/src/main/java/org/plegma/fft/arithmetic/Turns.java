package org.plegma.fft.arithmetic;

import org.plegma.array.ElementType;
import org.plegma.array.Grid;

/** Tables of roots of unity by which values are turned before or after the transform of a line. */
public final class Turns {
    private Turns() {}

    /** The values of the first part of {@link #twoParts}: a power of two near the square root of the length. */
    public static int low(long length) {
        return Integer.highestOneBit((int) Math.sqrt(length));
    }

    /**
     * All roots exp(-2πi·a/length) in two tables one after the other: that of {@code a} is the product of entry
     * {@code a % low} of the first and entry {@code a / low} of the second.
     */
    public static Grid twoParts(long length, ElementType type) {
        int low = low(length);
        int high = (int) ((length + low - 1) / low);
        double[] all = new double[2 * (low + high)];
        for (int a = 0; a < low + high; a++) {
            long k = a < low ? a : (long) (a - low) * low;
            all[2 * a] = Roots.cos(k, length);
            all[2 * a + 1] = -Roots.sin(k, length);
        }
        return Grid.of(all, all.length).to(type);
    }

    /** The roots exp(-2πi·k/2n), k from 0 to n, for spectra of 2n reals. */
    public static Grid pairs(int n, ElementType type) {
        double[] all = new double[2 * (n + 1)];
        for (int k = 0; k <= n; k++) {
            all[2 * k] = Roots.cos(k, 2L * n);
            all[2 * k + 1] = -Roots.sin(k, 2L * n);
        }
        return Grid.of(all, all.length).to(type);
    }
}
