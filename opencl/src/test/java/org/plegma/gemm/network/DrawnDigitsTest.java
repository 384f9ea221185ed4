package org.plegma.gemm.network;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.testing.Golden;

class DrawnDigitsTest {
    @Test
    void aSeedGivesTheSameDigits() {
        DrawnDigits digits = DrawnDigits.of(ElementType.FLOAT, 7, 300);
        assertEquals(digits.images(), DrawnDigits.of(ElementType.FLOAT, 7, 300).images());
        assertArrayEquals(
                digits.classes(), DrawnDigits.of(ElementType.DOUBLE, 7, 300).classes());
        assertNotEquals(
                digits.images(), DrawnDigits.of(ElementType.FLOAT, 8, 300).images());
        assertEquals(10, Arrays.stream(digits.classes()).distinct().count());
        assertEquals(1, digits.targets().get(4, digits.classes()[4]));
    }

    /** The first five, to look at; after a wanted change rewrite the file with {@code -Dplegma.golden=rewrite}. */
    @Test
    void theyAreDrawnAsRecorded() throws IOException {
        Path file = Path.of("src/test/resources/org/plegma/gemm/network/digits.txt");
        DrawnDigits digits = DrawnDigits.of(ElementType.FLOAT, 1, 5);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 5; i++) {
            text.append(digits.classes()[i] + "\n");
            for (int y = 0; y < DrawnDigits.SIDE; y++) {
                StringBuilder row = new StringBuilder();
                for (int x = 0; x < DrawnDigits.SIDE; x++) {
                    double value = digits.images().get(i, y * DrawnDigits.SIDE + x);
                    row.append(value < 0.25 ? ' ' : value < 0.75 ? '+' : '#');
                }
                text.append(row.toString().stripTrailing() + "\n");
            }
        }
        Golden.check(file, text);
    }

    /** Black around, white strokes; a 1 has fewer white pixels than an 8, and no two of a class are the same. */
    @Test
    void theyLookLikeDigits() {
        DrawnDigits digits = DrawnDigits.of(ElementType.DOUBLE, 1, 400);
        double[] white = new double[10];
        for (int i = 0; i < 400; i++) {
            Grid image = digits.images().slice(0, i);
            int seen = i;
            assertTrue(image.min() >= 0 && image.max() <= 1, () -> "image " + seen);
            assertTrue(image.get(0) < 0.3 && image.get(DrawnDigits.PIXELS - 1) < 0.3, "corners are black");
            white[digits.classes()[i]] += image.mean();
        }
        int[] counts = new int[10];
        Arrays.stream(digits.classes()).forEach(c -> counts[c]++);
        assertTrue(white[1] / counts[1] < 0.7 * white[8] / counts[8]);
        int[] threes = IntStream.range(0, 400)
                .filter(i -> digits.classes()[i] == 3)
                .limit(2)
                .toArray();
        assertNotEquals(digits.images().slice(0, threes[0]), digits.images().slice(0, threes[1]));
    }
}
