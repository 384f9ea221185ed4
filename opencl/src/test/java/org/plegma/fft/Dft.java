package org.plegma.fft;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
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

    /** Of values of a shape, along so many of its last axes. */
    static double[] alongLast(int axes, double[] x, int... shape) {
        double[] all = x;
        for (int axis = shape.length - axes; axis < shape.length; axis++) {
            all = alongAxis(all, shape, axis);
        }
        return all;
    }

    private static double[] alongAxis(double[] x, int[] shape, int axis) {
        int inner = Arrays.stream(shape, axis + 1, shape.length).reduce(1, (a, b) -> a * b);
        int n = shape[axis];
        double[] out = new double[x.length];
        for (int line = 0; line < x.length / 2 / n; line++) {
            int start = line / inner * inner * n + line % inner;
            double[] one = new double[2 * n];
            for (int k = 0; k < n; k++) {
                one[2 * k] = x[2 * (start + k * inner)];
                one[2 * k + 1] = x[2 * (start + k * inner) + 1];
            }
            one = of(one);
            for (int k = 0; k < n; k++) {
                out[2 * (start + k * inner)] = one[2 * k];
                out[2 * (start + k * inner) + 1] = one[2 * k + 1];
            }
        }
        return out;
    }

    /** The first n/2+1 of the n values along the last axis. */
    static double[] firstHalves(double[] x, int[] shape) {
        int n = shape[shape.length - 1];
        int half = n / 2 + 1;
        double[] out = new double[x.length / n * half];
        for (int line = 0; line < x.length / 2 / n; line++) {
            System.arraycopy(x, 2 * line * n, out, 2 * line * half, 2 * half);
        }
        return out;
    }

    /** Random complex values of a shape. */
    static Grid randomComplex(ElementType type, int... shape) {
        return Grid.of(random((int) (2 * Planner.count(shape, 0, shape.length)), 3), FftPlan.withParts(shape))
                .to(type);
    }

    /** Random reals of a shape, whose mean is about 0: a large sum would hide errors of all other values. */
    static Grid randomReals(ElementType type, int... shape) {
        return Grid.of(random((int) Planner.count(shape, 0, shape.length), 4), shape)
                .to(type);
    }

    /** The transform of a complex grid along its last so many axes, in double precision. */
    static Grid of(int axes, Grid complex) {
        double[] values = complex.to(ElementType.DOUBLE).doubles();
        return Grid.of(alongLast(axes, values, Fft.parts(complex)), complex.shape());
    }

    /** The transform of a grid of reals, of which the last axis has its first half alone. */
    static Grid ofReals(int axes, Grid reals) {
        double[] values = reals.to(ElementType.DOUBLE).doubles();
        double[] wide = new double[2 * values.length];
        for (int i = 0; i < values.length; i++) {
            wide[2 * i] = values[i];
        }
        int[] half = FftPlan.withParts(reals.shape());
        half[reals.rank() - 1] = half[reals.rank() - 1] / 2 + 1;
        return Grid.of(firstHalves(alongLast(axes, wide, reals.shape()), reals.shape()), half);
    }

    /** Equal to sixty units in the last place, by the Euclidean norm. */
    static void assertClose(Grid expected, Grid found, String what) {
        assertArrayEquals(expected.shape(), found.shape(), what);
        double unit = found.type() == ElementType.FLOAT ? 0x1p-24 : 0x1p-53;
        double error = relativeError(
                found.to(ElementType.DOUBLE).doubles(),
                expected.to(ElementType.DOUBLE).doubles());
        assertTrue(error <= 60 * unit, what + ": " + error);
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
