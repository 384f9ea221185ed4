package org.plegma.stencil.method.blocked;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.plegma.device.Device;
import org.plegma.device.memory.LocalMemory;
import org.plegma.expr.tree.Footprint;
import org.plegma.stencil.code.AsyncCopies;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode.Launch;
import org.plegma.stencil.code.StepCode.Scratch;
import org.plegma.stencil.code.UniformParts;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.tile.TileCode;
import org.plegma.stencil.tile.TileGenerator;

/**
 * Boxes of cells that take several steps at once by {@link TileGenerator}: the code, and its launches, one a box. Tiles
 * are in local memory where they fit, else in memory of the plan that the work-groups of a launch share out.
 */
final class Tiles {
    /** On a CPU all arrays of a tile together should stay in the second cache. */
    private static final int CACHE_OF_CPU = 512 << 10;
    /** More work than so many times that of single steps is a reason to use larger tiles. */
    private static final double TOO_MUCH = 8;
    /** Memory of all groups for tiles in global memory, unless one tile needs more. */
    private static final long MOST_SCRATCH = 64L << 20;

    private final StencilInstance instance;
    private final int steps;
    private final String prefix;
    private final boolean inLocal;
    private final TileCode code;
    private final List<Box> boxes;
    private final List<TileChoice> choices = new ArrayList<>();

    /**
     * A cuboid of cells.
     *
     * @param other the distance to a second one of the same size, along one axis at most
     */
    record Box(int[] first, int[] end, int[] other) {
        int extent(int axis) {
            return end[axis] - first[axis];
        }

        int count() {
            return Arrays.stream(other).anyMatch(distance -> distance != 0) ? 2 : 1;
        }
    }

    /** @param prefix of names in the code and of the memory */
    Tiles(StencilInstance instance, int steps, String prefix, List<Box> boxes) {
        this.instance = instance;
        this.steps = steps;
        this.prefix = prefix;
        this.boxes = boxes;
        List<TileChoice> small =
                boxes.stream().map(box -> task(box).best(cells(localBytes()))).toList();
        this.inLocal = small.stream().allMatch(choice -> choice != null && choice.work() < TOO_MUCH * (steps + 1));
        for (int i = 0; i < boxes.size(); i++) {
            choices.add(inLocal ? small.get(i) : large(boxes.get(i)));
        }
        this.code = new TileCode(instance, prefix, inLocal ? "local" : "global");
    }

    private long localBytes() {
        Device device = instance.device();
        long all = device.argumentLocalMemoryBytes();
        if (instance.variant() == Variant.CPU) {
            return Math.min(all, CACHE_OF_CPU);
        }
        // Units of other makers than NVIDIA have no more than one group may take.
        return device.isNvidia() ? all : all / 2;
    }

    private TileChoice large(Box box) {
        TileChoice.Task task = task(box);
        TileChoice choice = null;
        for (long bytes = CACHE_OF_CPU / 4; choice == null || choice.work() > TOO_MUCH * (steps + 1); bytes *= 2) {
            choice = task.best(cells(bytes));
            if (choice != null && bytes >= 8 * CACHE_OF_CPU) {
                break;
            }
        }
        return choice;
    }

    private TileChoice.Task task(Box box) {
        int rank = instance.shape().length;
        Footprint footprint = instance.spec().footprint();
        int[] extents = new int[rank];
        int[] radii = new int[rank];
        int[] open = new int[rank];
        for (int axis = 0; axis < rank; axis++) {
            extents[axis] = box.extent(axis);
            radii[axis] = footprint.radius(axis);
            boolean periodic = instance.boundaries().get(axis).wraps();
            open[axis] = (periodic || box.first[axis] > 0 ? 1 : 0)
                    + (periodic || box.end[axis] < instance.shape()[axis] ? 1 : 0);
        }
        return new TileChoice.Task(
                extents,
                radii,
                open,
                steps,
                Math.max(1, instance.device().computeUnits() / box.count()),
                instance.variant());
    }

    /** How many cells of each of a tile's arrays find room in so many bytes. */
    private long cells(long bytes) {
        return bytes
                / (TileCode.arrays(instance.spec()) * (long) instance.type().bytes());
    }

    String source() {
        boolean async = inLocal && instance.variant() == Variant.GPU && AsyncCopies.on(instance.device());
        return new TileGenerator(code, kernel(), steps, instance.variant(), async).source();
    }

    private String kernel() {
        return "stencil_" + prefix + "tiles";
    }

    List<Launch> launches() {
        Optional<UniformParts> uniform = Optional.of(code.uniform());
        int arrays = TileCode.arrays(instance.spec());
        List<Launch> launches = new ArrayList<>();
        for (int i = 0; i < boxes.size(); i++) {
            Box box = boxes.get(i);
            TileChoice choice = choices.get(i);
            List<Object> extra = new ArrayList<>();
            for (int[] part : List.of(box.first, box.end, box.other, choice.tile())) {
                Arrays.stream(part).forEach(extra::add);
            }
            extra.add(Math.toIntExact(choice.cells()));
            extra.add(
                    inLocal
                            ? LocalMemory.of(instance.type(), arrays * choice.cells())
                            : new Scratch(prefix + "tiles", scratchCells()));
            long tiles = tiles(box, choice);
            long groups = groups(tiles, choice);
            // A CPU's groups take tiles in turn; on a GPU the loop would cost registers.
            for (long from = 0; from < (loops() ? 1 : tiles); from += groups) {
                long[] global = choice.local().clone();
                global[0] *= Math.min(groups, tiles - from);
                List<Object> all = new ArrayList<>(extra);
                all.add(Math.toIntExact(from));
                launches.add(new Launch(kernel(), global, choice.local(), all, uniform));
            }
        }
        return launches;
    }

    private long scratchCells() {
        long most = 0;
        for (int i = 0; i < boxes.size(); i++) {
            TileChoice choice = choices.get(i);
            most = Math.max(most, groups(tiles(boxes.get(i), choice), choice) * choice.cells());
        }
        return most * TileCode.arrays(instance.spec());
    }

    private static long tiles(Box box, TileChoice choice) {
        long tiles = box.count();
        for (int axis = 0; axis < choice.tile().length; axis++) {
            tiles *= (box.extent(axis) - 1L + choice.tile()[axis]) / choice.tile()[axis];
        }
        return tiles;
    }

    /** How many groups have memory at a time. */
    private long groups(long tiles, TileChoice choice) {
        if (inLocal) {
            return tiles;
        }
        int units = instance.device().computeUnits();
        long bytes = choice.cells()
                * TileCode.arrays(instance.spec())
                * instance.type().bytes();
        return Math.min(tiles, Math.max(units, Math.min(4L * units, MOST_SCRATCH / bytes)));
    }

    private boolean loops() {
        return !inLocal && instance.variant() == Variant.CPU;
    }
}
