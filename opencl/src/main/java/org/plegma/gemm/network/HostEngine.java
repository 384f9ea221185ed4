package org.plegma.gemm.network;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.gemm.host.HostGemm;
import org.plegma.gemm.host.HostMatrix;
import org.plegma.gemm.product.Activation;
import org.plegma.gemm.product.Op;

/** Products on the host, the rest in Java loops. */
final class HostEngine implements Engine {
    private final HostGemm gemm;
    private final Map<Form, Double> seconds = new EnumMap<>(Form.class);

    HostEngine(HostGemm gemm) {
        this.gemm = gemm;
    }

    private record HostBlock(HostMatrix matrix) implements Block {
        @Override
        public int rows() {
            return matrix.rows();
        }

        @Override
        public int columns() {
            return matrix.columns();
        }

        /** A row as doubles. */
        double[] row(int i) {
            return matrix.part(i, 1).grid().to(ElementType.DOUBLE).doubles();
        }

        void setRow(int i, double[] row) {
            matrix.part(i, 1).set(Grid.of(row, 1, row.length));
        }

        @Override
        public Block part(int from, int count) {
            return new HostBlock(matrix.part(from, count));
        }

        @Override
        public Grid grid() {
            return matrix.grid();
        }

        @Override
        public void set(Grid values) {
            matrix.set(values);
        }

        @Override
        public void close() {}
    }

    @Override
    public String name() {
        return gemm.name();
    }

    @Override
    public Block block(Grid values) {
        return new HostBlock(gemm.copy(values));
    }

    @Override
    public void multiply(
            double alpha,
            Block a,
            Op opA,
            Block b,
            Op opB,
            double beta,
            Block c,
            @Nullable Block bias,
            Activation activation) {
        long start = System.nanoTime();
        HostBlock result = (HostBlock) c;
        gemm.multiply(alpha, ((HostBlock) a).matrix, opA, ((HostBlock) b).matrix, opB, beta, result.matrix);
        double[] offsets = bias == null ? new double[c.columns()] : ((HostBlock) bias).row(0);
        for (int i = 0; (bias != null || activation != Activation.NONE) && i < c.rows(); i++) {
            double[] row = result.row(i);
            for (int j = 0; j < row.length; j++) {
                row[j] = apply(activation, row[j] + offsets[j]);
            }
            result.setRow(i, row);
        }
        seconds.merge(DeviceEngine.form(opA, opB), (System.nanoTime() - start) * 1e-9, Double::sum);
    }

    private static double apply(Activation activation, double value) {
        return switch (activation) {
            case NONE -> value;
            case RELU -> Math.max(value, 0);
            case SIGMOID -> 1 / (1 + Math.exp(-value));
        };
    }

    @Override
    public void timesSlope(Block error, Block outputs, Activation activation) {
        for (int i = 0; i < error.rows(); i++) {
            double[] slopes = ((HostBlock) error).row(i);
            double[] y = ((HostBlock) outputs).row(i);
            for (int j = 0; j < slopes.length; j++) {
                slopes[j] *= switch (activation) {
                    case NONE -> 1;
                    case RELU -> y[j] > 0 ? 1 : 0;
                    case SIGMOID -> y[j] * (1 - y[j]);
                };
            }
            ((HostBlock) error).setRow(i, slopes);
        }
    }

    @Override
    public void softmaxError(Block scores, Block targets) {
        for (int i = 0; i < scores.rows(); i++) {
            double[] row = ((HostBlock) scores).row(i);
            double[] wanted = ((HostBlock) targets).row(i);
            double largest = Arrays.stream(row).max().orElseThrow();
            double sum = 0;
            for (int j = 0; j < row.length; j++) {
                row[j] = Math.exp(row[j] - largest);
                sum += row[j];
            }
            for (int j = 0; j < row.length; j++) {
                row[j] = row[j] / sum - wanted[j];
            }
            ((HostBlock) scores).setRow(i, row);
        }
    }

    @Override
    public Map<Form, Double> takeSeconds() {
        Map<Form, Double> taken = new EnumMap<>(seconds);
        seconds.clear();
        return taken;
    }
}
