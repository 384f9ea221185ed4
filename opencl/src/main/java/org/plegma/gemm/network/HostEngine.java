package org.plegma.gemm.network;

import java.nio.Buffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.gemm.Activation;
import org.plegma.gemm.HostGemm;
import org.plegma.gemm.Op;

/** Products on the host, the rest in Java loops. */
final class HostEngine implements Engine {
    private final HostGemm gemm;
    private final Map<Form, Double> seconds = new EnumMap<>(Form.class);

    HostEngine(HostGemm gemm) {
        this.gemm = gemm;
    }

    /** Rows of a buffer of floats or doubles. */
    private record HostBlock(Buffer data, int rows, int columns) implements Block {
        /** A row as doubles. */
        double[] row(int i) {
            double[] row = new double[columns];
            if (data instanceof FloatBuffer floats) {
                float[] narrow = new float[columns];
                floats.get(i * columns, narrow);
                for (int j = 0; j < columns; j++) {
                    row[j] = narrow[j];
                }
            } else {
                ((DoubleBuffer) data).get(i * columns, row);
            }
            return row;
        }

        void setRow(int i, double[] row) {
            if (data instanceof FloatBuffer floats) {
                float[] narrow = new float[columns];
                for (int j = 0; j < columns; j++) {
                    narrow[j] = (float) row[j];
                }
                floats.put(i * columns, narrow);
            } else {
                ((DoubleBuffer) data).put(i * columns, row);
            }
        }

        @Override
        public Block part(int from, int count) {
            return new HostBlock(data.slice(from * columns, count * columns), count, columns);
        }

        @Override
        public Grid grid() {
            ElementType type = data instanceof FloatBuffer ? ElementType.FLOAT : ElementType.DOUBLE;
            double[] values = new double[rows * columns];
            for (int i = 0; i < rows; i++) {
                System.arraycopy(row(i), 0, values, i * columns, columns);
            }
            return Grid.of(values, rows, columns).to(type);
        }

        @Override
        public void set(Grid values) {
            double[] all = values.to(ElementType.DOUBLE).doubles();
            for (int i = 0; i < rows; i++) {
                setRow(i, Arrays.copyOfRange(all, i * columns, (i + 1) * columns));
            }
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
        return new HostBlock(gemm.filled(values), values.size(0), values.size(1));
    }

    @Override
    public void multiply(
            double alpha, Block a, Op opA, Block b, Op opB, double beta, Block c, Block bias, Activation activation) {
        long start = System.nanoTime();
        HostBlock result = (HostBlock) c;
        gemm.multiply(
                c.rows(),
                c.columns(),
                opA == Op.N ? a.columns() : a.rows(),
                alpha,
                ((HostBlock) a).data,
                opA,
                a.columns(),
                ((HostBlock) b).data,
                opB,
                b.columns(),
                beta,
                result.data,
                c.columns());
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
