package org.plegma.measure.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.plegma.measure.campaign.Records;
import tech.tablesaw.api.Row;

/** Draws the efficiency of several devices: {@link Charts#scaling}. */
final class ScalingChart {
    /** Two medians of one row, one of which went through a quotient, differ by no more. */
    private static final double SAME = 1e-9;

    private static final String IDEAL = "ideal";

    private static final BasicStroke DASHED =
            new BasicStroke(2f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_BEVEL, 1, new float[] {6, 4}, 0);

    private record Point(double efficiency, double error, double secondsOfOne) {}

    private final Records records;
    private final String[] by;
    private final Map<String, TreeMap<Integer, Point>> lines = new LinkedHashMap<>();

    private ScalingChart(Records records, String... by) {
        this.records = records;
        this.by = by;
    }

    static XYChart of(Records records, String... by) {
        return new ScalingChart(records.scaling(), by).chart();
    }

    private XYChart chart() {
        for (Row row : records) {
            if (row.getInt("devices") > 1) {
                put(row, "efficiency", "", row.getInt("devices"));
                put(row, "weak_efficiency", "weak", 1);
            }
        }
        if (lines.isEmpty()) {
            throw new IllegalArgumentException("There is nothing to draw in '" + records.name()
                    + "': no case was measured on several devices and on one.");
        }
        XYChart chart = Charts.linear(records.name(), Units.title("devices"), "efficiency");
        Map<String, Color> colors = new LinkedHashMap<>();
        int most = 1;
        for (Map.Entry<String, TreeMap<Integer, Point>> line : lines.entrySet()) {
            TreeMap<Integer, Point> points = line.getValue();
            most = Math.max(most, points.lastKey());
            points.put(1, new Point(1, 0, 0));
            XYSeries series = chart.addSeries(
                    line.getKey(),
                    points.keySet().stream().mapToDouble(count -> count).toArray(),
                    points.values().stream().mapToDouble(Point::efficiency).toArray(),
                    points.values().stream().mapToDouble(Point::error).toArray());
            boolean weak = line.getKey().endsWith("weak");
            String pair = line.getKey().replaceAll(",? ?weak$", "");
            Color color =
                    colors.computeIfAbsent(pair, name -> Palette.series()[colors.size() % Palette.series().length]);
            series.setLineStyle(weak ? DASHED : new BasicStroke(2f)).setLineColor(color);
            series.setMarkerColor(color);
        }
        XYSeries ideal = chart.addSeries(IDEAL, new double[] {1, most}, new double[] {1, 1});
        ideal.setMarker(SeriesMarkers.NONE).setLineColor(Color.DARK_GRAY).setLineStyle(DASHED);
        chart.getStyler()
                .setXAxisMin(1.0)
                .setXAxisMax((double) most)
                .setXAxisTickLabelsFormattingFunction(ScalingChart::whole);
        return chart;
    }

    /** There is no half of a device. */
    private static String whole(double devices) {
        return devices == Math.rint(devices) ? AxisNumbers.plain(devices) : "";
    }

    /** @param times by how much the one device's time is divided */
    private void put(Row row, String figure, String kind, int times) {
        double efficiency = row.getDouble(figure);
        if (Double.isNaN(efficiency)) {
            return;
        }
        String name = Arrays.stream(by)
                .map(column -> column + " " + records.column(column).getString(row.getRowNumber()))
                .collect(Collectors.joining(", "));
        String line = name + (name.isEmpty() || kind.isEmpty() ? kind : ", " + kind);
        TreeMap<Integer, Point> points =
                lines.computeIfAbsent(line.isEmpty() ? "strong" : line, key -> new TreeMap<>());
        double one = efficiency * times * row.getDouble("seconds_median");
        for (Point other : points.values()) {
            if (Math.abs(other.secondsOfOne - one) > SAME * one) {
                throw new IllegalArgumentException("The line '" + line + "' of '" + records.name()
                        + "' has several cases. Choose one with where(…), or name the columns in which they differ, such as"
                        + " shape.");
            }
        }
        points.merge(
                row.getInt("devices"),
                new Point(efficiency, row.getDouble(figure + "_error"), one),
                (a, b) -> a.efficiency >= b.efficiency ? a : b);
    }
}
