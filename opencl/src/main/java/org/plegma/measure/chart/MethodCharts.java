package org.plegma.measure.chart;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.knowm.xchart.XYChart;
import org.plegma.measure.Measurement;
import org.plegma.measure.Statistics;

/** Draws measurements over the number of cells, a line a method. */
final class MethodCharts {
    private MethodCharts() {}

    static XYChart time(String title, List<Measurement> measurements) {
        XYChart chart = Charts.logLog(title, "cells", "median time (s)");
        byMethod(measurements).forEach((method, rows) -> {
            double[] x = rows.stream().mapToDouble(m -> m.work().cells()).toArray();
            double[] y = rows.stream().mapToDouble(Measurement::medianSeconds).toArray();
            double[] error = rows.stream()
                    .mapToDouble(m -> halfWidth(m.seconds().orElseThrow()))
                    .toArray();
            chart.addSeries(method, x, y, error);
        });
        Charts.fitDecades(chart);
        return Charts.styled(chart);
    }

    static XYChart speedup(String title, List<Measurement> measurements, String baseline) {
        Map<String, List<Measurement>> methods = byMethod(measurements);
        if (!methods.containsKey(baseline)) {
            throw new IllegalArgumentException(
                    "No valid measurement has the method '" + baseline + "'; there are " + methods.keySet() + ".");
        }
        Map<List<Object>, Statistics> base = new LinkedHashMap<>();
        methods.get(baseline).forEach(m -> base.put(m.work().task(), m.seconds().orElseThrow()));
        XYChart chart = Charts.logLog(title, "cells", "speed-up over " + baseline);
        chart.getStyler().setYAxisLogarithmic(false).setYAxisMin(0.0);
        methods.forEach((method, all) -> {
            List<Measurement> rows =
                    all.stream().filter(m -> base.containsKey(m.work().task())).toList();
            double[] x = rows.stream().mapToDouble(m -> m.work().cells()).toArray();
            double[] y = new double[x.length];
            double[] error = new double[x.length];
            for (int i = 0; i < x.length; i++) {
                Statistics slow =
                        Objects.requireNonNull(base.get(rows.get(i).work().task()));
                Statistics fast = rows.get(i).seconds().orElseThrow();
                y[i] = slow.median() / fast.median();
                error[i] = y[i] * Math.hypot(halfWidth(slow) / slow.median(), halfWidth(fast) / fast.median());
            }
            if (x.length > 0) {
                chart.addSeries(method, x, y, method.equals(baseline) ? new double[x.length] : error);
            }
        });
        Charts.fitDecades(chart);
        return Charts.styled(chart);
    }

    private static Map<String, List<Measurement>> byMethod(List<Measurement> measurements) {
        Map<String, List<Measurement>> groups = new LinkedHashMap<>();
        for (Measurement m : measurements) {
            if (m.valid() && m.work().cells() > 0) {
                groups.computeIfAbsent(m.work().method(), k -> new ArrayList<>())
                        .add(m);
            }
        }
        groups.values()
                .forEach(g -> g.sort(
                        (a, b) -> Double.compare(a.work().cells(), b.work().cells())));
        return groups;
    }

    /** Half the interval of the median (or the range, of few samples), short enough for a logarithmic axis. */
    private static double halfWidth(Statistics s) {
        double width = s.medianInterval(0.95).width();
        return Math.min((Double.isFinite(width) ? width : s.max() - s.min()) / 2, 0.9 * s.median());
    }
}
