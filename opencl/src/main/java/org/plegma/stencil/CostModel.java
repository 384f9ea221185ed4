package org.plegma.stencil;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.plegma.expr.Boundary;
import org.plegma.expr.Cost;
import org.plegma.expr.Footprint;
import org.plegma.expr.Offset;
import org.plegma.fft.TransformWork;

/**
 * Predicts the time of a step by each method from bytes, operations, traffic on chip, redundant cells and launches. It only
 * has to say what is worth timing: the constants are what the methods reached on an H200 and on PoCL, see
 * {@code docs/performance/stencils-gpu.md}.
 */
final class CostModel {
    /** Points of a folded stencil beyond which nobody wants to compile it. */
    private static final int MOST_POINTS = 400;

    /** Parts of the machine's rates that the kernels reach. */
    private static final double MEMORY_REACHED = 0.9;

    /** What a cell of a tile costs besides, for its indices, edges and barriers. */
    private static final double OPERATIONS_OF_A_TILES_CELL = 120;

    /** The same where planes stream through work-groups. */
    private static final double OPERATIONS_OF_A_WINDOWS_CELL = 25;

    /** The same on a CPU, whose rows are vectors: by axes of the grid. */
    private static final double[] OPERATIONS_OF_A_CELL_ON_CPUS = {30, 5, 40};

    /** The same where steps stream through rings, by axes of the grid. */
    private static final double[] OPERATIONS_OF_A_WINDOWS_CELL_ON_CPUS = {0, 1, 5};

    /** The part of the operations that explicit vectors in caches take, beside {@link #ARITHMETIC_REACHED}. */
    private static final double OPERATIONS_OF_VECTORS = 0.45;

    /** What a cell costs a CPU that runs the kernels of single cells written for GPUs. */
    private static final double OPERATIONS_OF_A_GPUS_CELL_ON_CPUS = 700;

    /** Of each level. */
    private static final int LAUNCHES_OF_A_PRODUCT = 8;

    /** The part of the arithmetic that transforms reach where memory is not what limits them. */
    private static final double TRANSFORMS_REACHED = 0.2;

    /** The same on CPUs, where lines are transformed by a few lanes at a time. */
    private static final double TRANSFORMS_REACHED_ON_CPUS = 0.04;

    /** How many times as long folded steps take on CPUs in 3-D, whose rows do not go together as those of direct do. */
    private static final double FOLDED_ON_CPUS_IN_3D = 3;

    /** What a cell and step costs besides in partial sums in time: the exchange of neighbours, and in 3-D the barriers. */
    private static final double OPERATIONS_OF_A_ROWS_CELL = 3;

    private static final double OPERATIONS_OF_A_PLANES_CELL = 14;

    /** Cells that the tiles of a rim compute for each that is kept. */
    private static final double REDUNDANCY_OF_A_RIM = 3;

    private static final double ARITHMETIC_REACHED = 0.6;

    /** The same by code whose loop over planes or rows is nearly all multiply-adds. */
    private static final double STREAMED_REACHED = 0.85;

    private static final double CHIP_REACHED = 0.7;

    private final Setting setting;
    private final Machine machine;
    private final Footprint footprint;
    private final Cost cost;
    private final double cells;
    private final double word;

    CostModel(Setting setting, Machine machine) {
        this.setting = setting;
        this.machine = machine;
        this.footprint = setting.spec().footprint();
        this.cost = setting.spec().cost();
        this.cells = setting.cells();
        this.word = setting.type().bytes();
    }

    /**
     * The expected costs.
     *
     * @throws IllegalArgumentException if the method makes no sense here, with the reason in a sentence
     */
    Estimate of(Method method) {
        int steps = method.steps();
        return switch (method.kind()) {
            case COMPOSED -> composed(method, steps);
            case BLOCKED -> blocked(method, steps);
            case FFT -> frequency(method, steps);
            default -> single(method);
        };
    }

    private Estimate estimate(Method method, int steps, double operations, double reads, double redundancy) {
        double flops = machine.flops(setting.type()) * ARITHMETIC_REACHED;
        double bytes = word * (cost.levelsRead() + cost.fieldsWritten());
        return new Estimate(
                method,
                cells * bytes * redundancy / steps / (machine.bytesPerSecond() * MEMORY_REACHED),
                cells * operations * redundancy / flops,
                cells * reads * word * redundancy / (machine.chipBytesPerSecond() * CHIP_REACHED),
                machine.launchSeconds() / steps,
                redundancy);
    }

    /** Operations of a cell and step as a GPU issues them: a multiply-add for each point, divisions and functions long. */
    private double operations() {
        return Math.max(2.0 * cost.points(), cost.flops())
                + 8 * cost.divisions()
                + 30 * cost.functions()
                + cost.comparisons();
    }

