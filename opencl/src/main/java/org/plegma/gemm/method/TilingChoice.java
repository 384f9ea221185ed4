package org.plegma.gemm.method;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.gemm.product.Factor;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.ProductWorkshop;
import org.plegma.tune.space.Configuration;
import org.plegma.tune.store.TuningStore;

/** Chooses tiles for a product, and slices of long sums where there are too few tiles for the device, by a model of the time. */
final class TilingChoice {
    /** What a launch more costs, 5 microseconds of an H200, in the units of {@link #cost}. */
    private static final double LAUNCH = 2e4;

    /** The same for an element of a slice, written and read once more, by all units together. */
    private static final double SLICE_ELEMENT = 0.015;

    /** The same for a tile: the first loads and the last stores, in terms. */
    private static final double TILE_START = 48;

    private static final int MOST_SLICES = 64;

    /** Groups of so few work-items do not keep a unit busy if each is alone there, and take this much longer. */
    private static final int SMALL_GROUP = 128;

    private static final double ALONE = 1.2;

    /** A factor that is copied element by element makes a product take this much longer. */
    private static final double BY_ELEMENTS = 1.2;

    /** What the best modest tiling reaches of the multiply-adds that a GPU can do. */
    private static final double MODEST_REACHED = 0.5;

    private final BlockedMethod method;

    TilingChoice(BlockedMethod method) {
        this.method = method;
    }

    /**
     * Tilings for products of any shape, with the rates that they have on a product which fills the device: the shipped ones
     * of the device or its like, else modest ones.
     */
    List<ProductTiling> tilings(TilingLimits limits, ElementType type) {
        List<ProductTiling> measured = measured(limits, type);
        return measured.isEmpty() ? method.modest(limits, type) : measured;
    }

    private List<ProductTiling> measured(TilingLimits limits, ElementType type) {
        List<ProductTiling> own = shipped(limits.device().name(), limits, type);
        return own.isEmpty() && method.isLikeMeasured(limits, type)
                ? shipped(BlockedMethod.MEASURED, limits, type)
                : own;
    }

    private List<ProductTiling> shipped(String deviceName, TilingLimits limits, ElementType type) {
        return TuningStore.shipped(deviceName, method.kernelName(), type.openclName(), method.space(limits, type))
                .stream()
                .map(best -> ProductTiling.of(best.configuration(), rate(best)))
                .filter(tiling ->
                        limits.device().violated(method.resources(tiling, type)).isEmpty())
                .toList();
    }

    /** TFLOP/s. */
    private static double rate(TuningStore.Best best) {
        return 2e-12 * Arrays.stream(best.key().size()).asDoubleStream().reduce(1, (a, b) -> a * b) / best.seconds();
    }

    /** Without the copies that make factors ready, a few parts in a hundred. */
    double seconds(ProductCosts costs, Product product) {
        TilingLimits limits = TilingLimits.of(costs.device());
        List<ProductTiling> measured = measured(limits, product.type());
        List<ProductTiling> tilings = measured.isEmpty() ? method.modest(limits, product.type()) : measured;
        double most = tilings.stream().mapToDouble(ProductTiling::rate).max().orElseThrow();
        // Shipped rates are TFLOP/s, modest ones only compare.
        double full = measured.isEmpty()
                ? MODEST_REACHED * costs.flops(product)
                : most * 1e12 * method.speedUp(product.precision());
        TilePlan plan = plan(limits.units(), product, tilings);
        double multiplying = cost(limits.units(), product, plan) * 2 * limits.units() * most / full;
        double alone = method.termSeconds(plan.tiling(), product.precision()) * product.k() / plan.slices();
        double slower = byElements(Factor.ofA(product)) * byElements(Factor.ofB(product));
        double results = (double) product.m() * product.n() * product.count();
        int vector = method.vector(product.type());
        return costs.figures().launchSeconds()
                + Math.max(costs.memory(product), Math.max(multiplying, alone) * slower)
                + results * method.resultSeconds(product.n() % vector == 0)
                + (plan.slices() > 1 ? method.slicesSeconds() : 0);
    }

    private double byElements(Factor factor) {
        return factor.width(method.vector(factor.data().type())) == 1 ? BY_ELEMENTS : 1;
    }

