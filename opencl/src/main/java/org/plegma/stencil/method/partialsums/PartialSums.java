package org.plegma.stencil.method.partialsums;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.algebra.LinearForm;
import org.plegma.expr.algebra.NotLinearException;
import org.plegma.expr.tree.Boundary;
import org.plegma.expr.tree.Footprint;
import org.plegma.stencil.code.AsyncCopies;
import org.plegma.stencil.code.Folds;
import org.plegma.stencil.code.SlabPart;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.code.StepCode.Launch;
import org.plegma.stencil.tile.DirectTile;

/**
 * The method {@code partial-sums}: planes stream past, each is kept in local memory while its cells are added to the sums of
 * all planes that read them, and those sums, not the cells, wait in registers. For linear stencils of any shape in 3-D.
 *
 * <p>After G. Mo and R. Renfa, as the thesis "Automatic code generation for accelerating stencil computations on graphics
 * cards with Julia" (AUTh, 2020) describes it; with blocks of cells for each work-item it is also how {@code direct} does wide
 * stencils on GPUs.
 */
public final class PartialSums {
    /** One cell a work-item, as in the literature. */
    private static final DirectTile PLAIN = new DirectTile(1, 1, 64, 1, 0, false, 32, 8);

    /** The groups of the wide tile: small ones, so that several share a unit and one computes while others wait. */
    private static final int GROUP_X = 16;

    private static final int GROUP_Y = 8;

    /** With sums of more planes than this registers hold few rows, and groups of half the width share less work in vain. */
    private static final int PLANES_OF_WIDE_GROUPS = 13;

    /** Registers of 32 bits for sums: a work-item has 255 on an NVIDIA GPU, and other compilers need more besides. */
    private static final int MOST_SUMS = 144;

    private static final int MOST_SUMS_ELSEWHERE = 72;

    /** The same where a work-item has several rows: AMD's compiler spills four registers for 48 sums of a box. */
    private static final int MOST_SUMS_OF_ROWS_ELSEWHERE = 40;

    /** Where a group has a unit for itself: at 192 NVIDIA's compiler needs 252 registers and spills none. */
    private static final int MOST_SUMS_OF_A_RING = 192;

    private static final int ITEMS_OF_A_RING = 256;

    /** Groups drift apart in longer ones, and share less of what they read: a whole grid of 1024 planes took 4% longer, and 512 gained 1%. */
    private static final int MOST_PLANES_OF_A_COLUMN = 576;

    /** Up to so many the code says what each group computes; of more the last wave is a small part. */
    private static final int MOST_COLUMNS = 2048;

    /** Of groups that share a unit with others: two thirds of them begin elsewhere than at the first plane. */
    private static final int STAGGERED_PARTS = 3;

    /** Below it small groups with three planes are as fast, and several share a unit. */
    private static final int RADIUS_OF_A_RING = 5;

    private static final int RADIUS_OF_A_RING_IN_DOUBLE = 4;

    private static final int BYTES_OF_A_VECTOR = 16;

    private static final int BYTES_OF_A_SECTOR = 32;

    private static final int LOCAL_MEMORY = 48 << 10;

    /** Points of a stencil of radius 1 from which on reads from the caches take longer than all else. */
    private static final int FEWEST_OF_A_DENSE = 9;

    /** A star of radius 2 takes a sixth less so at 512 cubed, periodic or reflected, and 7% more at 1024 cubed. Slabs have whole planes. */
    private static final long MOST_CELLS_OF_A_PLANE = 1L << 19;

    private PartialSums() {}

    /** The code with one cell a work-item. */
    public static StepCode code(StencilInstance instance) {
        problem(instance, PLAIN).ifPresent(PartialSums::refuse);
        return code(instance, PLAIN);
    }

    /** The code with as many cells a work-item as registers hold sums for. */
    public static StepCode codeOfBlocks(StencilInstance instance) {
        problem(instance, PLAIN).ifPresent(PartialSums::refuse);
        return blocks(instance)
                .map(tile -> code(instance, tile))
                .orElseThrow(() -> new IllegalArgumentException(
                        "The method partial-sums has no room for blocks of cells. Use partial-sums or direct."));
    }

    private static void refuse(String problem) {
        throw new IllegalArgumentException("The method partial-sums " + problem + " Use direct.");
    }

    /** The code with a block of cells a work-item. */
    public static StepCode code(StencilInstance instance, DirectTile tile) {
        if (!copies(instance, tile)) {
            return code(instance, tile, registerFeed(instance, tile));
        }
        return code(instance, tile, isForRing(tile) ? ringFeed(instance, tile, true) : asyncFeed(instance, tile, true));
    }

