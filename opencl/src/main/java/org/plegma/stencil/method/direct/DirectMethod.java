package org.plegma.stencil.method.direct;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.plegma.array.ElementType;
import org.plegma.device.Kernel;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.code.CellCode;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.code.StepCode.Launch;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.CostModel;
import org.plegma.stencil.method.Estimate;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.State;
import org.plegma.stencil.method.StepMethod;
import org.plegma.stencil.method.partialsums.PartialSums;
import org.plegma.stencil.method.partialsums.PartialSumsMethod;
import org.plegma.stencil.method.window.CpuWindow;
import org.plegma.stencil.tile.CpuTile;
import org.plegma.stencil.tile.DirectTile;

/** The method {@code direct}: the code of one step, and how its kernel is launched. */
public final class DirectMethod extends StepMethod {

    /** From so many points on steps by rings are faster on CPUs than those that read the fields. */
    private static final int POINTS_FOR_RINGS = 40;

    private static final int BYTES_OF_A_VECTOR = 16;

    /** Of shorter rows what they are padded with is a larger part. */
    private static final int FEWEST_CELLS_OF_A_PADDED_ROW = 64;

    /** Of smaller grids a step takes little longer than its launch. */
    private static final long FEWEST_CELLS_TO_PAD = 1L << 22;

    private static final int FEWEST_STEPS_TO_PAD = 12;

    /** What copies of the fields may take: a grid that fits shall have room with them. */
    private static final int PART_OF_THE_MEMORY = 4;

    private static final int FEWEST_STEPS_TO_GAIN_LITTLE = 32;

    /** Tiles that are worth timing where direct is the best. */
    private static final int MOST_TIMED = 5;

    @Override
    public double planSeconds(StencilInstance instance, int steps) {
        return 0;
    }

    @Override
    public String name() {
        return "direct";
    }

