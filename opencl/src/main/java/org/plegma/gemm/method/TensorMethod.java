package org.plegma.gemm.method;

import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.gemm.product.Factor;
import org.plegma.gemm.product.Precision;
import org.plegma.tune.candidate.Resources;
import org.plegma.tune.space.Parameter;
import org.plegma.tune.space.Space;

/**
 * NVIDIA's tensor cores, by inline PTX: {@code tensor.cl}. In double they round as ordinary instructions do; in float they
 * are less exact, unless three products a term are taken, so that a {@link Precision} must ask for them.
 */
public class TensorMethod extends BlockedMethod {
    private static final int WARP = 32;

    /** The first with all instructions used, m16n8k8 in double among them. */
    private static final int HOPPER = 90;

    /** Fewer lines of 8192 doubles take 15 microseconds to turn on an H200, and 3 less to multiply then. */
    private static final int LINES_WORTH_TURNING = 128;

    /** One product a term instead of three: 166 and 150 TFLOP/s instead of 72 on an H200. */
    private static final double OF_ONE_PRODUCT = 2.2;

    /** @see BlockedMethod#BlockedMethod */
    public TensorMethod(double workWorthPacking, int linesWorthPacking) {
        super(workWorthPacking, linesWorthPacking);
    }

    @Override
    public String name() {
        return "tensor";
    }

    @Override
    public String description() {
        return "NVIDIA's tensor cores: double, and float in precisions other than " + Precision.IEEE + ".";
    }

    /** Whether a device has all the instructions for double. */
    static boolean isHopper(Device device) {
        return device.computeCapability() >= HOPPER;
    }

    /**
     * Whether units multiply in double half as fast as in float, and tensor cores as fast: on Hopper, with one exception. Elsewhere
     * they are slower, up to 64 times.
     */
    static boolean multipliesFastInDouble(Device device) {
        return device.computeCapability() == HOPPER && !device.name().matches(".*\\bH20\\b.*");
    }

    @Override
    public Optional<String> refusal(Device device) {
        return isHopper(device)
                ? Optional.empty()
                : Optional.of("it needs an NVIDIA device of compute capability 9.0 or higher");
    }

    @Override
    public Optional<String> refusal(Device device, ElementType type, Precision precision) {
        return refusal(device)
                .or(() -> type == ElementType.FLOAT && precision == Precision.IEEE
                        ? Optional.of("float in precision " + Precision.IEEE + " has no tensor instruction")
                        : Optional.empty());
    }

    @Override
    public String file() {
        return "tensor.cl";
    }

    @Override
    List<ProductTiling> modest(TilingLimits limits, ElementType type) {
        throw new IllegalStateException("The tilings of " + MEASURED + " are missing.");
    }

    @Override
    boolean isLikeMeasured(TilingLimits limits, ElementType type) {
        return true; // what is not, is refused
    }

    @Override
    public Space space(TilingLimits limits, ElementType type) {
        int step = 4 * vector(type);
        return Space.of(
                        Parameter.ints("BM", 32, 64, 128, 256),
                        Parameter.ints("BN", 32, 64, 128, 256),
                        depths(step),
                        Parameter.ints("TM", 32, 64),
                        type == ElementType.DOUBLE ? Parameter.ints("TN", 16, 32, 64) : Parameter.ints("TN", 32, 64),
                        Parameter.ints("STAGES", 2, 3, 4, 6),
                        Parameter.ints("SPLIT", 1))
                .where(
                        "4 to 8 warps",
                        c -> ProductTiling.of(c, 1).parts() >= 4
                                && ProductTiling.of(c, 1).parts() <= 8)
                .where("whole warps", c -> c.integer("BM") >= c.integer("TM") && c.integer("BN") >= c.integer("TN"))
                .where("sums in registers", c -> c.integer("TM") * c.integer("TN") <= 2048)
                .where("every work-item copies as much", c -> {
                    ProductTiling tiling = ProductTiling.of(c, 1);
                    int items = workItems(tiling) * vector(type);
                    return tiling.bm() * tiling.bk() % items == 0 && tiling.bn() * tiling.bk() % items == 0;
                })
                .where(
                        "local memory",
                        c -> ProductTiling.of(c, 1).localBytes(type, 0)
                                <= limits.device().localMemoryBytes());
    }

    /** Terms of a tile, by those of a step. */
    Parameter depths(int step) {
        return Parameter.ints("BK", step, 2 * step);
    }

    @Override
    List<String> moreOptions(Device device, ElementType type, Precision precision, ProductTiling tiling) {
        return List.of("-DWM=" + tiling.tm(), "-DWN=" + tiling.tn(), "-DTERMS=" + terms(type, precision));
    }

    /** The macro TERMS of the kernel. */
    private static int terms(ElementType type, Precision precision) {
        return switch (precision) {
            case IEEE -> type == ElementType.DOUBLE ? 64 : 32;
            case FP32_FAST -> 3;
            case TF32 -> 1;
            case BF16 -> 16;
        };
    }

    @Override
    int workItems(ProductTiling tiling) {
        return tiling.parts() * WARP;
    }

    @Override
    Resources resources(ProductTiling tiling, ElementType type) {
        int sums = tiling.tm() * tiling.tn() / WARP;
        return Resources.workGroup(workItems(tiling), 1, 1)
                .localMemory(tiling.localBytes(type, 0))
                .registers(sums * type.bytes() / Float.BYTES);
    }

    @Override
    double speedUp(Precision precision) {
        return precision == Precision.TF32 || precision == Precision.BF16 ? OF_ONE_PRODUCT : 1;
    }

    /** As fitted to products of float on an H200, which differ in the products of a term. */
    @Override
    double termSeconds(ProductTiling tiling, Precision precision) {
        int area = tiling.bm() * tiling.bn();
        return switch (precision) {
            case IEEE -> 0;
            case FP32_FAST -> 12e-9 + 3.15e-12 * area;
            case TF32, BF16 -> 14e-9 + 1.65e-12 * area;
        };
    }

    @Override
    double resultSeconds(boolean whole) {
        return whole ? 1.5e-12 : 3.4e-12;
    }

    @Override
    boolean isSlowAlone(boolean sliced) {
        return sliced;
    }

    @Override
    boolean addsSlices() {
        return true;
    }

    @Override
    int vector(ElementType type) {
        return 16 / type.bytes();
    }

    /** Rows by terms and columns by lines: so a chunk of local memory is what one instruction takes. */
    @Override
    boolean byTerm(boolean rows) {
        return rows;
    }

    /**
     * Where sums take half of the registers: elsewhere there are enough, and each copy waits for the address of the last. In
     * slices, which few lines come in, all wait for memory anyway, and what is not calculated saves power.
     */
    @Override
    boolean gainsFromWholeTiles(ElementType type, ProductTiling tiling, boolean sliced) {
        return type == ElementType.DOUBLE && (sliced || tiling.tm() * tiling.tn() >= 2048);
    }

    /** The kernel reads either order; turning gains more than it costs in double only, and not for a few lines. */
    @Override
    boolean needsTurning(Factor factor, boolean rows) {
        return factor.data().type() == ElementType.DOUBLE
                && factor.lines() >= LINES_WORTH_TURNING
                && super.needsTurning(factor, rows);
    }

    @Override
    boolean isBetterTransposed(Factor a, Factor b) {
        return !a.byTerm() && b.byTerm();
    }
}
