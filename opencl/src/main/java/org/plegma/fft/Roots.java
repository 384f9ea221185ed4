package org.plegma.fft;

import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;

/** Roots of unity, computed in double precision from angles of the first octant, so that each is right to its last bit or two. */
final class Roots {
    private Roots() {}

    /** The cosine of 2πk/n. */
    static double cos(long k, long n) {
        long turn = Math.floorMod(k, n);
        if (2 * turn > n) {
            turn = n - turn;
        }
        // Now 0 <= turn <= n/2.
        if (4 * turn > n) {
            return -cos(n - 2 * turn, 2 * n);
        }
        return 8 * turn > n ? Math.sin(2 * Math.PI * (n - 4 * turn) / (4.0 * n)) : Math.cos(2 * Math.PI * turn / n);
    }

    /** The sine of 2πk/n. */
    static double sin(long k, long n) {
        long turn = Math.floorMod(k, n);
        if (2 * turn > n) {
            return -sin(n - turn, n);
        }
        if (4 * turn > n) {
            return sin(n - 2 * turn, 2 * n);
        }
        return 8 * turn > n ? Math.cos(2 * Math.PI * (n - 4 * turn) / (4.0 * n)) : Math.sin(2 * Math.PI * turn / n);
    }

    /**
     * The factors between the stages of Stockham's algorithm: for a stage with radix R after stages with product s, those of
     * k = 0 … s-1 and q = 1 … R-1 are exp(-2πi·qk/(sR)), k by k. The first stage needs none.
     */
    static Grid stages(List<Integer> radices, ElementType type) {
        int count = 0;
        int product = 1;
        for (int radix : radices) {
            count += product == 1 ? 0 : product * (radix - 1);
            product *= radix;
        }
        double[] all = new double[2 * Math.max(1, count)];
        int at = 0;
        product = 1;
        for (int radix : radices) {
            for (int k = 0; product > 1 && k < product; k++) {
                for (int q = 1; q < radix; q++) {
                    all[at++] = cos((long) q * k, (long) product * radix);
                    all[at++] = -sin((long) q * k, (long) product * radix);
                }
            }
            product *= radix;
        }
        return Grid.of(all, all.length).to(type);
    }
}
