package org.plegma.measure.chart;

import java.util.Map;
import java.util.Set;
import org.plegma.measure.campaign.Figures;

/** What the columns of records are called on axes, with their units. */
final class Units {
    private static final Map<String, String> TITLES = Map.ofEntries(
            Map.entry("ms", "time (ms)"),
            Map.entry("seconds_median", "median time (s)"),
            Map.entry("seconds_min", "shortest time (s)"),
            Map.entry("seconds_max", "longest time (s)"),
            Map.entry("seconds_host", "time by the host (s)"),
            Map.entry("weak_efficiency", "efficiency, weak scaling"),
            Map.entry("between", "steps between exchanges"),
            Map.entry("radius", "radius (cells)"),
            Map.entry("density", "density (% of the box)"),
            Map.entry("k", "k, steps together"),
            Map.entry("side", "side (elements)"),
            Map.entry("threads", "threads"));

    private static final Set<String> TIMES = Set.of("ms", "seconds_median");
    private static final Set<String> RATES = Set.of("gflops", "gbytes_per_s", "gcells_per_s");

    private Units() {}

    static String title(String column) {
        return TITLES.getOrDefault(column, Figures.heading(column));
    }

    /** Whether it is the median time in some unit, or what is its inverse in some unit: both have the same relative error. */
    static boolean followsMedian(String column) {
        return isTime(column) || RATES.contains(column);
    }

    static boolean isTime(String column) {
        return TIMES.contains(column);
    }
}
