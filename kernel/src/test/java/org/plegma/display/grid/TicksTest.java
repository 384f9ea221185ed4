package org.plegma.display.grid;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TicksTest {

    @Test
    void roundNumbers() {
        assertArrayEquals(
                new String[] {"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"},
                Ticks.of(0, 1, 5).labels());
        assertArrayEquals(new String[] {"-50", "0", "50"}, Ticks.of(-99, 99, 4).labels());
        assertArrayEquals(
                new String[] {"1e-9", "2e-9"}, Ticks.of(0.5e-9, 2.5e-9, 3).labels());
        assertArrayEquals(
                new String[] {"1000.001", "1000.002", "1000.003"},
                Ticks.of(1000.001, 1000.003, 2).labels());
        assertArrayEquals(new String[] {"0", "5e7", "1e8"}, Ticks.of(0, 1e8, 3).labels());
        assertArrayEquals(new String[] {"7"}, Ticks.of(7, 7, 5).labels());
        assertArrayEquals(new String[] {"0", "5", "10"}, Ticks.ofIndices(12, 3).labels());
        assertArrayEquals(new String[] {"0"}, Ticks.ofIndices(1, 5).labels());
        assertArrayEquals(new String[] {"0", "1", "2"}, Ticks.ofIndices(3, 100).labels());
    }

    @Property
    void ticksAreEvenAndWithinTheRange(
            @ForAll @DoubleRange(min = -1e6, max = 1e6) double min,
            @ForAll @DoubleRange(min = 0.01, max = 1e9) double width,
            @ForAll @IntRange(min = 1, max = 20) int most) {
        double[] places = Ticks.of(min, min + width, most).places();
        assertTrue(places.length <= most + 1);
        String[] labels = Ticks.of(min, min + width, most).labels();
        assertEquals(places.length, Arrays.stream(labels).distinct().count());
        for (int i = 0; i < places.length; i++) {
            assertTrue(places[i] >= min - 1e-6 * width && places[i] <= min + width + 1e-6 * width);
            if (i > 1) {
                assertEquals(places[1] - places[0], places[i] - places[i - 1], 1e-5 * width);
            }
        }
    }
}
