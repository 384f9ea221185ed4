package org.plegma.primitives;

import java.util.List;
import java.util.stream.Stream;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.primitives.DigitPasses.Payload;

/**
 * How a sort by tiles divides its work: keys are moved by tiles, and counted by as large groups as can be.
 *
 * @param alone of passes that move keys alone
 * @param withPlaces of those that make places
 * @param withValues of those that move values of up to 4 bytes as well
 * @param withLarge of those with values of 8 bytes
 * @param counting work-items of a group that counts digits
 * @param columns of each count, see sort.cl
 * @param countingGroupsOfUnit how many such groups a unit has
 */
record Tilings(
        Tiling alone,
        Tiling withPlaces,
        Tiling withValues,
        Tiling withLarge,
        int counting,
        int columns,
        int countingGroupsOfUnit) {
    private static final int LANES = 32;
    private static final int LARGEST_GROUP = 1024;
    private static final int SMALL_GROUP = 256;

    /** Groups that count have so much of a unit's local memory. */
    private static final int COUNTING_BYTES = 128 << 10;

    /**
     * @param group work-items of a group
     * @param items keys of each
     */
    record Tiling(int group, int items) {
        int tiles(int n) {
            int tile = group * items;
            return (int) ((n + (long) tile - 1) / tile);
        }

        List<String> options() {
            return List.of("-DGROUP=" + group, "-DITEMS=" + items);
        }
    }

    /** As measured on an H100; where a group may have 48 KB only, as on others, tiles and counts are smaller. */
    static Tilings of(Device device, Digits digits) {
        boolean small = device.declaredLocalMemoryBytes() < COUNTING_BYTES;
        boolean wide = digits.type().bytes() > Integer.BYTES;
        int count = digits.passes() * digits.count() * Integer.BYTES;
        int columns = Math.min(
                LANES, Integer.highestOneBit(Math.max(1, (small ? COUNTING_BYTES / 4 : COUNTING_BYTES) / count)));
        return new Tilings(
                small ? new Tiling(384, wide ? 8 : 14) : new Tiling(384, wide ? 12 : 20),
                small ? new Tiling(384, wide ? 6 : 8) : new Tiling(512, wide ? 10 : 16),
                small ? new Tiling(384, wide ? 6 : 8) : new Tiling(wide ? 512 : 384, wide ? 10 : 16),
                small ? new Tiling(384, wide ? 4 : 6) : new Tiling(384, wide ? 8 : 10),
                small ? SMALL_GROUP : LARGEST_GROUP,
                columns,
                small ? 1 : Math.max(1, Math.min(2, COUNTING_BYTES / (count * columns))));
    }

    Tiling of(Payload payload, ElementType values) {
        return switch (payload) {
            case NOTHING -> alone;
            case PLACES -> withPlaces;
            case VALUES -> values.bytes() > Integer.BYTES ? withLarge : withValues;
        };
    }

    /** The most tiles that any of them makes of so many keys. */
    int most(int n) {
        return Stream.of(alone, withPlaces, withValues, withLarge)
                .mapToInt(tiling -> tiling.tiles(n))
                .max()
                .orElseThrow();
    }

    /** For the kernels that count. */
    List<String> options() {
        return List.of("-DCOUNTING=" + counting, "-DCOLUMNS=" + columns);
    }
}
