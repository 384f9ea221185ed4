package org.plegma.measure.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.AxesChartStyler.TextAlignment;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.plegma.measure.campaign.Pivot;
import tech.tablesaw.api.NumericColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/** Draws columns of a table. */
final class TableCharts {
    /** Values that span such a factor are drawn on a logarithmic axis. */
    static final int WIDE = 32;

    /** So many evenly spaced numbers have each a label. */
    private static final int LABELLED = 12;

    /** Limits that differ by no more are one line. */
    private static final double SAME_LIMIT = 1.02;

    private static final String JOINED = "by";

    private static final Color LIMIT = new Color(0x555555);

    private TableCharts() {}

    static XYChart lines(Table all, String x, String y, String... columns) {
        Pivot.named(all, x);
        Pivot.named(all, y);
        Table table = columns.length == 1 ? all : joined(all, y, columns);
        String by = columns.length == 1 ? columns[0] : JOINED;
        Pivot pivot = new Pivot(table, by, x);
        double[][] figures = pivot.figures(y);
        double[] at = pivot.acrossValues().stream()
                .mapToDouble(v -> number(x, v).doubleValue())
                .toArray();
        XYChart chart = Charts.logLog(table.name(), Units.title(x), Units.title(y));
        for (int line = 0; line < figures.length; line++) {
            List<double[]> points = new ArrayList<>();
            for (int i = 0; i < at.length; i++) {
                if (Double.isFinite(figures[line][i])) {
                    points.add(
                            new double[] {at[i], figures[line][i], error(table, y, pivot.row(line, i), figures[line][i])
                            });
                }
            }
            if (!points.isEmpty()) {
                add(chart, name(pivot.downValues().get(line), by), points);
            }
        }
        if (chart.getSeriesCollection().isEmpty()) {
            throw new IllegalArgumentException(
                    "There is nothing to draw in '" + table.name() + "': no row has both " + x + " and " + y + ".");
        }
        limit(chart, table, x, y);
        chart.getStyler()
                .setXAxisLogarithmic(isWide(chart, XYSeries::getXData))
                .setYAxisLogarithmic(isWide(chart, XYSeries::getYData));
        if (!chart.getStyler().isXAxisLogarithmic()) {
            chart.getStyler()
                    .setXAxisMin(beginning(chart, XYSeries::getXData))
                    .setXAxisTickLabelsFormattingFunction(AxisNumbers::plain);
        }
        if (!chart.getStyler().isYAxisLogarithmic()) {
            chart.getStyler()
                    .setYAxisMin(beginning(chart, XYSeries::getYData))
                    .setYAxisTickLabelsFormattingFunction(AxisNumbers::plain);
        }
        if (at.length > LABELLED && Double.valueOf(0).equals(chart.getStyler().getXAxisMin())) {
            chart.getStyler().setXAxisMin(Charts.ZERO);
        }
        Charts.fitDecades(chart);
        return chart;
    }

    /** Where an axis begins: at 0, or where the chart's library has it if there is less. */
    private static @Nullable Double beginning(XYChart chart, Function<XYSeries, double[]> data) {
        boolean negative = chart.getSeriesCollection().stream()
                .flatMapToDouble(series -> Arrays.stream(data.apply(series)))
                .anyMatch(value -> value < 0);
        return negative ? null : 0.0;
    }

    /** A copy with one more column, of the texts of several; where there are none, of the figure's name. */
    private static Table joined(Table table, String figure, String... columns) {
        String[] names = IntStream.range(0, table.rowCount())
                .mapToObj(row -> Arrays.stream(columns)
                        .map(column -> Pivot.named(table, column).getString(row))
                        .filter(text -> !text.isEmpty())
                        .collect(Collectors.joining(" ")))
                .map(name -> name.isEmpty() ? figure : name) // an empty text is no value to Tablesaw
                .toArray(String[]::new);
        return table.copy().addColumns(StringColumn.create(JOINED, names));
    }

    private static Number number(String column, Object value) {
        if (value instanceof Number number) {
            return number;
        }
        throw new IllegalArgumentException("The column '" + column + "' of the horizontal axis has no numbers, but '"
                + value + "'; Charts.bars draws those.");
    }

    /** A line's name: its value, after the column's name if it is a bare number. */
    private static String name(Object value, String by) {
        if (!(value instanceof Number number)) {
            return value.toString();
        }
        boolean whole = number.doubleValue() == number.longValue();
        return by + " " + (whole ? String.valueOf(number.longValue()) : AxisNumbers.plain(number.doubleValue()));
    }

    private static void add(XYChart chart, String name, List<double[]> points) {
        double[] x = points.stream().mapToDouble(p -> p[0]).toArray();
        double[] y = points.stream().mapToDouble(p -> p[1]).toArray();
        double[] error = points.stream().mapToDouble(p -> p[2]).toArray();
        int line = chart.getSeriesCollection().size();
        chart.addSeries(name, x, y, error).setLineStyle(Palette.stroke(line));
    }

