package org.plegma.measure.chart;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.XYChart;
import org.plegma.array.Preconditions;
import org.plegma.measure.Measurement;
import org.plegma.measure.Statistics;

/**
 * Draws valid measurements over something that they differ in, a line a method. Both axes are logarithmic, so that values are above 0.
 *
 * @param measurements others than valid ones are left out
 * @param xTitle what is across
 * @param x its value, left out if it is not above 0
 */
public record MethodCharts(List<Measurement> measurements, String xTitle, ToDoubleFunction<Measurement> x) {
    static MethodCharts overCells(List<Measurement> measurements) {
        return new MethodCharts(measurements, "cells", m -> m.work().cells());
    }

    /** Median times. */
    public XYChart time(String title) {
        Preconditions.notNull(title, "title");
        XYChart chart = Charts.logLog(title, xTitle, "median time (s)");
        byMethod().forEach((method, rows) -> {
            double[] at = rows.stream().mapToDouble(x).toArray();
            double[] y = rows.stream().mapToDouble(Measurement::medianSeconds).toArray();
            double[] error = rows.stream()
                    .mapToDouble(m -> halfWidth(m.seconds().orElseThrow()))
                    .toArray();
            chart.addSeries(method, at, y, error);
        });
        Charts.fitDecades(chart);
        return Charts.styled(chart);
    }

    /**
     * How many times as fast each method is as one of them.
     *
     * @throws IllegalArgumentException if no valid measurement has that method
     */
    public XYChart speedup(String title, String baseline) {
        Preconditions.notNull(title, "title");
        Preconditions.notNull(baseline, "baseline");
        Map<String, List<Measurement>> methods = byMethod();
        if (!methods.containsKey(baseline)) {
            throw new IllegalArgumentException(
                    "No valid measurement has the method '" + baseline + "'; there are " + methods.keySet() + ".");
        }
        Map<List<Object>, Statistics> base = new LinkedHashMap<>();
        methods.get(baseline).forEach(m -> base.put(m.work().task(), m.seconds().orElseThrow()));
        XYChart chart = Charts.logLog(title, xTitle, "speed-up over " + baseline);
        chart.getStyler().setYAxisLogarithmic(false).setYAxisMin(0.0);
        methods.forEach((method, all) -> {
            List<Measurement> rows =
                    all.stream().filter(m -> base.containsKey(m.work().task())).toList();
            double[] at = rows.stream().mapToDouble(x).toArray();
            double[] y = new double[at.length];
            double[] error = new double[at.length];
            for (int i = 0; i < at.length; i++) {
                Statistics slow =
                        Objects.requireNonNull(base.get(rows.get(i).work().task()));
                Statistics fast = rows.get(i).seconds().orElseThrow();
                y[i] = slow.median() / fast.median();
                error[i] = y[i] * Math.hypot(halfWidth(slow) / slow.median(), halfWidth(fast) / fast.median());
            }
            if (at.length > 0) {
                chart.addSeries(method, at, y, method.equals(baseline) ? new double[at.length] : error);
            }
        });
        Charts.fitDecades(chart);
        return Charts.styled(chart);
    }

    private Map<String, List<Measurement>> byMethod() {
        Map<String, List<Measurement>> groups = new LinkedHashMap<>();
        for (Measurement m : measurements) {
            if (m.valid() && x.applyAsDouble(m) > 0) {
                groups.computeIfAbsent(m.work().method(), k -> new ArrayList<>())
                        .add(m);
            }
        }
        groups.values().forEach(g -> g.sort(Comparator.comparingDouble(x)));
        return groups;
    }

    /** Half the interval of the median (or the range, of few samples), short enough for a logarithmic axis. */
    private static double halfWidth(Statistics s) {
        double width = s.medianInterval().width();
        return Math.min((Double.isFinite(width) ? width : s.max() - s.min()) / 2, 0.9 * s.median());
    }
}
