package org.plegma.magics.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.lang.model.SourceVersion;

/**
 * The sizes that {@code %%bench --over} goes through: {@code n=1000,2000}, or {@code n=2^10..2^20} with a step of
 * {@code *2}, or {@code n=100..1000+100}.
 *
 * @param variable the name that stands for the size in the cell
 * @param values the sizes, in order, each once
 */
record SizeSweep(String variable, List<Integer> values) {

    private static final Pattern FORM = Pattern.compile("\\s*([A-Za-z_]\\w*)\\s*=\\s*(\\S.*?)\\s*");
    private static final Pattern RANGE =
            Pattern.compile("([\\d^_]+)\\s*\\.\\.\\s*([\\d^_]+)\\s*(?:([*+])\\s*([\\d^_]+))?");
    private static final int MOST_VALUES = 1000;

    /** @throws IllegalArgumentException that shows the three forms */
    static SizeSweep parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw wrong(text);
        }
        if (SourceVersion.isKeyword(form.group(1))) {
            throw new IllegalArgumentException(
                    "'" + form.group(1) + "' cannot stand for a size: it is a word of the Java language.");
        }
        Matcher range = RANGE.matcher(form.group(2));
        List<Integer> values = new ArrayList<>();
        if (range.matches()) {
            long step = range.group(4) == null ? 2 : number(text, range.group(4));
            boolean times = !"+".equals(range.group(3));
            long last = number(text, range.group(2));
            if (step < (times ? 2 : 1)) {
                throw wrong(text);
            }
            for (long v = number(text, range.group(1)); v <= last; ) {
                if (values.size() == MOST_VALUES) {
                    throw new IllegalArgumentException("'" + text + "' has more than " + MOST_VALUES
                            + " sizes. Take a larger step, as in n=100..100000+1000, or *2.");
                }
                values.add((int) v);
                v = times ? v * step : v + step;
            }
        } else {
            for (String part : form.group(2).split(",")) {
                values.add(number(text, part.strip()));
            }
        }
        if (values.isEmpty()) {
            throw wrong(text);
        }
        return new SizeSweep(form.group(1), values.stream().distinct().toList());
    }

    /** A whole number above 0, such as {@code 1024}, {@code 1_000} or {@code 2^20}. */
    private static int number(String whole, String text) {
        try {
            String[] power = text.replace("_", "").split("\\^", -1);
            double value = power.length == 2
                    ? Math.pow(Integer.parseInt(power[0]), Integer.parseInt(power[1]))
                    : Integer.parseInt(power[0]);
            if (power.length <= 2 && value >= 1 && value <= Integer.MAX_VALUE) {
                return (int) value;
            }
        } catch (NumberFormatException e) {
            // reported below, like a number that is out of range
        }
        throw wrong(whole);
    }

    private static IllegalArgumentException wrong(String text) {
        return new IllegalArgumentException("Cannot read the sizes '" + text
                + "'. Write n=1000,2000 or n=2^10..2^20 (doubling) or n=100..1000+100, with whole numbers above 0.");
    }
}
