package org.plegma.fft;

import org.plegma.array.ElementType;

/**
 * How a work-group shares the lines of a pass.
 *
 * @param items work-items to a line
 * @param lines lines to a work-group
 * @param columns whether neighbouring work-items belong to neighbouring lines, which then lie side by side in memory
 * @param split whether local memory carries real and imaginary parts one after the other, and is half as large
 */
record LineTile(int items, int lines, boolean columns, boolean split) {
    private static final int WISHED_ITEMS = 128;
    /** Lines side by side whose elements fill the memory's transactions. */
    private static final int SIDE_BY_SIDE = 8;

    /** A tile for a pass within the limits of a device. */
    static LineTile of(LinePass pass, ElementType type, PassLimits limits) {
        long localBytes = limits.localBytes();
        int largest =
                Radices.of(pass.n()).stream().mapToInt(radix -> radix).max().orElse(1);
        int items = Math.min(pass.n() / largest, limits.items());
        boolean columns = pass.inner() > 1 && pass.in().stride() != 1;
        long part = (long) pass.n() * type.bytes();
        boolean pairs = pass.store() == LinePass.Store.HALF_OF_PAIRS;
        int wished = Math.max(columns ? SIDE_BY_SIDE : 1, WISHED_ITEMS / items);
        boolean split = !pairs && 2 * part * Math.min(wished, SIDE_BY_SIDE) > localBytes;
        long most = Math.min(localBytes / (split ? part : 2 * part), Math.max(1, limits.items() / items));
        int lines = (int) Math.max(1, Math.min(Math.min(wished, most), pass.lines()));
        return new LineTile(items, lines, columns, split);
    }
}
