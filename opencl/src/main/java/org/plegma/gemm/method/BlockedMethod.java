package org.plegma.gemm.method;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.gemm.product.Factor;
import org.plegma.gemm.product.Precision;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.ProductWorkshop;
import org.plegma.gemm.product.Slices;
import org.plegma.tune.candidate.Resources;
import org.plegma.tune.space.Configuration;
import org.plegma.tune.store.TuningStore;

/**
 * What the methods with tiles on two levels share: they choose tiles for the shape, copy factors to a better place where that
 * pays, and cut long sums into slices where there are too few tiles for the device.
 */
abstract class BlockedMethod implements TunedMethod {
    /** The device whose measured tilings serve others of its kind, too. */
    static final String MEASURED = "NVIDIA H200";

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

    /** What the best modest tiling reaches of the multiply-adds that a GPU can do. */
    private static final double MODEST_REACHED = 0.5;

    private final double workWorthPacking;
    private final int linesWorthPacking;

    /**
     * @param workWorthPacking products of elements from which copying a factor that does not suit the kernel costs less than
     *     it gains
     * @param linesWorthPacking lines of the other factor from which it does
     */
    BlockedMethod(double workWorthPacking, int linesWorthPacking) {
        this.workWorthPacking = workWorthPacking;
        this.linesWorthPacking = linesWorthPacking;
    }

    /** Tilings for devices that are not like any measured one. */
    abstract List<ProductTiling> modest(TilingLimits limits, ElementType type);

    /** Whether a device is like {@link #MEASURED} in what a type's kernel uses. */
    abstract boolean isLikeMeasured(TilingLimits limits, ElementType type);

    /**
     * Tilings for products of any shape, with the rates that they have on a product which fills the device: the shipped ones
     * of the device or its like, else modest ones.
     */
    final List<ProductTiling> tilings(TilingLimits limits, ElementType type) {
        List<ProductTiling> measured = measured(limits, type);
        return measured.isEmpty() ? modest(limits, type) : measured;
    }

    private List<ProductTiling> measured(TilingLimits limits, ElementType type) {
        List<ProductTiling> own = shipped(limits.device().name(), limits, type);
        return own.isEmpty() && isLikeMeasured(limits, type) ? shipped(MEASURED, limits, type) : own;
    }

    private List<ProductTiling> shipped(String deviceName, TilingLimits limits, ElementType type) {
        return TuningStore.shipped(deviceName, kernelName(), type.openclName(), space(limits, type)).stream()
                .map(best -> ProductTiling.of(best.configuration(), rate(best)))
                .filter(tiling ->
                        limits.device().violated(resources(tiling, type)).isEmpty())
                .toList();
    }

    /** TFLOP/s. */
    private static double rate(TuningStore.Best best) {
        return 2e-12 * Arrays.stream(best.key().size()).asDoubleStream().reduce(1, (a, b) -> a * b) / best.seconds();
    }

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

    /** Without the copies that make factors ready, a few parts in a hundred. */
    @Override
    public double seconds(ProductCosts costs, Product product) {
        TilingLimits limits = TilingLimits.of(costs.device());
        List<ProductTiling> measured = measured(limits, product.type());
        List<ProductTiling> tilings = measured.isEmpty() ? modest(limits, product.type()) : measured;
        double most = tilings.stream().mapToDouble(ProductTiling::rate).max().orElseThrow();
        // Shipped rates are TFLOP/s, modest ones only compare.
        double full =
                measured.isEmpty() ? MODEST_REACHED * costs.flops(product) : most * 1e12 * speedUp(product.precision());
        Plan plan = plan(limits.units(), product, tilings);
        double multiplying = cost(limits.units(), product, plan) * 2 * limits.units() * most / full;
        return costs.figures().launchSeconds() + Math.max(costs.memory(product), multiplying);
    }

    /** Tiles and slices for a product. */
    record Plan(ProductTiling tiling, int slices) {}

