package org.plegma.display.grid;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.plegma.array.Grid;
import org.plegma.display.chart.ChartView;
import org.plegma.display.page.Fonts;
import org.plegma.display.page.MimeBundle;
import org.plegma.display.page.Numbers;
import org.plegma.measure.chart.Palette;

/**
 * A grid of one axis as a line. Of more points than pixels the smallest and largest of each bin are drawn, so that no
 * peak is lost; what is not finite is a gap.
 */
final class GridLine {
    private static final int MOST_POINTS = 2400;
    private static final int MARKED = 40;

    /** So many points have a label each. */
    private static final int LABELLED = 12;

    private static final double LARGEST = 1e300;

    private final Grid grid;
    private final @Nullable String title;
    private final @Nullable String units;
    private final GridAxis axis;

    GridLine(Grid grid, @Nullable String title, @Nullable String units, GridAxis axis) {
        this.grid = grid;
        this.title = title;
        this.units = units;
        this.axis = axis;
    }

    MimeBundle render(String description) throws IOException {
        return ChartView.of(chart()).render(description);
    }

    XYChart chart() {
        int length = (int) grid.length();
        boolean thinned = length > MOST_POINTS;
        int points = thinned ? MOST_POINTS : length;
        // XChart labels each so-many-th datum if they are evenly spaced, as many as have room: a gap that is not makes
        // round steps.
        boolean unlabelled = points > LABELLED;
        double[] x = new double[points + (unlabelled ? 1 : 0)];
        double[] y = new double[x.length];
        if (thinned) {
            int bins = MOST_POINTS / 2;
            for (int bin = 0; bin < bins; bin++) {
                int low = (int) ((long) bin * length / bins);
                int high = low;
                for (int i = low; i < (long) (bin + 1) * length / bins; i++) {
                    low = grid.at(i) < grid.at(low) || Double.isNaN(grid.at(low)) ? i : low;
                    high = grid.at(i) > grid.at(high) || Double.isNaN(grid.at(high)) ? i : high;
                }
                put(x, y, 2 * bin, Math.min(low, high));
                put(x, y, 2 * bin + 1, Math.max(low, high));
            }
        } else {
            for (int i = 0; i < length; i++) {
                put(x, y, i, i);
            }
        }
        if (unlabelled) {
            x[points] = x[0] + (x[points - 1] - x[0]) / Math.PI;
            y[points] = Double.NaN;
        }
        XYChart chart = new XYChartBuilder()
                .width(640)
                .height(320)
                .title(title == null ? "" : title)
                .xAxisTitle(axis.label() == null ? "" : axis.label())
                .yAxisTitle(units == null ? "" : units)
                .build();
        XYStyler style = chart.getStyler();
        style.setPlotGridLinesColor(new Color(0xDDDDDD))
                .setAxisTickLabelsFont(Fonts.sans(12))
                .setAxisTitleFont(Fonts.sans(12));
        double farthest = Math.max(Math.abs(x[0]), Math.abs(x[points - 1]));
        int places = (int) Math.ceil(Math.log10(Math.max(1, farthest / Math.abs(x[points - 1] - x[0])))) + 4;
        style.setXAxisTickLabelsFormattingFunction(mark -> Numbers.significant(mark + 0.0, places));
        double low = Arrays.stream(y).filter(Double::isFinite).min().orElse(0);
        double high = Arrays.stream(y).filter(Double::isFinite).max().orElse(0);
        double largest = Math.max(Math.abs(low), Math.abs(high));
        if (high - low < largest * 1e-12) {
            // XChart never ends its search for marks that doubles cannot tell apart.
            double half = Math.max(largest * 1e-3, Double.MIN_NORMAL);
            style.setYAxisMin(low - half).setYAxisMax(high + half);
        }
        if (largest >= 1e6 || largest < 1e-3) {
            int digits =
                    (int) Math.ceil(Math.log10(largest / Math.max(high - low, largest * 1e-3 + Double.MIN_VALUE))) + 3;
            style.setYAxisTickLabelsFormattingFunction(mark -> Numbers.significant(mark + 0.0, digits));
        }
        style.setLegendVisible(false)
                .setChartTitleBoxVisible(false)
                .setChartTitleFont(Fonts.sans(14).deriveFont(Font.BOLD))
                .setChartBackgroundColor(Color.WHITE)
                .setPlotBackgroundColor(Color.WHITE)
                .setSeriesColors(new Color[] {Palette.BLUE})
                .setMarkerSize(6);
        chart.addSeries("values", x, y)
                .setMarker(length <= MARKED ? SeriesMarkers.CIRCLE : SeriesMarkers.NONE)
                .setLineStyle(new BasicStroke(1.5f));
        return chart;
    }

    private void put(double[] x, double[] y, int point, int index) {
        double value = grid.at(index);
        x[point] = axis.origin() + index * axis.spacing();
        // XChart adds margins to the range, which must not overflow.
        y[point] = Double.isFinite(value) ? Math.max(-LARGEST, Math.min(LARGEST, value)) : Double.NaN;
    }
}
