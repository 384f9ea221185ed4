package org.plegma.gemm.method;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.Session;
import org.plegma.gemm.product.Factor;
import org.plegma.gemm.product.Precision;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.ProductWorkshop;
import org.plegma.tune.candidate.Resources;
import org.plegma.tune.space.Configuration;
import org.plegma.tune.space.Parameter;
import org.plegma.tune.space.Space;

/**
 * Products of float in {@link Precision#TF32} and {@link Precision#BF16} by Hopper's {@code wgmma}, {@code tensor-packed.cl}: both
 * factors are first rounded and copied to the order in which the kernel reads them, so that how they lie makes no difference.
 */
public final class PackedMethod implements TunedMethod {
    // What products take on an H200, in microseconds, as fitted to 150 shapes: rates are products of elements of one
    // unit, in TF32.
    private static final double START = 9;
    private static final double PADDING = 7;
    private static final double PACKED_ELEMENTS = 5e5;
    private static final double RATE = 2.06e6;
    private static final double SECOND_LAUNCH = 4;
    private static final double RESULT = 0.7e-6;

    /** The same where no vector divides the rows of the result. */
    private static final double RESULT_BY_ELEMENTS = 7e-6;

    /** Of the time that TF32 takes. */
    private static final double PACKED_BF16 = 0.75;

    private static final double RATE_OF_BF16 = 1.83;

    /** Elements of both factors from which copying them in a launch of its own is faster. */
    private static final long ELEMENTS_WORTH_LAUNCH = 15_000_000;

    /** Terms whose products take as long as beginning and ending a tile. */
    private static final int TILE_START = 256;

    /** To whose multiples factors are padded; a group of {@code pack-stages.cl} copies as many lines, and half of the terms, at once. */
    private static final int PACK_LINES = 64;

    private static final int PACK_TERMS = 128;

    private static final int PACK_GROUP = 256;
    private static final int ALIGNED = 4;

    /** Tiles with the most stages that fit; the largest reads least. */
    static final List<Tile> TILES = List.of(
            new Tile(128, 256, 4, 1),
            new Tile(128, 192, 5, 0.97),
            new Tile(128, 128, 7, 0.72),
            new Tile(64, 128, 9, 0.5),
            new Tile(64, 64, 10, 0.35));

    /** Of the largest tile. */
    private static final int LOCAL_BYTES =
            TILES.stream().mapToInt(Tile::localBytes).max().orElseThrow();

    /**
     * A tile of the result.
     *
     * @param rate that it has with all units at work, as a part of the largest tile's
     */
    record Tile(int rows, int columns, int stages, double rate) {
        static Tile of(Configuration sizes) {
            return TILES.stream()
                    .filter(tile -> tile.name().equals(sizes.get("TILE")))
                    .findFirst()
                    .orElseThrow();
        }

        /** As the tuning store knows it. */
        String name() {
            return rows + "x" + columns;
        }

        int workItems() {
            return rows / 16 * 32 + 32;
        }

        int localBytes() {
            return stages * (rows + columns) * 128 + 2 * stages * Long.BYTES;
        }

        /** How many there are in a product. */
        int count(int m, int n) {
            return Math.multiplyExact(ceilDiv(m, rows), ceilDiv(n, columns));
        }

        /** Products of elements that one unit at full rate computes in the time that a batch of products takes. */
        double cost(int units, int m, int n, int k, int count) {
            double rounds = Math.ceil((double) count(m, n) * count / units);
            return rounds * rows * columns * ((double) k + TILE_START) / rate;
        }
    }

    @Override
    public String name() {
        return "packed";
    }

    @Override
    public String description() {
        return "Products of float in precisions " + Precision.TF32 + " and " + Precision.BF16
                + ": factors are rounded into tiles first.";
    }

    @Override
    public Optional<String> refusal(Device device) {
        return WarpgroupMethod.hasInstruction(device) && device.declaredLocalMemoryBytes() >= LOCAL_BYTES
                ? Optional.empty()
                : Optional.of("it needs an NVIDIA device of compute capability 9.0 with "
                        + Kernel.roundUp(LOCAL_BYTES, 1 << 10) / (1 << 10) + " KiB of local memory");
    }

    @Override
    public Optional<String> refusal(Device device, ElementType type, Precision precision) {
        boolean rounded = precision == Precision.TF32 || precision == Precision.BF16;
        return refusal(device)
                .or(() -> type != ElementType.FLOAT || !rounded
                        ? Optional.of("it is for float in precisions " + Precision.TF32 + " and " + Precision.BF16)
                        : Optional.empty());
    }

