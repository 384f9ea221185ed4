package org.plegma.fft.arithmetic;

import org.plegma.array.ElementType;
import org.plegma.array.Grid;

/** The factors of Bluestein's algorithm (1970), which makes a transform of any length a convolution. */
public final class Chirp {
    private Chirp() {}

    /** exp(-πi·k²/n) for k = 0 … n-1; k² is reduced exactly, modulo 2n. */
    public static Grid chirp(int n, ElementType type) {
        double[] all = new double[2 * n];
        for (int k = 0; k < n; k++) {
            long square = (long) k * k % (2L * n);
            all[2 * k] = Roots.cos(square, 2L * n);
            all[2 * k + 1] = -Roots.sin(square, 2L * n);
        }
        return Grid.of(all, n, 2).to(type);
    }

    /** The transform of length m of the conjugate chirp at places 0 … n-1 and, mirrored, m-n+1 … m-1, over m. */
    public static Grid spectrum(int n, int m, ElementType type) {
        double[] chirp = chirp(n, ElementType.DOUBLE).doubles();
        double[] values = new double[2 * m];
        for (int k = 0; k < n; k++) {
            for (int place : new int[] {k, (m - k) % m}) {
                values[2 * place] = chirp[2 * k] / m;
                values[2 * place + 1] = -chirp[2 * k + 1] / m;
            }
        }
        double[] roots = new double[2 * m];
        for (int k = 0; k < m; k++) {
            roots[2 * k] = Roots.cos(k, m);
            roots[2 * k + 1] = -Roots.sin(k, m);
        }
        return Grid.of(transform(values, roots), m, 2).to(type);
    }

    /** In double precision by splitting off the smallest prime factor: done once for a plan, on the host. */
    private static double[] transform(double[] x, double[] roots) {
        int n = x.length / 2;
        if (n == 1) {
            return x;
        }
        int radix = 2;
        while (n % radix != 0) {
            radix++;
        }
        int part = n / radix;
        int apart = roots.length / x.length;
        double[][] parts = new double[radix][];
        for (int j = 0; j < radix; j++) {
            double[] each = new double[2 * part];
            for (int i = 0; i < part; i++) {
                each[2 * i] = x[2 * (i * radix + j)];
                each[2 * i + 1] = x[2 * (i * radix + j) + 1];
            }
            parts[j] = transform(each, roots);
        }
        double[] out = new double[2 * n];
        double[] turned = new double[2 * radix];
        for (int k = 0; k < part; k++) {
            for (int j = 0; j < radix; j++) {
                double c = roots[2 * apart * j * k];
                double s = roots[2 * apart * j * k + 1];
                double re = parts[j][2 * k];
                double im = parts[j][2 * k + 1];
                turned[2 * j] = c * re - s * im;
                turned[2 * j + 1] = c * im + s * re;
            }
            across(turned, out, k, roots);
        }
        return out;
    }

    /** The transform of a few values, to the places from k on that are as far apart as can be. */
    private static void across(double[] x, double[] out, int k, double[] roots) {
        int radix = x.length / 2;
        int part = out.length / x.length;
        int step = roots.length / radix;
        for (int q = 0; q < radix; q++) {
            double re = x[0];
            double im = x[1];
            for (int j = 1, root = q; j < radix; j++, root = (root + q) % radix) {
                double c = roots[step * root];
                double s = roots[step * root + 1];
                re += c * x[2 * j] - s * x[2 * j + 1];
                im += c * x[2 * j + 1] + s * x[2 * j];
            }
            out[2 * (k + q * part)] = re;
            out[2 * (k + q * part) + 1] = im;
        }
    }
}
