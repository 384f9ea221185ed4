package org.plegma.stencil;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.plegma.array.ElementType;
import org.plegma.device.Device;

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
    private static final int MOST_REGISTERS = 255;

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

    /** The part of its cells that a tile computes rightly. */
    double useful() {
        double part = 1 - 2.0 * halo() / span();
        return warps == 1 ? part : part * (1 - 2.0 * steps / tall());
    }

    /** All tiles for which the device has the registers and the local memory. */
    static Stream<BlockedSumsTile> all(int rank, int steps, Device device, ElementType type) {
        int lanes = Math.max(32, device.warpSize());
        int[] rows = rank == 2 ? new int[] {1} : new int[] {1, 2, 3, 4, 5, 6};
        int[] warps = rank == 2 ? new int[] {1} : new int[] {4, 8, 12, 16};
        return IntStream.of(1, 2, 4)
                .boxed()
                .flatMap(width -> Arrays.stream(rows).boxed().flatMap(r -> Arrays.stream(warps)
                        .mapToObj(w -> new BlockedSumsTile(steps, width, lanes, r, w))))
                .filter(tile -> tile.useful() > 0 && tile.span() > 2 * tile.halo())
                .filter(tile -> tile.lanes() * tile.warps() <= device.maxWorkGroupSize())
                .filter(tile ->
                        tile.localBytes(type, device.isNvidia()) <= Math.min(device.localMemoryBytes(), 48 << 10))
                .filter(tile -> tile.registers(type) <= Math.min(MOST_REGISTERS, tile.share()));
    }

    /** Registers of 4 bytes of a work-item if a unit runs one group. */
    private int share() {
        return REGISTERS_OF_A_UNIT / (lanes * warps) / 8 * 8;
    }

    /** Registers of 4 bytes that a work-item needs, as measured. */
    private int registers(ElementType type) {
        int words = width * rows * type.bytes() / 4;
        return (int) (words * (2 * steps + 2.5) + 24);
    }

    private int localBytes(ElementType type, boolean shuffles) {
        int shelves = warps == 1 ? 0 : steps * warps * 2 * span();
        return (shelves + (shuffles ? 0 : warps * (rows + 2) * 2 * lanes)) * type.bytes();
    }

    /** Larger for tiles that compute less twice. */
    double worth(int[] shape, ElementType type) {
        return useful();
    }

    /**
     * Into how many chunks a tile's rows or planes are cut, each a group's work: the number for which the last of the groups
     * ends soonest, if the device runs as many at a time as their registers allow.
     */
    int chunks(int tiles, int length, Device device, ElementType type) {
        int resident = Math.max(1, REGISTERS_OF_A_UNIT / (registers(type) / 8 * 8 + 8) / (lanes * warps));
        int together = device.computeUnits() * resident;
        int best = 1;
        double least = Double.POSITIVE_INFINITY;
        for (int chunks = 1; chunks <= Math.max(1, Math.min(64, length / (8 * steps))); chunks++) {
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
