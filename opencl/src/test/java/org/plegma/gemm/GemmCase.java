package org.plegma.gemm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.gemm.product.Activation;
import org.plegma.gemm.product.CompensatedSum;
import org.plegma.gemm.product.Matrix;
import org.plegma.gemm.product.Op;
import org.plegma.gemm.product.Precision;

/**
 * One product with all that may matter, run and compared with the definition. The matrices lie in larger arrays; outside of
 * the result nothing may change.
 *
 * @param padding elements that each row has more, and that come before the first row
 * @param inPlace whether the result overwrites C
 * @param bias 0 for none, 1 for a value a column, 2 for one a row
 */
public record GemmCase(
        ElementType type,
        int m,
        int n,
        int k,
        Op opA,
        Op opB,
        double alpha,
        double beta,
        int padding,
        int count,
        boolean inPlace,
        int bias,
        Activation activation) {

    /** C = A*B, without anything more. */
    public static GemmCase plain(ElementType type, int m, int n, int k) {
        return new GemmCase(type, m, n, k, Op.N, Op.N, 1, 0, 0, 1, true, 0, Activation.NONE);
    }

    public GemmCase ops(Op a, Op b) {
        return new GemmCase(type, m, n, k, a, b, alpha, beta, padding, count, inPlace, bias, activation);
    }

    public GemmCase scaled(double a, double b) {
        return new GemmCase(type, m, n, k, opA, opB, a, b, padding, count, inPlace, bias, activation);
    }

    public GemmCase padded(int elements) {
        return new GemmCase(type, m, n, k, opA, opB, alpha, beta, elements, count, inPlace, bias, activation);
    }

    public GemmCase batch(int matrices) {
        return new GemmCase(type, m, n, k, opA, opB, alpha, beta, padding, matrices, inPlace, bias, activation);
    }

    public GemmCase apart() {
        return new GemmCase(type, m, n, k, opA, opB, alpha, beta, padding, count, false, bias, activation);
    }

    public GemmCase layer(int along, Activation function) {
        return new GemmCase(type, m, n, k, opA, opB, alpha, beta, padding, count, inPlace, along, function);
    }

    /** Fails unless every element of the result is within the error bound and nothing else has changed. */
    public void check(Session session, Gemm gemm) {
        Random random = new Random(toString().hashCode()); // a record's own code differs from run to run
        try (Block a = new Block(session, opA == Op.N ? m : k, opA == Op.N ? k : m, padding, true, random);
                Block b = new Block(session, opB == Op.N ? k : n, opB == Op.N ? n : k, padding, true, random);
                Block c = new Block(
                        session, m, n, inPlace ? padding : padding + 2, false, random); // may lie otherwise than D
                Block d = new Block(session, m, n, padding, false, random);
                DeviceArray biases = session.upload(Grid.random(type, 7, bias == 1 ? n : m))) {
            Block target = inPlace ? c : d;
            if (beta == 0) {
                c.set(Double.NaN);
                target.set(Double.NaN);
            }
            Gemm fused = gemm.activation(activation);
            fused = bias == 0 ? fused : bias == 1 ? fused.columnBias(biases) : fused.rowBias(biases);
            fused.multiply(alpha, a.matrix, opA, b.matrix, opB, beta, c.matrix, target.matrix);
            Grid result = target.array.download();
            Grid bias = biases.download();
            Grid expected = target.host.copy();
            for (int s = 0; s < count; s++) {
                for (int i = 0; i < m; i++) {
                    for (int j = 0; j < n; j++) {
                        int place = target.place(s, i, j);
                        Exact exact = exact(a, b, c, bias, gemm.precision(), s, i, j);
                        double found = result.at(place);
                        String where = this + " by " + gemm + " at (" + i + ", " + j + ") of " + s;
                        assertTrue(exact.admits(found), () -> where + ": expected " + exact + ", found " + found);
                        expected.set(found, place);
                    }
                }
            }
            assertEquals(expected, result, () -> this + " by " + gemm + ": elements outside of the result");
        }
    }

    private record Exact(double value, double bound) {
        /** Without a finite bound, since a scale is infinite or NaN, there is one value. */
        boolean admits(double found) {
            return Double.isFinite(bound) ? Math.abs(found - value) <= bound : Double.compare(found, value) == 0;
        }
    }

    /** An element, and the largest error of it that rounding explains. */
    private Exact exact(Block a, Block b, Block c, Grid biases, Precision precision, int s, int i, int j) {
        CompensatedSum sum = ProductOracle.sum(
                alpha == 0 ? 0 : k,
                p -> opA == Op.N ? a.at(s, i, p) : a.at(s, p, i),
                p -> opB == Op.N ? b.at(s, p, j) : b.at(s, j, p));
        boolean single = type == ElementType.FLOAT;
        double factor = single ? (float) alpha : alpha;
        double added = beta == 0 ? 0 : (single ? (float) beta : beta) * c.at(s, i, j);
        double offset = bias == 0 ? 0 : biases.at(bias == 1 ? j : i);
        double value = factor * sum.value() + added + offset;
        // A sum of k products in any order has an error of k roundings relative to the magnitudes; the factors alpha
        // and
        // beta and the two additions are one rounding each (Higham, Accuracy and Stability, section 3.1).
        double u = single ? 0x1p-24 : 0x1p-53;
        double roundings = (k + 4) * u / (1 - (k + 4) * u);
        double bound = (roundings + shortened(precision)) * Math.abs(factor) * sum.magnitude()
                + 4 * u * (Math.abs(added) + Math.abs(offset));
        return switch (activation) {
            case NONE -> new Exact(value, bound);
            case RELU -> new Exact(Math.max(value, 0), bound);
                // Its slope is at most 1/4; exp may be off by 3 units in the last place, the division by 2.5 (OpenCL).
            case SIGMOID -> {
                double sigmoid = 1 / (1 + Math.exp(-value));
                yield new Exact(sigmoid, bound / 4 + 16 * u * sigmoid);
            }
        };
    }

    /**
     * What a product of two factors may lose beyond roundings. Three TF32 products leave out the product of the low parts, and
     * cut each of those to 11 bits: three times 2^-22. Tensor cores cut off where they add, for 8 terms at most as much again.
     * Otherwise two factors are rounded to 11 or 8 bits.
     */
    private double shortened(Precision precision) {
        return switch (precision) {
            case IEEE -> 0;
            case FP32_FAST -> 3 * 0x1p-22 + (k + 8) * 0x1p-24;
            case TF32 -> 2 * 0x1p-11 + (k + 8) * 0x1p-23;
            case BF16 -> 2 * 0x1p-8 + (k + 8) * 0x1p-23;
        };
    }

    /** A batch of matrices of random elements in [-1, 1) inside an array that is larger all round. */
    private final class Block implements AutoCloseable {
        final Grid host;
        final DeviceArray array;
        final Matrix matrix;

        /** @param factor whether what lies around the matrices is NaN, as no product may depend on it */
        Block(Session session, int rows, int columns, int margin, boolean factor, Random random) {
            int leading = columns + margin;
            int step = (rows + margin) * leading;
            host = Grid.generate(
                    type,
                    at -> {
                        int inBatch = at[0] - margin;
                        int inMatrix = Math.floorMod(inBatch, Math.max(1, step));
                        boolean outside = inBatch < 0 || inMatrix >= rows * leading || inMatrix % leading >= columns;
                        return factor && outside ? Double.NaN : 2 * random.nextFloat() - 1;
                    },
                    Math.max(1, count) * step + margin);
            array = session.upload(host);
            matrix = Matrix.of(array, margin, rows, columns, leading).batch(count, step);
        }

        int place(int s, int i, int j) {
            return (int) (matrix.offset() + s * matrix.step()) + i * matrix.leading() + j;
        }

        double at(int s, int i, int j) {
            return host.at(place(s, i, j));
        }

        void set(double value) {
            for (int s = 0; s < count; s++) {
                for (int i = 0; i < m; i++) {
                    for (int j = 0; j < n; j++) {
                        host.set(value, place(s, i, j));
                    }
                }
            }
            array.upload(host);
        }

        @Override
        public void close() {
            array.close();
        }
    }
}
