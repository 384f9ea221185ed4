package org.plegma.display.page;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;
import org.plegma.device.memory.Bytes;

/** Numbers as people read them: grouped counts, bytes, times, and columns of values with digits in common. */
public final class Numbers {
    private static final int MAX_DECIMALS = 8;
    private static final String DIGIT_SPACE = "\u2007";
    private static final String POINT_SPACE = "\u2008";

    private Numbers() {}

    /** A count with thousands separators: {@code 1,234,567}. */
    public static String grouped(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** A count with its noun, in the plural unless it is one: {@code 1,234 rows}. */
    public static String counted(long count, String noun) {
        return grouped(count) + " " + noun + (count == 1 ? "" : "s");
    }

    /** A size in binary units, three digits: {@code 1.50 GiB}, {@code 512 B}. */
    public static String bytes(long bytes) {
        return Bytes.text(bytes);
    }

    /** A duration as {@link #seconds(double)} gives it; null, which tables show as a dash, if there is none. */
    public static @Nullable String seconds(OptionalDouble seconds) {
        return seconds.isPresent() ? seconds(seconds.getAsDouble()) : null;
    }

    /** A duration in the unit that suits it, three digits: {@code 12.3 ms}; from a minute on {@code 2:05}. */
    public static String seconds(double seconds) {
        if (Double.isNaN(seconds)) {
            return "–";
        }
        double size = Math.abs(seconds);
        if (size >= 59.95) {
            return clock(seconds);
        }
        if (size == 0) {
            return "0 s";
        }
        return size >= 0.9995
                ? threeDigits(seconds) + " s"
                : size >= 0.9995e-3
                        ? threeDigits(seconds * 1e3) + " ms"
                        : size >= 0.9995e-6 ? threeDigits(seconds * 1e6) + " µs" : threeDigits(seconds * 1e9) + " ns";
    }

    /** A duration as on a clock: {@code 0:07}, {@code 12:34}, {@code 1:02:03}. */
    public static String clock(double seconds) {
        long s = Math.round(seconds);
        return s < 3600
                ? String.format(Locale.ROOT, "%d:%02d", s / 60, s % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", s / 3600, s / 60 % 60, s % 60);
    }

    /** One value, rounded to some significant digits and without idle zeros: {@code 0.1}, {@code 1.5e-7}, {@code NaN}. */
    public static String significant(double value, int digits) {
        if (!Double.isFinite(value)) {
            return nonFinite(value);
        }
        if (value == 0) {
            return zero(value);
        }
        BigDecimal rounded =
                new BigDecimal(value).round(new MathContext(digits)).stripTrailingZeros();
        int exponent = rounded.precision() - rounded.scale() - 1;
        return exponent < -4 || exponent > Math.max(digits, 6) ? scientific(rounded) : rounded.toPlainString();
    }

    /** Three digits, idle zeros too, for columns of rates: {@code 38.0}, {@code 1.35}, {@code 1230}. */
    public static String figure(double value) {
        if (!Double.isFinite(value) || value == 0) {
            return significant(value, 3);
        }
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(3));
        int exponent = rounded.precision() - rounded.scale() - 1;
        return exponent < -4 || exponent > 6
                ? significant(value, 3)
                : rounded.setScale(Math.max(0, 2 - exponent)).toPlainString();
    }

    /**
     * A format for values that stand under or beside each other: the same number of decimals for all of them, as many as
     * the wanted digits of the largest (and three of the smallest) need and no more than the values have; powers of ten
     * where the values span too many orders.
     *
     * @param values the values that will be formatted; NaN and infinite ones do not count
     * @param digits significant digits wanted of the largest value
     */
    public static DoubleFunction<String> aligned(double[] values, int digits) {
        double largest = 0;
        double smallest = Double.POSITIVE_INFINITY;
        for (double value : values) {
            double size = Math.abs(value);
            if (Double.isFinite(value) && size > 0) {
                largest = Math.max(largest, size);
                smallest = Math.min(smallest, size);
            }
        }
        if (largest == 0) {
            return value -> Double.isFinite(value) ? zero(value) : nonFinite(value);
        }
        int most = Math.max(0, Math.max(digits - 1 - magnitude(largest), 2 - magnitude(smallest)));
        int decimals = 0;
        for (double value : values) {
            if (Double.isFinite(value)) {
                decimals = Math.max(decimals, decimals(value, most));
            }
        }
        if (largest >= (decimals == 0 ? 1e15 : 1e9) || decimals > Math.max(MAX_DECIMALS, digits)) {
            return value -> significant(value, digits);
        }
        String format = "%." + decimals + "f";
        return value -> Double.isFinite(value) ? String.format(Locale.ROOT, format, value) : nonFinite(value);
    }

    /**
     * A format for values under each other in a table, as {@link #aligned} has it, but large values among small ones end after the
     * wanted digits; spaces as wide as the digits that are left out keep the points under each other.
     */
    public static DoubleFunction<String> column(double[] values, int digits) {
        DoubleFunction<String> aligned = aligned(values, digits);
        return value -> {
            String text = aligned.apply(value);
            if (text.indexOf('.') < 0 || text.indexOf('e') >= 0) {
                return text;
            }
            BigDecimal all = new BigDecimal(text);
            int idle = Math.min(all.precision() - digits, all.scale());
            if (idle <= 0) {
                return text;
            }
            int scale = all.scale() - idle;
            return new BigDecimal(value).setScale(scale, RoundingMode.HALF_UP).toPlainString()
                    + (scale == 0 ? POINT_SPACE : "")
                    + DIGIT_SPACE.repeat(idle);
        };
    }

    /** The text of a number of a {@link #column} where all letters have one width. */
    static String inOneWidth(String text) {
        return text.replace(DIGIT_SPACE, " ").replace(POINT_SPACE, " ");
    }

    /** The decimals of a value rounded to some decimals, without the zeros at the end. */
    private static int decimals(double value, int most) {
        return new BigDecimal(value)
                .setScale(most, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .scale();
    }

    private static int magnitude(double value) {
        return (int) Math.floor(Math.log10(value));
    }

    private static String threeDigits(double value) {
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size >= 99.95 ? "%.0f" : size >= 9.995 ? "%.1f" : "%.2f", value);
    }

    private static String scientific(BigDecimal value) {
        String digits = value.unscaledValue().abs().toString();
        String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        return (value.signum() < 0 ? "-" : "") + mantissa + "e" + (digits.length() - 1 - value.scale());
    }

    /** With its sign, as 1 / -0.0 is not 1 / 0.0. */
    private static String zero(double zero) {
        return 1 / zero < 0 ? "-0" : "0";
    }

    private static String nonFinite(double value) {
        return Double.isNaN(value) ? "NaN" : value > 0 ? "inf" : "-inf";
    }
}
