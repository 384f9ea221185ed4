package org.plegma.stencil.slabs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Against the sum over the steps of a round of what each costs besides. */
class ExchangeCostsTest {
    @Test
    void ghostPlanesAreCountedAsTheyAreComputed() {
        double exchange = 3;
        double plane = 0.25;
        for (int rounds : new int[] {1, 2, 4, 8}) {
            ExchangeCosts sending = new ExchangeCosts(exchange, plane, 2, 3, 1, true);
            double sum = exchange;
            for (int left = rounds - 1; left >= 0; left--) {
                sum += 2 * (2 * 3 * left * plane);
            }
            assertEquals(sum / rounds, sending.besides(rounds), 1e-12);
            ExchangeCosts others = new ExchangeCosts(exchange, plane, 2, 3, 5, false);
            double all = exchange + 5 * rounds * (2 * 3 * 5 * rounds) * plane;
            assertEquals(all / (5 * rounds), others.besides(rounds), 1e-9);
        }
    }

    /** Two H200: what was measured to be the quickest. */
    @Test
    void theCheapestIsTaken() {
        assertEquals(2, ExchangeCosts.ofDevices(1, 2.1e-6, 1, 1, 1, true).best(512)); // 1024 cubed, radius 1
        assertEquals(1, ExchangeCosts.ofDevices(1, 2.4e-6, 1, 2, 1, true).best(512)); // the same, radius 2
        assertEquals(4, ExchangeCosts.ofDevices(1, 0.56e-6, 1, 1, 1, true).best(256)); // 512 cubed, radius 1
        assertEquals(
                80, ExchangeCosts.ofDevices(1, 5e-9, 1, 1, 10, false).best(8192)); // 16384 squared, ten steps together
    }

    @Test
    void thinSlabsHaveNoMoreGhostsThanPlanes() {
        assertEquals(2, new ExchangeCosts(1, 1e-3, 1, 1, 1, true).best(3));
        assertEquals(10, new ExchangeCosts(1, 1e-3, 1, 1, 10, false).best(19));
    }
}
