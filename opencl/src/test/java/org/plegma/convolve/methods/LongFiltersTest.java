package org.plegma.convolve.methods;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.plegma.array.ElementType;
import org.plegma.convolve.filter.Executable;
import org.plegma.convolve.filter.Mode;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.filter.Workshop;
import org.plegma.device.OnDevice;
import org.plegma.expr.tree.Boundary;

/** Filters of one axis with more than 129 taps, by constants in one launch and in several, by the code for GPUs. */
class LongFiltersTest extends OnDevice {
    @ParameterizedTest
    @MethodSource("org.plegma.convolve.methods.LineCase#all")
    void everyCellIsTheDefinition(LineCase given) {
        Workshop workshop = new Workshop(session, false);
        for (boolean rows : new boolean[] {false, true}) {
            Window window = given.window(rows);
            Executable line = rows
                    ? Lines.of(workshop, given.type(), window, given.values())
                    : Columns.of(workshop, given.type(), window, given.values());
            given.check(session, rows, line);
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
