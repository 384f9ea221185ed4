package org.plegma.rewrite.parallel.loops;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.plegma.device.Session;
import org.plegma.rewrite.parallel.LoopComparison;
import org.plegma.rewrite.parallel.ParallelCode;
import org.plegma.rewrite.parallel.ParallelLoop;
import org.plegma.rewrite.parallel.errors.NotParallelException;
import org.plegma.rewrite.parallel.errors.ParallelException;

/** Loops that must not become kernels, or not for all values; and Java's meaning where C's is another. */
class HostileLoopsTest {
    private static final Map<String, String> TYPES = new HashMap<>();
    private static Session session;

    @BeforeAll
    static void open() {
        session = Session.open();
        for (String type : new String[] {"int", "long", "float", "double"}) {
            String letter = type.substring(0, 1);
            TYPES.put(letter, type);
            TYPES.put(letter + "x", type + "[]");
            TYPES.put(letter + "y", type + "[]");
            TYPES.put(letter + "m", type + "[][]");
        }
        TYPES.put("n", "int");
        TYPES.put("text", "String");
        TYPES.put("bytes", "byte[]");
        TYPES.put("cube", "int[][][]");
    }

    @AfterAll
    static void close() {
        assertEquals(0, session.memoryInUse());
        session.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            ix[0] = 1;                                                              | 1:1 | there is no counting loop |
            int s = 3;                                                              | 1:1 | there is no counting loop |
            for (int i = 0; i < n; i++) { if (ix[i] < 0) break; }                   | 1:46 | 'break' leaves the loop |
            for (int i = 0; i < n; i++) { if (ix[i] < 0) return; }                  | 1:46 | 'return' leaves the loop |
            for (int i = 0; i < n; i++) { ix[i] = tick(); } int tick() { return n++; } | 1:39 | uses 'n', which is declared outside |
            for (int i = 0; i < n; i++) { ix[i] = f(ix); } int f(int[] a) { return a[0]; } | 1:31 | writes what 'ix[0]' reads |
            for (int i = 0; i < n; i++) { f(ix, i); } void f(int[] a, int k) { a[k] = a[k + 1]; } | 1:31 | writes what 'ix[i + 1]' reads |
            for (int i = 0; i < n; i++) { f(ix, i); } void f(int[] a, int k) { f(a, k); } | 1:31 | calls itself |
            for (int i = 0; i < n; i++) { f(ix, i); } void f(int[] a, int k) { while (a[k] > 0) { if (a[k] > 5) return; a[k]--; } } | 1:31 | returns from within a loop |
            for (int i = 0; i < n; i++) { f(ix); } void f(int[] a) { a[n] = 1; }    | 1:31 | uses 'n', which is declared outside |
            for (int i = 0; i < n; i++) { f(i < 3 ? ix : iy); } void f(int[] a) { a[0] = 1; } | 1:31 | give it a variable or a row |
            for (int i = 0; i < n; i++) { f(ix, i); } void f(int[] a, int k) { int[] b = {1}; a = b; a[k] = 1; } | 1:31 | mean another array |
            for (int i = 0; i < n; i++) { if (n > 3 && f(ix, i) > 0) { iy[i] = 1; } } int f(int[] a, int k) { a[k]++; return a[k]; } | 1:44 | may be called often or not at all |
            for (int i = 0; i < n; i++) { iy[i] = ix[i] + f(ix, i); } int f(int[] a, int k) { a[k]++; return a[k]; } | 1:47 | writes an array, and the rest of the expression may read it |
            for (int i = 0; i < n; i++) { iy[i] = ix[i] + g(f(ix, i), ix); } int g(int v, int[] a) { int w = a[0]; return v + w; } int f(int[] a, int k) { a[k]++; return a[k]; } | 1:47 | writes an array, and the rest of the expression may read it |
            for (int k = 0; k < ix[0]; k++) { for (int i = 0; i < n; i++) { ix[i]++; } } | 1:1 | the body assigns 'ix' | the head of this loop
            int k = 0; while (k < n) { if (ix[k] > 0) { break; } k++; }             | 1:12 | not a counting loop |
            int k = 0; while (k < n) { k += ix[k]; }                                | 1:12 | not a counting loop |
            for (int i = 0; i < n; i++) { ix[i] = f(i); } int f(int a) { return a < 1 ? 0 : f(a - 1); } | 1:81 | calls itself |
            for (int i = 0; i < n; i++) { ix[i] = nowhere(i); }                     | 1:39 | what a call of 'nowhere' changes |
            for (int i = 0; i < n; i++) { System.out.println(i); }                  | 1:31 | what a call of 'System.out.println' changes |
            for (int i = 0; i < n; i++) { ix[i] = text.length(); }                  | 1:39 | what a call of 'text.length' changes |
            for (int i = 0; i < n; i++) { bytes[i] = 0; }                           | 1:31 | numbers of type byte are not made parallel |
            for (int i = 0; i < n; i++) { char c = 'a'; ix[i] = c; }                | 1:31 | numbers of type char are not made parallel |
            for (int i = 0; i < n; i++) { cube[i][0][0] = 1; }                      | 1:31 | more than two dimensions |
            for (int i = 0; i < n; i++) { im[i] = im[i]; }                          | 1:31 | 'im[i]' is a row |
            for (int i = 0; i < n; i++) { ix[i] = n++; }                            | 1:1 | the body assigns 'n', on which the loop's end depends |
            for (int i = 0; i < ix.length; i++) { int k = i; ix[i] = k++; }         | 1:58 | assigns within an expression |
            for (int i = 0; i < n; i++) { ix[i] = ix[i] + ix[n - i]; }              | 1:31 | writes what 'ix[n - i]' reads |
            for (int i = 0; i < n; i++) { iy[ix[i]] = i; }                          | 1:31 | writes what another iteration may write too |
            for (int i = 0; i < n; i++) { d = dx[i] - d; }                          | 1:31 | declared outside the loop and assigned in each iteration |
            for (int i = 0; i < n; i++) { switch (i) { case 1: ix[i] = 2; } }       | 1:31 | cannot be analysed |
            for (int i = 0; i < n; i++) { dx[i] = Math.nextUp(dy[i]); }             | 1:39 | 'Math.nextUp' is not known on the device |
            for (int i = 0; i < n; i++) { int[] t = {1}; ix[i] = t[0]; }            | 1:31 | an array is made |
            """)
    void theReasonHasItsPlace(String java, String place, String reason, String other) {
        NotParallelException e =
                assertThrows(NotParallelException.class, () -> ParallelCode.of("k", java, TYPES), java);
        boolean found = e.reasons().stream()
                .anyMatch(each -> (each.text().contains(reason)
                                || other != null && each.text().contains(other))
                        && place.equals(each.place().line() + ":" + each.place().column()));
        assertTrue(found, java + "\n" + e.getMessage());
    }

    private static Map<String, Object> run(String java, Object... namesAndValues) {
        Map<String, Object> values = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        ParallelCode.of("k", java, TYPES).run(session, values);
        return values;
    }

    @Test
    void subscriptsOutOfBoundsAreErrorsAsInJava() {
        int[] x = {1, 2, 3};
        int[] y = {0, 0, 0};
        ArrayIndexOutOfBoundsException before = assertThrows(
                ArrayIndexOutOfBoundsException.class,
                () -> run("for (int i = 0; i < n; i++) { iy[i] = ix[i + 1]; }", "n", 3, "ix", x, "iy", y));
        assertEquals("Index 3 out of bounds for length 3 in ix[i + 1] at line 1, column 39", before.getMessage());
        ArrayIndexOutOfBoundsException data = assertThrows(
                ArrayIndexOutOfBoundsException.class,
                () -> run("for (int i = 0; i < n; i++) { iy[i] = ix[ix[i]]; }", "n", 3, "ix", x, "iy", y));
        assertTrue(data.getMessage().startsWith("Index 3 out of bounds for length 3 in ix"), data.getMessage());
        assertArrayEquals(new int[] {0, 0, 0}, y);
        run("for (int i = 0; i < n; i++) { if (i > 0) iy[i] = ix[i - 1]; }", "n", 3, "ix", x, "iy", y);
        assertArrayEquals(new int[] {0, 1, 2}, y, "a subscript that is never used");
        assertThrows(
                ArithmeticException.class,
                () -> run("for (int i = 0; i < n; i++) { iy[i] = 6 / ix[i]; }", "n", 3, "ix", y, "iy", x));
        assertThrows(
                ArithmeticException.class,
                () -> run("for (int i = 0; i < 3; i++) { iy[i] = ix[i] % n; }", "n", 0, "ix", y, "iy", x));
    }

    @Test
    void subscriptsThatOverflowAreRefused() {
        int[] x = new int[8];
        ParallelException e = assertThrows(
                ParallelException.class,
                () -> run("for (int i = 0; i < n; i++) { ix[i * 65536 * 65536] = i; }", "n", 8, "ix", x));
        assertTrue(e.getMessage().contains("a subscript may overflow"), e.getMessage());
    }

    @Test
    void rowsAreOfOneLengthAndApart() {
        int[] row = {1, 2};
        String loop = "for (int i = 0; i < im.length; i++) for (int j = 0; j < im[0].length; j++) im[i][j]++;";
        assertTrue(assertThrows(ParallelException.class, () -> run(loop, "im", new int[][] {row, row}))
                .getMessage()
                .contains("row 1 of 'im' is the same array"));
        assertTrue(assertThrows(ParallelException.class, () -> run(loop, "im", new int[][] {row, {1}}))
                .getMessage()
                .contains("row 1 of 'im' has 1 elements, row 0 has 2"));
    }

    /** Bodies whose meaning differs in C: several a program, each compared with Java itself on values at the limits. */
    private static final String BODIES =
            """
            iy[i] = ix[i] * ix[i] + 7;
            iy[i] = -ix[i] - ix[i] * 3;
            iy[i] += ix[i]; iy[i] *= 31; iy[i]--;
            iy[i] = ix[i] >>> 3 ^ ix[i] >> 2 ^ ix[i] << 5;
            iy[i] = ix[i] >>> ix[i];
            iy[i] = ix[i] / (i - 1000) + ix[i] % (i + 1);
            iy[i] = ix[i] / -1;
            int q = -1; q += i - i; iy[i] = ix[i] / q;
            iy[i] = Math.abs(ix[i]) + Math.max(ix[i], 5) - Math.min(i, 3);
            iy[i] = (int) fx[i] + (int) dx[i];

            ly[i] = (long) dx[i] + Math.round(dx[i]) + Math.round(fx[i]);
            iy[i] = Math.round(fx[i]);
            iy[i] = (int) lx[i];
            ly[i] = lx[i] * lx[i] - i;
            ly[i] = ix[i] * 2L + lx[i] / 3 + lx[i] % 7;
            iy[i] += dx[i];
            iy[i] -= 0x7fffffff; iy[i] |= 0b101; iy[i] &= ~0xF0; iy[i] ^= 1_000;
            fy[i] = fx[i] * 0.1f + 1f / fx[i];
            fy[i] = (float) (fx[i] * 0.1 + 1.0e-3);
            fy[i] += dx[i];

            dy[i] = dx[i] * dx[i] + dx[i] - 1d / 3;
            dy[i] = Math.sqrt(Math.abs(fx[i])) + Math.floor(dx[i]) + Math.ceil(dx[i]) + Math.rint(dx[i]);
            fy[i] = Math.min(fx[i], -0f) + Math.max(fx[i], 0);
            fy[i] = Math.min(0f, fx[i]) * Math.max(-0f, fx[i]);
            dy[i] = dx[i] % 3;
            boolean odd = (i & 1) == 1; if (odd || ix[i] > 0) { iy[i] = 1; } else { iy[i] = odd ? 2 : 3; }
            if (ix[i] < 0) continue; iy[i] = 1;
            int s = 0; for (int j = 0; j <= i; j += 2) { if (j == 4) continue; s += j * ix[j]; } iy[i] = s;
            int s = 0; for (int j = i; j > 0; j--) s = s * 31 + ix[j]; iy[i] = s;
            int k = ix[i]; int steps = 0; while (k != 0) { k >>>= 1; steps++; } iy[i] = steps;

            int k = 0; do { k += 3; } while (k < i); iy[i] = k;
            final int half = n / 2; iy[i] = i < half ? ix[half + i] : ix[i - half];
            var t = ix[i] * 1.5; dy[i] = t;
            dy[i] = Math.PI * i + Math.fma(dx[i], 2.0, 1.0);
            int min = ix[i], global = min; iy[i] = global + min;
            iy[i] = ix[(ix[i] & 0x7fffffff) % n];
            iy[i] = ix[ix[i] & 7];
            int s = 1; for (int j = 0, k = 9; j < k; j++, k--) s += j * k; iy[i] = s;
            """;

    static List<String> bodies() {
        return List.of(BODIES.split("\n\n"));
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void javaMeansWhatItMeans(String bodies) {
        String java = bodies.lines()
                .map(body -> "for (int i = 0; i < n; i++) { " + body + " }\n")
                .collect(Collectors.joining());
        Map<String, Object> values = new HashMap<>();
        int[] ints = {0, 1, -1, 7, 31, Integer.MAX_VALUE, Integer.MIN_VALUE, 123456789, -99, 65536, 3, -2};
        int n = ints.length;
        long[] longs = new long[n];
        float[] floats = {0, -0f, 1.5f, -2.5f, 1e10f, -3e20f, Float.NaN, 0.5f, 0.49999997f, 8388609, Float.MIN_VALUE, 7
        };
        double[] doubles = new double[n];
        for (int i = 0; i < n; i++) {
            longs[i] = ints[i] * 0x123456789L;
            doubles[i] = i % 2 == 0 ? floats[i] * 1.1 : floats[i];
        }
        values.put("ix", ints);
        values.put("lx", longs);
        values.put("fx", floats);
        values.put("dx", doubles);
        values.put("iy", ints.clone());
        values.put("ly", longs.clone());
        values.put("fy", floats.clone());
        values.put("dy", doubles.clone());
        values.put("n", n);
        ParallelCode code = ParallelCode.of("k", java, TYPES);
        values.keySet().retainAll(code.parameters().keySet());
        try (ParallelLoop loop = new ParallelLoop(session, code, null)) {
            LoopComparison result = loop.compare(values);
            assertTrue(result.agrees(), result.differences() + code.source());
            boolean exact = result.rows().stream().allMatch(row -> row.difference() == 0);
            assertTrue(exact, () -> result + code.source());
        }
    }

    @Test
    void loopsOfAllForms() {
        int[] y = new int[10];
        run("for (int i = n - 1; i >= 0; i--) { iy[i] = i; }", "n", 10, "iy", y);
        assertEquals(9, y[9]);
        run("for (int i = 9; i > 2; i -= 3) { iy[i] = -i; }", "iy", y);
        assertArrayEquals(new int[] {0, 1, 2, -3, 4, 5, -6, 7, 8, -9}, y);
        run("for (int i = 1; i <= n; i += 4) iy[i] = 100;", "n", 9, "iy", y);
        assertArrayEquals(new int[] {0, 100, 2, -3, 4, 100, -6, 7, 8, 100}, y);
        int[] cells = new int[2 * 3 * 4];
        run(
                "for (int a = 0; a < 2; a++) for (int b = 0; b < 3; b++) for (int c = 0; c < 4; c++)"
                        + " iy[(a * 3 + b) * 4 + c] = 100 * a + 10 * b + c;",
                "iy",
                cells);
        assertEquals(123, cells[23]);
        int[][] m = new int[5][5];
        run("for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) im[i][j] = i - j;", "n", 5, "im", m);
        assertEquals(4, m[4][0]);
        assertEquals(0, m[2][2]);
        Map<String, Object> least = run(
                "int low = 1000; for (int i = 0; i < n; i++) { if (ix[i] < low) { low = ix[i]; } }",
                "n",
                4,
                "ix",
                new int[] {5, 3, 9, 4});
        assertEquals(3, least.get("low"));
        assertEquals(
                24L,
                run("long p = 1; for (int i = 0; i < n; i++) p *= ix[i];", "n", 4, "ix", new int[] {1, 2, 3, 4})
                        .get("p"));
    }
}
