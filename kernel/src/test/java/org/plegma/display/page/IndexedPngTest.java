package org.plegma.display.page;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.util.Base64;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IndexedPngTest {
    private static final Random RANDOM = new Random(11);

    private static int[] pixels(BufferedImage image) {
        return image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
    }

    /** Cells of some pixels each, so that rows repeat. */
    private static BufferedImage picture(int width, int height, int colors, int cell) {
        int[] palette = RANDOM.ints(colors, 0, 0x1000000).toArray();
        int[] cells = RANDOM.ints(width * height, 0, colors).toArray();
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                image.setRGB(x, y, palette[cells[y / cell * width + x / cell]]);
            }
        }
        return FewColors.of(image);
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1, 1", "1, 300, 7, 1", "300, 1, 256, 1", "97, 53, 256, 1", "97, 53, 2, 2", "640, 480, 200, 3"})
    void imageIoReadsThePictureBack(int width, int height, int colors, int cell) throws Exception {
        BufferedImage image = picture(width, height, colors, cell);
        assertTrue(IndexedPng.takes(image));
        BufferedImage read = ImageIO.read(new ByteArrayInputStream(IndexedPng.encode(image)));
        assertEquals(width, read.getWidth());
        assertArrayEquals(pixels(image), pixels(read));
    }

    @ParameterizedTest
    @CsvSource({"5", "6", "10", "12"}) // 3 bytes, 4 bytes with transparency, grey, one bit
    void otherPicturesAreImageIosToWrite(int type) throws Exception {
        BufferedImage image = new BufferedImage(20, 10, type);
        image.setRGB(3, 4, 0xFFFFFFFF);
        assertFalse(IndexedPng.takes(image));
        byte[] png = Base64.getDecoder().decode(PngImages.base64(image));
        assertArrayEquals(pixels(image), pixels(ImageIO.read(new ByteArrayInputStream(png))));
    }
}
