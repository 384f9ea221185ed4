package org.plegma.measure.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.knowm.xchart.HeatMapChart;

/** How heat maps write numbers. */
class HeatMapsTest {
    @Test
    void figuresOfHeatMapsHaveThreeDigitsHoweverSmall() {
        HeatMapChart chart =
                Charts.heatMap("h", "x", List.of(8, 16), "y", List.of(1), new double[][] {{1750.4, 0.00059123}});
        DecimalFormat figure = new DecimalFormat(
                chart.getStyler().getHeatMapValueDecimalPattern(), DecimalFormatSymbols.getInstance(Locale.ROOT));
        List<String> shown = new ArrayList<>();
        for (Number[] cell : chart.getHeatMapSeries().getHeatData()) {
            shown.add(figure.format(cell[2]));
        }
        assertEquals(List.of("1750", "0.000591"), shown);
    }

    @Test
    void scalesOfHeatMapsHaveNoExponents() {
        assertEquals(0, heatMap(1750.4, 0.00059123).getHeatMapSeries().getMin());
        assertEquals(1, heatMap(5, 1).getHeatMapSeries().getMin());
        assertEquals(-1e-4, heatMap(5, -1e-4).getHeatMapSeries().getMin());
        assertFalse(heatMap(5, 1).getStyler().isPiecewise());
        assertTrue(heatMap(5, -1e-4).getStyler().isPiecewise());
        HeatMapChart large = heatMap(2e7, 1e7);
        assertTrue(large.getStyler().isPiecewise());
        assertEquals(
                "20000000", large.getStyler().getHeatMapDecimalValueFormatter().apply(2e7));
    }

    private static HeatMapChart heatMap(double... values) {
        return Charts.heatMap("h", "x", List.of(8, 16), "y", List.of(1), new double[][] {values});
    }
}
