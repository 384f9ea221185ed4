package org.plegma.gemm.method;

import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Event;
import org.plegma.gemm.product.Factor;
import org.plegma.gemm.product.Precision;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.ProductWorkshop;
import org.plegma.tune.candidate.Resources;
import org.plegma.tune.space.Configuration;

/**
 * A method with tiles on two levels: what its kernel can do, asks for and gains from. {@link TilingChoice} chooses tiles and slices
 * for a product by that, {@link TileLaunch} runs them.
 */
abstract class BlockedMethod implements TunedMethod {
    /** The device whose measured tilings serve others of its kind, too. */
    static final String MEASURED = "NVIDIA H200";

    private final double workWorthPacking;
    private final int linesWorthPacking;
    private final TilingChoice tiles = new TilingChoice(this);

    /**
     * @param workWorthPacking products of elements from which copying a factor that does not suit the kernel costs less than
     *     it gains
     * @param linesWorthPacking lines of the other factor from which it does
     */
    BlockedMethod(double workWorthPacking, int linesWorthPacking) {
        this.workWorthPacking = workWorthPacking;
        this.linesWorthPacking = linesWorthPacking;
    }

    /** The choice of tiles and slices. */
    final TilingChoice tiles() {
        return tiles;
    }

    /** Tilings for devices that are not like any measured one. */
    abstract List<ProductTiling> modest(TilingLimits limits, ElementType type);

    /** Whether a device is like {@link #MEASURED} in what a type's kernel uses. */
    abstract boolean isLikeMeasured(TilingLimits limits, ElementType type);

    /** Options besides those for tiles, widths and epilogue. */
    abstract List<String> moreOptions(Device device, ElementType type, Precision precision, ProductTiling tiling);

    abstract int workItems(ProductTiling tiling);

    /** What a tiling asks of a device. */
    abstract Resources resources(ProductTiling tiling, ElementType type);

    /** Whether few work-items alone on a unit leave it idle at times, with a slice of the terms or all of them. */
    boolean isSlowAlone(boolean sliced) {
        return true;
    }

    /** Whether the kernel itself adds what its slices have summed: each part of a group, that of the parts in other slices. */
    boolean addsSlices() {
        return false;
    }

    /** The type of the sums of slices that the kernel adds itself. */
    ElementType sumType(ElementType type) {
        return type;
    }

    /** Elements of 16 bytes. */
    abstract int vector(ElementType type);

    /** Elements of the widest copy of a factor that lies by terms, or by lines. */
    int widest(Device device, ElementType type, boolean byTerm) {
        return vector(type);
    }

    /** Whether the kernel gains from factors that can be read wherever its tiles reach, with a slice of the terms or all of them. */
    boolean gainsFromWholeTiles(ElementType type, ProductTiling tiling, boolean sliced) {
        return false;
    }

    /** Whether a factor should lie by terms: the rows' and the columns'. */
    abstract boolean byTerm(boolean rows);

    /** Whether the transposed product, of B' and A', suits the kernel better as both factors lie. */
    boolean isBetterTransposed(Factor a, Factor b) {
        return false;
    }

    /** How many times as fast a precision is as that whose rates are shipped. */
    double speedUp(Precision precision) {
        return 1;
    }

    /**
     * What a term takes a group that has its unit for itself, in seconds: others would use the time in which it waits. 0 if that is not
     * known.
     */
    double termSeconds(ProductTiling tiling, Precision precision) {
        return 0;
    }

    /** What an element of the result takes besides, in seconds. @param whole whether vectors divide its rows */
    double resultSeconds(boolean whole) {
        return 0;
    }

    /** What slices of the terms take besides, in seconds. */
    double slicesSeconds() {
        return 0;
    }

    @Override
    public double seconds(ProductCosts costs, Product product) {
        return tiles.seconds(costs, product);
    }

    @Override
    public Configuration sizes(ProductWorkshop workshop, Product product) {
        ProductTiling now = plan(workshop, product).tiling();
        return space(TilingLimits.of(workshop.device()), product.type()).configuration(now.namesAndValues());
    }

    @Override
    public Resources resources(Configuration sizes, ElementType type) {
        return resources(ProductTiling.of(sizes, 1), type);
    }

    @Override
    public List<Event> run(ProductWorkshop workshop, Product product) {
        return TileLaunch.run(this, workshop, product, plan(workshop, product));
    }

    @Override
    public List<Event> run(ProductWorkshop workshop, Product product, Configuration sizes) {
        return TileLaunch.run(this, workshop, product, tiles.planAtRateOne(workshop.device(), product, sizes));
    }

    @Override
    public List<Event> runPanel(ProductWorkshop workshop, Product panel, Product whole, Configuration sizes) {
        return TileLaunch.run(this, workshop, panel, tiles.plan(workshop, whole, sizes));
    }

    /** Tiles and slices for a product. */
    TilePlan plan(ProductWorkshop workshop, Product product) {
        return tiles.plan(workshop, product);
    }

    /** Whether a copy of a factor in a better order, or at a better place, takes less time than it saves. */
    final boolean isWorthPacking(Device device, Product product, Factor factor, int otherLines, boolean rows) {
        double work = (double) product.m() * product.n() * product.k();
        int widest = vector(product.type());
        return work > 0
                && work >= workWorthPacking
                && otherLines >= linesWorthPacking
                && (needsTurning(factor, rows) || factor.width(widest) < widest)
                && factor.packedBytes() + factor.packedBytes() / 8 <= device.maxAllocationBytes();
    }

    /** Whether a factor that lies the other way is worth turning round. */
    boolean needsTurning(Factor factor, boolean rows) {
        return factor.byTerm() != byTerm(rows);
    }
}
