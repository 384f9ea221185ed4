package org.plegma.fft;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.fft.LinePass.Load;
import org.plegma.fft.LinePass.Store;

/**
 * How a work-group of a GPU transforms the lines of a pass.
 *
 * @param radices of the stages
 * @param items work-items to a line
 * @param lines lines to a work-group
 * @param columns whether neighbouring work-items belong to neighbouring lines, which then lie side by side in memory
 * @param split whether local memory carries real and imaginary parts one after the other, and is half as large
 * @param mirrored whether the work-items of a spectrum of pairs take the butterflies of its edge stage, the first when it
 *     is read, the last when it is written, in twos that mirror each other, so that a value and its mirror image meet
 *     in one work-item
 * @param sparing whether each value of a part is turned when it is written; to turn all of them first takes twice as many
 *     registers
 * @param pad after so many values of a line local memory has a gap, as steps of a power of two meet in few banks
 */
record LineTile(
        List<Integer> radices,
        int items,
        int lines,
        boolean columns,
        boolean split,
        boolean mirrored,
        boolean sparing,
        int pad) {
    private static final int WISHED_ITEMS = 128;
    /** Bytes side by side that fill the memory's transactions, and more that are better where local memory allows. */
    private static final int SIDE_BY_SIDE = 64;

    private static final int MORE = 4;
    private static final int BANKS = 128;
    /** Of short lines side by side with a middle, more work-items with fewer registers hide more of memory's latency. */
    private static final int SHORT = 256;

    private static final int SCARCE = 8;
    /** Beyond this one stage more costs more than few work-items do. */
    private static final int LONG = 2048;

    /** Work-items of which two groups fit a multiprocessor's registers. */
    private static final int FEW_ITEMS = 512;

    /** A tile for a pass within the limits of a device. */
    static LineTile of(LinePass pass, ElementType type, PassLimits limits) {
        int n = pass.n();
        boolean columns =
                pass.inner() > 1 && (pass.in().stride() != 1 || pass.out().stride() != 1);
        // Where registers are scarce, as for double on AMD, a middle leaves no room for the largest radices.
        boolean small = pass.hasMiddle() && (columns && n <= SHORT || limits.largestRadix() <= SCARCE);
        int radix = small ? limits.largestRadix() / 2 : limits.largestRadix();
        int group = n > FEW_ITEMS * limits.largestRadix() ? limits.items() : Math.min(limits.items(), FEW_ITEMS);
        List<Integer> radices = Radices.forGroup(n, Math.max(radix, Radices.largestPrime(n)), group);
        int items = Math.min(n / radices.get(0), group);
        boolean read = pass.load() == Load.HALF_OF_PAIRS;
        boolean mirrored = false;
        if (read || pass.store() == Store.HALF_OF_PAIRS) {
            // Two butterflies of the edge stage in the registers for one of the others, of long lines in more of them.
            int most = n > LONG ? limits.values() : limits.largestRadix();
            if (2 * last(radices) > most && Radices.largestPrime(n) <= limits.largestRadix() / 2) {
                radices = Radices.forGroup(n, limits.largestRadix() / 2, group);
            }
            int edge = last(radices);
            mirrored =
                    radices.size() > 1 && 2 * edge <= most && n % (2 * edge) == 0 && n / (2 * edge) <= limits.items();
            items = mirrored ? n / (2 * edge) : Math.min(n / radices.get(0), group);
            radices = mirrored && read ? reversed(radices) : radices;
        }
        int pad = columns ? radices.get(0) : BANKS / type.bytes();
        long part = (long) (n + n / pad) * type.bytes();
        long fit = Math.max(1, limits.localBytes() / part);
        int least = sideBySide(type);
        int most = pass.hasMiddle() ? 2 * least : MORE * least;
        long wished = columns ? Math.max(least, Math.min(most, fit / 2)) : 1;
        wished = Math.min(Math.min(Math.max(wished, WISHED_ITEMS / items), fit), Math.max(1, limits.items() / items));
        int lines = (int) Math.min(Long.highestOneBit(wished), pass.lines());
        // A pass that reads mirrored values twice leaves room to the cache.
        boolean split = 2 * part * lines > limits.localBytes() || read && !mirrored;
        return new LineTile(radices, items, lines, columns, split, mirrored, !limits.manyRegisters(), pad);
    }

    /** Lines side by side whose complex values fill the memory's transactions. */
    static int sideBySide(ElementType type) {
        return SIDE_BY_SIDE / (2 * type.bytes());
    }

    /** The radices of the way back of a pass with a middle: what one way leaves in registers the other begins with. */
    List<Integer> back() {
        return reversed(radices);
    }

    private static int last(List<Integer> radices) {
        return radices.get(radices.size() - 1);
    }

    private static List<Integer> reversed(List<Integer> radices) {
        List<Integer> all = new ArrayList<>(radices);
        Collections.reverse(all);
        return all;
    }

    /** Values of local memory for one part of all lines. */
    int locals(LinePass pass) {
        return lines * (pass.n() + pass.n() / pad);
    }

    /** Whether values leave their work-item. */
    boolean exchanges(LinePass pass) {
        return radices.size() > 1 || pass.store() == Store.HALF_OF_PAIRS && !mirrored;
    }
}
