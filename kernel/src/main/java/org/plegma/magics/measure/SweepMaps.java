package org.plegma.magics.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.HeatMapChart;
import org.plegma.measure.Measurement;
import org.plegma.measure.chart.Charts;

/** What was measured over two variables, a map for each case: the first variable to the right, the second upwards. */
record SweepMaps(SizeSweeps sweeps, List<Measurement> measurements) {

    /**
     * Times in milliseconds, or cells a nanosecond if these are known; and how many times as fast as a baseline the others are.
     *
     * @param baseline its label, or null for no comparison
     */
    List<HeatMapChart> charts(boolean hasCells, @Nullable String baseline) {
        List<String> labels = measurements.stream()
                .filter(Measurement::valid)
                .map(each -> each.work().method())
                .distinct()
                .toList();
        List<HeatMapChart> charts = new ArrayList<>();
        for (String label : labels) {
            charts.add(
                    hasCells
                            ? chart(label + ": cells a nanosecond", label, Measurement::gcellsPerSecond)
                            : chart(label + ": ms", label, each -> 1e3 * time(each)));
            if (baseline != null && !label.equals(baseline)) {
                charts.add(chart(label + ": speed-up over " + baseline, label, each -> speedup(each, baseline)));
            }
        }
        return charts;
    }

    private HeatMapChart chart(String title, String label, Function<Measurement, Double> figure) {
        SizeSweep across = sweeps.axes().get(0);
        SizeSweep up = sweeps.axes().get(1);
        double[][] values = new double[up.values().size()][across.values().size()];
        for (double[] row : values) {
            Arrays.fill(row, Double.NaN);
        }
        for (Measurement each : measurements) {
            if (each.valid() && each.work().method().equals(label)) {
                List<Integer> sizes = each.work().shape();
                values[up.values().indexOf(sizes.get(1))][across.values().indexOf(sizes.get(0))] = figure.apply(each);
            }
        }
        return Charts.heatMap(title, across.variable(), across.values(), up.variable(), up.values(), values);
    }

    private double speedup(Measurement measured, String baseline) {
        return measurements.stream()
                .filter(each -> each.valid()
                        && each.work().method().equals(baseline)
                        && each.work().shape().equals(measured.work().shape()))
                .mapToDouble(each -> time(each) / time(measured))
                .findFirst()
                .orElse(Double.NaN);
    }

    private static double time(Measurement measured) {
        return measured.seconds().orElseThrow().median();
    }
}
