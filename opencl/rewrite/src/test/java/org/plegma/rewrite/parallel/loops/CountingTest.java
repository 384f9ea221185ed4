package org.plegma.rewrite.parallel.loops;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import jdk.jshell.JShell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plegma.device.OnDevice;
import org.plegma.rewrite.parallel.Loops;
import org.plegma.rewrite.parallel.ParallelCode;
import org.plegma.rewrite.parallel.ParallelLoop;
import org.plegma.rewrite.parallel.errors.NotParallelException;
import org.plegma.rewrite.parallel.errors.ParallelException;
import org.plegma.rewrite.parallel.errors.ParallelIndexException;

/** Loops at the limits of their types, in all directions, and subscripts and bounds that overflow. */
class CountingTest extends OnDevice {
    private static final int MAX = Integer.MAX_VALUE;
    private static final int MIN = Integer.MIN_VALUE;
    /** The loop in parallel, within a kernel, around a parallel loop, and gathering: how often it runs, and a sum. */
    private static final List<String> HEADERS =
            """
            int i = 2000000000; i > -900000000; i -= 1000000000
            int i = 2000000000; i >= -1000000000; i -= 1000000000
            int i = -2000000000; i < 2000000000; i += 1000000000
            int i = 0; i < 2000000000; i += 1000000000
            int i = 0; i < 20; i += 4294967297L
            int i = 20; i > 0; i -= 0x100000003L
            int i = 20; i > 0; i += -7
            int i = 0; i < 20; i -= 0xFFFFFFFD
            int i = 5; i < 5; i++
            int i = 5; i > 5; i--
            int i = -3; i <= 3; i++
            int i = 3; i >= -3; i--
            int i = 2147483640; i < 2147483647; i++
            int i = -2147483640; i > -2147483648; i--
            int i = -2147483640; i > 0x80000000; i -= 2
            int i = 'a'; i < 'h'; i += 'b' - 'a'
            long i = 3000000000L; i > 2999999990L; i -= 3
            long i = -4000000000L; i < 4000000000L; i += 1000000000
            long i = 9223372036854775000L; i > 9223372036854774990L; i--
            long i = 0xFFFFFFFFFFFFFFF0L; i < 0; i += 5
            int i = 0; i < 3000000000L - 2999999980L; i++
            """
                    .lines()
                    .toList();

    private static final String AT = "((int) (i % 1000003L % 40) + 40) % 40";
    private static final List<long[]> EXPECTED = inJava();

