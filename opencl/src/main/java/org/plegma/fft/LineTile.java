package org.plegma.fft;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.plegma.array.ElementType;
import org.plegma.fft.LinePass.Store;

/**
 * How a work-group of a GPU transforms the lines of a pass.
 *
 * @param radices of the stages
 * @param items work-items to a line
 * @param lines lines to a work-group
 * @param columns whether neighbouring work-items belong to neighbouring lines, which then lie side by side in memory
 * @param split whether local memory carries real and imaginary parts one after the other, and is half as large
 * @param pad after so many values of a line local memory has a gap, as steps of a power of two meet in few banks
 */
record LineTile(List<Integer> radices, int items, int lines, boolean columns, boolean split, int pad) {
    private static final int WISHED_ITEMS = 128;
    /** Bytes side by side that fill the memory's transactions. */
    private static final int SIDE_BY_SIDE = 64;
    /** Local memory that leaves room for other groups beside. */
    private static final int BOTH_PARTS = 35 << 10;

    private static final int BANKS = 128;

    /** A tile for a pass within the limits of a device. */
    static LineTile of(LinePass pass, ElementType type, PassLimits limits) {
        int n = pass.n();
        List<Integer> radices = Radices.forGroup(n, limits.largestRadix(), limits.items());
        int largest = radices.stream().mapToInt(radix -> radix).max().orElse(1);
        int items = Math.min(n / largest, limits.items());
        boolean columns =
                pass.inner() > 1 && (pass.in().stride() != 1 || pass.out().stride() != 1);
        int pad = columns ? radices.get(0) : BANKS / type.bytes();
        long part = (long) (n + n / pad) * type.bytes();
        int wished = Math.max(columns ? sideBySide(type) : 1, WISHED_ITEMS / items);
        int most = (int) Math.max(1, Math.min(limits.localBytes() / part, limits.items() / items));
        int lines = (int) Math.max(1, Math.min(Integer.highestOneBit(Math.min(wished, most)), pass.lines()));
        return new LineTile(radices, items, lines, columns, 2 * part * lines > BOTH_PARTS, pad);
    }

    /** Lines side by side whose complex values fill the memory's transactions. */
    static int sideBySide(ElementType type) {
        return SIDE_BY_SIDE / (2 * type.bytes());
    }

    /** The same with other numbers of lines and parts, to compare. */
    LineTile with(int newLines, boolean newSplit) {
        return new LineTile(radices, items, newLines, columns, newSplit, pad);
    }

    /** The radices of the way back of a pass with a middle: what one way leaves in registers the other begins with. */
    List<Integer> back() {
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
        return radices.size() > 1 || pass.store() == Store.HALF_OF_PAIRS;
    }
}
