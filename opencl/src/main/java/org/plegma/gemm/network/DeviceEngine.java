package org.plegma.gemm.network;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.source.KernelSource;
import org.plegma.gemm.Gemm;
import org.plegma.gemm.product.Activation;
import org.plegma.gemm.product.Matrix;
import org.plegma.gemm.product.Op;

/** Products by a {@link Gemm} with bias and activation fused, the rest by two small kernels; nothing leaves the device. */
final class DeviceEngine implements Engine {
    private final Session session;
    private final Gemm gemm;
    private final List<Map.Entry<Form, Event>> products = new ArrayList<>();
    private final Map<ElementType, Program> programs = new EnumMap<>(ElementType.class);

    DeviceEngine(Session session, Gemm gemm) {
        this.session = session;
        this.gemm = gemm;
    }

    /** Rows of an array. */
    private record DeviceBlock(DeviceArray array, int first, int rows, int columns) implements Block {
        Matrix matrix() {
            return Matrix.of(array, (long) first * columns, rows, columns, columns);
        }

        @Override
        public Block part(int from, int count) {
            return new DeviceBlock(array, first + from, count, columns);
        }

        @Override
        public Grid grid() {
            return array.download().region(new int[] {first, 0}, new int[] {rows, columns});
        }

        @Override
        public void set(Grid values) {
            array.upload(values);
        }

        @Override
        public void close() {
            array.close();
        }
    }

    static Form form(Op opA, Op opB) {
        return opA == Op.T ? Form.GEMM_TA : opB == Op.T ? Form.GEMM_TB : Form.GEMM;
    }

    @Override
    public String name() {
        return gemm.toString();
    }

    @Override
    public Block block(Grid values) {
        return new DeviceBlock(session.upload(values), 0, values.size(0), values.size(1));
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
        Gemm fused = gemm.activation(activation);
        fused = bias == null ? fused : fused.columnBias(((DeviceBlock) bias).array);
        Event event = fused.multiply(
                alpha,
                ((DeviceBlock) a).matrix(),
                opA,
                ((DeviceBlock) b).matrix(),
                opB,
                beta,
                ((DeviceBlock) c).matrix());
        products.add(Map.entry(form(opA, opB), event));
    }

    @Override
    public void timesSlope(Block error, Block outputs, Activation activation) {
        DeviceBlock to = (DeviceBlock) error;
        kernel(to, "times_slope")
                .global((long) to.rows * to.columns)
                .enqueue(session.compute(), to.array, ((DeviceBlock) outputs).array, activation.ordinal());
    }

    @Override
    public void softmaxError(Block scores, Block targets) {
        DeviceBlock to = (DeviceBlock) scores;
        DeviceBlock wanted = (DeviceBlock) targets;
        kernel(to, "softmax_error")
                .global(to.rows)
                .enqueue(session.compute(), to.array, wanted.array, wanted.first, to.columns);
    }

    private Kernel kernel(DeviceBlock block, String name) {
        return programs.computeIfAbsent(
                        block.array.type(),
                        type -> session.compile(
                                KernelSource.resource(DeviceEngine.class, "network.cl"), "-DREAL=" + type.openclName()))
                .kernel(name);
    }

    @Override
    public Map<Form, Double> takeSeconds() {
        Map<Form, Double> seconds = new EnumMap<>(Form.class);
        for (Map.Entry<Form, Event> product : products) {
            product.getValue().await();
            seconds.merge(product.getKey(), product.getValue().seconds(), Double::sum);
        }
        products.clear();
        return seconds;
    }
}
