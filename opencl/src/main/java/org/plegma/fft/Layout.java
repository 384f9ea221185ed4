package org.plegma.fft;

/**
 * Where the elements of lines lie in an array. Lines are numbered; with {@code inner} lines to a block, the element {@code i}
 * of line {@code l} has the place
 * {@code (l / inner)*outer + (c / split)*big + (c % split)*small + i*stride} where {@code c = l % inner}.
 */
record Layout(long outer, long split, long big, long small, long stride) {

    /** Lines that follow each other, or lie side by side if {@code inner} is above 1, as along an axis of an array. */
    static Layout axis(long n, long inner) {
        return new Layout(n * inner, inner, 0, 1, inner);
    }
}
