package org.plegma.display.grid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ColorMapTest {

    private static double luminance(int rgb) {
        return 0.2126 * (rgb >> 16 & 255) + 0.7152 * (rgb >> 8 & 255) + 0.0722 * (rgb & 255);
    }

    @Test
    void endsAndPublishedPointsBetween() {
        assertEquals(0x440154, ColorMap.VIRIDIS.rgb(0));
        assertEquals(0xFDE725, ColorMap.VIRIDIS.rgb(1));
        assertEquals(0x21918C, ColorMap.VIRIDIS.rgb(0.5));
        assertEquals(0x000004, ColorMap.INFERNO.rgb(0));
        assertEquals(0xFCFFA4, ColorMap.INFERNO.rgb(1));
        assertEquals(0xDDDCDC, ColorMap.COOLWARM.rgb(0.5));
        assertEquals(0x000000, ColorMap.GREY.rgb(0));
        assertEquals(0x808080, ColorMap.GREY.rgb(0.5));
        assertEquals(0xFFFFFF, ColorMap.GREY.rgb(1));
    }

    @ParameterizedTest
    @EnumSource
    void outsideIsTheEndAndNanIsNotOnTheScale(ColorMap map) {
        assertEquals(map.rgb(0), map.rgb(-5));
        assertEquals(map.rgb(1), map.rgb(Double.POSITIVE_INFINITY));
        for (int i = 0; i <= 1000; i++) {
            assertNotEquals(map.rgb(Double.NaN), map.rgb(i / 1000.0));
        }
    }

    @ParameterizedTest
    @EnumSource(names = "COOLWARM", mode = EnumSource.Mode.EXCLUDE)
    void sequentialMapsGetLighter(ColorMap map) {
        for (int i = 1; i <= 64; i++) {
            assertTrue(luminance(map.rgb(i / 64.0)) > luminance(map.rgb((i - 1) / 64.0)), map + " at " + i);
        }
    }

    @Test
    void names() {
        assertSame(ColorMap.GREY, ColorMap.named(" Gray "));
        assertSame(ColorMap.VIRIDIS, ColorMap.named("viridis"));
        IllegalArgumentException failure = assertThrows(IllegalArgumentException.class, () -> ColorMap.named("jet"));
        assertEquals(
                "There is no colour map 'jet'. Choose one of [viridis, inferno, coolwarm, grey].",
                failure.getMessage());
    }
}
