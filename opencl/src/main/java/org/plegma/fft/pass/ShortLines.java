package org.plegma.fft.pass;

import java.util.List;
import java.util.stream.IntStream;
import org.plegma.fft.arithmetic.Radices;

/**
 * Complex lines of some dozens of values, without gaps in memory, where registers are many: a work-item takes one alone, or there are two
 * stages with the smaller radix first, whose second one writes few pieces. Each line has a gap behind it in local memory.
 */
final class ShortLines {
    private static final int LONGEST = 63;
    /** The longest lines of floats, and of doubles, that a work-item takes alone whatever their factors are. */
    private static final int FLOATS = 46;

    private static final int DOUBLES = 31;

    private ShortLines() {}

    static boolean takes(LinePass pass, PassLimits limits) {
        return limits.manyRegisters()
                && pass.n() > limits.largestRadix()
                && pass.n() <= LONGEST
                && !pass.hasMiddle()
                && LineStaging.takesPlain(pass)
                && !of(pass.n(), limits).radices().isEmpty();
    }

    /** Without radices for lengths that are better as most are. */
    static LineStages of(int n, PassLimits limits) {
        int smaller = smaller(n);
        List<Integer> two = List.of(smaller, n / smaller);
        LineStages alone = new LineStages(List.of(n), 1, false);
        LineStages none = new LineStages(List.of(), 1, false);
        boolean unlike = smaller < n / smaller && n / smaller <= limits.largestRadix();
        if (!limits.isWide()) {
            boolean pair = n > DOUBLES + 1 && unlike && smaller > 3;
            return n <= DOUBLES ? alone : pair ? new LineStages(two, n / smaller, false) : none;
        }
        boolean pair = n > FLOATS && n % 4 == 0 && unlike && smaller > 4;
        boolean single = n <= FLOATS || Radices.largestPrime(n) <= Radices.LARGEST_PRIME;
        return pair ? new LineStages(two, n / smaller, false) : single ? alone : none;
    }

    /** Of the two factors that are nearest to each other. */
    private static int smaller(int n) {
        return IntStream.rangeClosed(1, (int) Math.sqrt(n))
                .filter(r -> n % r == 0)
                .max()
                .orElse(1);
    }
}
