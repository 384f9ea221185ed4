package org.plegma.rewrite.parallel.loops;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.plegma.device.OnDevice;
import org.plegma.rewrite.parallel.Loops;
import org.plegma.rewrite.parallel.ParallelCode;
import org.plegma.rewrite.parallel.errors.ParallelException;

/** Two names of the same elements, in loops that follow each other. */
class SharedRowsTest extends OnDevice {
    private static final String ALL = "for (int i = 0; i < m.length; i++) for (int j = 0; j < 3; j++) m[i][j] += 10; ";

    @Test
    void aRowHasWhatWasWrittenIntoTheWhole() {
        int[][] m = {{1, 2, 3}, {4, 5, 6}};
        int[] y = new int[3];
        Loops.run(session, ALL + "for (int j = 0; j < 3; j++) y[j] = r[j];", "m", m, "r", m[1], "y", y);
        assertArrayEquals(new int[] {14, 15, 16}, y);
        assertArrayEquals(new int[] {11, 12, 13}, m[0]);
    }

    @Test
    void theWholeHasWhatWasWrittenIntoARow() {
        for (int rows = 1; rows <= 2; rows++) {
            int[][] m = rows == 1 ? new int[][] {{1, 2, 3}} : new int[][] {{1, 2, 3}, {4, 5, 6}};
            int[] r = m[rows - 1];
            String own = "for (int j = 0; j < 3; j++) r[j] *= 2; ";
            // to and fro, the whole first, so that its copy is there before the row is written
            Loops.run(session, ALL + own + ALL + own, "m", m, "r", r);
            assertArrayEquals(rows == 1 ? new int[] {64, 68, 72} : new int[] {76, 80, 84}, m[rows - 1]);
            assertEquals(rows == 1 ? 64 : 21, m[0][0]);
        }
    }

    @Test
    void arraysOfCommonRowsShareThem() {
        float[] common = {1, 2, 3};
        float[][] m = {{0, 0, 0}, common};
        float[][] p = {common, {5, 5, 5}, {6, 6, 6}};
        float[] last = {0, 0, 0};
        Loops.run(
                session,
                "for (int t = 0; t < 3; t++) { " + ALL + "for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++)"
                        + " p[i][j] = p[i][j] * 2; for (int j = 0; j < 3; j++) last[j] = m[1][j] + r[j]; }",
                "m",
                m,
                "p",
                p,
                "r",
                common,
                "last",
                last);
        float expected = (((1 + 10) * 2 + 10) * 2 + 10) * 2;
        assertEquals(expected, common[0]);
        assertEquals(2 * expected, last[0]);
        assertEquals(48, p[2][0]);
        assertEquals(30, m[0][2]);
    }

    @Test
    void oneRowTwiceMayBeReadAndNotWritten() {
        int[] row = {1, 2, 3};
        int[][] m = {row, row};
        int[][] y = new int[2][3];
        String copy = "for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) y[i][j] = m[i][j]; ";
        Loops.run(session, "for (int j = 0; j < 3; j++) r[j]++; " + copy, "m", m, "y", y, "r", row);
        assertArrayEquals(new int[][] {{2, 3, 4}, {2, 3, 4}}, y);
        ParallelException e =
                assertThrows(ParallelException.class, () -> Loops.run(session, copy + ALL, "m", m, "y", y));
        assertTrue(e.getMessage().contains("row 1 of 'm' is the same array"), e.getMessage());
    }

    @Test
    void withinOneLoopTheyAreRefused() {
        int[][] m = {{1, 2, 3}, {4, 5, 6}};
        ParallelException e = assertThrows(
                ParallelException.class,
                () -> Loops.run(session, "for (int j = 0; j < 3; j++) m[0][j] = r[j];", "m", m, "r", m[1]));
        assertTrue(e.getMessage().contains("'m' and 'r' share elements"), e.getMessage());
    }

    @Test
    void lengthsOfOtherRowsAreThose() {
        int[][] ragged = {{1, 2, 3}, {4}};
        int[] y = new int[2];
        ParallelException e = assertThrows(
                ParallelException.class,
                () -> Loops.run(session, "for (int i = 0; i < 2; i++) y[i] = m[i].length;", "m", ragged, "y", y));
        assertTrue(e.getMessage().contains("row 1 of 'm' has 1 elements"), e.getMessage());
        assertThrows(
                ArrayIndexOutOfBoundsException.class,
                () -> Loops.run(
                        session,
                        "for (int i = 0; i < 3; i++) y[0] = m[i].length;",
                        new ParallelCode.Options(true, false),
                        "m",
                        new int[2][3],
                        "y",
                        y));
    }
}
