package org.plegma.measure.chart;

import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.knowm.xchart.HeatMapChart;
import org.knowm.xchart.HeatMapChartBuilder;
import org.knowm.xchart.HeatMapSeries;
import org.knowm.xchart.style.HeatMapStyler;

/** Draws figures over two parameters. */
final class HeatMaps {
    /** The least value over the largest, below which a scale begins at 0. */
    private static final double NEAR_ZERO = 0.1;

    private static final int STEPS = 8;

    private HeatMaps() {}

    static HeatMapChart chart(String title, String xTitle, List<?> x, String yTitle, List<?> y, double[][] values) {
        if (values.length != y.size()) {
            throw new IllegalArgumentException(
                    "The heat map has " + values.length + " rows for " + y.size() + " values of " + yTitle + ".");
        }
        List<Number[]> cells = new ArrayList<>();
        for (int j = 0; j < values.length; j++) {
            if (values[j].length != x.size()) {
                throw new IllegalArgumentException("Row " + j + " of the heat map has " + values[j].length
                        + " values for " + x.size() + " of " + xTitle + ".");
            }
            for (int i = 0; i < values[j].length; i++) {
                if (Double.isFinite(values[j][i])) {
                    cells.add(new Number[] {i, j, AxisNumbers.threeDigits(values[j][i])});
                }
            }
        }
        if (cells.isEmpty()) {
            throw new IllegalArgumentException("There is nothing to draw in '" + title + "': no pair of " + xTitle
                    + " and " + yTitle + " has a value.");
        }
        HeatMapChart chart = new HeatMapChartBuilder()
                .width(Charts.WIDTH)
                .height(Charts.HEIGHT)
                .title(title)
                .xAxisTitle(xTitle)
                .yAxisTitle(yTitle)
                .build();
        HeatMapSeries series = chart.addSeries("values", texts(x), texts(y), cells);
        scale(series, chart.getStyler());
        chart.getStyler()
                .setRangeColors(Palette.ramp())
                .setShowValue(x.size() * y.size() <= 150)
                .setHeatMapValueDecimalPattern("0.########") // of three digits, however small
                .setValueFontColor(Color.BLACK);
        Charts.common(chart);
        return chart;
    }

    /**
     * The scale begins at 0 if the least value is near it. XChart writes the ends of a scale without steps as Java does, with an
     * exponent where they are large or small: such a scale has steps, of which each has its number.
     */
    private static void scale(HeatMapSeries series, HeatMapStyler styler) {
        if (series.getMin() > 0 && series.getMin() < NEAR_ZERO * series.getMax()) {
            series.setMin(0);
        }
        if ((series.getMin() + " " + series.getMax()).contains("E")) {
            styler.setPiecewise(true).setSplitNumber(STEPS).setHeatMapDecimalValueFormatter(AxisNumbers::plain);
        }
    }

    private static List<String> texts(List<?> values) {
        List<String> texts = values.stream().map(String::valueOf).toList();
        if (new TreeSet<>(texts).size() < texts.size()) {
            throw new IllegalArgumentException("An axis of the heat map names a value twice: " + texts);
        }
        return texts;
    }
}
