package org.plegma.display.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.display.grid.ColorMap;
import org.plegma.display.grid.GridView;

class FewColorsTest {
    /** The largest difference of a channel between a picture of some colours and the same with few. */
    private static int difference(int pixels, IntUnaryOperator color) {
        BufferedImage image = new BufferedImage(pixels, 2, BufferedImage.TYPE_INT_RGB);
        for (int x = 0; x < pixels; x++) {
            image.setRGB(x, 0, color.applyAsInt(x));
            image.setRGB(x, 1, color.applyAsInt(pixels - 1 - x));
        }
        BufferedImage few = FewColors.of(image);
        assertEquals(BufferedImage.TYPE_BYTE_INDEXED, few.getType());
        int most = 0;
        for (int x = 0; x < pixels; x++) {
            for (int y = 0; y < 2; y++) {
                for (int shift = 0; shift < 24; shift += 8) {
                    int was = image.getRGB(x, y) >> shift & 255;
                    most = Math.max(most, Math.abs(was - (few.getRGB(x, y) >> shift & 255)));
                }
            }
        }
        return most;
    }

    @Test
    void colorsThatAreFewStayAsTheyAre() {
        Random random = new Random(3);
        int[] colors = random.ints(256, 0, 0x1000000).toArray();
        assertEquals(0, difference(5000, x -> colors[x % 256]));
        assertEquals(0, difference(1, x -> 0xFFFFFF));
    }

    @Test
    void colorsOfAMapStayNearlyTheSame() {
        for (ColorMap map : ColorMap.values()) {
            assertTrue(difference(4000, x -> map.rgb(x / 3999.0)) <= 3, map + " changes visibly");
        }
    }

    @Test
    void anyColorsComeToAnEnd() {
        Random random = new Random(5);
        assertTrue(difference(20_000, x -> random.nextInt(0x1000000)) < 256);
    }

    @Test
    void gridsAreLight() throws Exception {
        String noise = GridView.of(Grid.random(ElementType.FLOAT, 1, 512, 512))
                .render()
                .get(MimeBundle.PNG);
        assertTrue(noise.length() < 500_000, noise.length() + " characters");
    }
}
