package org.plegma.gemm.product;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** How many elements of a factor may be copied at once: a copy out of line ends the process on a GPU, and no CPU minds it. */
class FactorTest {
    private static final int MOST = 4;

    @Test
    void copiesAreInLineWhereverTheyBegin() {
        int[] values = {0, 1, 2, 3, 4, 6, 8, 12};
        for (int offset : values) {
            for (int leading : values) {
                for (int step : values) {
                    for (int extent : values) {
                        int expected = MOST;
                        while (offset % expected + leading % expected + step % expected + extent % expected > 0) {
                            expected /= 2;
                        }
                        String text = "offset " + offset + ", leading " + leading + ", step " + step + ", " + extent;
                        assertEquals(
                                expected, byLine(offset, leading, step, extent).width(MOST), text);
                        assertEquals(
                                expected, byTerm(offset, leading, step, extent).width(MOST), text);
                    }
                }
            }
        }
        assertEquals(2, byLine(8, 8, 8, 8).width(2));
        assertEquals(1, byLine(8, 8, 8, 8).width(1));
    }

    private static Factor byLine(int offset, int leading, int step, int terms) {
        return new Factor(null, offset, leading, step, 5, terms, 3, false, 5, terms);
    }

    private static Factor byTerm(int offset, int leading, int step, int lines) {
        return new Factor(null, offset, leading, step, lines, 5, 3, true, lines, 5);
    }
}
