package org.plegma.convolve.methods;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.plegma.array.ElementType;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.filter.Workshop;
import org.plegma.device.Device;
import org.plegma.device.Kernel;

/**
 * What the kernels {@code sweep.cl} and {@code sweep-separable.cl} are made for. The numbers are those that were the fastest on
 * an NVIDIA H200.
 *
 * @param separable whether rows are filtered first, and then columns, through local memory; if not, all products of a row of
 *     the image are made at once
 * @param run results of a work-item along a row
 * @param items work-items of a group
 * @param batch rows that come to local memory at once
 * @param stages batches that local memory holds
 */
record SweepCode(boolean separable, int run, int items, int batch, int stages) {
    /** What NVIDIA's OpenCL gives a group. */
    static final long LOCAL_BYTES = 48 << 10;

    /** Sums that a work-item has in registers of 4 bytes, of several columns and of one. */
    private static final int MOST_SUMS = 72;

    private static final int MOST_SUMS_OF_A_COLUMN = 132;
    /** Products of a work-item for a row, which are unrolled. */
    private static final int MOST_PRODUCTS = 1300;
    /** The same if there are no sums of columns. */
    private static final int MOST_PRODUCTS_OF_A_ROW = 8 * AddedParts.LONGEST;
    /** Taps are constants in the code, which take scalar registers there. */
    private static final int MOST_TAPS_ON_AMD = 16;
    /** The products of a row at once need more of local memory, but one barrier less. */
    private static final int AT_ONCE = 5;
    /** With so many sums a unit has registers for one large group only. */
    private static final int MANY_SUMS = 72;

    /** What suits a filter on a device; none if it has too many taps. */
    static Optional<SweepCode> of(ElementType type, Window window, boolean factors, Device device) {
        return of(type, window, factors, device.isAmd(), Math.min(LOCAL_BYTES, device.localMemoryBytes()));
    }

    /** @param factors whether the filter is given as a column and a row */
    static Optional<SweepCode> of(ElementType type, Window window, boolean factors, boolean amd, long localBytes) {
        int my = window.taps()[1];
        int mx = window.taps()[2];
        boolean plane = window.taps()[0] == 1 && window.shift()[0] == 0 && window.image()[0] == window.out()[0];
        if (!plane || amd && (factors ? my + mx : my * mx) > MOST_TAPS_ON_AMD) {
            return Optional.empty();
        }
        return candidates(type, my, mx, factors)
                .filter(code -> code.localBytes(type, window) <= localBytes)
                .findFirst();
    }

    private static Stream<SweepCode> candidates(ElementType type, int my, int mx, boolean factors) {
        int words = type.bytes() / Float.BYTES;
        if (factors && Math.max(my, mx) > AT_ONCE) {
            int run = type == ElementType.FLOAT && mx <= 65 ? 16 : 8;
            return my * words > MOST_SUMS_OF_A_COLUMN || run * mx > (my == 1 ? MOST_PRODUCTS_OF_A_ROW : MOST_PRODUCTS)
                    ? Stream.empty()
                    : Stream.of(my * words > MANY_SUMS ? 128 : 256, 64)
                            .map(items -> new SweepCode(true, run, items, run, 1));
        }
        int columns = width(type);
        int products = factors ? my + mx : my * mx;
        return columns * my * words > MOST_SUMS
                        || columns * mx * words > MOST_SUMS
                        || columns * products > MOST_PRODUCTS
                ? Stream.empty()
                : Stream.of(128, 64).map(items -> new SweepCode(false, columns, items, 8, 2));
    }

    /** Elements of a vector in memory. */
    private static int width(ElementType type) {
        return 16 / type.bytes();
    }

    String file() {
        return separable ? "sweep-separable.cl" : "sweep.cl";
    }

    String kernel() {
        return separable ? "sweep_separable" : "sweep";
    }

    /** Columns of a group. */
    int across() {
        return separable ? items : items * run;
    }

    /** Rows of the result for a group, so many that the first ones, computed in vain, and all others are whole batches. */
    int strip(long rows, int taps) {
        return (int) Kernel.roundUp(rows + taps - 1, batch) - (taps - 1);
    }

    /** Local memory, as the kernels declare it. */
    private long localBytes(ElementType type, Window window) {
        int width = width(type);
        long held = Kernel.roundUp(before(type, window) + across() + window.taps()[2] - 1, width);
        long row = separable ? pitch(held, width) : Kernel.roundUp(held + width, 2 * width);
        long between = separable ? pitch(across(), width) : 0;
        return batch * (stages * row + between) * type.bytes();
    }

    private static long pitch(long columns, int width) {
        return ((columns / width + 6) / 8 * 8 + 1) * width;
    }

    private static boolean aligned(ElementType type, Window window) {
        return window.image()[2] % width(type) == 0;
    }

    /** Elements between the start of an aligned vector and what the first tap reads. */
    private static int before(ElementType type, Window window) {
        return aligned(type, window) ? Math.floorMod(window.shift()[2], width(type)) : 0;
    }

    /** @param taps all taps, or with {@code factors} those of the column and then those of the row */
    String[] options(ElementType type, Window window, double[] taps, boolean factors, boolean nvidia) {
        List<String> options = new ArrayList<>(List.of(
                "-DREAL=" + type.openclName(),
                "-DFOLD=" + window.fold(),
                "-DMY=" + window.taps()[1],
                "-DMX=" + window.taps()[2],
                "-DWIDTH=" + width(type),
                "-DITEMS=" + items,
                "-DASYNC=" + (nvidia ? 1 : 0),
                "-DALIGNED=" + (aligned(type, window) ? 1 : 0),
                "-DBEFORE=" + before(type, window),
                "-DTAPS=" + Workshop.literals(taps, type)));
        if (separable) {
            options.add("-DRUN=" + run);
        } else {
            options.addAll(List.of(
                    "-DCOLUMNS=" + run,
                    "-DBATCH=" + batch,
                    "-DSTAGES=" + stages,
                    "-DALIGNED_RESULT=" + (window.out()[2] % width(type) == 0 ? 1 : 0),
                    "-DSEPARABLE=" + (factors ? 1 : 0)));
        }
        return options.toArray(String[]::new);
    }
}
