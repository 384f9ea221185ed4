package org.plegma.rewrite.text;

import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A whole number as OpenCL C has it. Without a suffix it is the first type that holds it: a decimal number an int or a long, any
 * other an int, a uint, a long or a ulong.
 *
 * @param type such as {@code uint}
 * @param value as 64 bits
 */
public record CLiteral(String type, long value) {
    private static final Pattern WHOLE =
            Pattern.compile("(?:0x([0-9a-f]+)|0b([01]+)|(0[0-7]*)|([1-9]\\d*))(u?l{0,2}|l{1,2}u)");
    private static final int[] BASES = {16, 2, 8, 10};

    /** Reads a literal; empty if it is no whole number of up to 64 bits. */
    public static Optional<CLiteral> whole(String text) {
        Matcher matcher = WHOLE.matcher(text.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            return Optional.empty();
        }
        int form = 0;
        while (matcher.group(form + 1) == null) {
            form++;
        }
        BigInteger value = new BigInteger(matcher.group(form + 1), BASES[form]);
        String suffix = matcher.group(BASES.length + 1);
        boolean decimal = BASES[form] == 10;
        boolean unsigned = suffix.contains("u");
        boolean isLong =
                suffix.contains("l") || value.bitLength() > (unsigned || !decimal ? Integer.SIZE : Integer.SIZE - 1);
        unsigned |= !decimal && value.bitLength() == (isLong ? Long.SIZE : Integer.SIZE);
        return value.bitLength() > (unsigned ? Long.SIZE : Long.SIZE - 1)
                ? Optional.empty()
                : Optional.of(new CLiteral((unsigned ? "u" : "") + (isLong ? "long" : "int"), value.longValue()));
    }
}
