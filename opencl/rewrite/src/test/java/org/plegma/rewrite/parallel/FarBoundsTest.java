package org.plegma.rewrite.parallel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plegma.device.Session;
import org.plegma.rewrite.parallel.errors.ParallelException;

/** Loops at the largest and the least number of a type: the host counts their iterations before each launch. */
class FarBoundsTest {
    private static final int N = 21;

    /** @param nearest the last number of the type of those that the loop visits, which are N side by side */
    @ParameterizedTest
    @CsvSource({
        "int i = Integer.MAX_VALUE - n; i < Integer.MAX_VALUE; i++, 2147483646, -1",
        "int i = Integer.MIN_VALUE + n; i > Integer.MIN_VALUE; i--, -2147483647, 1",
        "long i = Long.MIN_VALUE; i < Long.MIN_VALUE + n; i++, -9223372036854775808, 1",
        "long i = Long.MAX_VALUE; i > Long.MAX_VALUE - n; i--, 9223372036854775807, -1",
        "long i = Long.MAX_VALUE - n; i < Long.MAX_VALUE; i++, 9223372036854775806, -1",
        "long i = Long.MIN_VALUE + n; i > Long.MIN_VALUE; i--, -9223372036854775807, 1"
    })
    void endAtTheLastNumber(String head, long nearest, int direction) {
        String java = "for (" + head + ") s += i % 1000;";
        long expected = 0;
        for (int k = 0; k < N; k++) {
            expected += (nearest + k * direction) % 1000;
        }
        Map<String, Object> values = Loops.values("n", N, "s", 0L);
        ParallelCode code = Loops.code(java, new ParallelCode.Options(false, false), values);
        try (Session session = Session.open()) {
            code.run(session, values);
        }
        assertEquals(expected, values.get("s"));
        String sizes = code.hostCode()
                .lines()
                .filter(line -> line.contains("new long[]"))
                .collect(Collectors.joining());
        assertTrue(sizes.contains(head.startsWith("int") ? "2147483647" : "9223372036854775807L"), code.hostCode());
        assertFalse(sizes.contains("INT_") || sizes.contains("LONG_"), sizes);
    }

    /** The first of equal values counts, of -0 and 0, so that a work-item knows the places of its iterations. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "long i = Long.MAX_VALUE - n; i < Long.MAX_VALUE; i++",
                "long i = Long.MIN_VALUE + n; i > Long.MIN_VALUE; i--",
                "long i = Long.MAX_VALUE - 3 * n; i < Long.MAX_VALUE - 2; i += 3"
            })
    void theFirstOfEqualValuesCountsAtTheLastNumber(String head) {
        String java = "for (" + head + ") { double v = x[(int) (i & 31)]; if (v > m) m = v; }";
        double[] x = new double[32];
        for (int k = 0; k < 32; k++) {
            x[k] = k % 3 == 0 ? -0.0 : k % 3 == 1 ? 0.0 : -5;
        }
        Map<String, Object> values = Loops.values("n", N, "m", -7.0, "x", x);
        Map<String, Object> expected = new HashMap<>(values);
        ParallelCode code = Loops.code(java, new ParallelCode.Options(false, false), values);
        new JavaOriginal(code).accept(expected);
        try (Session session = Session.open()) {
            code.run(session, values);
        }
        assertEquals(expected.get("m"), values.get("m"));
    }

    @ParameterizedTest
    @CsvSource({
        "int i = Integer.MAX_VALUE - n; i < Integer.MAX_VALUE; i++, i - 2147483626",
        "int i = Integer.MIN_VALUE + n; i > Integer.MIN_VALUE; i--, i - Integer.MIN_VALUE - 1",
        "int i = Integer.MIN_VALUE; i < Integer.MIN_VALUE + n; i++, Integer.MIN_VALUE + 20 - i"
    })
    void subscriptsThereAreTold(String head, String subscript) {
        double[] y = new double[N];
        try (Session session = Session.open()) {
            Loops.run(session, "for (" + head + ") y[" + subscript + "] = i;", "n", N, "y", y);
        }
        double first = head.contains("MAX") ? Integer.MAX_VALUE - N : Integer.MIN_VALUE + (head.contains("--") ? 1 : 0);
        for (int k = 0; k < N; k++) {
            assertEquals(subscript.endsWith("- i") ? first + N - 1 - k : first + k, y[k]);
        }
    }

    /** What wraps is refused, though in sum it is within the bounds. */
    @Test
    void subscriptsThatWrapAreRefused() {
        String java = "for (int i = 0; i < n; i++) y[i + Integer.MIN_VALUE + Integer.MIN_VALUE] = i;";
        try (Session session = Session.open()) {
            assertThrows(ParallelException.class, () -> Loops.run(session, java, "n", N, "y", new double[N]));
        }
    }
}