    /** Half the width of a figure's error bar; 0 where it is not known. A bar does not reach down to 0, which no logarithmic axis has. */
    private static double error(Table table, String y, OptionalInt row, double value) {
        double error = 0;
        if (row.isPresent() && table.containsColumn(y + "_error")) {
            error = figure(table, y + "_error", row.getAsInt());
        } else if (row.isPresent() && Units.followsMedian(y) && table.containsColumn("seconds_high")) {
            int at = row.getAsInt();
            double width = figure(table, "seconds_high", at) - figure(table, "seconds_low", at);
            error = value * width / 2 / figure(table, "seconds_median", at);
        }
        return Double.isFinite(error) ? Math.min(error, 0.9 * Math.abs(value)) : 0;
    }

    private static double figure(Table table, String column, int row) {
        return ((NumericColumn<?>) table.column(column)).getDouble(row);
    }

    /** What the ceilings allow, at the x where all rows have the same. */
    private static void limit(XYChart chart, Table table, String x, String y) {
        if (!Units.followsMedian(y) || !table.containsColumn("seconds_floor")) {
            return;
        }
        Map<Double, DoubleSummaryStatistics> limits = new TreeMap<>();
        for (int row = 0; row < table.rowCount(); row++) {
            double part = figure(table, "seconds_floor", row) / figure(table, "seconds_median", row);
            double limit = Units.isTime(y) ? figure(table, y, row) * part : figure(table, y, row) / part;
            if (Double.isFinite(limit) && !table.column(x).isMissing(row)) {
                limits.computeIfAbsent(figure(table, x, row), at -> new DoubleSummaryStatistics())
                        .accept(limit);
            }
        }
        limits.values().removeIf(l -> l.getMax() > SAME_LIMIT * l.getMin());
        if (!limits.isEmpty()) {
            double[] at = limits.keySet().stream().mapToDouble(v -> v).toArray();
            double[] values = limits.values().stream()
                    .mapToDouble(DoubleSummaryStatistics::getAverage)
                    .toArray();
            XYSeries series = chart.addSeries("limit", at, values);
            series.setMarker(at.length == 1 ? SeriesMarkers.CROSS : SeriesMarkers.NONE)
                    .setLineColor(LIMIT);
            series.setMarkerColor(LIMIT)
                    .setLineStyle(new BasicStroke(
                            1.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_BEVEL, 1, new float[] {6, 4}, 0));
        }
    }

    private static boolean isWide(XYChart chart, Function<XYSeries, double[]> data) {
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (XYSeries series : chart.getSeriesCollection()) {
            for (double value : data.apply(series)) {
                least = Math.min(least, value);
                most = Math.max(most, value);
            }
        }
        return least > 0 && most >= WIDE * least;
    }

    static CategoryChart bars(Table table, String groups, String figure, String by) {
        Pivot pivot = new Pivot(table, by, groups);
        double[][] figures = pivot.figures(figure);
        List<String> names = pivot.acrossValues().stream().map(String::valueOf).toList();
        CategoryChart chart = new CategoryChartBuilder()
                .width(Charts.WIDTH)
                .height(Charts.HEIGHT)
                .title(table.name())
                .xAxisTitle(Units.title(groups))
                .yAxisTitle(Units.title(figure))
                .build();
        chart.getStyler().setAvailableSpaceFill(0.7).setYAxisTickLabelsFormattingFunction(AxisNumbers::plain);
        for (int bar = 0; bar < figures.length; bar++) {
            List<Double> heights = new ArrayList<>();
            List<Double> errors = new ArrayList<>();
            for (int group = 0; group < names.size(); group++) {
                double height = figures[bar][group];
                heights.add(Double.isFinite(height) ? height : null);
                errors.add(!Double.isFinite(height) ? 0 : error(table, figure, pivot.row(bar, group), height));
            }
            chart.addSeries(name(pivot.downValues().get(bar), by), names, heights, errors);
        }
        Charts.common(chart);
        chart.getStyler().setSeriesColors(Palette.areas());
        labelEach(chart, names);
        return chart;
    }

    /**
     * A label for each category, slanted if they would run into each other, when XChart would leave out every other one. What is
     * slanted ends at its bar: centred, as XChart would have it, it ends at the next one.
     */
    static void labelEach(CategoryChart chart, List<String> categories) {
        int longest = categories.stream().mapToInt(String::length).max().orElse(0);
        chart.getStyler().setXAxisTickMarkSpacingHint(1);
        if (longest * categories.size() > Charts.WIDTH / 12) {
            chart.getStyler().setXAxisLabelRotation(35).setXAxisLabelAlignment(TextAlignment.Right);
        }
    }
}
