package org.plegma.stencil;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.plegma.array.ElementType;
import org.plegma.expr.Boundary;
import org.plegma.expr.Cost;
import org.plegma.expr.Footprint;
import org.plegma.expr.LinearSystem;
import org.plegma.expr.Offset;

/**
 * Predicts the time of a step by each method from bytes, operations, traffic on chip, redundant cells and launches. It only
 * has to say what is worth timing: the constants are what the methods reached on an H200 and on PoCL, see
 * {@code docs/performance.md}.
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

    /** Lines up to this length are transformed in one pass. */
    private static final int LONGEST_LINE = 4096;

    /** The part of the arithmetic that transforms reach where memory is not what limits them. */
    private static final double TRANSFORMS_REACHED = 0.1;

    private static final double ARITHMETIC_REACHED = 0.6;
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
            default -> estimate(method, 1, operations(), cost.points(), 1);
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
        double perStep = (double) points.size() / steps;
        return estimate(method, steps, 2 * perStep, perStep, 1);
    }

    /** Two transforms of each level, whose long lines cross memory twice, and direct steps of the strips near edges. */
    private Estimate frequency(Method method, int steps) {
        double share = FrequencyMethod.stripShare(setting, steps);
        if (share >= 1) {
            throw new IllegalArgumentException("the edges that " + steps + " steps reach fill the grid");
        }
        int components = FrequencyForm.of(setting.spec(), steps).components().size();
        double passes = 0;
        for (int size : setting.shape()) {
            passes += size > LONGEST_LINE ? 2 : size > 1 ? 1 : 0;
        }
        Estimate direct = of(Method.direct());
        double transfers = 4 * passes * components + (2 + components) * components;
        double memory = cells * word * transfers / (machine.bytesPerSecond() * MEMORY_REACHED);
        double operations = components * cells * (5 * Math.log(cells) / Math.log(2) + 8 * components);
        int open = (int) setting.boundaries().stream()
                .filter(boundary -> boundary.kind() != Boundary.Kind.PERIODIC)
                .count();
        return new Estimate(
                method,
                memory / steps + share * direct.memory(),
                operations / (machine.flops(setting.type()) * TRANSFORMS_REACHED) / steps
                        + share * Math.max(direct.arithmetic(), direct.chip()),
                0,
                machine.launchSeconds() * (2 * passes * components / steps + 2 * open),
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
        boolean sums = sumsInRegisters();
        boolean streams = machine.variant() == Variant.GPU && (sums || footprint.rank() > 1);
        double[] tile = streams ? streamedTile(sums) : localTile();
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
        double reads = sums ? 0.4 * cellsInPlane() : cost.points();
        double besides =
                sums ? 0.2 * operations() : streams ? OPERATIONS_OF_A_WINDOWS_CELL : OPERATIONS_OF_A_TILES_CELL;
        return estimate(method, steps, operations() + besides, reads, redundancy);
    }

    /** Whether GPUs compute it by partial sums in registers, without local memory for the rows before. */
    private boolean sumsInRegisters() {
        return machine.variant() == Variant.GPU
                && setting.spec().fields().size() == 1
                && setting.spec().depth() == 1
                && footprint.radius() <= 1
                && setting.spec()
                        .linear()
                        .filter(LinearSystem::hasUniformCoefficients)
                        .isPresent();
    }

    private long cellsInPlane() {
        return footprint.offsets().stream().filter(o -> o.at(0) == 0).count();
    }

    /** Work-groups side by side, and as many planes as pay for the first ones. */
    private double[] streamedTile(boolean sums) {
        boolean wide = setting.type() == ElementType.DOUBLE;
        double last = sums ? wide ? 64 : 128 : footprint.rank() == 2 ? 256 : 64;
        return switch (footprint.rank()) {
            case 1 -> new double[] {last};
            case 2 -> new double[] {512, last};
            default -> new double[] {512, sums ? wide ? 32 : 48 : 16, last};
        };
    }

    /** A cube that fits local memory, or the second cache of a CPU, twice. */
    private double[] localTile() {
        double bytes = machine.variant() == Variant.GPU ? 48 << 10 : 512 << 10;
        double[] tile = new double[footprint.rank()];
        Arrays.fill(tile, Math.pow(bytes / (2 * word), 1.0 / tile.length));
        return tile;
    }
}
