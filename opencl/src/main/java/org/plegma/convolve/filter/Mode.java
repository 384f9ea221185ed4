package org.plegma.convolve.filter;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How much of a convolution is wanted, as in {@code scipy.signal}. */
public enum Mode {
    /** Every place where filter and image overlap: n + m - 1 cells along an axis. */
    FULL,
    /** As large as the image, the middle of {@link #FULL}. */
    SAME,
    /** The places where the smaller lies wholly within the larger: |n - m| + 1 cells. As in SciPy no boundary has an effect. */
    VALID;

    /** Reads {@code full}, {@code same} or {@code valid}. */
    public static Mode parse(String text) {
        return Arrays.stream(values())
                .filter(mode -> mode.name().equalsIgnoreCase(text.strip()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Unknown mode '" + text + "'. Known are "
                        + Arrays.stream(values()).map(Mode::toString).collect(Collectors.joining(", ")) + "."));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
