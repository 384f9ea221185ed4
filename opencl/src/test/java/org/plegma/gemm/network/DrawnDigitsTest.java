package org.plegma.gemm.network;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;

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
