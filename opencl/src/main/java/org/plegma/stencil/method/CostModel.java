package org.plegma.stencil.method;

import org.plegma.expr.tree.Cost;
import org.plegma.expr.tree.Footprint;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.Variant;

/**
 * Predicts the time of a step from bytes, operations, traffic on chip, redundant cells and launches; each {@link StepMethod} says
 * how many it has of each. It only has to say what is worth timing: the constants are what the methods reached on an H200 and
 * on PoCL, see {@code docs/performance/stencils-gpu.md}.
 */
public final class CostModel {
    /** Parts of the machine's rates that the kernels reach. */
    public static final double MEMORY_REACHED = 0.9;

    public static final double ARITHMETIC_REACHED = 0.6;

    /** The same by code whose loop over planes or rows is nearly all multiply-adds. */
    public static final double STREAMED_REACHED = 0.85;

    private static final double CHIP_REACHED = 0.7;

    /** What a cell costs a CPU that runs the kernels of single cells written for GPUs. */
    private static final double OPERATIONS_OF_A_GPUS_CELL_ON_CPUS = 700;

    private final StencilInstance instance;
    private final Machine machine;
    private final Footprint footprint;
    private final Cost cost;
    private final double cells;
    private final double word;

    public CostModel(StencilInstance instance, Machine machine) {
        this.instance = instance;
        this.machine = machine;
        this.footprint = instance.spec().footprint();
        this.cost = instance.spec().cost();
        this.cells = instance.cells();
        this.word = instance.type().bytes();
    }

    /**
     * The expected costs.
     *
     * @throws IllegalArgumentException if the method makes no sense here, with the reason in a sentence
     */
    public Estimate of(Method method) {
        return method.way().estimate(this, method);
    }

    public StencilInstance instance() {
        return instance;
    }

    public Machine machine() {
        return machine;
    }

    public Footprint footprint() {
        return footprint;
    }

    public Cost cost() {
        return cost;
    }

    public double cells() {
        return cells;
    }

    public boolean isOnGpuIn3d() {
        return machine.variant() == Variant.GPU && footprint.rank() == 3;
    }

    /** One whose every step reads and writes memory once, and reads its points on chip. */
    public Estimate estimate(Method method, int steps, double operations, double reads, double redundancy) {
        double flops = machine.flops(instance.type()) * ARITHMETIC_REACHED;
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
    public double operations() {
        return Math.max(2.0 * cost.points(), cost.flops())
                + 8 * cost.divisions()
                + 30 * cost.functions()
                + cost.comparisons();
    }

    /** One step a launch, by single cells or vectors that read the caches. */
    public Estimate single(Method method) {
        return estimate(method, 1, operations(), cost.points(), 1);
    }

    /** The same by code that was written for GPUs, whatever the device is. */
    public Estimate singleByGpusCode(Method method) {
        double besides = machine.variant() == Variant.CPU ? OPERATIONS_OF_A_GPUS_CELL_ON_CPUS : 0;
        return estimate(method, 1, operations() + besides, cost.points(), 1);
    }

    /** Planes stream through local memory; what a cell costs besides its points is as if it were operations. */
    public Estimate streamed(Method method, double besides) {
        double scale = ARITHMETIC_REACHED / STREAMED_REACHED;
        return estimate(method, 1, (2.0 * cost.points() + besides) * scale, 0, 1);
    }
}
