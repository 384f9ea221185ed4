package org.plegma.stencil;

import org.plegma.expr.tree.Cost;
import org.plegma.expr.tree.Footprint;

/**
 * Predicts the time of a step from bytes, operations, traffic on chip, redundant cells and launches; each {@link StepMethod} says
 * how many it has of each. It only has to say what is worth timing: the constants are what the methods reached on an H200 and
 * on PoCL, see {@code docs/performance/stencils-gpu.md}.
 */
final class CostModel {
    /** Parts of the machine's rates that the kernels reach. */
    static final double MEMORY_REACHED = 0.9;

    static final double ARITHMETIC_REACHED = 0.6;

    /** The same by code whose loop over planes or rows is nearly all multiply-adds. */
    static final double STREAMED_REACHED = 0.85;

    private static final double CHIP_REACHED = 0.7;

    /** What a cell costs a CPU that runs the kernels of single cells written for GPUs. */
    private static final double OPERATIONS_OF_A_GPUS_CELL_ON_CPUS = 700;

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
        return method.way().estimate(this, method);
    }

    Setting setting() {
        return setting;
    }

    Machine machine() {
        return machine;
    }

    Footprint footprint() {
        return footprint;
    }

    Cost cost() {
        return cost;
    }

    double cells() {
        return cells;
    }

    boolean isOnGpuIn3d() {
        return machine.variant() == Variant.GPU && footprint.rank() == 3;
    }

    /** One whose every step reads and writes memory once, and reads its points on chip. */
    Estimate estimate(Method method, int steps, double operations, double reads, double redundancy) {
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
    double operations() {
        return Math.max(2.0 * cost.points(), cost.flops())
                + 8 * cost.divisions()
                + 30 * cost.functions()
                + cost.comparisons();
    }

    /** One step a launch, by single cells or vectors that read the caches. */
    Estimate single(Method method) {
        return estimate(method, 1, operations(), cost.points(), 1);
    }

    /** The same by code that was written for GPUs, whatever the device is. */
    Estimate singleByGpusCode(Method method) {
        double besides = machine.variant() == Variant.CPU ? OPERATIONS_OF_A_GPUS_CELL_ON_CPUS : 0;
        return estimate(method, 1, operations() + besides, cost.points(), 1);
    }

    /** Planes stream through local memory; what a cell costs besides its points is as if it were operations. */
    Estimate streamed(Method method, double besides) {
        double scale = ARITHMETIC_REACHED / STREAMED_REACHED;
        return estimate(method, 1, (2.0 * cost.points() + besides) * scale, 0, 1);
    }
}
