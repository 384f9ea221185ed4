package org.plegma.display.grid;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A continuous colour scale, from 33 control points with straight lines between them in sRGB.
 *
 * <p>The points of {@code viridis} and {@code inferno} (perceptually uniform, by Smith and van der Walt, CC0) and of
 * {@code coolwarm} (diverging, by Moreland) are the published tables at every eighth of their 256 entries; the lines stay
 * within two units of 255 of the rest. {@code grey} is linear in sRGB, as photographs are stored.
 */
public enum ColorMap {
    /** For most data: dark blue over green to yellow, even in lightness and for colour-blind readers. */
    VIRIDIS(
            0xD0D0D0,
            "440154 470d60 48186a 482374 472d7b 453781 424086 3e4989 3b528b 375b8d 33638d "
                    + "2f6b8e 2c728e 297a8e 26828e 23898e 21918c 1f978b 1f9f88 21a685 27ad81 31b57b "
                    + "3dbc74 4cc26c 5cc863 6ece58 81d34d 95d840 aadc32 c0df25 d5e21a eae51a fde725"),
    /** For intensities on a dark ground: black over red to pale yellow. */
    INFERNO(
            0x8FA7B8,
            "000004 040312 0b0724 150b37 210c4a 2f0a5b 3d0965 4a0c6b 57106e 64156e 71196e "
                    + "7d1e6d 8a226a 972766 a32c61 b0315b bc3754 c63d4d d04545 da4e3c e35933 eb6429 "
                    + "f1711f f67e14 f98c0a fb9b06 fcaa0f fbba1f f9c932 f5d949 f2e865 f3f586 fcffa4"),
    /** For values about a middle, such as differences and waves: blue over grey to red. */
    COOLWARM(
            0x404040,
            "3b4cc0 445acc 4e68d8 5875e1 6282ea 6c8ff1 779af7 82a6fb 8db0fe 98b9ff a3c2fe "
                    + "aec9fc b9d0f9 c3d5f4 ccd9ed d5dbe5 dddcdc e4d9d2 ebd3c6 f1cdba f4c5ad f7bca1 "
                    + "f7b194 f7a688 f49a7b f18d6f ec7f63 e57058 de614d d55042 cb3e38 c0282f b40426"),
    /** For photographs: black to white. */
    GREY(0xE6A8A8, "000000 ffffff");

    private final int missing;
    private final int[] points;

    ColorMap(int missing, String points) {
        this.missing = missing;
        this.points = Arrays.stream(points.split(" "))
                .mapToInt(hex -> Integer.parseInt(hex, 16))
                .toArray();
    }

    /**
     * A map by name, in any case; {@code gray} is {@code grey}.
     *
     * @throws IllegalArgumentException if there is none of that name, with the names there are
     */
    public static ColorMap named(String name) {
        String wanted = name.strip().toUpperCase(Locale.ROOT).replace("GRAY", "GREY");
        for (ColorMap map : values()) {
            if (map.name().equals(wanted)) {
                return map;
            }
        }
        List<String> names = Arrays.stream(values()).map(ColorMap::toString).toList();
        throw new IllegalArgumentException("There is no colour map '" + name + "'. Choose one of " + names + ".");
    }

    /**
     * The colour at a place of the scale.
     *
     * @param place from 0 to 1; what lies outside takes the colour of the end, NaN a colour that is not on the scale
     * @return red, green and blue in the bits 23 to 0
     */
    public int rgb(double place) {
        if (Double.isNaN(place)) {
            return missing;
        }
        double position = Math.max(0, Math.min(1, place)) * (points.length - 1);
        int below = Math.min((int) position, points.length - 2);
        double part = position - below;
        int rgb = 0;
        for (int shift = 16; shift >= 0; shift -= 8) {
            int from = points[below] >> shift & 255;
            int to = points[below + 1] >> shift & 255;
            rgb |= (int) Math.round(from + part * (to - from)) << shift;
        }
        return rgb;
    }

    /** The name as users write it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
