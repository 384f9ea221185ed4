package org.plegma.fft;

/**
 * Transforms lines of {@code n} values: one pass over memory. A forward pass has the exponent -2πi, an inverse one +2πi;
 * results are multiplied by {@code scale}.
 *
 * @param n the length, smooth
 * @param lines how many lines there are
 * @param inner lines to a block of the layouts
 * @param in where the values are, counted in pairs of reals, or in reals for {@link Load#REAL}
 * @param out where the results go, counted alike
 * @param rotation 0, or the length N of the long transform of which this is the first part: result {@code k} of line
 *     {@code l} is turned by {@code k·(l % inner / rotationInner)} N-ths
 * @param rotationInner lines that share a turn
 */
record LinePass(
        int n,
        long lines,
        long inner,
        Layout in,
        Layout out,
        Load load,
        Store store,
        long rotation,
        long rotationInner,
        boolean inverse,
        double scale) {

    /** What a line is before the transform. */
    enum Load {
        /** Complex values. */
        COMPLEX,
        /** Reals. */
        REAL,
        /** The first n/2+1 values of the spectrum of a real line; the others mirror them. */
        HALF,
        /** The n+1 first values of the spectrum of 2n reals, whose inverse transform is n pairs of them. */
        HALF_OF_PAIRS
    }

    /** What is kept of a line after the transform. */
    enum Store {
        /** All values. */
        COMPLEX,
        /** Their real parts. */
        REAL,
        /** The first n/2+1 values. */
        HALF,
        /** The first n+1 values of the spectrum of the 2n reals of which the line's values were pairs. */
        HALF_OF_PAIRS
    }

    static LinePass complex(int n, long lines, long inner, Layout in, Layout out, boolean inverse, double scale) {
        return new LinePass(n, lines, inner, in, out, Load.COMPLEX, Store.COMPLEX, 0, 1, inverse, scale);
    }

    LinePass rotated(long length, long sharing) {
        return new LinePass(n, lines, inner, in, out, load, store, length, sharing, inverse, scale);
    }

    LinePass with(Load newLoad, Store newStore) {
        return new LinePass(n, lines, inner, in, out, newLoad, newStore, rotation, rotationInner, inverse, scale);
    }
}