    /** One step a launch. */
    private Estimate single(Method method) {
        if (machine.variant() == Variant.GPU && footprint.rank() == 3) {
            switch (method.kind()) {
                case MICIKEVICIUS:
                    return streamed(method, 200 + 70 * footprint.radius());
                case PARTIAL_SUMS:
                    return method.tile() > 0
                            ? streamed(method, besidesSums(footprint.radius()))
                            : streamed(method, 195 + 35 * Math.max(0, footprint.radius() - 2));
                default:
                    if (method.tile() == 0 && PartialSums.wide(setting).isPresent()) {
                        return streamed(method, besidesSums(footprint.radius()));
                    }
            }
        }
        boolean foreign = machine.variant() == Variant.CPU && method.kind() != Method.Kind.DIRECT;
        double besides = foreign ? OPERATIONS_OF_A_GPUS_CELL_ON_CPUS : 0;
        return estimate(method, 1, operations() + besides, cost.points(), 1);
    }

    /** Planes stream through local memory; what a cell costs besides its points is as if it were operations. */
    private Estimate streamed(Method method, double besides) {
        double scale = ARITHMETIC_REACHED / STREAMED_REACHED;
        return estimate(method, 1, (2.0 * cost.points() + besides) * scale, 0, 1);
    }

    /** For partial sums with blocks of cells a work-item. */
    private static double besidesSums(int radius) {
        return 45 + 10 * Math.max(0, radius - 2);
    }

    private Estimate composed(Method method, int steps) {
        if (!setting.spec().linear().isPresent()) {
            throw new IllegalArgumentException("folding steps needs a linear stencil");
        }
        Set<Offset> points = Set.of(Offset.zero(footprint.rank()));
        for (int step = 0; step < steps; step++) {
            points = sums(points);
            if (points.size() > MOST_POINTS) {
                throw new IllegalArgumentException(
                        "folding " + steps + " steps gives more than " + MOST_POINTS + " points");
            }
        }
        int radius = steps * footprint.radius();
        boolean streams = footprint.rank() == 3
                && radius >= 2
                && machine.variant() == Variant.GPU
                && AsyncCopies.on(setting.device());
        boolean rowByRow = footprint.rank() == 3 && machine.variant() == Variant.CPU;
        double scale = streams ? ARITHMETIC_REACHED / STREAMED_REACHED : rowByRow ? FOLDED_ON_CPUS_IN_3D : 1;
        double perStep = (double) points.size() / steps;
        Estimate inside = estimate(
                method,
                steps,
                (2 * perStep + (streams ? besidesSums(radius) / steps : 0)) * scale,
                streams ? 0 : perStep,
                1);
        double rim = rimSeconds(steps) / steps;
        return new Estimate(
                method,
                inside.memory() + rim,
                inside.arithmetic() + rim,
                inside.chip() + rim,
                inside.launches() + machine.launchSeconds() * footprint.rank() / steps,
                1);
    }

    /** Cells near edges take all steps exactly, in tiles that overlap. */
    private double rimSeconds(int steps) {
        double operations = 0;
        for (int axis = 0; axis < footprint.rank(); axis++) {
            if (setting.boundaries().get(axis).kind() != Boundary.Kind.PERIODIC) {
                double part = Math.min(1, 2.0 * steps * footprint.radius(axis) / setting.shape()[axis]);
                operations += part * cells * steps * REDUNDANCY_OF_A_RIM * (operations() + OPERATIONS_OF_A_TILES_CELL);
            }
        }
        return operations / (machine.flops(setting.type()) * ARITHMETIC_REACHED);
    }

    /** Two transforms of each level, products with powers, and the strips near edges. */
    private Estimate frequency(Method method, int steps) {
        FrequencyForm form = FrequencyForm.of(setting.spec(), steps);
        FrequencyGrid grid = FrequencyGrid.of(setting, form, steps);
        if (grid.stripShare() >= 1) {
            throw new IllegalArgumentException("the edges that " + steps + " steps reach fill the grid");
        }
        TransformWork work = grid.work(setting, form);
        double reached = machine.variant() == Variant.GPU ? TRANSFORMS_REACHED : TRANSFORMS_REACHED_ON_CPUS;
        double strips = Strips.seconds(setting, grid.open(setting.boundaries()), machine, steps) / steps;
        return new Estimate(
                method,
                work.bytes() / (machine.bytesPerSecond() * MEMORY_REACHED) / steps + strips,
                work.operations() / (machine.flops(setting.type()) * reached) / steps + strips,
                0,
                machine.launchSeconds()
                        * LAUNCHES_OF_A_PRODUCT
                        * form.components().size()
                        / steps,
                1);
    }

