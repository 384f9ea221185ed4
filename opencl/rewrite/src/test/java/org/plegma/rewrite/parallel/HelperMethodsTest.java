package org.plegma.rewrite.parallel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.plegma.device.OnDevice;
import org.plegma.rewrite.parallel.errors.NotParallelException;

/** Methods that read and write arrays, in place of their calls: the bits are those of Java. */
class HelperMethodsTest extends OnDevice {
    private static final Map<String, String> TYPES = JavaCheck.types(
            "a",
            "int[]",
            "b",
            "int[]",
            "d",
            "double[]",
            "e",
            "double[]",
            "f",
            "float[]",
            "m",
            "double[][]",
            "n",
            "int",
            "k",
            "int");

    private static Object[] values(int n, int[] a, double[] d) {
        double[][] m = new double[n][3];
        float[] f = new float[n];
        for (int i = 0; i < n; i++) {
            m[i][1] = -d[i];
            f[i] = (float) d[i];
        }
        return new Object[] {"a", a, "b", a.clone(), "d", d, "e", d.clone(), "f", f, "m", m, "n", n, "k", 2};
    }

    private static final int[] WHOLE = {1, -1, 0, Integer.MIN_VALUE, Integer.MAX_VALUE, 7, -8};
    private static final double[] REAL = {
        Double.NaN, -0.0, 1e300, Double.NEGATIVE_INFINITY, -3.5, Double.MIN_VALUE, 16777217
    };

    /** One cell of many loops, each with methods of its own: as many compilations as loops. */
    @Test
    void allKindsOfMethods() {
        String java =
                """
                void both(int[] x, int[] y, int i, int by) { int t = x[i]; x[i] = y[i] + by; y[i] = t - by; }
                void twice(int[] x, int i) { both(x, x, i, i); x[i] *= 2; }
                int early(int[] x, int i) { if (x[i] < 0) return -1; if (x[i] == 0) { return 0; } x[i]--; return 1; }
                void none(double[] x, int i) { if (x[i] < 0) { x[i] = 0; return; } x[i] += 1; if (x[i] > 1e10) return; x[i] *= 3; }
                double at(double[] x, long i) { return x[(int) i]; }
                boolean less(double[] x, int i, double y) { return x[i] < y; }
                float narrow(float[] x, int i) { return x[i] + 1; }
                void row(double[] r, double by) { for (int j = 0; j < 3; j++) { r[j] = r[j] * by + j; } }
                int steps(int[] x, int i, int s) { int c = 0; s &= 7; while (s > 0) { s--; c += x[i]; } return c; }
                void swap(int[] x, int i, int j) { int t = x[i]; x[i] = x[j]; x[j] = t; }
                for (int i = 0; i < n; i++) { both(a, b, i, k); both(b, a, i, i * 3); }
                for (int i = 0; i < n; i++) { twice(a, i); }
                for (int i = 0; i < n; i++) { int r = early(a, i); b[i] = r; if (early(a, i) > 0) { b[i] = early(b, i); } early(a, i); }
                for (int i = 0; i < n; i++) { none(d, i); }
                for (int i = 0; i < n; i++) { double t = at(d, i); if (less(d, i, 5) && !less(e, i, t)) { e[i] = at(d, i) + e[i]; } }
                for (int i = 0; i < n; i++) { double t = narrow(f, i); d[i] = t / 3; f[i] = narrow(f, i); }
                for (int i = 0; i < n; i++) { row(m[i], d[i]); }
                for (int i = 0; i < n; i++) { a[i] = steps(b, i, a[i]); }
                for (int i = 0; i < n / 2; i++) { swap(a, 2 * i, 2 * i + 1); }
                """;
        try (JavaCheck check = new JavaCheck(session, java, TYPES)) {
            assertEquals(9, check.code().kernels().size());
            check.agrees(values(7, WHOLE.clone(), REAL.clone()));
            check.agrees(values(1, new int[] {5}, new double[] {-2}));
            check.agrees(values(0, new int[0], new double[0]));
            Object[] oneArray = values(7, WHOLE.clone(), REAL.clone());
            oneArray[3] = oneArray[1]; // a and b are one array
            assertTrue(check.refuses(oneArray).getMessage().contains("share elements"));
        }
    }

    /** Two parameters that are one array: what the method writes by one name, it reads by the other. */
    @Test
    void parametersMayBeOneArray() {
        String java =
                """
                void shift(int[] x, int[] y, int i) { x[i] = x[i] + 1; y[i] = y[i] * 2 + x[i]; x[i] -= y[i]; }
                for (int i = 0; i < n; i++) { shift(a, a, i); }
                """;
        try (JavaCheck check = new JavaCheck(session, java, JavaCheck.types("a", "int[]", "n", "int"))) {
            check.agrees("a", WHOLE.clone(), "n", 7);
            check.fails(IndexOutOfBoundsException.class, "a", WHOLE.clone(), "n", 8);
        }
        assertThrows(
                NotParallelException.class,
                () -> ParallelCode.of(
                        "k",
                        "void shift(int[] x, int[] y, int i) { x[i] = y[i + 1]; }"
                                + " for (int i = 0; i < n; i++) { shift(a, a, i); }",
                        JavaCheck.types("a", "int[]", "n", "int")));
    }

