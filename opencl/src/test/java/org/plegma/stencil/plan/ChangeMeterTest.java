package org.plegma.stencil.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.OnDevice;
import org.plegma.device.Program;

/** Kernels on whole fields: the largest change, wherever it is, and what random values are. */
class ChangeMeterTest extends OnDevice {
    private static final int BESIDE = 3;

    /** Blocks of one element, and shares of which some are short, or empty; what lies beside does not count. */
    @ParameterizedTest
    @CsvSource({"1, 1, 1", "23, 7, 1", "23, 4, 3", "23, 7, 4", "24, 8, 3", "5, 8, 1", "5, 8, 7", "40, 3, 2"})
    void noChangeIsMissed(int length, int items, long chunk) {
        try (Program program = ChangeMeter.compile(session, ElementType.FLOAT);
                DeviceArray a = session.allocate(ElementType.FLOAT, BESIDE + length + BESIDE);
                DeviceArray b = session.allocate(ElementType.FLOAT, BESIDE + length + BESIDE);
                DeviceArray parts = session.allocate(ElementType.FLOAT, items)) {
            a.upload(Grid.floats(BESIDE + length + BESIDE).fill(i -> i[0]));
            for (int place = 0; place < length; place++) {
                for (float change : new float[] {-3, 2, Float.NaN}) {
                    int at = place;
                    // A smaller one everywhere is not taken for it.
                    b.upload(Grid.floats(BESIDE + length + BESIDE)
                            .fill(i -> i[0] < BESIDE || i[0] >= BESIDE + length
                                    ? Double.NaN
                                    : i[0] + (i[0] == BESIDE + at ? change : 0.5)));
                    parts.upload(Grid.floats(items).fill(i -> -1));
                    program.kernel("largest_change")
                            .global(items)
                            .call(a, b, parts, (long) BESIDE, (long) length, chunk);
                    Grid found = parts.download();
                    int blocks = (int) ((length + chunk - 1) / chunk);
                    for (int item = 0; item < items; item++) {
                        double own = place / chunk % items == item
                                ? Float.isNaN(change) ? Double.POSITIVE_INFINITY : Math.abs(change)
                                : item < blocks ? 0.5 : 0;
                        assertEquals(own, found.at(item), "of work-item " + item + " with " + change + " at " + place);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ElementType.class,
            names = {"FLOAT", "DOUBLE"})
    void noiseIsAHashOfThePlace(ElementType type) {
        int length = 1003;
        try (Program program = ChangeMeter.compile(session, type);
                DeviceArray out = session.allocate(type, length)) {
            for (int kind = 0; kind < 3; kind++) {
                int seed = 77 + kind;
                program.kernel("fill_noise").global(10).call(out, (long) length, seed, kind);
                Grid found = out.download();
                for (int i = 0; i < length; i++) {
                    int hash = mixed(i * 0x9e3779b9 ^ seed);
                    double part = Math.scalb((double) (hash >>> 8), -24);
                    double[] expected = {2 * part - 1, hash & 1, 0.25 + part / 4};
                    double value = type == ElementType.FLOAT ? (float) expected[kind] : expected[kind];
                    assertEquals(value, found.at(i), "kind " + kind + " at " + i);
                }
            }
        }
    }

    private static int mixed(int hash) {
        int h = (hash ^ hash >>> 16) * 0x7feb352d;
        h = (h ^ h >>> 15) * 0x846ca68b;
        return h ^ h >>> 16;
    }
}
