package org.plegma.gemm;

/**
 * How a matrix that is sent is cut into two panels of columns. The first is so narrow that nobody waits for it long, and so wide that
 * products by it take longer than the rest of the matrix takes on the link.
 *
 * @param worthBytes from which it is cut at all
 * @param share it has at least one of so many columns
 * @param step its width is a multiple of this, or all
 * @param pieceBytes that a device writes to the next one at a time: so many that they seldom wait for each other, and few beside the
 *     matrix, which the last device has a few pieces later than the first
 */
record Panels(long worthBytes, int share, int step, int pieceBytes) {
    /** A product of 16384 takes some 20 times as long as its matrix takes on NVLink, on one of two devices; larger ones more. */
    static final Panels USUAL = new Panels(32L << 20, 8, 256, 8 << 20);

    /** Where the panels end: one or two. */
    int[] ends(int columns, long bytes) {
        int first = ((columns + share - 1) / share + step - 1) / step * step;
        return bytes < worthBytes || first >= columns ? new int[] {columns} : new int[] {first, columns};
    }

    /** What divides all that is passed of rows of so many elements. */
    long multiple(int row) {
        return Integer.lowestOneBit(row | step);
    }
}