    private Set<Offset> sums(Set<Offset> points) {
        Set<Offset> all = new HashSet<>();
        for (Offset point : points) {
            for (Offset other : footprint.offsets()) {
                all.add(Offset.of(java.util.stream.IntStream.range(0, footprint.rank())
                        .map(axis -> point.at(axis) + other.at(axis))
                        .toArray()));
            }
        }
        return all;
    }

    /** Tiles overlap by what the steps reach. */
    private Estimate blocked(Method method, int steps) {
        Optional<BlockedSumsTile> sums =
                machine.variant() == Variant.GPU ? BlockedSums.tile(setting, steps) : Optional.empty();
        if (sums.isPresent()) {
            return inRegisters(method, sums.get());
        }
        Optional<CpuWindowTile> window =
                machine.variant() == Variant.CPU ? CpuWindowTile.usual(setting, steps) : Optional.empty();
        if (window.isPresent()) {
            double besides = OPERATIONS_OF_A_WINDOWS_CELL_ON_CPUS[footprint.rank() - 1];
            double work = window.get().work(CpuWindowTile.Task.of(setting, steps));
            Estimate inRings = estimate(
                    method,
                    steps,
                    OPERATIONS_OF_VECTORS * operations() + besides,
                    OPERATIONS_OF_VECTORS * cost.points(),
                    work);
            // Rows are copied into rings and out of them by the instructions that also compute.
            return new Estimate(
                    method,
                    inRings.memory(),
                    inRings.arithmetic() + inRings.memory(),
                    inRings.chip() + inRings.memory(),
                    inRings.launches(),
                    window.get().overlap(CpuWindowTile.Task.of(setting, steps)));
        }
        boolean streams = machine.variant() == Variant.GPU && footprint.rank() > 1;
        double[] tile = streams ? streamedTile() : localTile();
        double redundancy = 1;
        for (int axis = 0; axis < tile.length; axis++) {
            int halo = steps * (footprint.low(axis) + footprint.high(axis));
            if (tile[axis] >= setting.shape()[axis] + halo) {
                continue;
            }
            if (tile[axis] <= halo) {
                throw new IllegalArgumentException("the halo of " + steps + " steps fills a tile");
            }
            // Where tiles do not stream each step computes less than the one before.
            double computed = streams ? tile[axis] : tile[axis] - halo / 2.0;
            redundancy *= computed / (tile[axis] - halo);
        }
        return estimate(method, steps, operations() + besidesInTiles(streams), cost.points(), redundancy);
    }

    private double besidesInTiles(boolean streams) {
        if (machine.variant() == Variant.CPU) {
            return OPERATIONS_OF_A_CELL_ON_CPUS[footprint.rank() - 1];
        } else if (streams) {
            return footprint.rank() == 2 ? OPERATIONS_OF_A_WINDOWS_CELL : 2 * OPERATIONS_OF_A_WINDOWS_CELL;
        }
        return footprint.rank() == 1 ? OPERATIONS_OF_A_TILES_CELL / 4 : OPERATIONS_OF_A_TILES_CELL;
    }

    /** Partial sums in time; the tile is that of the code. Columns that it computes twice are read twice. */
    private Estimate inRegisters(Method method, BlockedSumsTile tile) {
        boolean[] periodic = BlockedSums.periodic(setting);
        double columns = 1 / tile.useful(setting.shape(), periodic);
        double idle = BlockedSums.idle(setting, tile);
        double besides = footprint.rank() == 2 ? OPERATIONS_OF_A_ROWS_CELL : OPERATIONS_OF_A_PLANES_CELL;
        double rate = machine.flops(setting.type()) * STREAMED_REACHED;
        return new Estimate(
                method,
                cells * word * (1 + columns) / method.steps() / (machine.bytesPerSecond() * MEMORY_REACHED),
                cells * (operations() + besides) * columns * idle / rate,
                0,
                machine.launchSeconds() / method.steps(),
                columns * idle);
    }

    /** Work-groups of windows side by side, and as many planes as pay for the first ones. */
    private double[] streamedTile() {
        return footprint.rank() == 2 ? new double[] {512, 256} : new double[] {512, 16, 64};
    }

    /** A cube that fits local memory, or the second cache of a CPU, twice. */
    private double[] localTile() {
        double bytes = machine.variant() == Variant.GPU ? 48 << 10 : 512 << 10;
        double[] tile = new double[footprint.rank()];
        Arrays.fill(tile, Math.pow(bytes / (2 * word), 1.0 / tile.length));
        return tile;
    }
}