    /** Whether the code can read a neighbour's planes where the neighbour writes them. */
    public static boolean takesPlanes(StencilInstance instance) {
        return instance.spec().fields().size() == 1
                && instance.spec().depth() == 1
                && wide(instance).filter(tile -> copies(instance, tile)).isPresent();
    }

    /** Whether planes are copied while others are computed. */
    private static boolean copies(StencilInstance instance, DirectTile tile) {
        return AsyncCopies.on(instance.device())
                && AsyncFeed.fits(instance, tile)
                && (isForRing(tile) || asyncFeed(instance, tile, true).localBytes() <= LOCAL_MEMORY);
    }

    /** The planes come through registers. */
    public static PlaneFeed registerFeed(StencilInstance instance, DirectTile tile) {
        return new RegisterFeed(instance, tile, PartialSumsGenerator.levels(forms(instance.spec())));
    }

    /** The planes are copied while others are computed, by NVIDIA's instructions or by plain ones. */
    public static PlaneFeed asyncFeed(StencilInstance instance, DirectTile tile, boolean ptx) {
        Map<String, LinearForm> forms = forms(instance.spec());
        return new AsyncFeed(instance, tile, PartialSumsGenerator.levels(forms), hasCorners(forms), LOCAL_MEMORY, ptx);
    }

    /** The planes are copied far ahead, and warps need not keep step. */
    public static PlaneFeed ringFeed(StencilInstance instance, DirectTile tile, boolean ptx) {
        Map<String, LinearForm> forms = forms(instance.spec());
        return new RingFeed(instance, tile, PartialSumsGenerator.levels(forms), hasCorners(forms), ptx);
    }

    private static boolean hasCorners(Map<String, LinearForm> forms) {
        return forms.values().stream()
                .flatMap(form -> form.taps().keySet().stream())
                .anyMatch(tap -> tap.offset().at(1) != 0 && tap.offset().at(2) != 0);
    }

    /** Whether one group shall have the whole of a unit, for which its tile is large. */
    private static boolean isForRing(DirectTile tile) {
        return tile.groupX() * tile.groupY() == ITEMS_OF_A_RING;
    }

    public static StepCode code(StencilInstance instance, DirectTile tile, PlaneFeed feed) {
        return code(instance, tile, feed, pieces(instance, tile));
    }

    /** With columns cut in pieces, if there are some, instead of chunks of the tile's planes. */
    public static StepCode code(
            StencilInstance instance, DirectTile tile, PlaneFeed feed, Optional<ColumnPieces> pieces) {
        List<ColumnPieces.Piece> order =
                pieces.map(each -> inOrder(each, instance)).orElseGet(() -> staggered(instance, tile));
        PartialSumsGenerator generator = new PartialSumsGenerator(instance, tile, forms(instance.spec()), feed, order);
        int[] shape = instance.shape();
        long columns = parts(shape[2], tile.groupX() * tile.vector());
        long rows = parts(shape[1], tile.groupY() * tile.rows());
        long chunks = parts(instance.planes(), tile.planes());
        long[] groups = !order.isEmpty()
                ? new long[] {order.size(), 1, 1}
                : spreadsCuts(instance, tile) ? new long[] {chunks, columns, rows} : new long[] {columns, rows, chunks};
        return new StepCode(
                1,
                1,
                generator::source,
                generator.uniform(),
                List.of(new Launch(
                        StepCode.ONE_STEP,
                        new long[] {groups[0] * tile.groupX(), groups[1] * tile.groupY(), groups[2]},
                        new long[] {tile.groupX(), tile.groupY(), 1},
                        List.of())));
    }

    private static List<ColumnPieces.Piece> inOrder(ColumnPieces pieces, StencilInstance instance) {
        Optional<SlabPart> slab = instance.sending();
        return pieces.inOrder(
                slab.filter(each -> each.below() > 0).isPresent(),
                slab.filter(each -> each.above() > 0).isPresent());
    }

    /** Whole columns in an order in which not all groups send at once; none where other tiles see to that. */
    private static List<ColumnPieces.Piece> staggered(StencilInstance instance, DirectTile tile) {
        long columns = tiles(instance, tile.groupX() * tile.vector(), tile.groupY() * tile.rows());
        return instance.sending().isEmpty()
                        || isForRing(tile)
                        || tile.planes() != instance.planes()
                        || columns > MOST_COLUMNS
                ? List.of()
                : new StaggeredColumns((int) columns, tile.planes(), together(instance, tile.groupX()), STAGGERED_PARTS)
                        .inOrder();
    }

    /** Groups that compute at the same time. */
    private static int together(StencilInstance instance, int groupX) {
        return 2 * GROUP_X / groupX * instance.device().computeUnits();
    }

