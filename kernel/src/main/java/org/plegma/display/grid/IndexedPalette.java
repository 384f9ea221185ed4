package org.plegma.display.grid;

import java.awt.image.IndexColorModel;

/**
 * The 256 colours of an animated image: so many steps of a colour map, its colour of NaN, greys for writing, and one index
 * that means "as in the frame before".
 */
final class IndexedPalette {
    /** Steps of the colour map: few enough for runs of one colour, which compress, and too many to be seen as bands. */
    static final int LEVELS = 96;

    static final int MISSING = LEVELS;
    private static final int FIRST_GREY = LEVELS + 1;
    static final int UNCHANGED = 255;
    private static final int GREYS = UNCHANGED - FIRST_GREY;

    private final int[] colors = new int[256];

    IndexedPalette(ColorMap map) {
        for (int level = 0; level < LEVELS; level++) {
            colors[level] = map.rgb(level / (LEVELS - 1.0));
        }
        colors[MISSING] = map.rgb(Double.NaN);
        for (int i = 0; i < GREYS; i++) {
            colors[FIRST_GREY + i] = 0x010101 * Math.round(255f * i / (GREYS - 1));
        }
    }

    /** The index of a value on the scale. */
    static byte index(ColorScale scale, double value) {
        double place = (value / 2 - scale.low() / 2) / (scale.high() / 2 - scale.low() / 2);
        return (byte) (Double.isNaN(place) ? MISSING : Math.round(Math.max(0, Math.min(1, place)) * (LEVELS - 1)));
    }

    /** The index of the nearest colour; greys find a grey. */
    byte nearest(int rgb) {
        int red = rgb >> 16 & 255;
        int green = rgb >> 8 & 255;
        int blue = rgb & 255;
        if (red == green && green == blue) {
            return (byte) (FIRST_GREY + Math.round(red / 255f * (GREYS - 1)));
        }
        int best = 0;
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < UNCHANGED; i++) {
            int dr = red - (colors[i] >> 16 & 255);
            int dg = green - (colors[i] >> 8 & 255);
            int db = blue - (colors[i] & 255);
            int distance = dr * dr + dg * dg + db * db;
            if (distance < least) {
                least = distance;
                best = i;
            }
        }
        return (byte) best;
    }

    IndexColorModel model() {
        byte[] red = new byte[256];
        byte[] green = new byte[256];
        byte[] blue = new byte[256];
        for (int i = 0; i < 256; i++) {
            red[i] = (byte) (colors[i] >> 16);
            green[i] = (byte) (colors[i] >> 8);
            blue[i] = (byte) colors[i];
        }
        return new IndexColorModel(8, 256, red, green, blue, UNCHANGED);
    }
}
