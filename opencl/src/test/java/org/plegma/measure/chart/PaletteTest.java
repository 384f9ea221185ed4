package org.plegma.measure.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Color;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/** What tells lines and bars of a chart apart. */
class PaletteTest {
    @Test
    void noTwoOfManyLinesLookAlikeAndNoneIsPale() {
        XYChart chart = Charts.linear("many", "x", "y");
        Color[] colors = chart.getStyler().getSeriesColors();
        Set<List<Object>> looks = new HashSet<>();
        for (int i = 0; i < 24; i++) {
            Color color = colors[i % colors.length];
            looks.add(List.of(
                    color,
                    chart.getStyler().getSeriesMarkers()[i % chart.getStyler().getSeriesMarkers().length]));
            assertTrue(lightness(color) < 190, color + " is hardly seen on white");
        }
        assertEquals(24, looks.size());
    }

    @Test
    void linesOfOneColourHaveOtherDashes() {
        String[] names = IntStream.range(0, 9).mapToObj(i -> "m" + i).toArray(String[]::new);
        Table table = Table.create(
                "t",
                StringColumn.create("method", names),
                IntColumn.create("n", new int[9]),
                DoubleColumn.create("ms", new double[9]));
        List<XYSeries> lines =
                List.copyOf(Charts.lines(table, "n", "ms", "method").getSeriesCollection());
        assertEquals(lines.get(0).getLineStyle(), lines.get(7).getLineStyle());
        assertNotEquals(lines.get(0).getLineStyle(), lines.get(8).getLineStyle());
    }

    @Test
    void barsDifferOnGreyPaper() {
        Color[] bars = Charts.breakdown("b", "ms", List.of("x"), Map.of("in", new double[1]))
                .getStyler()
                .getSeriesColors();
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < i; j++) {
                assertTrue(Math.abs(lightness(bars[i]) - lightness(bars[j])) > 50, bars[i] + " and " + bars[j]);
            }
        }
    }

    /** From 0, black, to 255. */
    private static double lightness(Color color) {
        return 0.2126 * color.getRed() + 0.7152 * color.getGreen() + 0.0722 * color.getBlue();
    }
}
