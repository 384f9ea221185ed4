package org.plegma.fft.arithmetic;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The lengths of short transforms into which a length is split. */
public final class Radices {
    /** Short transforms for which there is straight-line code on each device; the odd ones are primes. */
    public static final List<Integer> ALL = List.of(2, 3, 4, 5, 7, 8, 11, 13);

    /** The primes for which there is, the largest first; some are for work-items with many registers. A new prime is a number here. */
    private static final List<Integer> ODD = List.of(31, 29, 23, 19, 17, 13, 11, 7, 5, 3);

    /** The largest on each device. */
    public static final int LARGEST_PRIME = 13;

    public static final int LARGEST_PRIME_OF_MANY_REGISTERS = ODD.get(0);

    private Radices() {}

    /** Whether a length has no prime factor above {@link #LARGEST_PRIME}. */
    public static boolean isSmooth(long n) {
        return isSmooth(n, LARGEST_PRIME);
    }

    /** Whether a length has no prime factor above {@code largest}, which is at most {@link #LARGEST_PRIME_OF_MANY_REGISTERS}. */
    public static boolean isSmooth(long n, int largest) {
        long rest = n;
        for (int radix : ODD) {
            while (radix <= largest && rest % radix == 0) {
                rest /= radix;
            }
        }
        return Long.bitCount(rest) == 1;
    }

    /** The radices whose product is {@code n}, the largest power of two first; none for 1. */
    public static List<Integer> of(int n) {
        if (n < 1 || !isSmooth(n)) {
            throw new IllegalArgumentException(
                    "A length with prime factors up to " + LARGEST_PRIME + " is needed, found " + n);
        }
        List<Integer> all = new ArrayList<>();
        int twos = Integer.numberOfTrailingZeros(n);
        // 8·2 costs a pass through local memory as 4·4 does, and its radix 2 does little work in it.
        int eights = twos % 3 == 1 && twos > 1 ? twos / 3 - 1 : twos / 3;
        for (int i = 0; i < eights; i++) {
            all.add(8);
        }
        int left = twos - 3 * eights;
        for (; left >= 2; left -= 2) {
            all.add(4);
        }
        if (left == 1) {
            all.add(2);
        }
        int rest = n >> twos;
        for (int radix : ODD) {
            for (; rest % radix == 0; rest /= radix) {
                all.add(radix);
            }
        }
        return all;
    }

    /** The largest prime factor of a smooth length, or 1. */
    public static int largestPrime(int n) {
        for (int radix : ODD) {
            if (n % radix == 0) {
                return radix;
            }
        }
        return n % 2 == 0 ? 2 : 1;
    }

    /**
     * The radices of a work-group of a GPU: as few stages as can be, as each goes through local memory, then as few idle
     * work-items as can be, then small ones; the largest first, as the first stage needs no factors.
     *
     * @param items the most work-items that may share a line
     */
    public static List<Integer> forGroup(int n, int largest, int items) {
        if (n == 1) {
            return List.of(1);
        }
        List<List<Integer>> all = new ArrayList<>();
        split(n, largest, List.of(), all);
        return all.stream()
                .min(Comparator.<List<Integer>>comparingInt(List::size)
                        .thenComparingLong(radices -> slots(n, radices, items))
                        .thenComparingInt(radices -> radices.get(0))
                        .thenComparingInt(
                                radices -> radices.stream().mapToInt(r -> r).sum()))
                .orElseThrow(() -> new IllegalArgumentException("No stages of at most " + largest + " for " + n));
    }

    /** All lists of as few radices as can be, none above {@code largest}; the largest first. */
    public static List<List<Integer>> fewest(int n, int largest) {
        List<List<Integer>> all = new ArrayList<>();
        split(n, largest, List.of(), all);
        int least = all.stream().mapToInt(List::size).min().orElse(0);
        return all.stream().filter(radices -> radices.size() == least).toList();
    }

    private static void split(int n, int largest, List<Integer> begun, List<List<Integer>> all) {
        if (n == 1) {
            all.add(begun);
            return;
        }
        for (int radix = Math.min(n, largest); radix > 1; radix--) {
            if (n % radix == 0 && isSmooth(radix, LARGEST_PRIME_OF_MANY_REGISTERS)) {
                List<Integer> longer = new ArrayList<>(begun);
                longer.add(radix);
                split(n / radix, radix, longer, all);
            }
        }
    }

    /** Places for values in all stages, those of idle work-items too. */
    private static long slots(int n, List<Integer> radices, int items) {
        int width = Math.min(n / radices.get(0), items);
        long slots = 0;
        for (int radix : radices) {
            slots += (long) width * ((n / radix + width - 1) / width) * radix;
        }
        return slots;
    }
}
