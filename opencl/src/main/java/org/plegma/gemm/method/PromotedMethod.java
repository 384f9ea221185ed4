package org.plegma.gemm.method;

import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.gemm.product.Factor;
import org.plegma.gemm.product.Precision;
import org.plegma.gemm.product.Product;
import org.plegma.tune.candidate.Resources;
import org.plegma.tune.space.Parameter;

/**
 * Floats promoted to doubles on NVIDIA's tensor cores: {@code tensor.cl}. The product of two floats is exact in double, a sum is rounded
 * to float once, at its end, and NaN and infinities propagate: {@link Precision#IEEE}, and more exact than a chain of FMAs. For
 * devices that multiply as fast in double as in float.
 */
public class PromotedMethod extends TensorMethod {
    /** Of the smallest tiling that fills a device. */
    private static final int LOCAL_BYTES = 144 << 10;

    /** Products of elements below which there are too few tiles for a device: those of ordinary instructions may be smaller. */
    private static final double LARGE = 1 << 28;

    /** @see BlockedMethod#BlockedMethod */
    public PromotedMethod(double workWorthPacking, int linesWorthPacking) {
        super(workWorthPacking, linesWorthPacking);
    }

    @Override
    public String name() {
        return "promoted";
    }

    @Override
    public String description() {
        return "Floats as doubles on NVIDIA's tensor cores: exact products, one rounding a sum.";
    }

    @Override
    public Optional<String> refusal(Device device) {
        return multipliesFastInDouble(device) && device.declaredLocalMemoryBytes() >= LOCAL_BYTES
                ? Optional.empty()
                : Optional.of(
                        "it needs an NVIDIA device of compute capability 9.0 that is as fast in double as in float");
    }

    @Override
    public Optional<String> refusal(Device device, ElementType type, Precision precision) {
        return refusal(device)
                .or(() -> type != ElementType.FLOAT || precision != Precision.IEEE
                        ? Optional.of("it is for float in precision " + Precision.IEEE)
                        : Optional.empty());
    }

    @Override
    public boolean suits(Device device, Product product) {
        return refusal(device, product).isEmpty()
                && (double) product.m() * product.n() * product.k() * product.count() >= LARGE;
    }

    @Override
    double resultSeconds(boolean whole) {
        return 2e-12;
    }

    @Override
    Parameter depths(int step) {
        return Parameter.ints("BK", step, 2 * step, 4 * step);
    }

    @Override
    Resources resources(ProductTiling tiling, ElementType type) {
        return super.resources(tiling, ElementType.DOUBLE).localMemory(tiling.localBytes(type, 0));
    }

    @Override
    ElementType sumType(ElementType type) {
        return ElementType.DOUBLE;
    }

    /** Steps of few terms gain nothing, since they have few copies. */
    @Override
    boolean gainsFromWholeTiles(ElementType type, ProductTiling tiling, boolean sliced) {
        return tiling.bk() >= 8 * vector(type);
    }

    @Override
    boolean needsTurning(Factor factor, boolean rows) {
        return false;
    }
}
