package org.plegma.measure.waiting;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.plegma.device.timeline.Span;

class WaitingSharesTest {
    @Test
    void allKeepThePaceOfTheSlowest() {
        double[] shares = WaitingShares.predicted(new double[] {3, 4, 1}, new double[] {0, 1, 2});
        assertArrayEquals(new double[] {0.4, 0.2, 0.8}, shares, 1e-12);
    }

    @Test
    void aDeviceWaitsFromTheCommonBeginningToTheLastEnd() {
        List<List<Span>> spans = List.of(List.of(span(100, 150), span(160, 200)), List.of(span(120, 300)), List.of());
        assertEquals(0.55, SharedRun.waited(100, spans, 0).orElseThrow(), 1e-12);
        assertEquals(0.1, SharedRun.waited(100, spans, 1).orElseThrow(), 1e-12);
        assertEquals(1, SharedRun.waited(100, spans, 2).orElseThrow());
        assertEquals(OptionalDouble.empty(), SharedRun.waited(100, List.of(List.of()), 0));
    }

    private static Span span(long start, long end) {
        return new Span(0, "compute", "kernel", Span.Kind.KERNEL, start, end, 0);
    }

    /** As of products none of whose devices has a row. */
    @Test
    void whoHasNothingToDoWaitsForNobody() {
        assertArrayEquals(new double[2], WaitingShares.predicted(new double[2], new double[2]));
    }

    @Test
    void whatLiesBetweenLaunchesIsWaiting() {
        WaitingMeter meter = new WaitingMeter();
        assertEquals(OptionalDouble.empty(), meter.share());
        assertEquals(OptionalDouble.empty(), meter.secondsOfALaunch());
        meter.note(100, 160);
        assertEquals(OptionalDouble.empty(), meter.share());
        meter.note(190, 200);
        meter.note(200, 300);
        assertEquals(30.0 / 200, meter.share().orElseThrow(), 1e-12);
        assertEquals(170e-9 / 3, meter.secondsOfALaunch().orElseThrow(), 1e-18);
        meter.restart();
        meter.note(1000, 1010);
        meter.note(1030, 1040);
        assertEquals(0.5, meter.share().orElseThrow(), 1e-12);
        assertEquals(10e-9, meter.secondsOfALaunch().orElseThrow(), 1e-18);
    }
}
