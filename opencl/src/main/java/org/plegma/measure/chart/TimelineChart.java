package org.plegma.measure.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.plegma.array.Preconditions;
import org.plegma.device.timeline.Span;
import org.plegma.device.timeline.Timeline;
import org.plegma.measure.Overlap;

/** A Gantt chart of what the queues of a session did: one row a queue, one bar a command, one colour a kind. */
public final class TimelineChart {

    private static final float BAR_HEIGHT = 22f;

    private static final Map<Span.Kind, String> NAMES = Map.of(
            Span.Kind.KERNEL, "kernel",
            Span.Kind.COPY_IN, "copy to the device",
            Span.Kind.COPY_OUT, "copy from the device",
            Span.Kind.COPY, "copy on the device",
            Span.Kind.MESSAGE, "message to or from a rank");

    private static final Map<Span.Kind, Color> COLORS = Map.of(
            Span.Kind.KERNEL, Palette.BLUE,
            Span.Kind.COPY_IN, Palette.ORANGE,
            Span.Kind.COPY_OUT, Palette.GREEN,
            Span.Kind.COPY, Palette.PURPLE,
            Span.Kind.MESSAGE, Palette.VERMILLION);

    private TimelineChart() {}

    /**
     * Draws a timeline; the time axis starts at the first command. The title tells how much overlapped.
     *
     * @throws IllegalArgumentException if nothing was recorded
     */
    public static XYChart chart(String title, Timeline timeline) {
        Preconditions.notNull(title, "title");
        Preconditions.notNull(timeline, "timeline");
        return chart(title, timeline.spans());
    }

    static XYChart chart(String title, List<Span> spans) {
        if (spans.isEmpty()) {
            throw new IllegalArgumentException(
                    "The timeline is empty: call session.recordTimeline(true) before the work.");
        }
        Overlap overlap = Overlap.of(spans);
        List<String> rows = new ArrayList<>(overlap.busySeconds().keySet());
        long start = spans.get(0).startNanos();
        double unit = overlap.seconds() >= 1 ? 1e-9 : overlap.seconds() >= 1e-3 ? 1e-6 : 1e-3;
        String unitName = unit == 1e-9 ? "s" : unit == 1e-6 ? "ms" : "µs";
        XYChart chart = new XYChartBuilder()
                .width(Charts.WIDTH + 100)
                .height(150 + 60 * rows.size())
                .title(title + overlap.inShort())
                .xAxisTitle("time (" + unitName + ")")
                .yAxisTitle("")
                .build();
        Charts.common(chart);
        Map<Span.Kind, List<Span>> byKind = new EnumMap<>(Span.Kind.class);
        spans.forEach(
                s -> byKind.computeIfAbsent(s.kind(), k -> new ArrayList<>()).add(s));
        byKind.forEach((kind, of) -> {
            double[] x = new double[3 * of.size()];
            double[] y = new double[3 * of.size()];
            for (int i = 0; i < of.size(); i++) {
                Span span = of.get(i);
                double row = rows.size() - 1 - rows.indexOf(Overlap.queue(span));
                x[3 * i] = (span.startNanos() - start) * unit;
                x[3 * i + 1] = (span.endNanos() - start) * unit;
                // NaN breaks the line between two bars.
                x[3 * i + 2] = x[3 * i + 1];
                y[3 * i] = row;
                y[3 * i + 1] = row;
                y[3 * i + 2] = Double.NaN;
            }
            XYSeries series = chart.addSeries(NAMES.get(kind), x, y);
            series.setLineColor(COLORS.get(kind));
            series.setLineStyle(new BasicStroke(BAR_HEIGHT, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER));
            series.setMarker(SeriesMarkers.NONE);
        });
        chart.getStyler()
                .setYAxisMin(-0.6)
                .setYAxisMax(rows.size() - 0.4)
                .setXAxisMin(0.0)
                .setXAxisMax(overlap.seconds() * 1e9 * unit)
                .setYAxisTickLabelsFormattingFunction(value -> rowName(rows, value))
                .setYAxisTickMarkSpacingHint(30)
                .setPlotGridHorizontalLinesVisible(false);
        return chart;
    }

    /** The queue's name at its row. XChart drops ticks with equal labels, so those between have different blanks. */
    private static String rowName(List<String> rows, double value) {
        long row = Math.round(value);
        boolean isRow = Math.abs(value - row) < 1e-6 && row >= 0 && row < rows.size();
        return isRow ? rows.get(rows.size() - 1 - (int) row) : " ".repeat((int) Math.round(4 * (value + 1)));
    }
}
