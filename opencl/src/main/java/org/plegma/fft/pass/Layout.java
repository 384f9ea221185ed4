package org.plegma.fft.pass;

/**
 * Where the elements of lines lie in an array. Lines are numbered; with {@code inner} lines to a block, the element {@code i}
 * of line {@code l} has the place
 * {@code (l / inner)*outer + (c / split)*big + (c % split)*small + i*stride} where {@code c = l % inner}.
 *
 * @param span if above 0, only so many elements follow each other by the stride: instead of {@code i*stride} it is
 *     {@code (i / span)*far + (i % span)*stride}
 * @param far {@link #BY_ADDRESS}: instead, each span of elements is in memory of its own, and the array holds the addresses
 */
public record Layout(long outer, long split, long big, long small, long stride, int span, long far) {
    /** The place of each span is an address in a table. */
    static final long BY_ADDRESS = -1;

    public Layout(long outer, long split, long big, long small, long stride) {
        this(outer, split, big, small, stride, 0, 0);
    }

    /** Lines that follow each other, or lie side by side if {@code inner} is above 1, as along an axis of an array. */
    public static Layout axis(long n, long inner) {
        return new Layout(n * inner, inner, 0, 1, inner);
    }

    /** The rows of arrays of which {@code width} columns at a time are together, row by row. */
    public static Layout rowsOfStrips(int rows, long columns, int width) {
        return new Layout(rows * columns, rows, 0, width, 1, width, (long) rows * width);
    }

    /** Their columns. */
    public static Layout columnsOfStrips(int rows, long columns, int width) {
        return new Layout(rows * columns, width, (long) rows * width, 1, width);
    }

    /**
     * As {@link #axis}, but {@code width} places of it at a time are in memory of their own, whose addresses a table has; a line has
     * each {@code apart}-th place.
     */
    public static Layout pieces(int width, long inner, int apart) {
        return new Layout(width * inner, apart * inner, 0, 1, apart * inner, width / apart, BY_ADDRESS);
    }

    boolean isByAddress() {
        return far == BY_ADDRESS;
    }
}
