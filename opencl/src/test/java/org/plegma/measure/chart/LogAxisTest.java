package org.plegma.measure.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.knowm.xchart.XYChart;

class LogAxisTest {
    @Test
    void logarithmicAxesEndWhereTheDataEnd() {
        XYChart chart = Charts.logLog("rate", "n", "GFLOP/s");
        chart.addSeries("method", new double[] {512, 8192}, new double[] {1.5, 418_200});
        Charts.fitDecades(chart);
        assertEquals(500, chart.getStyler().getXAxisMin(), 1e-9);
        assertEquals(10_000, chart.getStyler().getXAxisMax(), 1e-9);
        assertFalse(chart.getStyler().isXAxisLogarithmicDecadeOnly());
        assertEquals(1, chart.getStyler().getYAxisMin(), 1e-9);
        assertEquals(500_000, chart.getStyler().getYAxisMax(), 1e-6);
        assertTrue(chart.getStyler().isYAxisLogarithmicDecadeOnly());
        assertEquals(new LogAxis(0.2, 0.5), LogAxis.around(0.2, 0.2));
        assertEquals(new LogAxis(1000, 2000), LogAxis.around(1000, 1000));
    }

    @Test
    void aLogarithmicAxisWritesAllItsNumbersInOneWay() {
        assertEquals(
                List.of("0.001", "0.05", "1", " ", "2", "5000", "20000", "100000"),
                labels(new LogAxis(1e-3, 1e5), 1e-3, 0.05, 1, 1.5, 2, 5000, 2e4, 1e5));
        assertEquals(List.of("2·10⁻⁵", "10⁻²", "5·10⁻²"), labels(new LogAxis(2e-5, 0.05), 2e-5, 0.01, 0.05));
        assertEquals(List.of("10⁰", "10¹", " ", "2·10⁵"), labels(new LogAxis(1, 2e5), 1, 10, 15, 2e5));
    }

    private static List<String> labels(LogAxis axis, double... ticks) {
        return DoubleStream.of(ticks).mapToObj(axis::label).toList();
    }
}
