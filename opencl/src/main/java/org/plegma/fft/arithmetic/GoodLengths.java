package org.plegma.fft.arithmetic;

/** Lengths of fast transforms, for what may be padded to one. */
public final class GoodLengths {
    /** The largest int whose prime factors are 2, 3, 5 and 7. */
    private static final int LONGEST = 2_144_153_025;

    private static final int LARGEST_PRIME = 7;

    private GoodLengths() {}

    /** The least length from {@code n} on whose prime factors are 2, 3, 5 and 7. */
    public static int of(int n) {
        if (n < 1 || n > LONGEST) {
            throw new IllegalArgumentException("A good length is found for 1 to " + LONGEST + ", not for " + n + ".");
        }
        return next(n, 1);
    }

    /** The same for tiles of reals: even, and a multiple of 16 if it is not small. */
    public static int ofTiles(int n) {
        int unit = n > 256 ? 16 : 2;
        return next((n + unit - 1) / unit * unit, unit);
    }

    private static int next(int from, int unit) {
        int length = from;
        while (!Radices.isSmooth(length, LARGEST_PRIME)) {
            length = Math.addExact(length, unit);
        }
        return length;
    }

    /** The same for Bluestein's convolution of lines of n values: at least 2n-1, a power of two times 1, 3, 5, 9 or 15. */
    public static int ofChirp(int n) {
        int best = Integer.MAX_VALUE;
        for (int odd : new int[] {1, 3, 5, 9, 15}) {
            long m = odd;
            while (m < 2L * n - 1) {
                m *= 2;
            }
            best = (int) Math.min(best, m);
        }
        return best;
    }
}
