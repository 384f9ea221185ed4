package org.plegma.stencil.method.blocked;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.stencil.code.AsyncCopies;

/**
 * What a group of work-items of the method {@code blocked(k)} by partial sums works on at a time.
 *
 * @param steps steps done together
 * @param width neighbouring cells along the last axis that a work-item computes: 1, 2 or 4
 * @param lanes work-items side by side along the last axis, which exchange values in a warp
 * @param rows neighbouring rows of a work-item, in 3-D; else 1
 * @param warps rows of work-items, in 3-D; else 1
 */
record BlockedSumsTile(int steps, int width, int lanes, int rows, int warps) {

    private static final int REGISTERS_OF_A_UNIT = 1 << 16;

    private static final int QUARTERS = 4;

    /** Rows or planes of a chunk at most, of one warp and of groups of several. */
    private static final int MOST_ROWS = 420;

    private static final int MOST_PLANES = 200;

    /** Local memory of a group up to which several groups have room on a unit. */
    private static final long SMALL_LOCAL = 48 << 10;

    /** With vectors of so many bytes registers are short, and loads are few: copies took 5% longer. */
    private static final int WIDE = 16;

    /** One plane on its way while one is computed hides the latency of memory; a second what groups take from each other. */
    private static final int MOST_AHEAD = 2;

    /**
     * What matters of a device.
     *
     * @param nvidia whether it has NVIDIA's instructions
     * @param lanes work-items of a warp
     * @param groupSize the most work-items of a group
     * @param localBytes local memory that a group may have
     * @param copies whether there are asynchronous copies to local memory
     */
    record Hardware(
            boolean gpu, boolean nvidia, int units, int lanes, long groupSize, long localBytes, boolean copies) {
        /** More leaves room for one group only on devices that do not say how much a unit has. */
        private static final long MOST_LOCAL = 48 << 10;

        static Hardware of(Device device) {
            return new Hardware(
                    device.kind() == Device.Kind.GPU,
                    device.isNvidia(),
                    device.computeUnits(),
                    Math.max(32, device.warpSize()),
                    device.maxWorkGroupSize(),
                    device.isNvidia()
                            ? device.declaredLocalMemoryBytes()
                            : Math.min(device.localMemoryBytes(), MOST_LOCAL),
                    AsyncCopies.on(device));
        }
    }

    /** Cells on either side along the last axis that are not right after all steps, in whole work-items. */
    int halo() {
        return (steps + width - 1) / width * width;
    }

    /** Cells along the last axis. */
    int span() {
        return lanes * width;
    }

    /** Rows. */
    int tall() {
        return rows * warps;
    }

    /** Tiles that cover the last axis. */
    int across(int size, boolean periodic) {
        return count(size, span(), halo(), periodic);
    }

    /** Tiles that cover the axis before the last, in 3-D. */
    int down(int size, boolean periodic) {
        return count(size, tall(), steps, periodic);
    }

    /** At the ends of an axis that is not periodic nothing is lost. */
    private static int count(int size, int tile, int halo, boolean periodic) {
        int covered = periodic ? size : Math.max(1, size - 2 * halo);
        int useful = tile - 2 * halo;
        return (covered + useful - 1) / useful;
    }

    /**
     * All tiles for which the device has the registers and the local memory.
     *
     * @param late whether the rows of other work-items are needed only when all levels are done
     */
    static Stream<BlockedSumsTile> all(int rank, int steps, boolean late, Hardware hardware, ElementType type) {
        int[] rows = rank == 2
                ? new int[] {1}
                : hardware.nvidia()
                        ? new int[] {1, 2, 3, 4, 5, 6, 8}
                        : hardware.gpu() ? new int[] {1, 2, 3, 4, 5} : new int[] {1, 2, 3};
        // Where nothing is gained by them, as in tests on a CPU, small groups are sooner compiled.
        int[] warps = rank == 2
                ? new int[] {1}
                : hardware.nvidia() ? new int[] {4, 8, 12, 16} : hardware.gpu() ? new int[] {4} : new int[] {2, 4};
        int lanes = hardware.lanes();
        int registers = registersFor(hardware, rank, type);
        return IntStream.of(1, 2, 4)
                .boxed()
                .flatMap(width -> Arrays.stream(rows).boxed().flatMap(r -> Arrays.stream(warps)
                        .mapToObj(w -> new BlockedSumsTile(steps, width, lanes, r, w))))
                .filter(tile -> tile.span() > 2 * tile.halo() && (rank == 2 || tile.tall() > 2 * steps))
                .filter(tile -> tile.lanes() * tile.warps() <= hardware.groupSize())
                .filter(tile -> tile.localBytes(late, type, hardware, 1) <= hardware.localBytes())
                .filter(tile -> tile.registers(late, type, hardware) <= Math.min(registers, tile.share()));
    }

    /** Registers of 4 bytes up to which the drivers do not spill. */
    private static int registersFor(Hardware hardware, int rank, ElementType type) {
        if (!hardware.nvidia()) {
            return rank == 2 || type == ElementType.DOUBLE ? 104 : 68;
        }
        return rank == 3 ? 216 : type == ElementType.FLOAT ? 172 : 255;
    }

    /** Registers of 4 bytes of a work-item if a unit runs one group. */
    private int share() {
        return REGISTERS_OF_A_UNIT / (lanes * warps) / 8 * 8;
    }