    /** Arguments are evaluated once and converted, and a method's variables are its own. */
    @Test
    void argumentsAndNames() {
        String java =
                """
                void put(double[] x, int i, double v) { double t = v / 2; v = t + x[i]; x[i] = v; }
                for (int i = 0; i < n; i++) { int t = i; int v = 3; put(d, t, v * a[i]); d[i] += t + v; put(d, i, 1f / 3); }
                """;
        try (JavaCheck check =
                new JavaCheck(session, java, JavaCheck.types("a", "int[]", "d", "double[]", "n", "int"))) {
            check.agrees("a", WHOLE.clone(), "d", REAL.clone(), "n", 7);
        }
    }

    /** A method with the loops in it, called by the host in a loop. */
    @Test
    void loopsInMethods() {
        String java =
                """
                void step(double[] from, double[] to, int n) { for (int i = 1; i < n - 1; i++) { to[i] = (from[i - 1] + from[i + 1]) / 2; } }
                for (int t = 0; t < k; t++) { step(d, e, n); double[] s = d; d = e; e = s; }
                """;
        try (JavaCheck check = new JavaCheck(
                session, java, JavaCheck.types("d", "double[]", "e", "double[]", "n", "int", "k", "int"))) {
            check.agrees("d", REAL.clone(), "e", REAL.clone(), "n", 7, "k", 3);
            check.agrees("d", REAL.clone(), "e", REAL.clone(), "n", 7, "k", 0);
            check.fails(IndexOutOfBoundsException.class, "d", REAL.clone(), "e", REAL.clone(), "n", 9, "k", 1);
        }
    }

    /** Beside a method, a block of statements could be read as a class's initializer. */
    @Test
    void blocksBesideMethods() {
        String java =
                """
                int next(int v) { return v + 1; }
                { int i = 3; while (i < n) { a[i] = next(b[i]); i++; } }
                int twice(int v) { return 2 * v; }
                { for (int i = 0; i < k; i++) { a[i] = twice(b[i]); } }
                """;
        try (JavaCheck check =
                new JavaCheck(session, java, JavaCheck.types("a", "int[]", "b", "int[]", "n", "int", "k", "int"))) {
            check.agrees("a", WHOLE.clone(), "b", WHOLE.clone(), "n", 7, "k", 2);
            check.agrees("a", WHOLE.clone(), "b", WHOLE.clone(), "n", 2, "k", 0);
        }
    }

    /** Around the loops, too: results go to variables that stay declared, and one that nobody asks for may fail. */
    @Test
    void methodsCalledByTheHost() {
        String java =
                """
                int put(int[] x, int i, int v) { x[i] = v; if (v < 0) return -x[i]; return x[i] + 1; }
                int last = put(a, 0, k);
                int at = 0;
                for (int i = 0; i < n; i++) { a[i] = a[i] * 2 + last; put(b, i, a[i] & 255); }
                put(a, n - 2, -last);
                at = put(b, 1, a[0]);
                if (put(a, 1, 3) > 3) { at++; }
                """;
        try (JavaCheck check =
                new JavaCheck(session, java, JavaCheck.types("a", "int[]", "b", "int[]", "n", "int", "k", "int"))) {
            assertEquals(List.of("last", "at"), check.code().results());
            check.agrees("a", WHOLE.clone(), "b", WHOLE.clone(), "n", 7, "k", 5);
            check.agrees("a", WHOLE.clone(), "b", WHOLE.clone(), "n", 7, "k", -5);
            check.fails(IndexOutOfBoundsException.class, "a", new int[1], "b", WHOLE.clone(), "n", 1, "k", -5);
            check.fails(IndexOutOfBoundsException.class, "a", WHOLE.clone(), "b", WHOLE.clone(), "n", 8, "k", 5);
        }
    }

    /** Methods in place of their calls have variables of their own, here of the names of others that the cell does not use. */
    @Test
    void variablesThatTheCellDoesNotUseStay() {
        for (String cell : List.of(
                "void h(int[] y) { int k = 3; for (int i = 0; i < 4; i++) y[i] = k; } h(y);",
                "void h(int[] y, double k_) { for (int i = 0; i < 4; i++) y[i] = (int) k_; } h(y, d[1]);")) {
            int[] y = new int[5];
            Map<String, Object> values = Loops.run(session, cell, "y", y, "d", new double[] {1, 3}, "k", true);
            assertArrayEquals(new int[] {3, 3, 3, 3, 0}, y);
            assertEquals(Set.of("y", "d", "k"), values.keySet());
            assertEquals(true, values.get("k"));
        }
    }
}
