package org.plegma.gemm.method;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Kernel;
import org.plegma.device.vectors.VectorFunction;
import org.plegma.device.vectors.VectorFunctions;
import org.plegma.gemm.product.Activation;
import org.plegma.gemm.product.Matrix;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.ProductWorkshop;
import org.plegma.tune.candidate.Resources;
import org.plegma.tune.space.Configuration;
import org.plegma.tune.space.Parameter;
import org.plegma.tune.space.Space;

/**
 * For CPUs: explicit vectors in register tiles, both factors copied to where the caches want them. A work-group is one
 * work-item, since PoCL runs a work-group on one core.
 */
public final class CpuMethod implements TunedMethod {
    /** No tile has more columns than this, whatever the CPU's vectors are. */
    private static final int MOST_TILE_COLUMNS = 32;

    /** Of the multiply-adds that a core can do. */
    private static final double REACHED = 0.8;

    /** Products of elements below which a block is not divided further: some microseconds. */
    private static final long SMALL_BLOCK = 1 << 18;

    @Override
    public String name() {
        return "cpu";
    }

    @Override
    public String description() {
        return "Vector register tiles, panels of both factors in the caches, one work-item a core; for CPUs.";
    }

    @Override
    public Optional<String> refusal(Device device) {
        return isMadeFor(device) ? Optional.empty() : Optional.of("it is made for CPUs");
    }

    @Override
    public boolean isMadeFor(Device device) {
        return device.kind() == Device.Kind.CPU;
    }

    @Override
    public String file() {
        return "cpu.cl";
    }

    @Override
    public Space space(TilingLimits limits, ElementType type) {
        return Space.of(
                        Parameter.ints("DEPTH", 80, 160, 192, 256, 320, 384, 448, 512),
                        Parameter.ints("WIDTH", 32, 64, 160, 192, 256, 320, 384, 512, 640, 768))
                .where(
                        "local memory",
                        sizes -> Panels.of(sizes).bytes(type.bytes())
                                <= limits.device().localMemoryBytes());
    }

    @Override
    public double seconds(ProductCosts costs, Product product) {
        return costs.seconds(product, REACHED * costs.flops(product));
    }

    @Override
    public Configuration sizes(ProductWorkshop workshop, Product product) {
        Panels panels = panels(workshop, product);
        return space(TilingLimits.of(workshop.device()), product.type())
                .configuration("DEPTH", panels.depth, "WIDTH", panels.width);
    }

    @Override
    public Resources resources(Configuration sizes, ElementType type) {
        return Resources.workGroup(1, 1, 1).localMemory(Panels.of(sizes).bytes(type.bytes()));
    }

    @Override
    public List<Event> run(ProductWorkshop workshop, Product product) {
        return run(workshop, product, panels(workshop, product));
    }

    @Override
    public List<Event> run(ProductWorkshop workshop, Product product, Configuration sizes) {
        return run(workshop, product, Panels.of(sizes));
    }

    private Panels panels(ProductWorkshop workshop, Product product) {
        List<Object> key = List.of(name(), product.type(), product.m(), product.n(), product.k());
        return workshop.choice(key, () -> best(workshop, product)
                .map(best -> Panels.of(best.configuration()))
                .orElseGet(() -> Panels.of(
                        workshop.device().localMemoryBytes(), product.type().bytes())));
    }

    private static List<Event> run(ProductWorkshop workshop, Product product, Panels panels) {
        Blocks blocks = Blocks.of(
                workshop.device().computeUnits(), panels, product.m(), product.n(), product.k(), product.count());
        boolean apart =
                blocks.depth < product.k() && product.beta() != 0 && product.c().isSame(product.d());
        if (!apart) {
            return List.of(launch(workshop, product, panels, blocks, product.d()));
        }
        synchronized (workshop) { // the scratch array is that of one product
            long size = (long) product.m() * product.n();
            DeviceArray scratch = workshop.scratch("sums of slices", product.type(), size * product.count());
            Matrix sums =
                    Matrix.of(scratch, 0, product.m(), product.n(), product.n()).batch(product.count(), size);
            return List.of(launch(workshop, product, panels, blocks, sums));
        }
    }

    /** @param sums where slices are added up before alpha multiplies them all: D, or elsewhere if C is read from there */
    private static Event launch(ProductWorkshop workshop, Product product, Panels panels, Blocks blocks, Matrix sums) {
        Kernel kernel = kernel(workshop, product, panels)
                .global(ceilDiv(product.n(), blocks.columns), ceilDiv(product.m(), blocks.rows), product.count())
                .local(1, 1, 1);
        return kernel.call(product.arguments()
                .with(
                        sums.data(),
                        sums.offset(),
                        sums.leading(),
                        Product.step(sums),
                        blocks.rows,
                        blocks.columns,
                        blocks.depth));
    }

