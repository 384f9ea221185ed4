package org.plegma.tune.result;

import java.awt.Color;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.AnnotationText;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.plegma.measure.chart.Charts;
import org.plegma.measure.chart.Palette;
import org.plegma.tune.candidate.Durations;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.space.Parameter;

/** Scatter charts of a search: valid trials as circles, the winner as a diamond, failures as crosses on the upper edge. */
final class TuningChart {
    /** From this ratio of the slowest to the fastest trial on, the time axis is logarithmic. */
    private static final double WIDE_RANGE = 30;

    private TuningChart() {}

    static XYChart overOrder(String title, List<TrialResult> trials) {
        XYChart chart = chart(title, "trial, in the order of the search", trials, t -> trials.indexOf(t) + 1);
        List<Double> order = new ArrayList<>();
        List<Double> soFar = new ArrayList<>();
        double best = Double.POSITIVE_INFINITY;
        for (int i = 0; i < trials.size(); i++) {
            best = Math.min(best, trials.get(i).seconds());
            if (best < Double.POSITIVE_INFINITY) {
                order.add(i + 1.0);
                soFar.add(1e3 * best);
            }
        }
        chart.addSeries("best so far", order, soFar)
                .setXYSeriesRenderStyle(XYSeriesRenderStyle.Step)
                .setMarker(SeriesMarkers.NONE)
                .setLineColor(Palette.VERMILLION)
                .setLineWidth(1);
        return chart;
    }

    static XYChart overParameter(String title, List<TrialResult> trials, Parameter<?> axis) {
        List<?> values = axis.values();
        XYChart chart = chart(
                title,
                axis.name(),
                trials,
                t -> values.indexOf(t.configuration().get(axis)));
        // Values stand side by side, whatever they are, and are named by annotations: XChart cannot be told where to
        // put
        // ticks, and searches forever for some on which no two labels are the same.
        double slowest = chart.getSeriesCollection().stream()
                .flatMapToDouble(series -> Arrays.stream(series.getYData()))
                .max()
                .orElseThrow();
        double labels = -0.05 * slowest;
        if (chart.getStyler().isYAxisLogarithmic()) {
            labels = 1.2 * chart.getStyler().getYAxisMin();
        } else {
            chart.getStyler().setYAxisMin(2 * labels);
        }
        chart.getStyler().setXAxisMin(-0.5).setXAxisMax(values.size() - 0.5).setXAxisTicksVisible(false);
        chart.getStyler().setPlotGridVerticalLinesVisible(false);
        chart.getStyler().setAnnotationTextFont(chart.getStyler().getAxisTickLabelsFont());
        for (int i = 0; i < values.size(); i++) {
            chart.addAnnotation(new AnnotationText(axis.text(values.get(i)), i, labels, false));
        }
        return chart;
    }

    private static XYChart chart(
            String title, String xTitle, List<TrialResult> trials, ToDoubleFunction<TrialResult> x) {
        List<TrialResult> valid = trials.stream().filter(TrialResult::ok).toList();
        if (valid.isEmpty()) {
            throw new IllegalArgumentException("There is nothing to draw in '" + title + "': no trial is valid.");
        }
        XYChart chart = new XYChartBuilder()
                .width(800)
                .height(450)
                .title(title)
                .xAxisTitle(xTitle)
                .yAxisTitle("median time (ms)")
                .build();
        Charts.common(chart);
        chart.getStyler()
                .setDefaultSeriesRenderStyle(XYSeriesRenderStyle.Scatter)
                .setYAxisTickLabelsFormattingFunction(Charts::shortNumber)
                .setLegendPosition(LegendPosition.OutsideS);
        Optional<TrialResult> winner = valid.stream().min(Comparator.comparingDouble(TrialResult::seconds));
        List<TrialResult> others = valid.stream().filter(t -> t != winner.get()).toList();
        add(chart, "valid", others, x, TrialResult::seconds, SeriesMarkers.CIRCLE, Palette.BLUE);
        double slowest = valid.stream().mapToDouble(TrialResult::seconds).max().orElseThrow();
        List<TrialResult> failed = trials.stream().filter(t -> !t.ok()).toList();
        add(chart, "failed (not timed)", failed, x, t -> 1.05 * slowest, SeriesMarkers.CROSS, Palette.ORANGE);
        add(
                chart,
                "winner: " + winner.get().configuration() + ", "
                        + Durations.text(winner.get().seconds()),
                List.of(winner.get()),
                x,
                TrialResult::seconds,
                SeriesMarkers.DIAMOND,
                Palette.VERMILLION);
        if (slowest > WIDE_RANGE * winner.get().seconds()) {
            chart.getStyler().setYAxisLogarithmic(true);
            Charts.fitDecades(chart);
        } else {
            chart.getStyler().setYAxisMin(0.0);
        }
        return chart;
    }

    private static void add(
            XYChart chart,
            String name,
            List<TrialResult> trials,
            ToDoubleFunction<TrialResult> x,
            ToDoubleFunction<TrialResult> seconds,
            Marker marker,
            Color color) {
        if (trials.isEmpty()) {
            return;
        }
        List<Double> xs = new ArrayList<>();
        List<Double> ys = new ArrayList<>();
        for (TrialResult t : trials) {
            xs.add(x.applyAsDouble(t));
            ys.add(1e3 * seconds.applyAsDouble(t));
        }
        XYSeries series = chart.addSeries(name, xs, ys);
        series.setMarker(marker);
        series.setMarkerColor(color);
    }
}
