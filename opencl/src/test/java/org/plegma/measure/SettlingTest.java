package org.plegma.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SettlingTest {

    @Test
    void endsWithTheThirdRoundInARowWithoutGain() {
        assertEquals(3, roundsNeeded(5, 5, 5, 5, 5), "constant");
        assertEquals(3, roundsNeeded(5, 6, 7, 8, 9), "rising");
        assertEquals(3, roundsNeeded(5, 4.9, 4.8, 4.76, 1), "falling by less than 5 % of the least");
        assertEquals(6, roundsNeeded(10, 10, 10, 1, 1, 1, 1, 1), "compiled late");
        assertEquals(8, roundsNeeded(10, 8, 6, 7, 7, 4, 5, 5, 5, 5), "in stages, with noise");
    }

    @Test
    void aSteadyFallNeverSettles() {
        assertEquals(-1, roundsNeeded(100, 90, 80, 70, 60, 50, 40, 30, 20, 10));
    }

    /** The index of the round that ends the warm-up; -1 if none does. */
    private static int roundsNeeded(double... medians) {
        Settling settling = new Settling();
        for (int i = 0; i < medians.length; i++) {
            if (settling.isSettledBy(medians[i])) {
                return i;
            }
        }
        return -1;
    }
}
