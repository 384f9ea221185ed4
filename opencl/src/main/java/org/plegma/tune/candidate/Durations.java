package org.plegma.tune.candidate;

import java.util.Locale;

/** Times as people read them. */
public final class Durations {
    private Durations() {}

    /** Three digits with the unit that suits: {@code 12.3 ms}. */
    public static String text(double seconds) {
        if (seconds >= 1) {
            return digits(seconds) + " s";
        }
        if (seconds >= 1e-3) {
            return digits(seconds * 1e3) + " ms";
        }
        return digits(seconds * 1e6) + " µs";
    }

    private static String digits(double value) {
        return value >= 100
                ? Long.toString(Math.round(value))
                : String.format(Locale.ROOT, value >= 10 ? "%.1f" : "%.2f", value);
    }
}
