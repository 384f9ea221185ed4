package org.plegma.stencil.method.blocked;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.CostModel;
import org.plegma.stencil.method.Estimate;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.StepMethod;
import org.plegma.stencil.method.window.CpuWindow;
import org.plegma.stencil.method.window.CpuWindowTile;
import org.plegma.stencil.tile.TileGenerator;

/** The method {@code blocked(k)}: k steps on chip for each tile of the grid, with what they read around it. */
public final class BlockedStepsMethod extends StepMethod {
    /** What a cell of a tile costs besides, for its indices, edges and barriers. */
    public static final double OPERATIONS_OF_A_TILES_CELL = 120;

    /** The same where planes stream through work-groups. */
    private static final double OPERATIONS_OF_A_WINDOWS_CELL = 25;

    /** The same on a CPU, whose rows are vectors: by axes of the grid. */
    private static final double[] OPERATIONS_OF_A_CELL_ON_CPUS = {30, 5, 40};

    /** The same where steps stream through rings, by axes of the grid. */
    private static final double[] OPERATIONS_OF_A_WINDOWS_CELL_ON_CPUS = {0, 1, 5};

    /** The part of the operations that explicit vectors in caches take, beside {@link CostModel#ARITHMETIC_REACHED}. */
    private static final double OPERATIONS_OF_VECTORS = 0.45;

    /** What a cell and step costs besides in partial sums in time: the exchange of neighbours, and in 3-D the barriers. */
    private static final double OPERATIONS_OF_A_ROWS_CELL = 3;

    private static final double OPERATIONS_OF_A_PLANES_CELL = 14;

    /** What partial sums in time wait for the compiler, which writes their steps out, by axes of the grid. */
    private static final double[] FIRST_USE_SECONDS = {0.1, 0.5, 1.9};

    @Override
    public String name() {
        return "blocked";
    }

    @Override
    public boolean fuses() {
        return true;
    }

    @Override
    public int[] stepsInBenches(int rank) {
        return rank == 2 ? new int[] {4, 8, 10, 12, 16} : new int[] {2, 3, 4};
    }

    @Override
    public int[] stepsInLongBenches(int rank, int steps) {
        return rank == 2 ? new int[] {8, 10, 12} : new int[] {2, 4};
    }

    @Override
    public double firstUseSeconds(StencilInstance instance, int steps) {
        return BlockedSums.tile(instance, steps).isPresent()
                ? FIRST_USE_SECONDS[instance.shape().length - 1]
                : super.firstUseSeconds(instance, steps);
    }

    @Override
    public double planSeconds(StencilInstance instance, int steps) {
        return BlockedSums.tile(instance, steps).isPresent() ? 1e-3 : super.planSeconds(instance, steps);
    }

    @Override
    public StepCode code(StencilInstance instance, Method method) {
        int steps = method.steps();
        return CpuWindow.code(instance, steps)
                .or(() -> BlockedSums.code(instance, steps))
                .or(() -> BlockedWindow.code(instance, steps))
                .orElseGet(() -> tiles(instance, steps));
    }

    /** The same with a source that many shapes share, as far as the ways have one. */
    @Override
    public StepCode plain(StencilInstance instance, Method method) {
        int steps = method.steps();
        return CpuWindow.plain(instance, steps)
                .or(() -> BlockedSums.plain(instance, steps))
                .orElseGet(() -> code(instance, method));
    }

    /** The way for any stencil and device; the others are faster on GPUs where they can be used. */
    private static StepCode tiles(StencilInstance instance, int steps) {
        int rank = instance.shape().length;
        Tiles tiles = new Tiles(
                instance, steps, "blocked_", List.of(new Tiles.Box(new int[rank], instance.shape(), new int[rank])));
        return new StepCode(
                steps,
                TileGenerator.outputs(instance.spec().depth(), steps),
                tiles::source,
                instance.cellCode().uniform(),
                tiles.launches());
    }