    /** Registers of 4 bytes that a work-item needs, as NVIDIA's compiler has told for some tiles. */
    private int registers(boolean late, ElementType type, Hardware hardware) {
        int words = width * rows * type.bytes() / 4;
        if (warps == 1) {
            return (int) (words * (2.6 * steps + 3) + 22);
        }
        int others = !hardware.nvidia() ? 8 * type.bytes() : (type == ElementType.FLOAT ? 32 : 40) + (late ? 0 : 12);
        return (int) (words * (2 * steps + 2.5) + others);
    }

    /** Local memory for one set of exchanged rows, and where there are no exchanges in a warp, for those. */
    private long localBytes(boolean late, ElementType type, Hardware hardware, int sets) {
        long shelves = warps == 1 ? 0 : 2L * (late ? steps : 1) * warps * span();
        long exchange = hardware.nvidia() ? 0 : warps * (rows + 2L) * 2 * lanes;
        return (sets * shelves + exchange) * type.bytes();
    }

    /** How many sets of exchanged rows local memory holds: with two, one is read while the other is written. */
    int sets(boolean late, ElementType type, Hardware hardware) {
        return localBytes(late, type, hardware, 2) <= share(late, type, hardware) ? 2 : 1;
    }

    /** How many planes are copied to local memory before they are needed; 0 if they come through registers. */
    int ahead(boolean late, ElementType type, Hardware hardware) {
        if (!hardware.copies() || width * type.bytes() >= WIDE) {
            return 0;
        }
        long left = share(late, type, hardware) - localBytes(late, type, hardware, sets(late, type, hardware));
        long planes = left / ((long) span() * tall() * type.bytes()) - 1;
        return planes < 2 ? 0 : (int) Math.min(MOST_AHEAD, planes);
    }

    /** Local memory of one of the groups that are on a unit together. */
    private long share(boolean late, ElementType type, Hardware hardware) {
        return hardware.localBytes() / (hardware.localBytes() > SMALL_LOCAL ? resident(late, type, hardware) : 1);
    }

    private int resident(boolean late, ElementType type, Hardware hardware) {
        int registers = (registers(late, type, hardware) + 7) / 8 * 8;
        // A quarter of NVIDIA's units has a quarter of the registers: groups of a warp lie in one.
        return hardware.nvidia() && warps == 1
                ? Math.max(1, QUARTERS * (REGISTERS_OF_A_UNIT / QUARTERS / registers / lanes))
                : Math.max(1, REGISTERS_OF_A_UNIT / registers / (lanes * warps));
    }

    /**
     * The part of the computed cells that is of use; less for narrow work-items, which exchange more, and more for many
     * warps on a unit, which hide latency. Where each level waits for rows of other warps, a second group fills the gaps.
     *
     * @param points cells that the stencil reads
     */
    double worth(int[] shape, boolean[] periodic, boolean late, int points, ElementType type, Hardware hardware) {
        int resident = resident(late, type, hardware);
        int together = Math.min(12, resident * warps);
        boolean gaps = !late && resident >= 2;
        if (warps == 1 || !hardware.nvidia()) {
            return useful(shape, periodic) * width / (width + 1.5) * (1 + 0.025 * together + (gaps ? 0.25 : 0));
        }
        // Fitted to what two dozen tiles took on an H200, for stencils of 2, 7 and 27 points.
        double work = Math.max(1, points / 7.0) + 4.4 / width + 4.0 / rows;
        double hidden = 1 - (late ? 0.0375 : 0.02) * (12 - together) + (gaps ? 0.08 : 0);
        return useful(shape, periodic) / idle(shape, periodic, late, hardware, type) * hidden / work;
    }

    /** The part of the computed columns that is kept. */
    double useful(int[] shape, boolean[] periodic) {
        int last = shape.length - 1;
        double useful = (double) shape[last] / ((double) across(shape[last], periodic[last]) * span());
        return last < 2 ? useful : useful * shape[1] / ((double) down(shape[1], periodic[1]) * tall());
    }

    /** How much longer it takes because chunks begin with rows or planes that are not kept, and groups do not fill all units. */
    double idle(int[] shape, boolean[] periodic, boolean late, Hardware hardware, ElementType type) {
        int last = shape.length - 1;
        int tiles = across(shape[last], periodic[last]) * (last < 2 ? 1 : down(shape[1], periodic[1]));
        int chunks = chunks(tiles, shape[0], late, hardware, type);
        double together = (double) hardware.units() * resident(late, type, hardware);
        double waves = Math.ceil((double) tiles * chunks / together);
        return waves * together * ((double) shape[0] / chunks + 2 * steps + 2) / ((double) tiles * shape[0]);
    }

    /**
     * Into how many chunks the rows or planes of a tile are cut, each a group's work: so many that they are short, since
     * neighbours that run together share what they read, and among these the number for which the last group ends soonest.
     */
    int chunks(int tiles, int length, boolean late, Hardware hardware, ElementType type) {
        int together = hardware.units() * resident(late, type, hardware);
        int most = Math.max(1, length / (8 * steps));
        int fewest = Math.min(most, (length - 1) / (warps == 1 ? MOST_ROWS : MOST_PLANES) + 1);
        int best = fewest;
        double least = Double.POSITIVE_INFINITY;
        for (int chunks = fewest; chunks <= Math.min(most, (warps == 1 ? 5 : 4) * fewest); chunks++) {
            double waves = Math.ceil((double) tiles * chunks / together);
            double time = waves * ((double) length / chunks + 2 * steps + 2);
            if (time < least) {
                least = time;
                best = chunks;
            }
        }
        return best;
    }
}
