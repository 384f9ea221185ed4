package org.plegma.gemm.network;

import java.nio.Buffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
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
        double get(int i, int j) {
            int place = i * columns + j;
            return data instanceof FloatBuffer floats ? floats.get(place) : ((DoubleBuffer) data).get(place);
        }

        void set(int i, int j, double value) {
            int place = i * columns + j;
            if (data instanceof FloatBuffer floats) {
                floats.put(place, (float) value);
            } else {
                ((DoubleBuffer) data).put(place, value);
            }
        }

        @Override
        public Block part(int from, int count) {
            return new HostBlock(data.slice(from * columns, count * columns), count, columns);
        }

        @Override
        public Grid grid() {
            ElementType type = data instanceof FloatBuffer ? ElementType.FLOAT : ElementType.DOUBLE;
            return Grid.generate(type, index -> get(index[0], index[1]), rows, columns);
        }

        @Override
        public void set(Grid values) {
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < columns; j++) {
                    set(i, j, values.get(i, j));
                }
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
        for (int i = 0; (bias != null || activation != Activation.NONE) && i < c.rows(); i++) {
            for (int j = 0; j < c.columns(); j++) {
                double value = result.get(i, j) + (bias == null ? 0 : ((HostBlock) bias).get(0, j));
                result.set(i, j, apply(activation, value));
            }
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
        HostBlock slopes = (HostBlock) error;
        for (int i = 0; i < error.rows(); i++) {
            for (int j = 0; j < error.columns(); j++) {
                double y = ((HostBlock) outputs).get(i, j);
                double slope =
                        switch (activation) {
                            case NONE -> 1;
                            case RELU -> y > 0 ? 1 : 0;
                            case SIGMOID -> y * (1 - y);
                        };
                slopes.set(i, j, slopes.get(i, j) * slope);
            }
        }
    }

    @Override
    public void softmaxError(Block scores, Block targets) {
        HostBlock result = (HostBlock) scores;
        for (int i = 0; i < scores.rows(); i++) {
            double largest = Double.NEGATIVE_INFINITY;
            for (int j = 0; j < scores.columns(); j++) {
                largest = Math.max(largest, result.get(i, j));
            }
            double sum = 0;
            for (int j = 0; j < scores.columns(); j++) {
                sum += Math.exp(result.get(i, j) - largest);
            }
            for (int j = 0; j < scores.columns(); j++) {
                double share = Math.exp(result.get(i, j) - largest) / sum;
                result.set(i, j, share - ((HostBlock) targets).get(i, j));
            }
        }
    }

    @Override
    public Map<Form, Double> takeSeconds() {
        Map<Form, Double> taken = new EnumMap<>(seconds);
        seconds.clear();
        return taken;
    }
}
