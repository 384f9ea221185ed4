package org.plegma.gemm.method;

import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.gemm.product.Precision;
import org.plegma.tune.candidate.Resources;
import org.plegma.tune.space.Parameter;
import org.plegma.tune.space.Space;

/** Tiles in local memory and in registers, on any GPU: {@code register.cl}. */
public class RegisterMethod extends BlockedMethod {
    /** A block of work-items that are mapped together, whatever the device's warp or wavefront is. */
    private static final int BLOCK = 32;

    private static final int LANES = 8;
    private static final int COPIES_ASYNC = 80;

    /** For others, by what compiles for AMD without spills. */
    static final List<ProductTiling> OTHERS = List.of(
            new ProductTiling(64, 64, 8, 4, 4, 2, 4),
            new ProductTiling(32, 64, 8, 2, 4, 2, 3),
            new ProductTiling(16, 64, 8, 2, 4, 2, 2),
            new ProductTiling(16, 32, 8, 2, 2, 2, 1));

    /** @see BlockedMethod#BlockedMethod */
    public RegisterMethod(double workWorthPacking, int linesWorthPacking) {
        super(workWorthPacking, linesWorthPacking);
    }

    @Override
    public String name() {
        return "register";
    }

    @Override
    public String description() {
        return "Tiles in local memory and in registers; while one is multiplied the next is copied.";
    }

    @Override
    public Optional<String> refusal(Device device) {
        long enough = OTHERS.get(OTHERS.size() - 1).localBytes(ElementType.DOUBLE, 2);
        return device.localMemoryBytes() < enough || device.maxWorkGroupSize() < 128
                ? Optional.of("it needs work-groups of 128 and " + enough + " bytes of local memory")
                : Optional.empty();
    }

    @Override
    public String file() {
        return "register.cl";
    }

    @Override
    List<ProductTiling> modest(TilingLimits limits, ElementType type) {
        return OTHERS.stream()
                .filter(tiling ->
                        limits.device().violated(resources(tiling, type)).isEmpty())
                .toList();
    }

    @Override
    boolean isLikeMeasured(TilingLimits limits, ElementType type) {
        return type == ElementType.FLOAT && isAsync(limits.capability());
    }

    @Override
    public Space space(TilingLimits limits, ElementType type) {
        int vector = vector(type);
        return Space.of(
                        Parameter.ints("BM", 16, 32, 64, 128, 256),
                        Parameter.ints("BN", 16, 32, 64, 128, 256),
                        Parameter.ints("BK", 8, 16, 32),
                        Parameter.ints("TM", 2, 4, 8, 16),
                        Parameter.ints("TN", 2, 4, 8, 16),
                        isAsync(limits.capability())
                                ? Parameter.ints("STAGES", 2, 3, 4, 6)
                                : Parameter.ints("STAGES", 2),
                        Parameter.ints("SPLIT", 1, 2, 4))
                .where("64 to 512 work-items in blocks of 32", c -> {
                    ProductTiling tiling = ProductTiling.of(c, 1);
                    int down = tiling.bm() / tiling.tm();
                    int across = tiling.bn() / tiling.tn();
                    int lanes = Math.min(LANES, across);
                    return tiling.parts() >= 64
                            && tiling.parts() <= 512
                            && across % lanes == 0
                            && down % (BLOCK / lanes) == 0;
                })
                .where("terms of a part", c -> c.integer("BK") / c.integer("SPLIT") >= 4)
                .where("vectors in registers", c -> c.integer("TM") % 2 == 0 && c.integer("TN") % 2 == 0)
                .where("at most 128 sums", c -> c.integer("TM") * c.integer("TN") <= 128)
                .where("every work-item copies as much", c -> {
                    ProductTiling tiling = ProductTiling.of(c, 1);
                    return tiling.bm() * tiling.bk() % workItems(tiling) == 0
                            && tiling.bn() * tiling.bk() % workItems(tiling) == 0;
                })
                .where(
                        "local memory",
                        c -> ProductTiling.of(c, 1).localBytes(type, vector)
                                <= limits.device().localMemoryBytes())
                .where("whole warps", c -> ProductTiling.of(c, 1).parts() % Math.max(1, limits.warp()) == 0);
    }

    @Override
    List<String> moreOptions(Device device, ElementType type, Precision precision, ProductTiling tiling) {
        int vector = Math.min(vector(type), Math.min(tiling.tm(), tiling.tn()));
        return List.of(
                "-DTM=" + tiling.tm(),
                "-DTN=" + tiling.tn(),
                "-DVECTOR=" + vector,
                "-DLANES=" + Math.min(LANES, tiling.bn() / tiling.tn()),
                "-DASYNC=" + (isAsync(device.computeCapability()) ? 1 : 0));
    }

    /** They are added in a launch of its own, which the device waits for. */
    @Override
    double slicesSeconds() {
        return 16e-6;
    }

    @Override
    int workItems(ProductTiling tiling) {
        return tiling.parts();
    }

    @Override
    Resources resources(ProductTiling tiling, ElementType type) {
        int registers = (tiling.tm() * tiling.tn() + tiling.tm() + tiling.tn()) * type.bytes() / Float.BYTES;
        return Resources.workGroup(workItems(tiling), 1, 1)
                .localMemory(tiling.localBytes(type, vector(type)))
                .registers(registers);
    }

    @Override
    int vector(ElementType type) {
        return 16 / type.bytes();
    }

    /** A copy straight into local memory cannot turn what it copies, so that a line goes there element by element. */
    @Override
    int widest(Device device, ElementType type, boolean byTerm) {
        return isAsync(device.computeCapability()) && !byTerm ? 1 : vector(type);
    }

    /** Values of a term are read from local memory side by side. */
    @Override
    boolean byTerm(boolean rows) {
        return true;
    }

    private static boolean isAsync(int capability) {
        return capability >= COPIES_ASYNC;
    }
}