    @Override
    public Optional<String> refusal(Device device, Product product) {
        return refusal(device, product.type(), product.precision()).or(() -> {
            long most = Math.max(
                    packedLength(product, product.m()) * product.a().count(),
                    packedLength(product, product.n()) * product.b().count());
            return WarpgroupMethod.refusalOfCopies(device, product, most);
        });
    }

    private static double packing(int m, int n, int k, int count) {
        return ((double) m + n) * k * count / PACKED_ELEMENTS;
    }

    private static double multiplying(int units, int m, int n, int k, int count) {
        return tile(units, m, n, k, count).cost(units, m, n, k, count) / RATE;
    }

    /** The tile that takes least time for a batch of products. */
    static Tile tile(int units, int m, int n, int k, int count) {
        return TILES.stream()
                .min(Comparator.comparingDouble(tile -> tile.cost(units, m, n, k, count)))
                .orElseThrow();
    }

    @Override
    public double seconds(ProductCosts costs, Product product) {
        int units = costs.device().computeUnits();
        boolean shorter = product.precision() == Precision.BF16;
        double packing = packing(product.m(), product.n(), product.k(), product.count());
        double multiplying = multiplying(units, product.m(), product.n(), product.k(), product.count());
        double results = (double) product.m()
                * product.n()
                * product.count()
                * (product.n() % ALIGNED == 0 ? RESULT : RESULT_BY_ELEMENTS);
        boolean padded = (product.m() | product.n()) % PACK_LINES != 0 || product.k() % PACK_TERMS != 0;
        return 1e-6
                * (START
                        + (padded ? PADDING : 0)
                        + (isAtOnce(product) ? 0 : SECOND_LAUNCH)
                        + packing * (shorter ? PACKED_BF16 : 1)
                        + multiplying / (shorter ? RATE_OF_BF16 : 1)
                        + results);
    }

    @Override
    public String file() {
        return "tensor-packed.cl";
    }

    @Override
    public Space space(TilingLimits limits, ElementType type) {
        return Space.of(Parameter.words("TILE", TILES.stream().map(Tile::name).toArray(String[]::new)));
    }

    @Override
    public Resources resources(Configuration sizes, ElementType type) {
        Tile tile = Tile.of(sizes);
        return Resources.workGroup(tile.workItems(), 1, 1).localMemory(tile.localBytes());
    }

    @Override
    public Configuration sizes(ProductWorkshop workshop, Product product) {
        return space(TilingLimits.of(workshop.device()), product.type())
                .configuration("TILE", tile(workshop, product).name());
    }

    @Override
    public List<Event> run(ProductWorkshop workshop, Product product, Configuration sizes) {
        return run(workshop, product, Tile.of(sizes));
    }

    @Override
    public List<Event> run(ProductWorkshop workshop, Product product) {
        return run(workshop, product, tile(workshop, product));
    }

    /** The tile that was tuned for about this shape, else the one that takes least time by the model. */
    private Tile tile(ProductWorkshop workshop, Product product) {
        List<Object> key =
                List.of(name(), "tile", product.precision(), product.m(), product.n(), product.k(), product.count());
        return workshop.choice(key, () -> best(workshop, product)
                .map(best -> Tile.of(best.configuration()))
                .orElseGet(() -> tile(
                        workshop.device().computeUnits(), product.m(), product.n(), product.k(), product.count())));
    }

    static List<Event> run(ProductWorkshop workshop, Product product, Tile tile) {
        return isAtOnce(product) ? runAtOnce(workshop, product, tile) : runPacked(workshop, product, tile);
    }

    private static boolean isAtOnce(Product product) {
        return product.count() == 1 && ((long) product.m() + product.n()) * product.k() < ELEMENTS_WORTH_LAUNCH;
    }

    /** In one launch: the device does not wait for another, but packs with few work-items. */
    static List<Event> runAtOnce(ProductWorkshop workshop, Product product, Tile tile) {
        synchronized (workshop) { // the scratch arrays are those of one product
            Factor a = Factor.ofA(product);
            Factor b = Factor.ofB(product);
            Object[] arguments = product.arguments()
                    .with(
                            packed(workshop, "tiles of rows", product, a).data(),
                            packed(workshop, "tiles of columns", product, b).data(),
                            workshop.zeros("packed parts", 3));
            List<String> options = new ArrayList<>(packOptions(product, a, b));
            options.add("-DPACKS=1");
            return List.of(kernel(workshop, product, tile, options)
                    .global((long) workshop.device().computeUnits() * tile.workItems(), 1, 1)
                    .local(tile.workItems(), 1, 1)
                    .call(arguments));
        }
    }

