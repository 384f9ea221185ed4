package org.plegma.fft;

import java.util.Random;
import org.plegma.fft.arithmetic.Radices;

/** The definition of the transform, in double precision, and what it takes to compare with it. */
final class Dft {
    private Dft() {}

    /** X[k] = Σ x[j]·exp(-2πi·jk/n), term by term; values are pairs. */
    static double[] of(double[] x) {
        int n = x.length / 2;
        double[] out = new double[2 * n];
        for (int k = 0; k < n; k++) {
            double re = 0;
            double im = 0;
            for (int j = 0; j < n; j++) {
                double angle = 2 * Math.PI * ((long) j * k % n) / n;
                double c = Math.cos(angle);
                double s = -Math.sin(angle);
                re += c * x[2 * j] - s * x[2 * j + 1];
                im += c * x[2 * j + 1] + s * x[2 * j];
            }
            out[2 * k] = re;
            out[2 * k + 1] = im;
        }
        return out;
    }

    static double[] random(int length, long seed) {
        return new Random(seed).doubles(length, -1, 1).toArray();
    }

    /** ‖a - b‖ / ‖b‖ in the Euclidean norm. */
    static double relativeError(double[] a, double[] b) {
        double difference = 0;
        double norm = 0;
        for (int i = 0; i < b.length; i++) {
            difference += (a[i] - b[i]) * (a[i] - b[i]);
            norm += b[i] * b[i];
        }
        return norm == 0 ? Math.sqrt(difference) : Math.sqrt(difference / norm);
    }

    /**
     * How large the relative error may be: the root mean square error of a fast transform grows with the logarithm of its
     * length (Gentleman and Sande, 1966); each stage multiplies twice by rounded factors. Bluestein's algorithm does two such
     * transforms of up to four times the length and three multiplications more.
     */
    static double bound(long n, double unit) {
        double stages = Math.max(1, Math.log(n) / Math.log(2));
        return unit * (Radices.isSmooth(n) ? 2 + 2 * stages : 2 * (2 + 2 * (stages + 2)) + 6);
    }
}
