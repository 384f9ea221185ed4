package org.plegma.fft.arithmetic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;

/** Roots of unity, computed in double precision from angles of the first octant, so that each is right to its last bit or two. */
public final class Roots {
    private Roots() {}

    /** The cosine of 2πk/n. */
    public static double cos(long k, long n) {
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
    public static double sin(long k, long n) {
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
     * k = 0 … s-1 and q = 1 … R-1 are exp(-2πi·qk/(sR)), q by q. The first stage needs none.
     * Those of one transform follow those of another.
     */
    public static Grid stages(List<List<Integer>> transforms, ElementType type) {
        List<Double> all = new ArrayList<>();
        for (List<Integer> radices : transforms) {
            int product = 1;
            for (int radix : radices) {
                for (int q = 1; product > 1 && q < radix; q++) {
                    for (int k = 0; k < product; k++) {
                        all.add(cos((long) q * k, (long) product * radix));
                        all.add(-sin((long) q * k, (long) product * radix));
                    }
                }
                product *= radix;
            }
        }
        double[] values = all.stream().mapToDouble(value -> value).toArray();
        return Grid.of(Arrays.copyOf(values, Math.max(2, values.length)), Math.max(2, values.length))
                .to(type);
    }
}
