package org.plegma.fft.arithmetic;

/** Factors of a length, as near to each other as can be. */
public final class Factors {
    private Factors() {}

    /** The divisor nearest to the square root from below. */
    public static int divisor(int n) {
        int d = (int) Math.sqrt(n);
        while (n % d != 0) {
            d--;
        }
        return d;
    }

    /** Three factors, the largest first, which is as small as can be. */
    public static int[] three(int n) {
        int[] best = {n, 1, 1};
        for (int a = 2; (long) a * a * a <= n; a++) {
            for (int b = n % a == 0 ? a : n; (long) b * b <= n / a; b++) {
                if (n / a % b == 0 && n / a / b < best[0]) {
                    best = new int[] {n / a / b, b, a};
                }
            }
        }
        return best;
    }
}
