package org.plegma.fft.pass;

import java.util.List;
import java.util.stream.IntStream;
import org.plegma.fft.arithmetic.Radices;

/**
 * Lines of some dozens of values, without gaps in memory, where registers are many: a work-item takes one alone, or there are two stages with
 * the smaller radix first, whose second one writes few pieces. Each line has a gap behind it in local memory.
 */
final class ShortLines {
    /** The longest lines of floats, and of doubles, that a work-item takes alone. */
    private static final int FLOATS = 63;

    private static final int DOUBLES = 31;
    /** Longer complex lines take two stages if their factors are near to each other, or if straight-line code for a prime needs too much. */
    private static final int LONG = 46;

    private static final int LARGEST_PRIME_OF_LONG = 19;
    /** Pairs of doubles that are better spread over six work-items. */
    private static final int SPREAD = 24;

    private ShortLines() {}

    /** The longest line that a work-item can have to itself. */
    static int longestAlone(PassLimits limits) {
        return !limits.manyRegisters() ? limits.largestRadix() : limits.isWide() ? FLOATS : DOUBLES;
    }

    /** Pairs of reals are better alone, as those that mirror each other are there. */
    static boolean takes(LinePass pass, PassLimits limits) {
        int n = pass.n();
        boolean better = LineStages.ofPairs(pass) ? limits.isWide() || n != SPREAD : n > limits.largestRadix();
        return limits.manyRegisters()
                && better
                && n <= FLOATS
                && !pass.hasMiddle()
                && !pass.isChirped()
                && LineStaging.takes(pass)
                && !of(pass, limits).radices().isEmpty();
    }

    /** Without radices for lengths that are better as most are. */
    static LineStages of(LinePass pass, PassLimits limits) {
        int n = pass.n();
        int smaller = smaller(n);
        boolean unlike = smaller < n / smaller && n / smaller <= limits.largestRadix();
        boolean pair = limits.isWide() ? n > LONG && n % 4 == 0 && smaller > 4 : n > DOUBLES + 1 && smaller > 3;
        boolean plain = LineStaging.isPlain(pass);
        if (plain && pair && unlike) {
            return new LineStages(List.of(smaller, n / smaller), n / smaller, false);
        }
        boolean simple = !plain || n <= LONG || Radices.largestPrime(n) <= LARGEST_PRIME_OF_LONG;
        return new LineStages(simple && n <= longestAlone(limits) ? List.of(n) : List.of(), 1, false);
    }

    /** Of the two factors that are nearest to each other. */
    private static int smaller(int n) {
        return IntStream.rangeClosed(1, (int) Math.sqrt(n))
                .filter(r -> n % r == 0)
                .max()
                .orElse(1);
    }
}
