package org.plegma.display.grid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plegma.array.Grid;
import org.plegma.display.Renderers;
import org.plegma.display.page.MimeBundle;

class ArrayTextTest {

    private static String text(Object array) {
        return Renderers.render(array).get(MimeBundle.TEXT);
    }

    @Test
    void oneAxis() {
        assertEquals("float[3] [1.00, 2.50, 0.25]", text(new float[] {1, 2.5f, 0.25f}));
        assertEquals("double[2] [NaN, -inf]", text(new double[] {Double.NaN, Double.NEGATIVE_INFINITY}));
        assertEquals("int[0] []", text(new int[0]));
        assertEquals("byte[2] [-1, 7]", text(new byte[] {-1, 7}));
        assertEquals("char[2] [a, b]", text(new char[] {'a', 'b'}));
        assertEquals("boolean[1] [true]", text(new boolean[] {true}));
        assertEquals("String[3] [a, null, b]", text(new String[] {"a", null, "b"}));
    }

    @Test
    void severalAxesAreAligned() {
        assertEquals("int[2][2]\n[[  1, -20],\n [300,   4]]", text(new int[][] {{1, -20}, {300, 4}}));
        assertEquals("int[2][1][1]\n[[[1]],\n\n [[2]]]", text(new int[][][] {{{1}}, {{2}}}));
    }

    @Test
    void jaggedAndMissingRows() {
        assertEquals("int[3][1]\n[[1],\n null,\n [2, 3]]", text(new int[][] {{1}, null, {2, 3}}));
        assertEquals("int[2][] [null, null]", text(new int[2][]));
        assertEquals("int[0][]  []".replace("  ", " "), text(new int[0][]));
    }

    @Test
    void manyElementsShowTheEnds() {
        assertEquals(
                "int[1001] [0, 1, 2, …, 998, 999, 1000]",
                text(IntStream.rangeClosed(0, 1000).toArray()));
        assertEquals(
                """
                int[40][50]
                [[0, 0, 0, …, 0, 0, 0],
                 [0, 0, 0, …, 0, 0, 0],
                 [0, 0, 0, …, 0, 0, 0],
                 …,
                 [0, 0, 0, …, 0, 0, 0],
                 [0, 0, 0, …, 0, 0, 0],
                 [0, 0, 0, …, 0, 0, 0]]""",
                text(new int[40][50]));
        assertTrue(text(new int[100][100][100][100]).length() < 20_000, "the ends along every axis");
    }

    @Test
    void longLinesAreWrapped() {
        String text = text(IntStream.range(100, 200).toArray());
        assertTrue(text.startsWith("int[100]\n[100, 101, "), text);
        assertTrue(text.lines().allMatch(line -> line.length() <= 101), text);
        assertTrue(text.contains(",\n "), text);
    }

    @Test
    void gridsLookTheSame() {
        assertEquals("[[0.0, 0.5],\n [1.0, 1.5]]", ArrayText.of(Grid.of(new double[] {0, 0.5, 1, 1.5}, 2, 2)));
        assertEquals("[[1, 2],\n [3, 4]]", ArrayText.of(Grid.of(new int[] {1, 2, 3, 4}, 2, 2)));
        Grid large = Grid.ints(40, 50).fill(i -> i[0] * 50 + i[1]);
        assertTrue(ArrayText.of(large).startsWith("[[   0,    1,    2, …,   47,   48,   49],\n"));
        assertTrue(ArrayText.of(large).endsWith("[1950, 1951, 1952, …, 1997, 1998, 1999]]"));
    }

    @Test
    void anArrayInsideItself() {
        Object[] cycle = new Object[1];
        cycle[0] = cycle;
        assertTrue(text(cycle).contains("not shown any better"), "ends, and says so");
    }
}
