package org.plegma.display.page;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextColorsTest {
    private static final int LIGHT_THEME = 0xFFFFFF;
    private static final int DARK_THEME = 0x111111;

    /** The relative luminance of the WCAG 2. */
    private static double luminance(int rgb) {
        double[] weights = {0.2126, 0.7152, 0.0722};
        double sum = 0;
        for (int i = 0; i < 3; i++) {
            double c = (rgb >> (16 - 8 * i) & 255) / 255.0;
            sum += weights[i] * (c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4));
        }
        return sum;
    }

    private static double contrast(int a, int b) {
        double high = Math.max(luminance(a), luminance(b));
        double low = Math.min(luminance(a), luminance(b));
        return (high + 0.05) / (low + 0.05);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                TextColors.RED,
                TextColors.ORANGE,
                TextColors.GREEN,
                TextColors.BLUE,
                TextColors.PURPLE,
                TextColors.TEAL
            })
    void readableOnBothThemes(String color) {
        int rgb = Integer.parseInt(color.substring(1), 16);
        assertTrue(contrast(rgb, LIGHT_THEME) > 4, color);
        assertTrue(contrast(rgb, DARK_THEME) > 4, color);
    }
}
