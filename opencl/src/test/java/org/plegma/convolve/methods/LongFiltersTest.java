package org.plegma.convolve.methods;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.convolve.filter.Definition;
import org.plegma.convolve.filter.Executable;
import org.plegma.convolve.filter.Mode;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.filter.Workshop;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.expr.tree.Boundary;

/** Filters of one axis with more than 129 taps, by constants in one launch and in several, by the code for GPUs. */
class LongFiltersTest {
    private static Session session;

    @BeforeAll
    static void open() {
        session = Session.open();
    }

    @AfterAll
    static void close() {
        session.close();
    }

    /** Several groups and less than one, whole vectors and not, images that are shorter than the radius. */
    @ParameterizedTest
    @CsvSource({
        "FLOAT, 130, ZERO, SAME, 300, 35",
        "FLOAT, 257, REFLECT, SAME, 271, 36",
        "FLOAT, 258, PERIODIC, SAME, 131, 64",
        "FLOAT, 513, MIRROR, SAME, 140, 7",
        "FLOAT, 260, NEAREST, VALID, 405, 33",
        "FLOAT, 600, ZERO, FULL, 3, 40",
        "DOUBLE, 150, MIRROR, SAME, 140, 33",
        "DOUBLE, 301, PERIODIC, FULL, 65, 34"
    })
    void everyCellIsTheDefinition(ElementType type, int taps, String kind, Mode mode, int along, int across) {
        Boundary boundary = Boundary.parse(kind.toLowerCase(Locale.ROOT));
        double[] values = new Random(taps).doubles(taps, -1, 1).toArray();
        Workshop workshop = new Workshop(session, false);
        for (boolean rows : new boolean[] {false, true}) {
            int[] shape = rows ? new int[] {2, across, along} : new int[] {2, along, across};
            int[] size = rows ? new int[] {1, 1, taps} : new int[] {1, taps, 1};
            int axis = rows ? 2 : 1;
            Grid image = Grid.random(type, 3, shape);
            Window window = Window.of(mode, true, new int[0], shape, size, boundary);
            Grid filter = Grid.generate(ElementType.DOUBLE, at -> values[at[axis]], size);
            Grid turned = Grid.generate(ElementType.DOUBLE, at -> values[taps - 1 - at[axis]], size);
            Grid expected = Definition.convolve(image, turned, mode, boundary);
            double bound = Definition.bound(image, filter, boundary, type);
            try (Executable line = rows
                            ? Lines.of(workshop, type, window, values)
                            : Columns.of(workshop, type, window, values);
                    DeviceArray in = session.upload(image);
                    DeviceArray out = session.allocate(type, expected.shape())) {
                out.fill(Double.NaN);
                line.launch(session.compute(), in, out);
                Grid found = out.download().to(ElementType.DOUBLE);
                assertEquals(0, expected.maxAbsDifference(found), bound, line.explain());
            }
        }
    }

    /** The longest, and one more; parts are of about equal length. */
    @Test
    void theyAreAddedInParts() {
        for (int taps : new int[] {130, 257, 258, 514, 515, 1028}) {
            int expected = (taps + 256) / 257;
            Workshop workshop = new Workshop(session, false);
            try (Executable down = Columns.of(workshop, ElementType.FLOAT, window(taps, 1), values(taps));
                    Executable across = Lines.of(workshop, ElementType.FLOAT, window(1, taps), values(taps))) {
                assertEquals(expected, down.explain().split("added: ").length, "column of " + taps);
                assertEquals(expected, across.explain().split("added: ").length, "row of " + taps);
            }
        }
    }

    /** Shorter and longer ones go another way, and so do all on AMD's devices, and columns that local memory does not hold. */
    @Test
    void othersAreNot() {
        assertFalse(AddedParts.suits(129, false));
        assertTrue(AddedParts.suits(130, false));
        assertTrue(AddedParts.suits(1028, false));
        assertFalse(AddedParts.suits(1029, false));
        assertFalse(AddedParts.suits(130, true));
        assertTrue(TurnedColumns.fits(ElementType.FLOAT, 257, SweepCode.LOCAL_BYTES));
        assertFalse(TurnedColumns.fits(ElementType.FLOAT, 257, 32 << 10));
    }

    private static Window window(int my, int mx) {
        return Window.of(Mode.SAME, true, new int[0], new int[] {50, 40}, new int[] {my, mx}, Boundary.ZERO);
    }

    private static double[] values(int taps) {
        double[] values = new double[taps];
        Arrays.setAll(values, i -> 1.0 / (i + taps));
        return values;
    }
}
