package org.plegma.bench.particles;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.knowm.xchart.HeatMapChart;
import org.knowm.xchart.XYChart;
import org.plegma.array.Preconditions;
import org.plegma.measure.Measurement;
import org.plegma.measure.chart.Charts;

/** Charts of the bench family {@code particles}. */
public final class ParticleCharts {
    private ParticleCharts() {}

    /** The time of a step over the constraints that it looks at, a line for each variant. */
    public static XYChart time(List<Measurement> measurements) {
        Preconditions.notNull(measurements, "measurements");
        XYChart chart = Charts.time("A step of a soft cube", sorted(measurements));
        chart.setXAxisTitle("constraints");
        return chart;
    }

    /** How many times as fast as one of them the variants are. */
    public static XYChart speedup(List<Measurement> measurements, String baseline) {
        Preconditions.notNull(measurements, "measurements");
        XYChart chart = Charts.speedup("A step of a soft cube", sorted(measurements), baseline);
        chart.setXAxisTitle("constraints");
        return chart;
    }

    private static List<Measurement> sorted(List<Measurement> measurements) {
        return measurements.stream()
                .sorted((a, b) -> Double.compare(a.work().cells(), b.work().cells()))
                .toList();
    }

    /** Constraints a nanosecond of one variant over side and reach; pairs that were not measured, or cannot be, are blank. */
    public static HeatMapChart heatMap(List<Measurement> measurements, String variant) {
        Preconditions.notNull(measurements, "measurements");
        Preconditions.notNull(variant, "variant");
        List<Measurement> ours = measurements.stream()
                .filter(each -> each.work().method().equals(variant) && each.valid())
                .toList();
        if (ours.isEmpty()) {
            throw new IllegalArgumentException("Nothing right was measured of the variant '" + variant + "'.");
        }
        List<Integer> sides = List.copyOf(
                new TreeSet<>(ours.stream().map(ParticleCharts::side).toList()));
        List<Integer> reaches = List.copyOf(
                new TreeSet<>(ours.stream().map(ParticleCharts::reach).toList()));
        double[][] rates = new double[reaches.size()][sides.size()];
        for (double[] row : rates) {
            Arrays.fill(row, Double.NaN);
        }
        for (Measurement each : ours) {
            rates[reaches.indexOf(reach(each))][sides.indexOf(side(each))] = each.gcellsPerSecond();
        }
        return Charts.heatMap(variant + ": constraints a nanosecond", "H", sides, "S", reaches, rates);
    }

    private static int side(Measurement measurement) {
        return measurement.work().shape().get(0);
    }

    private static int reach(Measurement measurement) {
        return ((Number) Objects.requireNonNull(measurement.work().parameters().get("reach"), "reach")).intValue();
    }
}
