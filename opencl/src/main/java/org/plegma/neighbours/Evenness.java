package org.plegma.neighbours;

import java.util.List;

/** How even points are, by a sample of them: each adds the number of points in its cell to one of some words that kernels tell. */
final class Evenness {
    /** All words that kernels tell; those before are for searches. */
    static final int WORDS = 67;

    private static final int FIRST = 3;
    private static final int SAMPLES = 1 << 14;

    /** More are not told apart, so that no sum is too large. */
    private static final int CROWD = 0xffff;

    private Evenness() {}

    /** Of so many points every so manieth is in the sample. */
    static int every(int count) {
        return Math.max(1, count / SAMPLES);
    }

    /** For grid.cl. */
    static List<String> options() {
        return List.of("-DTELLS=" + FIRST, "-DTELLERS=" + (WORDS - FIRST), "-DCROWD=" + CROWD);
    }

    /** How many points the cell of a point has, on average. */
    static double inOwnCell(int[] told, int count) {
        double sum = 0;
        for (int word = FIRST; word < WORDS; word++) {
            sum += told[word];
        }
        int every = every(count);
        return sum / ((count + every - 1) / every);
    }
}
