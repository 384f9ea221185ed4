package org.plegma.fft.pass;

/**
 * Where the elements of lines lie in an array. Lines are numbered; with {@code inner} lines to a block, the element {@code i}
 * of line {@code l} has the place
 * {@code (l / inner)*outer + (c / split)*big + (c % split)*small + i*stride} where {@code c = l % inner}.
 *
 * @param span if above 0, only so many elements follow each other by the stride: instead of {@code i*stride} it is
 *     {@code (i / span)*far + (i % span)*stride}
 * @param byAddress whether the array holds addresses instead: what is multiplied by {@code outer}, {@code big} and {@code far} then
 *     counts these, and the rest is the place from the address on
 */
public record Layout(long outer, long split, long big, long small, long stride, int span, long far, boolean byAddress) {
    public Layout(long outer, long split, long big, long small, long stride) {
        this(outer, split, big, small, stride, 0, 0, false);
    }

    /** Lines that follow each other, or lie side by side if {@code inner} is above 1, as along an axis of an array. */
    public static Layout axis(long n, long inner) {
        return new Layout(n * inner, inner, 0, 1, inner);
    }

    /** The rows of arrays of which {@code width} columns at a time are together, row by row. */
    public static Layout rowsOfStrips(int rows, long columns, int width) {
        return new Layout(rows * columns, rows, 0, width, 1, width, (long) rows * width, false);
    }

    /** Their columns. */
    public static Layout columnsOfStrips(int rows, long columns, int width) {
        return new Layout(rows * columns, width, (long) rows * width, 1, width);
    }

    /**
     * As {@link #axis}, of which each block is in {@code shares} of {@code width} places with an address each; a line has each
     * {@code apart}-th place.
     */
    public static Layout sharesByAddress(int shares, int width, long inner, int apart) {
        return new Layout(shares, apart * inner, 0, 1, apart * inner, width / apart, 1, true);
    }

    /**
     * As {@link #axis} of one block with {@code n} places to a line, of which {@code span} that are {@code stride} from each other have
     * an address, for each {@code width} lines that are side by side.
     */
    public static Layout tilesByAddress(int n, int span, long stride, long width) {
        return new Layout(0, width, n / span, 1, stride, span, 1, true);
    }

    /** Lines of {@code n} that follow each other; {@code run} of them have an address. */
    public static Layout runsByAddress(int n, int run) {
        return new Layout(1, run, 0, n, 1, n, 0, true);
    }

    /** Whether lines are in tiles that have addresses. */
    boolean isTiled() {
        return byAddress && big > 0;
    }
}
