package org.plegma.rewrite.parallel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.plegma.device.OnDevice;
import org.plegma.rewrite.parallel.errors.NotParallelException;
import org.plegma.rewrite.parallel.errors.ParallelException;

/** While loops that count are for loops, and their variables have the values that Java gives them. */
class WhileLoopsTest extends OnDevice {
    @Test
    void theVariableHasItsValueAfterTheLoop() {
        String java =
                """
                int i = from;
                while (i < to) { a[i] = i; i++; }
                int up = i;
                while (to + 3L >= i) { b[i] += i * 2; i += 3; }
                int three = i;
                while (i > from) { a[i] -= i; --i; }
                int down = i;
                i = to;
                while (from <= i) { b[i] ^= i; i = i - 5; }
                long w = from;
                while (to > w) { sum += w; w = w + 2; }
                """;
        try (JavaCheck check = new JavaCheck(
                session,
                java,
                JavaCheck.types("a", "int[]", "b", "int[]", "sum", "long", "from", "int", "to", "int"))) {
            assertEquals(5, check.code().kernels().size());
            for (int[] range : new int[][] {{0, 10}, {3, 4}, {5, 5}, {6, 2}, {1, 12}, {0, 0}}) {
                check.agrees("a", new int[30], "b", new int[30], "sum", 5L, "from", range[0], "to", range[1]);
            }
            check.fails(
                    IndexOutOfBoundsException.class,
                    "a",
                    new int[30],
                    "b",
                    new int[30],
                    "sum",
                    5L,
                    "from",
                    2,
                    "to",
                    40);
        }
    }

    @Test
    void blocksWithWhileLoopsBecomeNests() {
        String java =
                """
                int y = 0;
                while (y < h) {
                    int x = 0;
                    while (x <= w - 1) {
                        double t = 0;
                        int k = w;
                        while (k > 0) { k -= 1; if (k == 3) { continue; } t += p[y * w + x] * k; }
                        q[y * w + x] = t;
                        x = x + 1;
                    }
                    y++;
                }
                """;
        try (JavaCheck check = new JavaCheck(
                session, java, JavaCheck.types("p", "double[]", "q", "double[]", "w", "int", "h", "int"))) {
            assertEquals(1, check.code().kernels().size());
            assertEquals(2, check.code().programs().get(0).launch().global().size());
            double[] p = {1, -0.0, Double.NaN, 1e308, 5, -6, 7, 8};
            check.agrees("p", p, "q", new double[8], "w", 4, "h", 2);
            check.agrees("p", p, "q", new double[8], "w", 0, "h", 2);
        }
    }

    /** A loop whose step may be missed, or that ends early, is none that counts. */
    @Test
    void otherLoopsStayWhatTheyAre() {
        String java =
                """
                int t = 0;
                while (t < n) {
                    t++;
                    if (t == 2) { continue; }
                    if (t == 5) { break; }
                    int i = 0;
                    while (i < n) { a[i] += t; i++; if (i == 3) { i++; } }
                    for (int j = 0; j < n; j++) { b[j] = b[j] * 3 + a[0]; }
                }
                """;
        NotParallelException e = assertThrows(
                NotParallelException.class,
                () -> ParallelCode.of("k", java, JavaCheck.types("a", "int[]", "b", "int[]", "n", "int")));
        assertTrue(e.getMessage().contains("line 7"), e.getMessage());
        assertTrue(e.getMessage().contains("not a counting loop"), e.getMessage());
    }

    @Test
    void aVariableThatOverflowsIsAnError() {
        String java = "int i = from; while (i <= to) { a[i - from] = 2; i++; }";
        try (JavaCheck check =
                new JavaCheck(session, java, JavaCheck.types("a", "int[]", "from", "int", "to", "int"))) {
            check.agrees("a", new int[4], "from", Integer.MAX_VALUE - 4, "to", Integer.MAX_VALUE - 1);
            ParallelException refused =
                    check.refuses("a", new int[4], "from", Integer.MAX_VALUE - 2, "to", Integer.MAX_VALUE);
            assertTrue(refused.getMessage().contains("overflows"), refused.getMessage());
        }
    }
}