    /** Tiles overlap by what the steps reach. */
    @Override
    public Estimate estimate(CostModel model, Method method) {
        int steps = method.steps();
        Optional<BlockedSumsTile> sums =
                model.machine().variant() == Variant.GPU ? BlockedSums.tile(model.instance(), steps) : Optional.empty();
        if (sums.isPresent()) {
            return inRegisters(model, method, sums.get());
        }
        Optional<CpuWindowTile> window = model.machine().variant() == Variant.CPU
                ? CpuWindowTile.usual(model.instance(), steps)
                : Optional.empty();
        if (window.isPresent()) {
            double besides =
                    OPERATIONS_OF_A_WINDOWS_CELL_ON_CPUS[model.footprint().rank() - 1];
            double work = window.get().work(CpuWindowTile.Task.of(model.instance(), steps));
            Estimate inRings = model.estimate(
                    method,
                    steps,
                    OPERATIONS_OF_VECTORS * model.operations() + besides,
                    OPERATIONS_OF_VECTORS * model.cost().points(),
                    work);
            // Rows are copied into rings and out of them by the instructions that also compute.
            return new Estimate(
                    method,
                    inRings.memory(),
                    inRings.arithmetic() + inRings.memory(),
                    inRings.chip() + inRings.memory(),
                    inRings.launches(),
                    window.get().overlap(CpuWindowTile.Task.of(model.instance(), steps)));
        }
        boolean streams =
                model.machine().variant() == Variant.GPU && model.footprint().rank() > 1;
        double[] tile = streams ? streamedTile(model) : localTile(model);
        double redundancy = 1;
        for (int axis = 0; axis < tile.length; axis++) {
            int halo = steps * (model.footprint().low(axis) + model.footprint().high(axis));
            if (tile[axis] >= model.instance().shape()[axis] + halo) {
                continue;
            }
            if (tile[axis] <= halo) {
                throw new IllegalArgumentException("the halo of " + steps + " steps fills a tile");
            }
            // Where tiles do not stream each step computes less than the one before.
            double computed = streams ? tile[axis] : tile[axis] - halo / 2.0;
            redundancy *= computed / (tile[axis] - halo);
        }
        return model.estimate(
                method,
                steps,
                model.operations() + besidesInTiles(model, streams),
                model.cost().points(),
                redundancy);
    }

    private static double besidesInTiles(CostModel model, boolean streams) {
        if (model.machine().variant() == Variant.CPU) {
            return OPERATIONS_OF_A_CELL_ON_CPUS[model.footprint().rank() - 1];
        } else if (streams) {
            return model.footprint().rank() == 2 ? OPERATIONS_OF_A_WINDOWS_CELL : 2 * OPERATIONS_OF_A_WINDOWS_CELL;
        }
        return model.footprint().rank() == 1 ? OPERATIONS_OF_A_TILES_CELL / 4 : OPERATIONS_OF_A_TILES_CELL;
    }

    /** Partial sums in time; the tile is that of the code. Columns that it computes twice are read twice. */
    private static Estimate inRegisters(CostModel model, Method method, BlockedSumsTile tile) {
        boolean[] periodic = BlockedSums.periodic(model.instance());
        double columns = 1 / tile.useful(model.instance().shape(), periodic);
        double idle = BlockedSums.idle(model.instance(), tile);
        double besides = model.footprint().rank() == 2 ? OPERATIONS_OF_A_ROWS_CELL : OPERATIONS_OF_A_PLANES_CELL;
        double rate = model.machine().flops(model.instance().type()) * CostModel.STREAMED_REACHED;
        return new Estimate(
                method,
                model.cells()
                        * model.instance().type().bytes()
                        * (1 + columns)
                        / method.steps()
                        / (model.machine().bytesPerSecond() * CostModel.MEMORY_REACHED),
                model.cells() * (model.operations() + besides) * columns * idle / rate,
                0,
                model.machine().launchSeconds() / method.steps(),
                columns * idle);
    }

    /** Work-groups of windows side by side, and as many planes as pay for the first ones. */
    private static double[] streamedTile(CostModel model) {
        return model.footprint().rank() == 2 ? new double[] {512, 256} : new double[] {512, 16, 64};
    }

    /** A cube that fits local memory, or the second cache of a CPU, twice. */
    private static double[] localTile(CostModel model) {
        double bytes = model.machine().variant() == Variant.GPU ? 48 << 10 : 512 << 10;
        double[] tile = new double[model.footprint().rank()];
        Arrays.fill(tile, Math.pow(bytes / (2 * model.instance().type().bytes()), 1.0 / tile.length));
        return tile;
    }
}