    /** How columns are cut for groups that have a unit each, if the tile leaves them whole; empty if all have the tile's chunks. */
    private static Optional<ColumnPieces> pieces(StencilInstance instance, DirectTile tile) {
        long columns = tiles(instance, tile.groupX() * tile.vector(), tile.groupY() * tile.rows());
        return isForRing(tile) && tile.planes() == instance.planes() ? pieces(instance, columns) : Optional.empty();
    }

    private static Optional<ColumnPieces> pieces(StencilInstance instance, long columns) {
        return instance.sending().isEmpty() || instance.planes() > MOST_PLANES_OF_A_COLUMN || columns > MOST_COLUMNS
                ? Optional.empty()
                : ColumnPieces.of(
                        (int) columns,
                        instance.planes(),
                        instance.device().computeUnits(),
                        planes(instance.spec()) - 1);
    }

    private static long parts(int length, int width) {
        return (length - 1L + width) / width;
    }

    /**
     * Whether the chunks of a column are begun one after the other, so that groups which send are spread among all others. Groups that have a
     * unit for themselves keep step, and if all of them send at once, they wait for the link.
     */
    static boolean spreadsCuts(StencilInstance instance, DirectTile tile) {
        return isForRing(tile) && instance.sending().isPresent();
    }

    /** The tile with which {@code direct} does a wide stencil in this way, if that is faster than by the caches. */
    public static Optional<DirectTile> wide(StencilInstance instance) {
        Footprint footprint = instance.spec().footprint();
        if (footprint.rank() != 3) {
            return Optional.empty();
        }
        // Small stars are better off with a queue of inputs, and diagonals of few points with the caches.
        boolean dense = footprint.shape() != Footprint.Shape.STAR
                && (footprint.radius() >= 2 || footprint.points() >= FEWEST_OF_A_DENSE);
        // A queue waits for what is folded beside planes, and copies do not.
        boolean folded = footprint.radius() == 2
                && (long) instance.shape()[1] * instance.shape()[2] <= MOST_CELLS_OF_A_PLANE
                && isAnyBesideThePlanes(instance, boundary -> Folds.repeats(boundary.kind()));
        return footprint.radius(0) >= 3 || ((dense || folded) && AsyncCopies.on(instance.device()))
                ? blocks(instance)
                : Optional.empty();
    }

    private static boolean isAnyBesideThePlanes(StencilInstance instance, Predicate<Boundary> what) {
        return instance.boundaries().subList(1, 3).stream().anyMatch(what);
    }

    /** What bytes of a row should be a multiple of: copies across two sectors of the cache are fetched twice, but rings are laid out so. */
    public static int bytesOfRows(StencilInstance instance) {
        return ring(instance).isPresent() ? BYTES_OF_A_VECTOR : BYTES_OF_A_SECTOR;
    }

    /** Whether sums are added in one order by vectors of any length, as those of stars are. */
    public static boolean hasOneOrder(StencilSpec spec) {
        return spec.footprint().shape() == Footprint.Shape.STAR || isAddedAlongRows(spec);
    }

    /** Small boxes: what another order takes for others was not measured. */
    static boolean isAddedAlongRows(StencilSpec spec) {
        return spec.footprint().shape() == Footprint.Shape.BOX
                && spec.footprint().radius() <= 2;
    }

    /** The tile of blocks of cells whose sums, of all updated fields, fit the registers, if there is one. */
    private static Optional<DirectTile> blocks(StencilInstance instance) {
        Optional<DirectTile> ring = ring(instance);
        if (ring.isPresent()) {
            return ring;
        }
        StencilSpec spec = instance.spec();
        int widest = widest(instance);
        // Other compilers also run out of scalar registers when several fields are updated.
        int most = instance.device().isNvidia()
                ? MOST_SUMS
                : MOST_SUMS_ELSEWHERE / spec.updates().size();
        int planes = planes(spec);
        int words = planes * widest * spec.updates().size() * instance.type().bytes() / 4;
        int several = instance.device().isNvidia() ? most : Math.min(most, MOST_SUMS_OF_ROWS_ELSEWHERE);
        int rows = words * 4 <= several ? 4 : words * 2 <= several ? 2 : 1;
        int groupX = planes > PLANES_OF_WIDE_GROUPS && AsyncCopies.on(instance.device()) ? GROUP_X / 2 : GROUP_X;
        long tiles = tiles(instance, groupX * widest, GROUP_Y * rows);
        long chunks = Math.max(1, Math.round((double) together(instance, groupX) / tiles));
        int chunk = (int) ((instance.planes() + chunks - 1) / chunks);
        DirectTile tile = new DirectTile(widest, rows, chunk, 1, 0, false, groupX, GROUP_Y);
        return words <= most && problem(instance, tile).isEmpty() ? Optional.of(tile) : Optional.empty();
    }

