package org.plegma.device;

import java.util.Locale;

/** Sizes in memory as text. */
final class Bytes {
    private static final String[] UNITS = {"bytes", "KiB", "MiB", "GiB", "TiB"};

    private Bytes() {}

    /** For example {@code 12 bytes} or {@code 1.50 GiB}. */
    static String text(long bytes) {
        double size = bytes;
        int unit = 0;
        while (size >= 1024 && unit < UNITS.length - 1) {
            size /= 1024;
            unit++;
        }
        return unit == 0 ? bytes + " bytes" : String.format(Locale.ROOT, "%.2f %s", size, UNITS[unit]);
    }
}
