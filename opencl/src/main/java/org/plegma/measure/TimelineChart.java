package org.plegma.measure;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.plegma.device.Span;
import org.plegma.device.Timeline;

/** A Gantt chart of what the queues of a session did: one row a queue, one bar a command, one colour a kind. */
public final class TimelineChart {

    private static final float BAR_HEIGHT = 22f;

    private static final Map<Span.Kind, String> NAMES = Map.of(
            Span.Kind.KERNEL, "kernel",
            Span.Kind.COPY_IN, "copy to the device",
            Span.Kind.COPY_OUT, "copy from the device",
            Span.Kind.COPY, "copy on the device");

    private static final Map<Span.Kind, Color> COLORS = Map.of(
            Span.Kind.KERNEL, Palette.BLUE,
            Span.Kind.COPY_IN, Palette.ORANGE,
            Span.Kind.COPY_OUT, Palette.GREEN,
            Span.Kind.COPY, Palette.PURPLE);

    private TimelineChart() {}

    /**
     * Draws a timeline; the time axis starts at the first command. The title tells how much overlapped.
     *
     * @throws IllegalArgumentException if nothing was recorded
     */
    public static XYChart chart(String title, Timeline timeline) {
        List<Span> spans = timeline.spans();
        if (spans.isEmpty()) {
            throw new IllegalArgumentException(
                    "The timeline is empty: call session.recordTimeline(true) before the work.");
        }
        List<String> rows = new ArrayList<>(Overlap.of(timeline).busySeconds().keySet());
        long start = spans.get(0).startNanos();
        double unit = timeline.seconds() >= 1 ? 1e-9 : timeline.seconds() >= 1e-3 ? 1e-6 : 1e-3;
        String unitName = unit == 1e-9 ? "s" : unit == 1e-6 ? "ms" : "µs";
        XYChart chart = new XYChartBuilder()
                .width(Charts.WIDTH + 100)
                .height(150 + 60 * rows.size())
                .title(title + Overlap.of(timeline).inShort())
                .xAxisTitle("time (" + unitName + ")")
                .yAxisTitle("")
                .build();
        Charts.common(chart.getStyler());
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
                .setXAxisMax(timeline.seconds() * 1e9 * unit)
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

    /**
     * How busy the queues of a timeline were, and how much of that at the same time.
     *
     * @param seconds from the first start to the last end
     * @param busySeconds for each queue, the time in which it ran a command, in the order compute, upload, download
     * @param anySeconds time in which at least one queue ran a command
     * @param severalSeconds time in which at least two did
     */
    public record Overlap(double seconds, Map<String, Double> busySeconds, double anySeconds, double severalSeconds) {

        private record Edge(long nanos, String queue, int change) {}

        /** The figures of a timeline. */
        public static Overlap of(Timeline timeline) {
            List<Edge> edges = new ArrayList<>();
            Map<String, Double> busy = new LinkedHashMap<>();
            List<Span> byQueue = new ArrayList<>(timeline.spans());
            byQueue.sort((a, b) -> a.device() != b.device()
                    ? Integer.compare(a.device(), b.device())
                    : Integer.compare(rank(a.queue()), rank(b.queue())));
            for (Span span : byQueue) {
                busy.put(queue(span), 0.0);
                edges.add(new Edge(span.startNanos(), queue(span), 1));
                edges.add(new Edge(span.endNanos(), queue(span), -1));
            }
            edges.sort((a, b) -> Long.compare(a.nanos(), b.nanos()));
            Map<String, Integer> running = new LinkedHashMap<>();
            double any = 0;
            double several = 0;
            for (int i = 0; i < edges.size(); i++) {
                Edge edge = edges.get(i);
                running.merge(edge.queue(), edge.change(), Integer::sum);
                double until = i + 1 < edges.size() ? (edges.get(i + 1).nanos() - edge.nanos()) * 1e-9 : 0;
                long active = running.values().stream().filter(n -> n > 0).count();
                any += active >= 1 ? until : 0;
                several += active >= 2 ? until : 0;
                running.forEach((queue, n) -> busy.merge(queue, n > 0 ? until : 0, Double::sum));
            }
            return new Overlap(timeline.seconds(), busy, any, several);
        }

        /** The share of the busy time in which two queues or more were busy, from 0 to 1. */
        public double share() {
            return anySeconds == 0 ? 0 : severalSeconds / anySeconds;
        }

        /** The time that the same commands would take one after another, over the time that they took. */
        public double gain() {
            double sum = busySeconds.values().stream().mapToDouble(b -> b).sum();
            return seconds == 0 ? 1 : sum / seconds;
        }

        private String inShort() {
            return String.format(Locale.ROOT, " (%.0f %% of the busy time overlapped)", 100 * share());
        }

        private static String queue(Span span) {
            return span.device() == 0 ? span.queue() : "device " + span.device() + " " + span.queue();
        }

        private static int rank(String queue) {
            int known = List.of("compute", "upload", "download").indexOf(queue);
            return known < 0 ? 3 : known;
        }
    }
}