    /** The tiles that were tuned for about this shape, else those that a simple model finds best. */
    TilePlan plan(ProductWorkshop workshop, Product product) {
        return workshop.choice(key(product, "plan"), () -> {
            TilingLimits limits = TilingLimits.of(workshop.device());
            List<ProductTiling> tilings = method.best(workshop, product)
                    .filter(best -> best.origin() == TuningStore.Best.Origin.STORE)
                    .map(best -> List.of(ProductTiling.of(best.configuration(), rate(best))))
                    .orElseGet(() -> tilings(limits, product.type()));
            return plan(limits.units(), product, tilings);
        });
    }

    /** Slices for tiles of these sizes, by the rate that is known of them: looked up once, as known rates are read from files. */
    TilePlan plan(ProductWorkshop workshop, Product product, Configuration sizes) {
        ProductTiling own = method.plan(workshop, product).tiling();
        return workshop.choice(key(product, sizes), () -> {
            TilingLimits limits = TilingLimits.of(workshop.device());
            ProductTiling tiling = Stream.concat(Stream.of(own), tilings(limits, product.type()).stream())
                    .filter(known -> ProductTiling.of(sizes, known.rate()).equals(known))
                    .findFirst()
                    .orElse(ProductTiling.of(sizes, 1));
            return plan(limits.units(), product, List.of(tiling));
        });
    }

    private List<Object> key(Product product, Object of) {
        return List.of(
                method.name(),
                of,
                method.typeKey(product),
                product.m(),
                product.n(),
                product.k(),
                product.count(),
                product.opA(),
                product.opB());
    }

    /**
     * Slices for tiles of these sizes as the tuner tries them: it knows the rate of few sizes, so that all count as 1, and slices seem to
     * cost little. By the rates that are known, {@link #plan(ProductWorkshop, Product, Configuration)} takes fewer slices for one in
     * seven of the shipped tilings on an H200; to try those would make old and new measurements differ, and needs new ones.
     */
    TilePlan planAtRateOne(Device device, Product product, Configuration sizes) {
        return plan(device.computeUnits(), product, List.of(ProductTiling.of(sizes, 1)));
    }

    private TilePlan plan(int units, Product product, List<ProductTiling> tilings) {
        boolean turned = isTransposed(product);
        int rows = turned ? product.n() : product.m();
        int columns = turned ? product.m() : product.n();
        return plan(units, rows, columns, product.k(), product.count(), tilings);
    }

    private double cost(int units, Product product, TilePlan plan) {
        boolean turned = isTransposed(product);
        int rows = turned ? product.n() : product.m();
        int columns = turned ? product.m() : product.n();
        return cost(units, plan.tiling(), plan.slices(), rows, columns, product.k(), product.count());
    }

    private boolean isTransposed(Product product) {
        return method.isBetterTransposed(Factor.ofA(product), Factor.ofB(product));
    }

    /** The best of some tilings for a batch of products. */
    TilePlan plan(int units, int rows, int columns, int terms, int count, List<ProductTiling> tilings) {
        TilePlan best = null;
        double least = Double.POSITIVE_INFINITY;
        for (ProductTiling tiling : tilings) {
            for (int slices = 1; slices <= MOST_SLICES; slices *= 2) {
                double cost = cost(units, tiling, slices, rows, columns, terms, count);
                if (cost < least && (slices == 1 || terms >= 4 * slices * tiling.bk())) {
                    least = cost;
                    best = new TilePlan(tiling, slices);
                }
            }
        }
        return Objects.requireNonNull(best, "there is no tiling");
    }

    /** Products of elements that one unit at full rate computes in the time that the plan takes. */
    private double cost(int units, ProductTiling tiling, int slices, int rows, int columns, int terms, int count) {
        double groups = (double) tiling.tiles(rows, columns) * slices * count;
        double alone = groups <= units && method.workItems(tiling) <= SMALL_GROUP && method.isSlowAlone(slices > 1)
                ? ALONE
                : 1;
        double group = alone * tiling.bm() * tiling.bn() * ((double) terms / slices + TILE_START) / tiling.rate();
        double sums = slices == 1 ? 0 : LAUNCH + SLICE_ELEMENT * rows * columns * count * slices;
        return Math.ceil(groups / units) * group + sums;
    }
}
