package org.plegma.measure.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.knowm.xchart.XYChart;
import org.plegma.device.timeline.Span;
import org.plegma.measure.Overlap;

class OverlapTest {

    /** Upload 0-10 and 10-20 ms, compute 5-25, download 20-40 with a gap at 30-35. */
    private static final List<Span> SPANS = List.of(
            span("upload", Span.Kind.COPY_IN, 0, 10),
            span("compute", Span.Kind.KERNEL, 5, 25),
            span("upload", Span.Kind.COPY_IN, 10, 20),
            span("download", Span.Kind.COPY_OUT, 20, 30),
            span("download", Span.Kind.COPY_OUT, 35, 40));

    @Test
    void figuresFollowFromTheIntervals() {
        Overlap overlap = Overlap.of(SPANS);
        assertEquals(40e-3, overlap.seconds(), 1e-12);
        assertEquals(
                List.of("compute", "upload", "download"),
                List.copyOf(overlap.busySeconds().keySet()));
        assertEquals(20e-3, overlap.busySeconds().get("compute"), 1e-12);
        assertEquals(20e-3, overlap.busySeconds().get("upload"), 1e-12);
        assertEquals(15e-3, overlap.busySeconds().get("download"), 1e-12);
        assertEquals(35e-3, overlap.anySeconds(), 1e-12, "all but 30-35");
        assertEquals(20e-3, overlap.severalSeconds(), 1e-12, "5-20 with the upload, 20-25 with the download");
        assertEquals(20.0 / 35, overlap.share(), 1e-12);
        assertEquals(55.0 / 40, overlap.gain(), 1e-12);
    }

    @Test
    void queuesOfAnotherDeviceCountApart() {
        Overlap overlap = Overlap.of(List.of(
                span("compute", Span.Kind.KERNEL, 0, 10),
                new Span(1, "compute", "k", Span.Kind.KERNEL, 0, 10_000_000, 0)));
        assertEquals(
                List.of("compute", "device 1 compute"),
                List.copyOf(overlap.busySeconds().keySet()));
        assertEquals(1, overlap.share());
        assertEquals(2, overlap.gain(), 1e-12);
    }

    @Test
    void theChartHasOneBarACommandAndBreaksBetween() {
        XYChart chart = TimelineChart.chart("t", SPANS);
        assertEquals("t (57 % of the busy time overlapped)", chart.getTitle());
        double[] x = chart.getSeries("copy from the device").getXData();
        double[] y = chart.getSeries("copy from the device").getYData();
        assertEquals(
                List.of(20.0, 30.0, 30.0, 35.0, 40.0, 40.0),
                Arrays.stream(x).boxed().toList());
        assertEquals(0, y[0]);
        assertEquals(Double.NaN, y[2]);
        assertEquals(2, chart.getSeries("kernel").getYData()[0], "compute is the top row");
        XYChart ranks = TimelineChart.chart("t", List.of(span("mpi", Span.Kind.MESSAGE, 0, 10)));
        assertEquals(0, ranks.getSeries("message to or from a rank").getYData()[0]);
    }

    @Test
    void nothingRecordedIsSaidSo() {
        assertThrows(IllegalArgumentException.class, () -> TimelineChart.chart("t", List.of()));
        assertEquals(0, Overlap.of(List.of()).share());
    }

    private static Span span(String queue, Span.Kind kind, long startMillis, long endMillis) {
        return new Span(0, queue, "x", kind, startMillis * 1_000_000, endMillis * 1_000_000, 0);
    }
}
