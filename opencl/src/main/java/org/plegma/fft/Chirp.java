package org.plegma.fft;

import org.plegma.array.ElementType;
import org.plegma.array.Grid;

/** The factors of Bluestein's algorithm (1970), which makes a transform of any length a convolution. */
final class Chirp {
    private Chirp() {}

    /** exp(-πi·k²/n) for k = 0 … n-1; k² is reduced exactly, modulo 2n. */
    static Grid chirp(int n, ElementType type) {
        double[] all = new double[2 * n];
        for (int k = 0; k < n; k++) {
            long square = (long) k * k % (2L * n);
            all[2 * k] = Roots.cos(square, 2L * n);
            all[2 * k + 1] = -Roots.sin(square, 2L * n);
        }
        return Grid.of(all, n, 2).to(type);
    }

    /** The transform of length m, a power of two, of the conjugate chirp at places 0 … n-1 and, mirrored, m-n+1 … m-1, over m. */
    static Grid spectrum(int n, int m, ElementType type) {
        double[] chirp = chirp(n, ElementType.DOUBLE).doubles();
        double[] re = new double[m];
        double[] im = new double[m];
        for (int k = 0; k < n; k++) {
            re[k] = chirp[2 * k] / m;
            im[k] = -chirp[2 * k + 1] / m;
            if (k > 0) {
                re[m - k] = re[k];
                im[m - k] = im[k];
            }
        }
        transform(re, im);
        double[] all = new double[2 * m];
        for (int k = 0; k < m; k++) {
            all[2 * k] = re[k];
            all[2 * k + 1] = im[k];
        }
        return Grid.of(all, m, 2).to(type);
    }

    /** In place, radix 2, in double precision: done once for a plan, on the host. */
    private static void transform(double[] re, double[] im) {
        int m = re.length;
        for (int i = 0, j = 0; i < m; i++) {
            if (i < j) {
                double t = re[i];
                re[i] = re[j];
                re[j] = t;
                t = im[i];
                im[i] = im[j];
                im[j] = t;
            }
            for (int bit = m >> 1; (j ^= bit) < bit && bit > 0; ) {
                bit >>= 1;
            }
        }
        for (int half = 1; half < m; half *= 2) {
            for (int k = 0; k < half; k++) {
                double c = Roots.cos(k, 2L * half);
                double s = -Roots.sin(k, 2L * half);
                for (int i = k; i < m; i += 2 * half) {
                    int j = i + half;
                    double a = c * re[j] - s * im[j];
                    double b = c * im[j] + s * re[j];
                    re[j] = re[i] - a;
                    im[j] = im[i] - b;
                    re[i] += a;
                    im[i] += b;
                }
            }
        }
    }
}