    /** In two launches, of which one packs. */
    static List<Event> runPacked(ProductWorkshop workshop, Product product, Tile tile) {
        synchronized (workshop) { // the scratch arrays are those of one product
            Factor a = Factor.ofA(product);
            Factor b = Factor.ofB(product);
            Factor rows = packed(workshop, "tiles of rows", product, a);
            Factor columns = packed(workshop, "tiles of columns", product, b);
            // All is at hand before the first launch: the device waits for the second one otherwise.
            Kernel pack = pack(workshop, product, a, b)
                    .global((long) Math.addExact(parts(a), parts(b)) * PACK_GROUP)
                    .local(PACK_GROUP);
            Object[] packed = {
                product.k(),
                parts(a),
                a.lines(),
                a.data(),
                a.offset(),
                a.leading(),
                a.step(),
                rows.data(),
                b.lines(),
                b.data(),
                b.offset(),
                b.leading(),
                b.step(),
                columns.data()
            };
            int groups = Math.min(
                    tile.count(product.m(), product.n()), workshop.device().computeUnits());
            Kernel multiply = kernel(workshop, product, tile, List.of(bf16(product)))
                    .global((long) groups * tile.workItems(), 1, product.count())
                    .local(tile.workItems(), 1, 1);
            Object[] arguments = product.arguments().factors(rows, columns).with();
            return List.of(pack.call(packed), multiply.call(arguments));
        }
    }

    private static Kernel kernel(ProductWorkshop workshop, Product product, Tile tile, List<String> moreOptions) {
        List<Object> key = List.of("tensor-packed.cl", tile, moreOptions, product.epilogueOptions());
        return workshop.choice(key, () -> {
            List<String> options = new ArrayList<>(product.epilogueOptions());
            options.addAll(moreOptions);
            options.addAll(List.of(
                    "-DBM=" + tile.rows(),
                    "-DBN=" + tile.columns(),
                    "-DSTAGES=" + tile.stages(),
                    Session.PTX_TARGET + "sm_90a"));
            return workshop.program("tensor-packed.cl", options.toArray(new String[0]))
                    .kernel("gemm");
        });
    }

    private static Kernel pack(ProductWorkshop workshop, Product product, Factor a, Factor b) {
        List<String> options = packOptions(product, a, b);
        return workshop.choice(List.of("pack-stages.cl", options), () -> workshop.program(
                        "pack-stages.cl", options.toArray(new String[0]))
                .kernel("pack"));
    }

    private static List<String> packOptions(Product product, Factor a, Factor b) {
        return List.of(
                bf16(product),
                "-DTURNED_A=" + (a.byTerm() ? 1 : 0),
                "-DTURNED_B=" + (b.byTerm() ? 1 : 0),
                "-DALIGNED_A=" + (isAligned(a) ? 1 : 0),
                "-DALIGNED_B=" + (isAligned(b) ? 1 : 0));
    }

    private static String bf16(Product product) {
        return "-DBF16=" + (product.precision() == Precision.BF16 ? 1 : 0);
    }

    /** Whether four elements side by side begin at multiples of 16 bytes. */
    private static boolean isAligned(Factor factor) {
        return (factor.offset() | factor.leading() | factor.step()) % ALIGNED == 0;
    }

    /** What groups of {@code pack-stages.cl} copy, a part each. */
    private static int parts(Factor factor) {
        int ofOne = Math.multiplyExact(ceilDiv(factor.lines(), PACK_LINES), 2 * ceilDiv(factor.terms(), PACK_TERMS));
        return Math.multiplyExact(ofOne, factor.count());
    }

    private static Factor packed(ProductWorkshop workshop, String name, Product product, Factor factor) {
        long step = packedLength(product, factor.lines());
        DeviceArray copy = workshop.scratch(name, product.type(), step * factor.count());
        long packedStep = factor.count() == 1 ? 0 : step;
        return new Factor(
                copy, 0, 0, packedStep, factor.lines(), factor.terms(), factor.count(), factor.byTerm(), 0, 0);
    }

    /** Floats that a packed factor takes, of one product. */
    private static long packedLength(Product product, int lines) {
        long elements = Kernel.roundUp(lines, PACK_LINES) * Kernel.roundUp(product.k(), PACK_TERMS);
        return product.precision() == Precision.BF16 ? elements / 2 : elements;
    }

    private static int ceilDiv(int a, int b) {
        return -Math.floorDiv(-a, b);
    }
}