    /** All loops within one kernel, and around a loop that becomes one; then some alone, as kernels, which also gather. */
    @Test
    void eachIterationRunsOnce() {
        int n = HEADERS.size();
        StringBuilder inside = new StringBuilder("for (int q = 0; q < 1; q++) { ");
        StringBuilder around = new StringBuilder();
        for (int h = 0; h < n; h++) {
            inside.append("for (" + HEADERS.get(h) + ") { seen[" + h + "][" + AT + "] += i; times[" + h + "]++; } ");
            if (h % 4 != 0) {
                continue; // few kernels: each is to be compiled
            }
            around.append("int o" + h + " = 0; for (" + HEADERS.get(h) + ") { o" + h + "++; for (int q = 0; q < 1; q++)"
                    + " { outer[q] += 1; } } ");
        }
        long[][] seen = new long[n][40];
        int[] times = new int[n];
        Loops.run(session, inside + "}", "seen", seen, "times", times);
        int[] outer = new int[1];
        var values = Loops.run(session, around.toString(), "outer", outer);
        int all = 0;
        for (int h = 0; h < n; h++) {
            long[] expected = new long[40];
            int count = expected(HEADERS.get(h), expected);
            assertEquals(count, times[h], HEADERS.get(h));
            assertArrayEquals(expected, seen[h], HEADERS.get(h));
            if (h % 4 == 0) {
                assertEquals(count, values.get("o" + h), HEADERS.get(h));
                all += count;
            }
        }
        assertEquals(all, outer[0]);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 5, 11, 17})
    void eachIsAWorkItem(int number) {
        String header = HEADERS.get(number);
        long[] expected = new long[40];
        int count = expected(header, expected);
        int[] seen = new int[40];
        var values = Loops.run(
                session,
                "long s = 0; int c = 0; for (" + header + ") { s += i; c++; } for (" + header + ") { seen[" + AT
                        + "] = 1; }",
                new ParallelCode.Options(true, false),
                "seen",
                seen);
        assertEquals(count, values.get("c"));
        assertEquals(Arrays.stream(expected).sum(), values.get("s"));
        long[] hits = Arrays.copyOfRange(EXPECTED.get(number), 41, 81);
        assertArrayEquals(Arrays.stream(hits).mapToInt(each -> each > 0 ? 1 : 0).toArray(), seen);
    }

    /** The same loop by JShell: the number of iterations, and what they leave. */
    private static int expected(String header, long[] seen) {
        long[] found = EXPECTED.get(HEADERS.indexOf(header));
        System.arraycopy(found, 0, seen, 0, seen.length);
        return (int) found[40];
    }

    private static List<long[]> inJava() {
        StringBuilder method =
                new StringBuilder("String all() { StringBuilder all = new StringBuilder(); long[] seen; ");
        for (String header : HEADERS) {
            method.append("seen = new long[81]; for (" + header + ") { seen[" + AT + "] += i; seen[40]++; seen[41 + "
                    + AT + "]++; }"
                    + " all.append(java.util.Arrays.toString(seen)); ");
        }
        try (JShell shell = JShell.builder().executionEngine("local").build()) {
            shell.eval(method + "return all.toString(); }");
            String all = shell.eval("all()").get(0).value();
            return Arrays.stream(all.substring(2, all.length() - 2).split("\\]\\["))
                    .map(each -> Arrays.stream(each.split(", "))
                            .mapToLong(Long::parseLong)
                            .toArray())
                    .toList();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "for (int i = 0; i <= n; i++) { s++; }",
                "for (int i = n - 5; i < n; i += 2) { s++; }",
                "for (int i = 0; i >= m; i--) { s++; }",
                "for (int i = m + 5; i > m; i -= 2) { s++; }",
                "for (long i = big - 4; i < big; i += 3) { s++; }",
                "for (int i = 0; i < n * n; i++) { s++; }",
                "for (int i = 0; i < big; i++) { s++; }"
            })
    void loopsThatWrapAreRefused(String loop) {
        ParallelException e = assertThrows(
                ParallelException.class,
                () -> Loops.run(session, "int s = 0; " + loop, "n", MAX, "m", MIN, "big", Long.MAX_VALUE));
        assertTrue(e.getMessage().contains("overflows"), e.getMessage());
    }

    @Test
    void theJavaOfALoopThatDoesNotEndIsNotRunForComparison() {
        String java = "for (int i = start; i <= Integer.MAX_VALUE; i++) { s += i; }";
        ParallelCode code = ParallelCode.of("k", java, Map.of("s", "long", "start", "int"));
        try (ParallelLoop loop = new ParallelLoop(session, code, null)) {
            ParallelException e =
                    assertThrows(ParallelException.class, () -> loop.compare(Map.of("s", 0L, "start", MAX - 5)));
            assertTrue(e.getMessage().contains("overflows"), e.getMessage());
        }
    }

    @Test
    void aBoundThatWrapsToNoIterationsIsNotRefusedWhereNothingReliesOnIt() {
        int[] x = {1, 2, 3};
        int[] y = new int[3];
        Loops.run(session, "for (int i = 0; i < n; i++) { y[i] = x[i * 65536 * 65536]; }", "n", 3, "x", x, "y", y);
        assertArrayEquals(new int[] {1, 1, 1}, y);
        Loops.run(session, "for (int i = 0; i < n; i++) { y[i] = x[i << 16 << 16]; }", "n", 3, "x", x, "y", y);
        assertArrayEquals(new int[] {1, 1, 1}, y);
        Loops.run(
                session,
                "for (int i = 0; i < n; i++) { int k = i * 65536; y[i] = x[k * 65536 + 1]; }",
                "n",
                3,
                "x",
                x,
                "y",
                y);
        assertArrayEquals(new int[] {2, 2, 2}, y);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "for (int i = 0; i < n; i++) { y[i << 16 << 16] = i; }",
                "for (int i = 0; i < n; i++) { int k = i * 65536 * 65536; y[k] = i; }",
                "for (int i = 0; i < n; i++) { int k = i << 16; int l = k << 16; y[l] = i; }",
                "for (int i = 0; i < n; i++) { int k = i * 65536; y[k * 65536] = i; }",
                "for (int i = 0; i < n; i++) { y[-(i * 65536) * 65536] = i; }",
                "for (int i = 0; i < n; i++) { int k = i * 0x10000; y[k * 0b10000000000000000] = i; }",
                "for (int i = 0; i < n; i++) for (int j = 0; j < 2; j++) { y[i * 65536 * 65536 + j] = i; }",
                "for (int i = 0; i < n; i++) { y[i * 3 + i * 0x7FFFFFFF + i * 2147483647 - i] = i; }",
            })
    void subscriptsOnWhichTheAnalysisReliesMayNotOverflow(String loop) {
        int[] y = new int[8];
        ParallelException e = assertThrows(ParallelException.class, () -> Loops.run(session, loop, "n", 3, "y", y));
        assertTrue(e.getMessage().contains("may overflow"), e.getMessage());
        assertArrayEquals(new int[8], y);
    }

    @Test
    void hexadecimalLiteralsAreTheirBits() {
        int[] x = {1, 2, 3, 4};
        NotParallelException e = assertThrows(
                NotParallelException.class,
                () -> Loops.run(
                        session, "for (int i = 1; i < n; i++) { x[i] = x[i + 0xFFFFFFFF] + 1; }", "n", 4, "x", x));
        assertTrue(e.getMessage().contains("reads in another iteration"), e.getMessage());
        int[] y = new int[4];
        Loops.run(
                session,
                "for (int i = 1; i < n; i++) { y[i + 0xFFFF_FFFF] = x[i - 0b11111111111111111111111111111111 - 1]"
                        + " + 037777777777 + (int) 0xFFFF_FFFF_FFFF_FFFFL; }",
                "n",
                4,
                "x",
                x,
                "y",
                y);
        assertArrayEquals(new int[] {0, 1, 2, 0}, y);
    }

    @Test
    void stepsThatSkipTheEndAreNoErrors() {
        int[] y = new int[10];
        Loops.run(session, "for (int i = 0; i < n; i += 3) { y[i] = i; }", "n", 12, "y", y);
        assertArrayEquals(new int[] {0, 0, 0, 3, 0, 0, 6, 0, 0, 9}, y);
        assertThrows(
                ArrayIndexOutOfBoundsException.class,
                () -> Loops.run(session, "for (int i = 0; i < n; i += 3) { y[i] = i; }", "n", 13, "y", y));
    }

    @Test
    void firstOfEqualsWhenCountingDown() {
        float[] x = {0f, -0f, 1f, -0f, 0f};
        var values = Loops.run(
                session, "float m = 9; for (int i = n - 1; i >= 0; i--) { if (x[i] < m) m = x[i]; }", "n", 5, "x", x);
        assertEquals(0f, values.get("m"));
        x[4] = -0f;
        values = Loops.run(
                session, "float m = 9; for (int i = n - 1; i >= 0; i--) { if (x[i] < m) m = x[i]; }", "n", 5, "x", x);
        assertEquals(-0f, values.get("m"));
    }

    @ParameterizedTest
    @CsvSource({"g % 7, 32", "g & 3, 8", "g > 5 ? 2 : 90, 32", "(g | 1) - 32, 32", "g / 7 % 3, 32", "(g ^ 5) % 4, 32"})
    void aSubscriptOfHostVariablesIsWhatItIs(String subscript, int g) {
        int[][] m = new int[5][6];
        int[] y = new int[5];
        for (int[] row : m) {
            Arrays.fill(row, 9);
        }
        Loops.run(
                session, "for (int i = 0; i < 5; i++) { y[i] = m[4 - i][" + subscript + "]; }", "m", m, "g", g, "y", y);
        assertArrayEquals(new int[] {9, 9, 9, 9, 9}, y);
        Loops.run(session, "for (int i = 0; i < g % 7; i++) { y[i] = m[0][i]; }", "m", m, "g", 32, "y", y);
        assertThrows(
                ParallelIndexException.class,
                () -> Loops.run(
                        session, "for (int i = 0; i < 5; i++) { y[i] = m[i][g % 7]; }", "m", m, "g", 34, "y", y));
    }

    @Test
    void theFirstLoopThatFailsIsTold() {
        String divides = "for (int i = 0; i < n; i++) { y[i] = 7 % d[i]; } ";
        String beyond = "for (int i = 0; i < n; i++) { y[i + 9] = 1; } ";
        Object[] values = {"n", 5, "d", new int[5], "y", new int[5], "z", new int[5]};
        assertThrows(ArithmeticException.class, () -> Loops.run(session, divides + beyond, values));
        assertThrows(ParallelIndexException.class, () -> Loops.run(session, beyond + divides, values));
        assertThrows(
                ArithmeticException.class,
                () -> Loops.run(session, divides + "for (int i = 0; i < n; i++) { z[i] = y[d[i] - 1]; } ", values));
    }
}
