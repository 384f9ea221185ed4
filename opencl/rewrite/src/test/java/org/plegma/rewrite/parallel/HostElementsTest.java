package org.plegma.rewrite.parallel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.plegma.device.OnDevice;

/** The host uses elements of arrays between launches: copies are put in, and bits are those of Java. */
class HostElementsTest extends OnDevice {
    @Test
    void elementsAreReadAndWrittenBetweenLaunches() {
        String java =
                """
                void swap(double[] x, int i, int j) { double t = x[i]; x[i] = x[j]; x[j] = t; }
                double first = d[0];
                for (int i = 0; i < n; i++) { d[i] = d[i] * 2 + first; }
                d[0] = d[n - 1] / 3;
                d[1]++;
                a[(int) (d[1] > 0 ? 1 : 0)] += d[1];
                swap(d, 0, 1);
                for (int t = 0; t < 3; t++) {
                    for (int i = 0; i < n; i++) { a[i] = a[i] * 3 + (int) d[i]; }
                    if (a[t] > 5) { a[t] = -a[t]; } else if (a[0] == 1) { continue; }
                    d[t] -= a[2];
                    m[t][1] = d[t];
                    for (int i = 0; i < 3; i++) { for (int j = 0; j < 2; j++) { m[i][j] = m[i][j] + d[j]; } }
                    a[1] <<= a[2];
                    a[2] >>>= 1;
                }
                int cut = a[0];
                while (a[0] - cut < 10 && d[2] == d[2]) {
                    for (int i = 0; i < n; i++) { a[i] += 3; }
                    cut--;
                }
                double last = m[2][1] + m[0].length;
                """;
        try (JavaCheck check = new JavaCheck(
                session, java, JavaCheck.types("a", "int[]", "d", "double[]", "m", "double[][]", "n", "int"))) {
            assertEquals(List.of("first", "cut", "last"), check.code().results());
            for (double each : new double[] {1, -0.0, Double.NaN, Double.POSITIVE_INFINITY, 1e300, -7.5}) {
                check.agrees(
                        "a",
                        new int[] {1, -2, Integer.MAX_VALUE, 9},
                        "d",
                        new double[] {each, 2, -each, 5},
                        "m",
                        new double[3][2],
                        "n",
                        4);
            }
        }
    }

    /** What was changed on the way is undone if the program ends with an error, by a kernel, by the host, or by a division. */
    @Test
    void afterAnErrorAllIsAsBefore() {
        String java =
                """
                for (int i = 0; i < n; i++) { a[i] = a[i] + 1; }
                a[k] = a[0] * 2;
                for (int i = 0; i < n; i++) { b[i] = a[i]; }
                b[0] = b[1] / (k - 1);
                for (int i = 0; i < n + k - 2; i++) { a[i] = a[i] + b[0]; }
                """;
        try (JavaCheck check =
                new JavaCheck(session, java, JavaCheck.types("a", "int[]", "b", "int[]", "n", "int", "k", "int"))) {
            int[] a = {3, 1, 4, 1, 5};
            check.agrees("a", a, "b", new int[5], "n", 5, "k", 2);
            check.fails(IndexOutOfBoundsException.class, "a", a, "b", new int[5], "n", 5, "k", 4);
            check.fails(IndexOutOfBoundsException.class, "a", a, "b", new int[5], "n", 5, "k", 5);
            check.fails(IndexOutOfBoundsException.class, "a", a, "b", new int[5], "n", 5, "k", -1);
            check.fails(IndexOutOfBoundsException.class, "a", a, "b", new int[2], "n", 5, "k", 2);
            check.fails(IndexOutOfBoundsException.class, "a", a, "b", new int[5], "n", 6, "k", 2);
            check.fails(ArithmeticException.class, "a", a, "b", new int[5], "n", 5, "k", 1);
        }
    }

    /** A row is an array of its own too: what is written by one name is read by the other. */
    @Test
    void rowsThatHaveNames() {
        String java =
                """
                for (int i = 0; i < 3; i++) { for (int j = 0; j < 4; j++) { m[i][j] = m[i][j] + i; } }
                r[1] = m[1][0] + r[2];
                for (int j = 0; j < 4; j++) { r[j] = r[j] * 2; }
                m[1][3] += r[1];
                for (int i = 0; i < 3; i++) { for (int j = 0; j < 4; j++) { m[i][j] = m[i][j] - 1; } }
                double sum = r[0] + m[1][1];
                """;
        try (JavaCheck check = new JavaCheck(session, java, JavaCheck.types("m", "double[][]", "r", "double[]"))) {
            double[][] m = {{1, 2, 3, 4}, {5, -0.0, Double.NaN, 8}, {9, 10, 11, 12}};
            check.agrees("m", m, "r", m[1]);
            check.agrees("m", m, "r", new double[] {1, 2, 3, 4});
        }
    }
}