    /** The kernel without its sizes. Options are texts, and the same ones are asked for again and again: so it is kept. */
    private static Kernel kernel(ProductWorkshop workshop, Product product, Panels panels) {
        List<Object> key = List.of(
                "cpu.cl",
                product.type(),
                panels,
                product.opA(),
                product.opB(),
                product.epilogue().biasCode(),
                product.epilogue().activation());
        return workshop.choice(key, () -> {
            List<String> options = new ArrayList<>(List.of(product.options()));
            options.add("-DREAL_BYTES=" + product.type().bytes());
            options.add("-DDEPTH=" + panels.depth);
            options.add("-DWIDTH=" + panels.width);
            if (product.epilogue().activation() == Activation.SIGMOID
                    && !mayCallExp(workshop.device(), product.type())) {
                options.add("-DEXP_OF_EACH");
            }
            return workshop.program("cpu.cl", options.toArray(new String[0])).kernel("gemm");
        });
    }

    /** The source picks the width of its vectors by what the compiler says of the CPU. */
    private static boolean mayCallExp(Device device, ElementType type) {
        return IntStream.of(2, 4, 8, 16)
                .allMatch(width -> VectorFunctions.of(device).mayCall(VectorFunction.EXP, type, width));
    }

    /**
     * What a work-group keeps in local memory, which is cache on a CPU.
     *
     * @param depth most terms of a slice
     * @param width most columns of a block, a multiple of every tile's
     */
    record Panels(int depth, int width) {
        /** Measured on an EPYC and a Xeon (1 and 2 MiB of second-level cache a core): docs/performance/products-cpu.md. */
        private static final Panels BEST_FLOAT = new Panels(320, 640);

        private static final Panels BEST_DOUBLE = new Panels(192, 512);

        static Panels of(Configuration sizes) {
            return new Panels(sizes.integer("DEPTH"), sizes.integer("WIDTH"));
        }

        static Panels of(long localMemory, int bytes) {
            Panels panels = bytes == 4 ? BEST_FLOAT : BEST_DOUBLE;
            while (panels.bytes(bytes) > localMemory && panels.depth > 8) {
                panels = panels.width > Math.max(panels.depth, MOST_TILE_COLUMNS)
                        ? new Panels(
                                panels.depth, Math.max(1, panels.width / (2 * MOST_TILE_COLUMNS)) * MOST_TILE_COLUMNS)
                        : new Panels(panels.depth / 2, panels.width);
            }
            return panels;
        }

        long bytes(int element) {
            return (long) element * (depth * width + 12 * (depth + 16 + MOST_TILE_COLUMNS));
        }
    }

    /** The part of D that a work-group computes, and how many terms it takes at a time. */
    record Blocks(int rows, int columns, int depth) {
        /** Most blocks of one matrix that a core gets. */
        private static final int MOST_A_CORE = 16;

        /** To copy an element into a panel takes as long as so many multiplications. */
        private static final int COPY = 16;

        /**
         * The division with the shortest way for the core that has most to do. PoCL hands a launch out in parts that are
         * fixed beforehand, so that blocks which are no multiple of the cores leave some idle.
         */
        static Blocks of(int cores, Panels panels, int m, int n, int k, int count) {
            long work = (long) m * n * Math.max(1, k);
            long most = Math.max(1, Math.min((long) cores * MOST_A_CORE, work / SMALL_BLOCK));
            int fewestAcross = ceilDiv(n, panels.width);
            int rows = m;
            int columns = panels.width;
            double shortest = Double.POSITIVE_INFINITY;
            for (int across = fewestAcross; across == fewestAcross || across <= most; across++) {
                for (int down = 1; down == 1 || (long) across * down <= most; down++) {
                    int c = Math.min(panels.width, roundUp(ceilDiv(n, across), MOST_TILE_COLUMNS));
                    int r = Math.min(m, roundUp(ceilDiv(m, down), 12));
                    long blocks = (long) ceilDiv(n, c) * ceilDiv(m, r) * count;
                    double time = (double) ceilDiv(blocks, cores) * ((double) r * c + COPY * ((double) r + c));
                    if (time < shortest) {
                        shortest = time;
                        rows = r;
                        columns = c;
                    }
                }
            }
            int depth = ceilDiv(k, Math.max(1, ceilDiv(k, panels.depth)));
            return new Blocks(rows, columns, depth);
        }
    }

    private static int roundUp(int size, int multiple) {
        return (int) Kernel.roundUp(size, multiple);
    }

    private static int ceilDiv(int a, int b) {
        return (int) ceilDiv((long) a, b);
    }

    private static long ceilDiv(long a, long b) {
        return -Math.floorDiv(-a, b);
    }
}
