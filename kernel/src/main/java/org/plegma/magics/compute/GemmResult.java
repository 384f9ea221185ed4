package org.plegma.magics.compute;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.gemm.product.Matrix;
import org.plegma.magics.Host;
import org.plegma.magics.HostValues;
import org.plegma.magics.MagicCall;
import org.plegma.magics.VariableNames;

/**
 * The notebook variable that gets a product of {@code %gemm}. A {@code Matrix} is written where it lies, and an array on the
 * device that fits and is no factor is overwritten; otherwise the variable gets a new value, of its own kind if that is on the device, else of the factors'.
 */
final class GemmResult implements AutoCloseable {
    private final Host host;
    private final String name;
    private final Matrix matrix;
    private final @Nullable Class<?> type; // of the variable; null if it stays as it is
    private final DeviceArray array;
    private boolean kept;

    private GemmResult(
            Host host, String name, Matrix matrix, @Nullable Class<?> type, DeviceArray array, boolean kept) {
        this.host = host;
        this.name = name;
        this.matrix = matrix.named(name);
        this.type = type;
        this.array = array;
        this.kept = kept;
    }

    /**
     * The target of a formula.
     *
     * @param factors the two matrices that are multiplied
     * @param operands all that are read
     * @param shape of the product: rows, or rows and columns, or those of a batch
     */
    static GemmResult of(
            MagicCall call,
            Session session,
            GemmFormula.Word word,
            List<GemmOperand> factors,
            List<GemmOperand> operands,
            int[] shape) {
        String name = word.text();
        ElementType element = factors.get(0).type();
        Object before = call.variable(name).orElse(null);
        if (before instanceof Matrix place) {
            check(word, place, shape);
            return new GemmResult(call.host(), name, place, null, place.data(), true);
        }
        boolean onDevice = before instanceof DeviceArray || operands.stream().anyMatch(GemmOperand::isOnDevice);
        boolean asGrid = operands.stream().anyMatch(GemmOperand::isGrid);
        Class<?> type =
                onDevice ? DeviceArray.class : asGrid ? Grid.class : HostValues.arrayClass(element, shape.length);
        VariableNames.check(call.host(), name, type, "result");
        DeviceArray fitting = onDevice
                        && before instanceof DeviceArray own
                        && !own.isClosed()
                        && factors.stream()
                                .noneMatch(factor -> factor.matrix().data().sharesMemoryWith(own))
                        && own.type() == element
                        && Arrays.equals(own.shape(), shape)
                ? own
                : null;
        DeviceArray array = fitting == null ? session.allocate(element, shape) : fitting;
        Matrix matrix = shape.length == 1 ? Matrix.of(array, 0, shape[0], 1, 1) : Matrix.of(array);
        return new GemmResult(call.host(), name, matrix, type, array, fitting != null);
    }

    /** Whether nothing of a product is on a device: it may be computed on several. */
    static boolean isOnHost(MagicCall call, GemmFormula.Word word, List<GemmOperand> operands) {
        Object before = call.variable(word.text()).orElse(null);
        return !(before instanceof Matrix)
                && !(before instanceof DeviceArray)
                && operands.stream().noneMatch(GemmOperand::isOnDevice);
    }

    /** As {@link #of} and {@link #bind} for a product that {@link #isOnHost}. */
    static void bind(
            MagicCall call, GemmFormula.Word word, List<GemmOperand> operands, int[] shape, Supplier<Grid> product)
            throws Exception {
        boolean asGrid = operands.stream().anyMatch(GemmOperand::isGrid);
        Class<?> type =
                asGrid ? Grid.class : HostValues.arrayClass(operands.get(0).type(), shape.length);
        VariableNames.check(call.host(), word.text(), type, "result");
        Grid grid = product.get().reshape(shape);
        call.host().bind(word.text(), type.getCanonicalName(), asGrid ? grid : HostValues.array(grid));
    }

    private static void check(GemmFormula.Word word, Matrix place, int[] shape) {
        int rank = shape.length;
        int[] own = {place.count(), place.rows(), place.columns()};
        int[] wanted = {rank == 3 ? shape[0] : 1, shape[Math.max(0, rank - 2)], rank == 1 ? 1 : shape[rank - 1]};
        if (!Arrays.equals(own, wanted)) {
            throw new GemmFormula.Fault(
                    word.text() + " is a part of an array, " + GemmOperand.shapeText(own[0], own[1], own[2])
                            + ", and the product is " + GemmOperand.shapeText(wanted[0], wanted[1], wanted[2]) + ".",
                    word.place());
        }
    }

    Matrix matrix() {
        return matrix;
    }

    /** Gives the variable its value. */
    void bind() throws Exception {
        if (type == DeviceArray.class) {
            host.bind(name, type.getName(), array.named(name));
            kept = true;
        } else if (type != null) {
            Grid grid = array.download();
            host.bind(name, type.getCanonicalName(), type == Grid.class ? grid : HostValues.array(grid));
        }
    }

    /** Frees what the variable did not get. */
    @Override
    public void close() {
        if (!kept) {
            array.close();
        }
    }
}
