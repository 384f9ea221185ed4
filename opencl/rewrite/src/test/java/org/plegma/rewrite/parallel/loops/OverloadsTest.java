package org.plegma.rewrite.parallel.loops;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.device.OnDevice;
import org.plegma.rewrite.parallel.ParallelCode;
import org.plegma.rewrite.parallel.errors.NotParallelException;

/** Methods of one name, and variables of one name: each use means what it means in Java. */
class OverloadsTest extends OnDevice {
    private static final Map<String, String> TYPES =
            Map.of("n", "int", "y", "long[]", "l", "long[]", "f", "float[]", "d", "double[]", "x", "int");

    private static long[] run(String java, List<String> methods) {
        Map<String, Object> values = new HashMap<>();
        values.put("n", 3);
        values.put("x", 5);
        values.put("y", new long[3]);
        values.put("l", new long[] {7, 8, 9});
        values.put("f", new float[] {7, 8, 9});
        values.put("d", new double[] {7, 8, 9});
        ParallelCode.of("k", java, TYPES, methods, new ParallelCode.Options(false, false))
                .run(session, values);
        return (long[]) values.get("y");
    }

    @Test
    void aCallMeansTheMethodThatTheCompilerWouldTake() {
        String methods = "int g(int a) { return 1; } int g(long a) { return 2; } int g(double a) { return 3; }"
                + " int g(float a, float b) { return 4; } int g(int a, double b) { return 5; }"
                + " int h(long a) { return g(a) * 10 + g((int) a); } boolean h(boolean b) { return !b; }"
                + " int h(float a) { return 70; }";
        String loop = "for (int i = 0; i < n; i++) { y[i] = g(i) + 10 * g(l[i]) + 100 * g(f[i]) + 1000 * g('a')"
                + " + 10000 * g(1f, 2) + 100000 * g(1, 2d) + (h(false) ? 1000000 * h(i) : 0)"
                + " + 1000000000L * g(i > 0 ? 1 : 2L) + 10000000000L * h(1.5f); }";
        long expected = 1 + 20 + 300 + 1000 + 40000 + 500000 + 21000000L + 2000000000L + 700000000000L;
        assertArrayEquals(new long[] {expected, expected, expected}, run(loop + " " + methods, List.of()));
    }

    @Test
    void methodsOfTheCellHideThoseOfTheNotebookWithTheSameParametersOnly() {
        List<String> notebook = List.of("int g(int a) { return 100; }", "int g(long a) { return 200; }");
        String java = "for (int i = 0; i < n; i++) { y[i] = g(i) + g(l[i]); } int g(int a) { return 1; }";
        assertArrayEquals(new long[] {201, 201, 201}, run(java, notebook));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            int g(int a, long b) { return 1; } int g(long a, int b) { return 2; } | g(i, i)    | fits more than one of g(int, long), g(long, int)
            int g(int a) { return 1; } int g(float a) { return 2; }               | g(d[i])    | the call g(double) fits none of g(int), g(float)
            int g(int... a) { return 1; } int g(long a) { return 2; }             | g(i, i)    | fits none of
            int g(int a) { return 1; }                                            | g(l[i])    | fits none of g(int)
            int g(int a) { return h(a); } int h(int a) { return x++; }            | g(i)       | 'h'
            """)
    void whatCannotBeToldIsRefused(String methods, String call, String reason) {
        String java = "for (int i = 0; i < n; i++) { y[i] = " + call + "; } " + methods;
        NotParallelException e = assertThrows(NotParallelException.class, () -> run(java, List.of()));
        assertTrue(e.getMessage().contains(reason), e.getMessage());
        assertTrue(!e.getMessage().contains("null"), e.getMessage());
    }

    @Test
    void aMethodThatIsNotReadMayBeTheOne() {
        List<String> notebook = List.of("int g(long a) { return 2; }", "@Deprecated int g(int a) { return 1; }");
        NotParallelException e = assertThrows(
                NotParallelException.class, () -> run("for (int i = 0; i < n; i++) { y[i] = g(i); }", notebook));
        assertTrue(e.getMessage().contains("which is called cannot be told"), e.getMessage());
    }

    @Test
    void namesInBlocksThatFollowEachOther() {
        // of other types, on the host and in kernels; and one that hides a variable of the notebook for a while
        String java = "for (long t = 0; t < 4294967296L; t += 2147483648L) { for (int i = 0; i < n; i++) y[i] += x; }"
                + " for (int t = 0; t < 2; t++) { double s = t + 0.5; for (int i = 0; i < n; i++) y[i] += (long) (s * 10); }"
                + " for (int t = 0; t < 1; t++) { int s = 7; s /= 2; for (int i = 0; i < n; i++) {"
                + " { int q = 2; y[i] += 100 * q; } { double q = 2.5; y[i] += (long) (1000 * q) * s; } } }"
                + " { long x = 1L << 40; for (int i = 0; i < n; i++) y[i] += x; }"
                + " for (int i = 0; i < n; i++) y[i] += x;";
        long expected = 2 * 5 + 5 + 15 + 200 + 2500 * 3 + (1L << 40) + 5;
        assertArrayEquals(new long[] {expected, expected, expected}, run(java, List.of()));
    }
}