    /** The tile of a group that has a unit for itself: of wide stars, where there is local memory for a ring of planes. */
    private static Optional<DirectTile> ring(StencilInstance instance) {
        StencilSpec spec = instance.spec();
        Device device = instance.device();
        boolean isDouble = instance.type() == ElementType.DOUBLE;
        int vector = widest(instance);
        if (!RingFeed.isOn(device)
                || problem(instance, PLAIN).isPresent()
                || spec.footprint().shape() != Footprint.Shape.STAR
                || spec.footprint().radius(0) < (isDouble ? RADIUS_OF_A_RING_IN_DOUBLE : RADIUS_OF_A_RING)
                || vector * instance.type().bytes() < BYTES_OF_A_VECTOR) {
            return Optional.empty();
        }
        int words = (planes(spec) - 1) * BYTES_OF_A_VECTOR / 4 * spec.updates().size();
        // The fourth row gains nothing where it takes the last registers: of doubles, and where some cells of a plane
        // keep their values.
        boolean three = isDouble ? 4 * words > MOST_SUMS : isAnyBesideThePlanes(instance, Boundary::keepsCells);
        int rows = Math.min(three ? 3 : 4, MOST_SUMS_OF_A_RING / words);
        while (rows >= 2) {
            DirectTile tile = ring(instance, rows--);
            if (ringFeed(instance, tile, true).localBytes() <= device.declaredLocalMemoryBytes()) {
                return Optional.of(tile);
            }
        }
        return Optional.empty();
    }

    private static DirectTile ring(StencilInstance instance, int rows) {
        int vector = widest(instance);
        // Tiles that are nearly square have the fewest cells around them.
        int groupX = rows >= 2 * vector ? 2 * GROUP_X : GROUP_X;
        int groupY = ITEMS_OF_A_RING / groupX;
        int chunk = chunk(instance, tiles(instance, groupX * vector, groupY * rows));
        return new DirectTile(vector, rows, chunk, 1, 0, false, groupX, groupY);
    }

    /** Planes of a chunk by which the units are done first: each chunk also adds the planes around it, and units may idle. */
    private static int chunk(StencilInstance instance, long tiles) {
        int planes = instance.planes();
        int units = instance.device().computeUnits();
        int around = planes(instance.spec()) - 1;
        int best = planes;
        long least = Long.MAX_VALUE;
        for (int chunks = 1; chunks <= planes; chunks++) {
            int chunk = (planes + chunks - 1) / chunks;
            long time = (tiles * ((planes + chunk - 1) / chunk) + units - 1) / units * (chunk + around);
            if (time < least) {
                least = time;
                best = chunk;
            }
        }
        long shortest = least;
        return pieces(instance, tiles).filter(each -> each.time() < shortest).isPresent() ? planes : best;
    }

    private static long tiles(StencilInstance instance, int width, int height) {
        return parts(instance.shape()[2], width) * parts(instance.shape()[1], height);
    }

    private static int widest(StencilInstance instance) {
        int most = BYTES_OF_A_VECTOR / instance.type().bytes();
        // Copies of cells need no rows that vectors divide. Of dense stencils they took 13% longer than loads of single
        // cells.
        boolean byCells =
                AsyncCopies.on(instance.device()) && instance.spec().footprint().shape() == Footprint.Shape.STAR;
        return byCells ? most : Math.min(most, Integer.lowestOneBit(instance.shape()[2]));
    }

    /** Planes whose cells an update reads, those between included. */
    private static int planes(StencilSpec spec) {
        return spec.footprint().low(0) + spec.footprint().high(0) + 1;
    }

    /** Why an instance cannot be done in this way. */
    private static Optional<String> problem(StencilInstance instance, DirectTile tile) {
        StencilSpec spec = instance.spec();
        if (spec.rank() != 3) {
            return Optional.of("streams planes, so it needs a stencil in 3-D, found " + spec.rank() + "-D.");
        }
        try {
            forms(spec);
        } catch (NotLinearException e) {
            return Optional.of("needs a linear stencil: " + e.getMessage());
        }
        long bytes = registerFeed(instance, tile).localBytes();
        long most = Math.min(LOCAL_MEMORY, instance.device().localMemoryBytes());
        return bytes <= most
                ? Optional.empty()
                : Optional.of("keeps two planes of each field in local memory, " + bytes + " bytes for radius "
                        + spec.footprint().radius() + ", but there are " + most + ".");
    }

    /** The updates as sums of reads of any field, with coefficients that are the same everywhere. */
    private static Map<String, LinearForm> forms(StencilSpec spec) {
        Set<String> names = new LinkedHashSet<>();
        spec.fields().forEach(field -> names.add(field.name()));
        Map<String, LinearForm> forms = new LinkedHashMap<>();
        for (StencilSpec.Update update : spec.updates()) {
            forms.put(update.field(), LinearForm.of(update.value(), names));
        }
        return forms;
    }
}
