package org.plegma.measure.chart;

import java.util.Locale;

/** A logarithmic axis that ends close to its data, at numbers that can be read. */
record LogAxis(double low, double high) {
    private static final double[] STEPS = {1, 2, 5, 10};

    /** From so many times the lowest value on, labels at 2 and 5 times the powers of ten stand too close. */
    private static final double WIDE = 1000;

    private static final double LEAST_PLAIN = 1e-3;
    private static final double MOST_PLAIN = 1e5;

    /** The next of 1, 2 and 5 times the powers of ten around positive values. */
    static LogAxis around(double lowest, double highest) {
        double low = step(lowest, false);
        double high = step(highest, true);
        return new LogAxis(low, high > low ? high : step(2 * low, true));
    }

    boolean decadesOnly() {
        return high / low > WIDE * (1 + 1e-9);
    }

    /** Whether its numbers are written out: all of them, or all as powers of ten. */
    private boolean plain() {
        return low > LEAST_PLAIN * (1 - 1e-9) && high < MOST_PLAIN * (1 + 1e-9);
    }

    /** The text at a tick; of those between 1, 2 and 5 there is none. */
    String label(double value) {
        int power = (int) Math.floor(Math.log10(value) + 1e-9);
        double mantissa = value / Math.pow(10, power);
        double digit = Math.rint(mantissa);
        if (Math.abs(mantissa - digit) > 1e-6 || digit != 1 && digit != 2 && digit != 5) {
            return " ";
        }
        if (plain()) {
            return AxisNumbers.plain(value);
        }
        return (digit > 1 ? String.format(Locale.ROOT, "%.0f·10", digit) : "10") + AxisNumbers.superscript(power);
    }

    /** The step next to a value, which may be one itself: above or below. */
    private static double step(double value, boolean above) {
        int power = (int) Math.floor(Math.log10(value) + 1e-9);
        double decade = Math.pow(10, power);
        double mantissa = value / decade;
        double found = above ? STEPS[STEPS.length - 1] : STEPS[0];
        for (double step : STEPS) {
            if (above ? step >= mantissa * (1 - 1e-9) && step < found : step <= mantissa * (1 + 1e-9)) {
                found = step;
            }
        }
        return found * decade;
    }
}