    @Override
    public List<Event> run(ProductWorkshop workshop, Product product) {
        return run(workshop, product, plan(workshop, product));
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
    public List<Event> run(ProductWorkshop workshop, Product product, Configuration sizes) {
        return run(
                workshop,
                product,
                plan(workshop.device().computeUnits(), product, List.of(ProductTiling.of(sizes, 1))));
    }

    /** With the rate that is known of these sizes, by which slices are chosen. */
    @Override
    public List<Event> runPanel(ProductWorkshop workshop, Product panel, Product whole, Configuration sizes) {
        TilingLimits limits = TilingLimits.of(workshop.device());
        ProductTiling own = plan(workshop, whole).tiling();
        ProductTiling tiling = Stream.concat(Stream.of(own), tilings(limits, panel.type()).stream())
                .filter(known -> ProductTiling.of(sizes, known.rate()).equals(known))
                .findFirst()
                .orElse(ProductTiling.of(sizes, 1));
        return run(workshop, panel, plan(limits.units(), whole, List.of(tiling)));
    }

    /** Runs with these tiles. */
    List<Event> run(ProductWorkshop workshop, Product product, Plan plan) {
        List<Event> commands = new ArrayList<>();
        synchronized (workshop) { // the scratch arrays are those of one product
            Factor a = Factor.ofA(product);
            Factor b = Factor.ofB(product);
            boolean transposed = isBetterTransposed(a, b);
            Factor rows = transposed ? b : a;
            Factor columns = transposed ? a : b;
            if (isWorthPacking(workshop.device(), product, rows, columns.lines(), true)) {
                rows = rows.pack(workshop, "packed rows", byTerm(true), commands);
            }
            if (isWorthPacking(workshop.device(), product, columns, rows.lines(), false)) {
                columns = columns.pack(workshop, "packed columns", byTerm(false), commands);
            }
            launch(workshop, product, plan, rows, columns, transposed, commands);
        }
        return commands;
    }

    private boolean isWorthPacking(Device device, Product product, Factor factor, int otherLines, boolean rows) {
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

    private void launch(
            ProductWorkshop workshop,
            Product product,
            Plan plan,
            Factor rows,
            Factor columns,
            boolean transposed,
            List<Event> commands) {
        ProductTiling tiling = plan.tiling();
        boolean sliced = plan.slices() > 1;
        int items = workItems(tiling);
        int slice = sliced
                ? (int) Kernel.roundUp((product.k() + plan.slices() - 1) / plan.slices(), tiling.bk())
                : Math.max(1, product.k());
        Kernel kernel = kernel(workshop, product, tiling, rows, columns, transposed, sliced)
                .global(tiling.tiles(rows.lines(), columns.lines()) * items, plan.slices(), product.count())
                .local(items, 1, 1);
        if (sliced && addsSlices()) {
            long tiles = tiling.tiles(rows.lines(), columns.lines()) * product.count();
            commands.add(Slices.runAdding(
                    workshop,
                    product,
                    rows,
                    columns,
                    kernel,
                    slice,
                    sumType(product.type()),
                    tiles * plan.slices() * tiling.bm() * tiling.bn(),
                    Math.toIntExact(tiles * tiling.parts())));
        } else {
            commands.addAll(Slices.run(workshop, product, rows, columns, kernel, plan.slices(), slice));
        }
    }

    /** The kernel without its sizes. Options are texts, and the same ones are asked for again and again: so it is kept. */
    private Kernel kernel(
            ProductWorkshop workshop,
            Product product,
            ProductTiling tiling,
            Factor rows,
            Factor columns,
            boolean transposed,
            boolean sliced) {
        Device device = workshop.device();
        ElementType type = product.type();
        int widthA = width(device, rows, tiling.bm(), tiling, type);
        int widthB = width(device, columns, tiling.bn(), tiling, type);
        boolean whole = gainsFromWholeTiles(type, tiling, sliced)
                && widthA == vector(type)
                && widthB == vector(type)
                && rows.isWhole(tiling.bm(), tiling.bk())
                && columns.isWhole(tiling.bn(), tiling.bk());
        boolean far = isFar(rows, tiling.bm(), tiling.bk()) || isFar(columns, tiling.bn(), tiling.bk());
        List<Object> key = Arrays.asList(
                file(),
                tiling,
                type,
                far,
                whole,
                product.precision(),
                rows.byTerm(),
                columns.byTerm(),
                widthA,
                widthB,
                transposed,
                sliced,
                product.epilogue().biasCode(),
                product.epilogue().activation());
        return workshop.choice(key, () -> {
            List<String> options = new ArrayList<>(moreOptions(device, type, product.precision(), tiling));
            options.addAll(product.epilogueOptions());
            options.addAll(List.of(
                    "-DA_TRANSPOSED=" + (rows.byTerm() ? 1 : 0),
                    "-DB_TRANSPOSED=" + (columns.byTerm() ? 0 : 1),
                    "-DWIDTH_A=" + widthA,
                    "-DWIDTH_B=" + widthB,
                    (sliced && addsSlices() ? "-DADDED=" : "-DSLICED=") + (sliced ? 1 : 0),
                    "-DBM=" + tiling.bm(),
                    "-DBN=" + tiling.bn(),
                    "-DBK=" + tiling.bk(),
                    "-DSTAGES=" + tiling.stages(),
                    "-DSPLIT=" + tiling.split()));
            if (transposed) {
                options.add("-DD_TRANSPOSED=1");
            }
            if (whole) {
                options.add("-DWHOLE=1");
            } else if (far) {
                options.add("-DFAR=1");
            }
            return workshop.program(file(), options.toArray(new String[0])).kernel("gemm");
        });
    }

    /** Whether elements of a tile are further apart than 32 bits can tell. */
    static boolean isFar(Factor factor, int lines, int terms) {
        return (long) factor.leading() * (factor.byTerm() ? terms : lines) >= 1L << Integer.SIZE;
    }

    /** The widest copy that also gives every work-item the same number of copies. */
    private int width(Device device, Factor factor, int lines, ProductTiling tiling, ElementType type) {
        int width = factor.width(widest(device, type, factor.byTerm()));
        while (width > 1 && (long) lines * tiling.bk() / width % workItems(tiling) != 0) {
            width /= 2;
        }
        return width;
    }

    /** The tiles that were tuned for about this shape, else those that a simple model finds best. */
    Plan plan(ProductWorkshop workshop, Product product) {
        List<Object> key = List.of(
                name(),
                "plan",
                typeKey(product),
                product.m(),
                product.n(),
                product.k(),
                product.count(),
                product.opA(),
                product.opB());
        return workshop.choice(key, () -> {
            TilingLimits limits = TilingLimits.of(workshop.device());
            List<ProductTiling> tilings = best(workshop, product)
                    .filter(best -> best.origin() == TuningStore.Best.Origin.STORE)
                    .map(best -> List.of(ProductTiling.of(best.configuration(), rate(best))))
                    .orElseGet(() -> tilings(limits, product.type()));
            return plan(limits.units(), product, tilings);
        });
    }

    private Plan plan(int units, Product product, List<ProductTiling> tilings) {
        boolean turned = isTransposed(product);
        int rows = turned ? product.n() : product.m();
        int columns = turned ? product.m() : product.n();
        return plan(units, rows, columns, product.k(), product.count(), tilings);
    }

    private double cost(int units, Product product, Plan plan) {
        boolean turned = isTransposed(product);
        int rows = turned ? product.n() : product.m();
        int columns = turned ? product.m() : product.n();
        return cost(units, plan.tiling(), plan.slices(), rows, columns, product.k(), product.count());
    }

    private boolean isTransposed(Product product) {
        return isBetterTransposed(Factor.ofA(product), Factor.ofB(product));
    }

    /** The best of some tilings for a batch of products. */
    final Plan plan(int units, int rows, int columns, int terms, int count, List<ProductTiling> tilings) {
        Plan best = null;
        double least = Double.POSITIVE_INFINITY;
        for (ProductTiling tiling : tilings) {
            for (int slices = 1; slices <= MOST_SLICES; slices *= 2) {
                double cost = cost(units, tiling, slices, rows, columns, terms, count);
                if (cost < least && (slices == 1 || terms >= 4 * slices * tiling.bk())) {
                    least = cost;
                    best = new Plan(tiling, slices);
                }
            }
        }
        return Objects.requireNonNull(best, "there is no tiling");
    }

    /** Products of elements that one unit at full rate computes in the time that the plan takes. */
    private double cost(int units, ProductTiling tiling, int slices, int rows, int columns, int terms, int count) {
        double groups = (double) tiling.tiles(rows, columns) * slices * count;
        double alone = groups <= units && workItems(tiling) <= SMALL_GROUP && isSlowAlone(slices > 1) ? ALONE : 1;
        double group = alone * tiling.bm() * tiling.bn() * ((double) terms / slices + TILE_START) / tiling.rate();
        double sums = slices == 1 ? 0 : LAUNCH + SLICE_ELEMENT * rows * columns * count * slices;
        return Math.ceil(groups / units) * group + sums;
    }
}
