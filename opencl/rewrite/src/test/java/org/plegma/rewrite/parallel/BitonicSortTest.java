package org.plegma.rewrite.parallel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plegma.device.OnDevice;
import org.plegma.rewrite.parallel.errors.NotParallelException;

/** The sort of Doroshenko and Zhereb (2009) as it stands: with a method that exchanges elements, and in while loops. */
class BitonicSortTest extends OnDevice {
    private static final String SWAP =
            """
            void swap(float[] values, int i, int j) {
                float t = values[i];
                values[i] = values[j];
                values[j] = t;
            }
            """;

    static final String FOR = SWAP
            + """
            int n = toSort.length;
            for (int k = 2; k <= n; k *= 2) {
                for (int j = k >> 1; j > 0; j = j >> 1) {
                    for (int i = 0; i < n; i++) {
                        int ixj = i ^ j;
                        if (ixj > i) {
                            if ((i & k) == 0 && toSort[i] > toSort[ixj]) swap(toSort, i, ixj);
                            if ((i & k) != 0 && toSort[i] < toSort[ixj]) swap(toSort, i, ixj);
                        }
                    }
                }
            }
            """;

    static final String WHILE = SWAP
            + """
            int n = toSort.length;
            int k = 2;
            while (k <= n) {
                int j = k >> 1;
                while (j > 0) {
                    int i = 0;
                    while (i < n) {
                        int ixj = i ^ j;
                        if (ixj > i) {
                            if ((i & k) == 0 && toSort[i] > toSort[ixj]) {
                                swap(toSort, i, ixj);
                            }
                            if ((i & k) != 0 && toSort[i] < toSort[ixj]) {
                                swap(toSort, i, ixj);
                            }
                        }
                        i++;
                    }
                    j = j >> 1;
                }
                k = k * 2;
            }
            """;

    @ParameterizedTest
    @ValueSource(strings = {FOR, WHILE})
    void thePapersProgramRunsAsItStands(String java) {
        try (JavaCheck check = new JavaCheck(session, java, Map.of("toSort", "float[]"))) {
            assertEquals(1, check.code().kernels().size());
            assertTrue(check.code().assumed().isEmpty());
            for (int n : new int[] {0, 1, 2, 8, 64, 512}) {
                float[] values = new float[n];
                Random random = new Random(n);
                for (int i = 0; i < n; i++) {
                    values[i] = random.nextInt(20) - 10;
                }
                float[] sorted = values.clone();
                Arrays.sort(sorted);
                for (int i = 0; i < n; i++) {
                    sorted[i] += 0f; // the sort does not tell -0 and 0 apart
                }
                assertArrayEquals(
                        sorted, (float[]) check.agrees("toSort", values).get("toSort"));
            }
            float[] special = {Float.NaN, -0f, 0f, Float.MIN_VALUE, Float.NEGATIVE_INFINITY, Float.MAX_VALUE, -1, 1};
            check.agrees("toSort", special);
            check.fails(IndexOutOfBoundsException.class, "toSort", new float[] {3, 1, 2, 5, 4}); // no power of two
        }
    }

    /** As a network would be that compares with the wrong partner, or without the condition. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "int p = i ^ j; if (p >= i) { int t = a[i]; a[i] = a[p]; a[p] = t; }",
                "int p = i ^ j; if (p > i || j > 3) { int t = a[i]; a[i] = a[p]; a[p] = t; }",
                "int p = i | j; if (p > i) { int t = a[i]; a[i] = a[p]; a[p] = t; }",
                "int p = i ^ i; if (p > i) { int t = a[i]; a[i] = a[p]; a[p] = t; }",
                "int p = i ^ j; if (p > i) { a[p] = a[i]; } else { a[p] = 1; }",
                "int p = i ^ j; if (p > i) { a[p] = a[i]; } a[i] = 0;",
                "int p = i ^ j; int q = i ^ m; if (p > i && q > i) { a[p] = a[q]; }",
                "int p = i ^ j; if (p > i) { a[p] = a[i + 1]; }",
                "int p = i ^ b[i]; if (p > i) { a[p] = a[i]; }",
                "int p = i ^ j; p += m; if (p > i) { a[p] = a[i]; }",
                "int p = i ^ j; if (p > m) { a[p] = a[i]; }",
                "for (int q = 0; q < m; q++) { int p = i ^ q; if (p > i) { a[p] = a[i]; } }"
            })
    void whatIsNoPairIsRefused(String body) {
        Map<String, String> types = JavaCheck.types("a", "int[]", "b", "int[]", "j", "int", "m", "int", "n", "int");
        assertThrows(
                NotParallelException.class,
                () -> ParallelCode.of("k", "for (int i = 0; i < n; i++) { " + body + " }", types));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "int p = j ^ i; if (i < p) { int t = a[i]; a[i] = a[p]; a[p] = t; }",
                "int p = i ^ j; if (p < i && a[p] < a[i]) { a[p] = a[i]; }",
                "if ((i ^ j) > i) { a[i ^ j] += a[i]; }",
                "int p = i ^ j; if (p > i) { a[p] = a[i]; } int q = i ^ j; if (i < q) { a[i] += a[q]; }",
                "int p = i ^ 2 * j; if (m > 0 && p > i) { a[p] = b[i]; }"
            })
    void pairsAreSeen(String body) {
        try (JavaCheck check = new JavaCheck(
                session,
                "for (int i = 0; i < n; i++) { " + body + " }",
                JavaCheck.types("a", "int[]", "b", "int[]", "j", "int", "m", "int", "n", "int"))) {
            int[] a = new Random(1).ints(64).toArray();
            for (int j : new int[] {0, 1, 2, 7, 8}) {
                check.agrees("a", a, "b", a.clone(), "j", j, "m", 3, "n", 24);
            }
            if (!body.contains("p < i")) { // where no partner is reached
                check.fails(IndexOutOfBoundsException.class, "a", a, "b", a.clone(), "j", 1 << 20, "m", 3, "n", 24);
            }
        }
    }

    @Test
    void stepsSayHowItCameAbout() {
        ParallelCode code = ParallelCode.of("sort", WHILE, Map.of("toSort", "float[]"));
        assertEquals(
                java.util.List.of("method-to-statements", "while-to-for", "parallel-loop", "java-to-opencl"),
                code.trace().steps().stream().map(step -> step.rule().name()).toList());
        for (int i = 0; i < code.trace().steps().size(); i++) {
            assertEquals(i + 1, code.trace().steps().get(i).number());
        }
    }
}
