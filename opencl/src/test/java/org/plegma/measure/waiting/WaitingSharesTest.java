package org.plegma.measure.waiting;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class WaitingSharesTest {
    @Test
    void allKeepThePaceOfTheSlowest() {
        double[] shares = WaitingShares.predicted(new double[] {3, 4, 1}, new double[] {0, 1, 2});
        assertArrayEquals(new double[] {0.4, 0.2, 0.8}, shares, 1e-12);
    }

    @Test
    void whatLiesBetweenLaunchesIsWaiting() {
        WaitingMeter meter = new WaitingMeter();
        assertEquals(OptionalDouble.empty(), meter.share());
        meter.note(100, 160);
        assertEquals(OptionalDouble.empty(), meter.share());
        meter.note(190, 200);
        meter.note(200, 300);
        assertEquals(30.0 / 200, meter.share().orElseThrow(), 1e-12);
        meter.restart();
        meter.note(1000, 1010);
        meter.note(1030, 1040);
        assertEquals(0.5, meter.share().orElseThrow(), 1e-12);
    }
}