    @Override
    public int mostTiles() {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean takesLongAxes() {
        return true;
    }

    @Override
    public boolean takesParts(StencilInstance instance) {
        return instance.variant() == Variant.GPU && instance.shape().length > 1;
    }

    @Override
    public boolean takesPlanes(StencilInstance instance) {
        return takesParts(instance) && othersKnow(instance.boundaries()) && PartialSums.takesPlanes(instance);
    }

    @Override
    public OptionalInt fewestOnPaddedRows(StencilInstance instance, Method method) {
        int last = instance.shape().length - 1;
        Boundary ends = instance.boundaries().get(last);
        boolean can = method.tile() == 0
                && instance.variant() == Variant.GPU
                && instance.device().isNvidia()
                && last > 0
                && instance.part().isEmpty()
                && (ends.isNumber() || ends.keepsCells());
        if (!can
                || instance.shape()[last] < FEWEST_CELLS_OF_A_PADDED_ROW
                || instance.cells() < FEWEST_CELLS_TO_PAD
                || fieldsBytes(instance) > instance.device().globalMemoryBytes() / PART_OF_THE_MEMORY
                || instance.shape()[last] * (long) instance.type().bytes() % bytesThatDivideRows(instance) == 0) {
            return OptionalInt.empty();
        }
        if (PartialSums.wide(instance).isPresent() && !PartialSums.hasOneOrder(instance.spec())) {
            return OptionalInt.empty();
        }
        boolean little = instance.type() == ElementType.DOUBLE
                || instance.spec().footprint().radius() == 1
                        && PartialSums.wide(instance).isEmpty();
        return OptionalInt.of(little ? FEWEST_STEPS_TO_GAIN_LITTLE : FEWEST_STEPS_TO_PAD);
    }

    private static long fieldsBytes(StencilInstance instance) {
        return instance.cells()
                * State.arrays(instance.spec(), 1)
                * instance.type().bytes();
    }

    /** What bytes of a row are a multiple of, if nothing is gained by others. */
    private static int bytesThatDivideRows(StencilInstance instance) {
        if (instance.shape().length == 2) {
            return instance.spec().footprint().radius() >= 4 ? BYTES_OF_A_VECTOR : BYTES_OF_A_VECTOR / 2;
        }
        return PartialSums.wide(instance).isEmpty() ? 2 * instance.type().bytes() : PartialSums.bytesOfRows(instance);
    }

    @Override
    public List<Method> candidates(StencilInstance instance, long steps) {
        int tiles = instance.variant() == Variant.GPU
                ? Math.min(MOST_TIMED, DirectTile.candidates(instance).size())
                : 1;
        return IntStream.range(0, tiles)
                .mapToObj(tile -> new Method(name(), 1, tile))
                .toList();
    }

    @Override
    public StepCode code(StencilInstance instance, Method method) {
        return method.tile() == 0 ? code(instance) : code(instance, numbered(instance, method.tile()));
    }

    private static DirectTile numbered(StencilInstance instance, int tile) {
        List<DirectTile> tiles = instance.variant() == Variant.GPU ? DirectTile.candidates(instance) : List.of();
        if (tile >= tiles.size()) {
            throw new IllegalArgumentException("There is no tile " + tile + " of direct here, only the usual"
                    + (tiles.size() > 1 ? " and 1 to " + (tiles.size() - 1) : "") + ".");
        }
        return tiles.get(tile);
    }

    @Override
    public StepCode plain(StencilInstance instance, Method method) {
        if (method.tile() > 0) {
            return code(instance, method);
        }
        return instance.variant() == Variant.CPU
                ? code(instance, CpuTile.PLAIN)
                : code(instance, DirectTile.plain(instance));
    }

    @Override
    public Estimate estimate(CostModel model, Method method) {
        boolean wide = model.isOnGpuIn3d()
                && method.tile() == 0
                && PartialSums.wide(model.instance()).isPresent();
        return wide
                ? model.streamed(
                        method,
                        PartialSumsMethod.besidesBlocks(model.footprint().radius()))
                : model.single(method);
    }

    public static StepCode code(StencilInstance instance) {
        if (instance.variant() == Variant.GPU) {
            return PartialSums.wide(instance)
                    .filter(tile -> othersKnow(instance.boundaries()))
                    .map(tile -> PartialSums.code(instance, tile))
                    .orElseGet(() -> code(instance, DirectTile.usual(instance).even(instance)));
        }
        return wide(instance).orElseGet(() -> code(instance, CpuTile.usual(instance)));
    }

    /**
     * Of many points in 3-D the boundary's code takes long to compile, and planes that lie apart by a power of two fall on
     * the same sets of the caches; rings have neither fault.
     */
    private static Optional<StepCode> wide(StencilInstance instance) {
        return instance.shape().length == 3
                        && instance.spec().cost().points() >= POINTS_FOR_RINGS
                        && othersKnow(instance.boundaries())
                ? CpuWindow.code(instance, 1)
                : Optional.empty();
    }

    /** Whether code of other rooms can stand in for that of this one: of a boundary that only this one knows, it cannot. */
    private static boolean othersKnow(List<Boundary> boundaries) {
        return boundaries.stream().map(Boundary::kind).allMatch(USUAL::contains);
    }

    /** The code for a CPU with a tile. */
    public static StepCode code(StencilInstance instance, CpuTile tile) {
        CellCode code = instance.cellCode();
        return new StepCode(
                1, 1, () -> new DirectCpu(code, tile).source(), code.uniform(), List.of(cpu(instance.shape(), tile)));
    }

    /** The code for a GPU with a tile; its vector divides the last axis. */
    public static StepCode code(StencilInstance instance, DirectTile tile) {
        CellCode code = instance.cellCode();
        return new StepCode(
                1,
                1,
                () -> new DirectGpu(instance, tile).source(),
                code.uniform(),
                List.of(gpu(instance.shape(), instance.planes(), tile)));
    }

    private static Launch gpu(int[] shape, int planes, DirectTile tile) {
        int rank = shape.length;
        long vectors = shape[rank - 1] / tile.vector();
        if (rank == 1) {
            return launch(new long[] {Kernel.roundUp(vectors, tile.groupX())}, new long[] {tile.groupX()});
        }
        long chunks = (planes - 1L + tile.planes()) / tile.planes();
        long columns = Kernel.roundUp(vectors, tile.groupX());
        return rank == 2
                ? launch(
                        new long[] {columns, Kernel.roundUp(chunks, tile.groupY())},
                        new long[] {tile.groupX(), tile.groupY()})
                : launch(
                        new long[] {
                            columns, Kernel.roundUp((shape[1] - 1L + tile.rows()) / tile.rows(), tile.groupY()), chunks
                        },
                        new long[] {tile.groupX(), tile.groupY(), 1});
    }

    private static Launch cpu(int[] shape, CpuTile tile) {
        int rank = shape.length;
        long[] global = new long[rank];
        long[] local = new long[rank];
        Arrays.fill(local, 1);
        global[0] = Math.max(1, shape[rank - 1] / tile.segment());
        for (int axis = 0; axis < rank - 1; axis++) {
            int count = axis == 1 ? tile.rows() : tile.planes();
            global[rank - 1 - axis] = (shape[axis] - 1L + count) / count;
        }
        return new Launch(StepCode.ONE_STEP, global, local, tile.arguments(rank));
    }

    private static Launch launch(long[] global, long[] local) {
        return new Launch(StepCode.ONE_STEP, global, local, List.of());
    }
}
