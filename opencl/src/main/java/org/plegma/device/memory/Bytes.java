package org.plegma.device.memory;

import java.util.Locale;

/** Sizes in memory as text. */
public final class Bytes {
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

    private Bytes() {}

    /** A size in binary units, three digits: {@code 1.50 GiB}, {@code 512 B}. */
    public static String text(long bytes) {
        double size = bytes;
        int unit = 0;
        while (Math.abs(size) >= 999.5 && unit < UNITS.length - 1) {
            size /= 1024;
            unit++;
        }
        int decimals = Math.abs(size) >= 99.95 ? 0 : Math.abs(size) >= 9.995 ? 1 : 2;
        return (unit == 0 ? bytes + " " : String.format(Locale.ROOT, "%." + decimals + "f ", size)) + UNITS[unit];
    }
}
