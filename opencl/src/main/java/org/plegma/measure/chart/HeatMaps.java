package org.plegma.measure.chart;

import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.knowm.xchart.HeatMapChart;
import org.knowm.xchart.HeatMapChartBuilder;

/** Draws figures over two parameters. */
final class HeatMaps {
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
                    cells.add(new Number[] {i, j, Charts.threeDigits(values[j][i])});
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
        chart.addSeries("values", texts(x), texts(y), cells);
        chart.getStyler()
                .setRangeColors(Palette.ramp())
                .setShowValue(x.size() * y.size() <= 150)
                .setHeatMapValueDecimalPattern("0.########") // of three digits, however small
                .setValueFontColor(Color.BLACK);
        Charts.common(chart);
        return chart;
    }

    private static List<String> texts(List<?> values) {
        List<String> texts = values.stream().map(String::valueOf).toList();
        if (new TreeSet<>(texts).size() < texts.size()) {
            throw new IllegalArgumentException("An axis of the heat map names a value twice: " + texts);
        }
        return texts;
    }
}
