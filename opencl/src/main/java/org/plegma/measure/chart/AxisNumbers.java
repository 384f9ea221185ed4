package org.plegma.measure.chart;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers as text of three significant digits, as axes, legends and the cells of heat-maps have them. */
final class AxisNumbers {
    private AxisNumbers() {}

    /** Three significant digits, powers of ten from 10⁴ and below 10⁻². */
    static String brief(double value) {
        double size = Math.abs(value);
        if (size <= Double.MIN_NORMAL) {
            return "0";
        }
        if (size >= 1e4 || size < 1e-2) {
            double exponent = Math.rint(Math.log10(size));
            boolean isPower = Math.abs(size / Math.pow(10, exponent) - 1) < 1e-9;
            return isPower
                    ? String.format(Locale.ROOT, "%s10%s", value < 0 ? "-" : "", superscript((int) exponent))
                    : String.format(Locale.ROOT, "%.2e", value);
        }
        String text =
                String.format(Locale.ROOT, "%." + (size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 4) + "f", value);
        return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
    }

    /** Three significant digits without an exponent. */
    static String plain(double value) {
        double shown = Math.abs(value) <= Double.MIN_NORMAL ? 0 : value;
        return BigDecimal.valueOf(threeDigits(shown)).stripTrailingZeros().toPlainString();
    }

    /** The nearest number of three significant digits. */
    static double threeDigits(double value) {
        return new BigDecimal(value).round(new MathContext(3)).doubleValue();
    }

    /** An exponent in raised digits. */
    static String superscript(int exponent) {
        StringBuilder text = new StringBuilder();
        for (char c : Integer.toString(exponent).toCharArray()) {
            text.append(c == '-' ? '⁻' : "⁰¹²³⁴⁵⁶⁷⁸⁹".charAt(c - '0'));
        }
        return text.toString();
    }
}
