package org.plegma.rewrite.parallel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plegma.device.Session;
import org.plegma.rewrite.parallel.errors.NotParallelException;
import org.plegma.rewrite.parallel.launch.CompiledKernels;

/** The least and the largest of real numbers, found by comparing: which of equal ones, and what NaN does, is as in Java. */
class ExtremesTest {
    private static final double INFINITY = Double.POSITIVE_INFINITY;
    private static final List<List<Double>> ROWS = List.of(
            List.of(),
            List.of(3.0),
            List.of(-0.0, 0.0, -1.0),
            List.of(0.0, -0.0, -1.0),
            List.of(Double.NaN, -0.0, Double.NaN, 0.0, -0.0),
            List.of(INFINITY, -INFINITY, 1.0),
            List.of(-INFINITY, -INFINITY, Double.NaN));
    private static final double[] STARTS = {0.0, -0.0, -1, 1, INFINITY, -INFINITY, Double.NaN};

    private static final String LOOP =
            """
            for (int i = 0; i < n; i++) {
                if (a[i] > large) large = a[i];
                if (small > f[i]) { small = f[i]; }
                sum += k[i];
            }
            for (int i = n - 1; i >= 1; i -= 3) {
                if (highest < f[i]) highest = f[i];
                lowest = a[i] < lowest ? a[i] : lowest;
                if (k[i] == 0) continue;
                sum += k[i];
            }
            """;

    private static final Map<String, String> TYPES = Map.of(
            "a",
            "double[]",
            "f",
            "float[]",
            "k",
            "int[]",
            "n",
            "int",
            "large",
            "double",
            "small",
            "float",
            "sum",
            "int",
            "highest",
            "float",
            "lowest",
            "double");

    private static Map<String, Object> values(double[] row, double start) {
        float[] f = new float[row.length];
        for (int i = 0; i < row.length; i++) {
            f[i] = (float) row[i];
        }
        Map<String, Object> values = new HashMap<>(Map.of("a", row, "f", f, "k", new int[row.length], "n", row.length));
        values.putAll(
                Map.of("large", start, "lowest", start, "small", (float) start, "highest", (float) start, "sum", 0));
        return values;
    }

    /** Rows with special values, and long ones in which zeros of both signs are all that counts. */
    private static List<double[]> rows() {
        List<double[]> rows = new ArrayList<>();
        ROWS.forEach(row -> rows.add(row.stream().mapToDouble(x -> x).toArray()));
        Random random = new Random(1);
        for (int length : new int[] {63, 65, 641, 20001}) { // fewer than a group, and more than all work-items
            rows.add(random.doubles(length)
                    .map(x -> x < 0.4 ? -0.0 : x < 0.5 ? 0.0 : x < 0.7 ? -1 : Double.NaN)
                    .toArray());
            rows.add(random.doubles(length)
                    .map(x -> x < 0.001 ? -0.0 : x < 0.002 ? 0.0 : x)
                    .toArray());
        }
        return rows;
    }

    @Test
    void ofEqualNumbersTheFirstCounts() {
        ParallelCode code = ParallelCode.of("extremes", LOOP, TYPES);
        JavaOriginal original = new JavaOriginal(code);
        try (Session session = Session.open();
                CompiledKernels compiled = new CompiledKernels(session)) {
            for (double[] row : rows()) {
                for (double start : STARTS) {
                    Map<String, Object> expected = values(row, start);
                    Map<String, Object> found = values(row, start);
                    original.accept(expected);
                    try (HostRun run = new HostRun(session, code, compiled, found)) {
                        run.run();
                    }
                    for (String name : code.results()) { // boxed: -0 is not 0
                        assertEquals(
                                expected.get(name), found.get(name), name + " of " + row.length + " from " + start);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "if (a[i] >= large) large = a[i];",
                "large = large > a[i] ? large : a[i];",
                "if (a[i] > large) { large = a[i]; sum = i; }",
                "if (a[i] > large) { large = f[i]; }",
                "if (a[i] + large > large) { large = a[i] + large; }"
            })
    void otherChoicesAreRefused(String body) {
        String java = "for (int i = 0; i < n; i++) { " + body + " }";
        NotParallelException refused =
                assertThrows(NotParallelException.class, () -> ParallelCode.of("k", java, TYPES));
        assertTrue(refused.getMessage().contains("'large' is declared outside the loop"), refused.getMessage());
    }
}
