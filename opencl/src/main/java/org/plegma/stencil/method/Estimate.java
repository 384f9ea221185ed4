package org.plegma.stencil.method;

import java.util.Locale;

/**
 * What the cost model expects of a method: seconds a step on the whole grid, by each resource alone.
 *
 * @param memory moving fields between memory and chip
 * @param arithmetic computing, redundant cells included
 * @param chip reading neighbours from caches or local memory
 * @param launches starting kernels
 * @param redundancy cells that are computed for each that is kept
 */
public record Estimate(
        Method method, double memory, double arithmetic, double chip, double launches, double redundancy) {

    /** Seconds a step: the slowest of the resources, which work at the same time, and the launches. */
    public double seconds() {
        return Math.max(memory, Math.max(arithmetic, chip)) + launches;
    }

    /** Seconds a step of a run of so many, with those that are left over. */
    public double seconds(long steps, double directSeconds) {
        return method.seconds(steps, seconds(), directSeconds) / steps;
    }

    /** What takes the time. */
    public String bound() {
        String wasted =
                redundancy >= 1.15 ? String.format(Locale.ROOT, ", %.0f%% redundant", 100 * (redundancy - 1)) : "";
        if (launches > Math.max(memory, Math.max(arithmetic, chip))) {
            return "launches";
        } else if (memory >= Math.max(arithmetic, chip)) {
            return "memory traffic" + wasted;
        }
        return (arithmetic >= chip ? "arithmetic" : "traffic on chip") + wasted;
    }
}
