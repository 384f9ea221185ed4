package org.plegma.fft.pass;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Transforms lines of {@code n} values: one pass over memory. A forward pass has the exponent -2πi, an inverse one +2πi;
 * results are multiplied by {@code scale}. With a middle, the results are multiplied by other values and transformed back.
 *
 * @param n the length, smooth
 * @param lines how many lines there are
 * @param inner lines to a block of the layouts
 * @param in where the values are, counted in pairs of reals, or in reals for {@link Load#REAL}
 * @param out where the results go, counted alike
 * @param by the middle: where the factors of the results are, counted in pairs; null for none
 * @param turn whether and when values are turned as parts of a longer transform
 * @param length of that transform, or 0
 * @param sharing lines that share a turn: value {@code k} of line {@code l} is turned by {@code k·(l % inner / sharing)}
 *     parts of {@code length}
 * @param chirp for {@link Load#CHIRP} and {@link Store#CHIRP} how many values there are, else 0
 * @param kept if above 0, of the lines that {@code in.split()} counts only the first so many exist
 */
public record LinePass(
        int n,
        long lines,
        long inner,
        Layout in,
        Layout out,
        Load load,
        Store store,
        @Nullable Layout by,
        Turn turn,
        long length,
        long sharing,
        int chirp,
        boolean inverse,
        double scale,
        long kept) {

    /** What a line is before the transform. */
    public enum Load {
        /** Complex values. */
        COMPLEX,
        /** Reals. */
        REAL,
        /** The first n/2+1 values of the spectrum of a real line; the others mirror them. */
        HALF,
        /** The n+1 first values of the spectrum of 2n reals, whose inverse transform is n pairs of them. */
        HALF_OF_PAIRS,
        /** The first {@code chirp} values of the long line, to be multiplied by the chirp; the others are 0. */
        CHIRP
    }

    /** What is kept of a line after the transform. */
    public enum Store {
        /** All values. */
        COMPLEX,
        /** Their real parts. */
        REAL,
        /** The first n/2+1 values. */
        HALF,
        /** The first n+1 values of the spectrum of the 2n reals of which the line's values were pairs. */
        HALF_OF_PAIRS,
        /** The first {@code chirp} values of the long line, multiplied by the chirp. */
        CHIRP
    }

    /** When the values of a part of a longer transform are turned. */
    public enum Turn {
        NONE,
        /** Before the transform, as the last part. */
        BEFORE,
        /** After it, as the first part. */
        AFTER
    }

    public static LinePass complex(
            int n, long lines, long inner, Layout in, Layout out, boolean inverse, double scale) {
        return new LinePass(
                n, lines, inner, in, out, Load.COMPLEX, Store.COMPLEX, null, Turn.NONE, 0, 1, 0, inverse, scale, 0);
    }

    public LinePass turned(Turn when, long longLength, long sharingLines) {
        return new LinePass(
                n, lines, inner, in, out, load, store, by, when, longLength, sharingLines, chirp, inverse, scale, kept);
    }

    public LinePass with(Load newLoad, Store newStore) {
        return new LinePass(
                n, lines, inner, in, out, newLoad, newStore, by, turn, length, sharing, chirp, inverse, scale, kept);
    }

    /** With the first values multiplied by a chirp, when they are read or when they are written. */
    public LinePass chirped(int values, Load newLoad, Store newStore) {
        return new LinePass(
                n, lines, inner, in, out, newLoad, newStore, by, turn, length, sharing, values, inverse, scale, kept);
    }

    /** Forward and back, with a product between. */
    public LinePass times(Layout factors) {
        return new LinePass(
                n, lines, inner, in, out, load, store, factors, turn, length, sharing, chirp, inverse, scale, kept);
    }

    /** With gaps among the lines: of each that {@code in.split()} counts, the first so many. */
    public LinePass keeping(long lines) {
        return new LinePass(
                n, this.lines, inner, in, out, load, store, by, turn, length, sharing, chirp, inverse, scale, lines);
    }

    /** The lines that exist. */
    public double count() {
        return kept == 0 ? lines : (double) lines / in.split() * kept;
    }

    public boolean hasMiddle() {
        return by != null;
    }

    boolean isChirped() {
        return chirp > 0;
    }

    /** In words, such as {@code 6 lines of 40, from reals, to half}; the layouts are left out. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(lines + (lines == 1 ? " line of " : " lines of ") + n);
        text.append(hasMiddle() ? ", there, times factors, and back" : inverse ? ", back" : ", there");
        text.append(load == Load.COMPLEX ? "" : ", from " + words(load))
                .append(store == Store.COMPLEX ? "" : ", to " + words(store));
        text.append(turn == Turn.NONE ? "" : ", turned " + words(turn) + " as parts of " + length);
        return text.append(chirp == 0 ? "" : ", chirp of " + chirp).toString();
    }

    private static String words(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
