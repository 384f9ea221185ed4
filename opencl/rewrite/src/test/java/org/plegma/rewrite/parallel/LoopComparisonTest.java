package org.plegma.rewrite.parallel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The judge of {@code --check}: which results are taken for equal, and what is told of others. */
class LoopComparisonTest {
    private static final String EACH = "for (int i = 0; i < x.length; i++) { x[i] += 1; }";
    private static final String ROWS = "for (int i = 0; i < x.length; i++) { x[i][0] += 1; }";
    private static final float INFINITE = Float.POSITIVE_INFINITY;

    /** Values in Java and on the device, the largest difference, and what is told: nothing if they are taken for equal. */
    static Stream<Arguments> arrays() {
        return Stream.of(
                Arguments.of(new float[] {2, 4, -8}, new float[] {2, 4, -8}, 0, ""),
                Arguments.of(new float[] {2, 4, -8}, new float[] {2, 4.00007f, -8}, 7e-5 / 8, ""),
                Arguments.of(
                        new float[] {2, 4, -8},
                        new float[] {2, 4.0001f, -8.0002f},
                        2e-4 / 8,
                        "[1] is 4.0 in Java and 4.0001 on the device"),
                Arguments.of(new double[] {1, 2}, new double[] {1, 2 + 1.9e-12}, 9.5e-13, ""),
                Arguments.of(
                        new double[] {1, 4},
                        new double[] {1, 4.00000000001},
                        2.5e-12,
                        "[1] is 4.0 in Java and 4.00000000001 on the device"),
                Arguments.of(new float[] {0, 0}, new float[] {-0.0f, 1e-6f}, 1e-6, ""),
                Arguments.of(new float[] {1, Float.NaN}, new float[] {1, Float.NaN}, 0, ""),
                Arguments.of(new float[] {1, INFINITE, -INFINITE}, new float[] {1, INFINITE, -INFINITE}, 0, ""),
                Arguments.of(
                        new float[] {1, Float.NaN},
                        new float[] {1, 2},
                        Double.POSITIVE_INFINITY,
                        "[1] is NaN in Java and 2.0 on the device"),
                Arguments.of(
                        new float[] {1, 2},
                        new float[] {Float.NaN, 2},
                        Double.POSITIVE_INFINITY,
                        "[0] is 1.0 in Java and NaN on the device"),
                Arguments.of(
                        new float[] {3, INFINITE},
                        new float[] {3, 5},
                        Double.POSITIVE_INFINITY,
                        "[1] is Infinity in Java and 5.0 on the device"),
                Arguments.of(
                        new int[] {1000000000, -2000000000},
                        new int[] {1000000000, -1999999999},
                        5e-10,
                        "[1] is -2000000000 in Java and -1999999999 on the device"),
                Arguments.of(
                        new long[] {Long.MAX_VALUE},
                        new long[] {Long.MAX_VALUE - 1},
                        0,
                        "[0] is 9223372036854775807 in" + " Java and 9223372036854775806 on the device"),
                Arguments.of(new float[][] {{1, 2}, {3}, {}}, new float[][] {{1, 2}, {3.00002f}, {}}, 2e-5 / 3, ""),
                Arguments.of(
                        new float[][] {{1, 2}, {3, 4, 5}},
                        new float[][] {{1, 2}, {3, 3, 6}},
                        0.2,
                        "[1][1] is 4.0 in Java and 3.0 on the device"));
    }

    @ParameterizedTest
    @MethodSource("arrays")
    void valuesAreEqualIfTheyDifferByRoundingOnly(Object java, Object device, double difference, String first) {
        String type = java.getClass().getSimpleName();
        LoopComparison.Row row = row(type.endsWith("[][]") ? ROWS : EACH, "x", java, device, Map.of("x", type));
        assertEquals("x", row.variable());
        assertEquals(type, row.type());
        assertEquals(difference, row.difference(), 0.02 * difference);
        assertEquals(first, row.first());
        long elements = java instanceof Object[] rows
                ? Arrays.stream(rows).mapToLong(each -> ((float[]) each).length).sum()
                : Array.getLength(java);
        assertEquals(elements, row.elements());
    }

    /** Each addition in another order may round: a sum of many numbers may differ by more. */
    @Test
    void sumsMayDifferAsMuchAsTheirAdditionsRound() {
        String loop = "for (int i = 0; i < x.length; i++) { s += x[i]; }";
        Map<String, String> floats = Map.of("x", "float[]", "s", "float");
        for (int length : new int[] {10, 1000}) {
            float[] x = new float[length];
            float near = length == 10 ? 100.0009f : 100.011f;
            float far = length == 10 ? 100.0011f : 100.013f;
            assertEquals("", row(loop, "s", 100f, near, floats, x).first());
            assertEquals(
                    " is 100.0 in Java and " + far + " on the device",
                    row(loop, "s", 100f, far, floats, x).first());
        }
        Map<String, String> doubles = Map.of("x", "double[]", "s", "double");
        assertEquals(
                "",
                row(loop, "s", 1.0, 1 + 2.1e-12, doubles, new double[10_000]).first());
        assertFalse(row(loop, "s", 1.0, 1 + 2.4e-12, doubles, new double[10_000])
                .first()
                .isEmpty());
        assertFalse(row(loop, "s", 1.0, 1 + 2.1e-12, doubles, new double[100])
                .first()
                .isEmpty());
        assertFalse(row(loop, "s", 7, 8, Map.of("x", "int[]", "s", "int"), new int[10_000])
                .first()
                .isEmpty());
    }

    @Test
    void anArrayThatIsNullOnOneSideDiffers() {
        String loop = "for (int i = 0; i < x.length; i++) x[i] = 2;";
        Map<String, String> types = Map.of("x", "double[]");
        String told = row(loop, "x", null, new double[1], types).first();
        assertTrue(told.startsWith(" is null in Java and "), told);
        assertFalse(row(loop, "x", new double[1], null, types).first().isEmpty());
        assertEquals("", row(loop, "x", null, null, types).first());
    }

    private static LoopComparison.Row row(
            String loop, String name, Object java, Object device, Map<String, String> types, Object... x) {
        Map<String, Object> here = new HashMap<>();
        here.put(name, java);
        Map<String, Object> there = new HashMap<>();
        there.put(name, device);
        if (x.length > 0) {
            here.put("x", x[0]);
        }
        List<LoopComparison.Row> rows = LoopComparison.rows(ParallelCode.of("k", loop, types), here, there);
        assertEquals(1, rows.size(), rows::toString);
        return rows.get(0);
    }

    @Test
    void theComparisonIsTold() {
        LoopComparison.Row same = new LoopComparison.Row("x", "float[]", 3, 1.234e-6, "");
        LoopComparison.Row other = new LoopComparison.Row("s", "int", 1, 0.5, " is 2 in Java and 1 on the device");
        LoopComparison wrong = new LoopComparison("k", List.of(same, other), "a device", 2, 0.5, 0.25);
        assertFalse(wrong.agrees());
        assertEquals("s is 2 in Java and 1 on the device\n", wrong.differences());
        assertEquals(
                List.of(
                        "k: 2.00 s in Java, 0.500 s on a device (kernels 0.250 s), 4.00 times as fast",
                        "  float[] x, 3: largest difference 1.2e-06",
                        "  int s, 1: largest difference 0.50"),
                wrong.toString().lines().toList());
        LoopComparison right = new LoopComparison("k", List.of(same), "a device", 2, 0.5, 0.25);
        assertTrue(right.agrees() && right.differences().isEmpty());
    }
}
