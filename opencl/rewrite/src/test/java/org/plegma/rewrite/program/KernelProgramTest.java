package org.plegma.rewrite.program;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.device.Session;
import org.plegma.rewrite.analysis.TermEvaluator;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.program.KernelProgram.Access;
import org.plegma.rewrite.program.KernelProgram.Argument;
import org.plegma.rewrite.program.KernelProgram.Combine;
import org.plegma.rewrite.program.KernelProgram.Launch;
import org.plegma.rewrite.term.Code;

/** Launches described by expressions, and the expressions themselves. */
class KernelProgramTest {

    private static Object value(String java, Map<String, Object> names) {
        return new TermEvaluator(names::get).value(Code.javaExpression(java));
    }

    @Test
    void expressionsAreComputedAsJavaDoes() {
        int n = Integer.MAX_VALUE;
        Map<String, Object> names = Map.of("n", n, "f", 0.1f, "x", new double[] {1, 2.5}, "l", 5L);
        assertEquals(n + 1, value("n + 1", names));
        assertEquals(n + 1L, value("n + 1L", names));
        assertEquals(Integer.MIN_VALUE, value("(-n - 1) / -1", names));
        assertEquals(-7 / 2, value("-7 / 2", names));
        assertEquals(n >>> 3 ^ 1 << 33, value("n >>> 3 ^ 1 << 33", names));
        assertEquals(0.1f * 3 + 1, value("f * 3 + 1", names));
        assertEquals(0.1f + 0.1, value("f + 0.1", names));
        assertEquals(Integer.MAX_VALUE, value("(int) 1e10", names));
        assertEquals(2.5 + 2, value("x[1] + x.length", names));
        assertEquals(Math.max(5L, 3), value("Math.max(l, 3)", names));
        assertEquals(Math.sqrt(5), value("Math.sqrt(l)", names));
        assertEquals(true, value("l > 3 && !(f == 0.1)", names));
        assertThrows(ArithmeticException.class, () -> value("n / 0", names));
        assertThrows(IllegalArgumentException.class, () -> value("m + 1", names));
    }

    @Test
    void aProgramRunsAtAnySize() {
        KernelProgram sum = KernelProgram.of(
                        """
                        kernel void total(global const int *x, int n, global int *partial, local int *s) {
                            int i = get_global_id(0);
                            s[get_local_id(0)] = i < n ? x[i] : 0;
                            barrier(CLK_LOCAL_MEM_FENCE);
                            if (get_local_id(0) == 0) {
                                int t = 0;
                                for (int k = 0; k < 4; k++) t += s[k];
                                partial[get_group_id(0)] = t;
                            }
                        }
                        """,
                        "total",
                        Launch.of(List.of("n"), List.of("4")),
                        new Argument.Array("x", ElementType.INT, Access.IN, Terms.name("n")),
                        new Argument.Scalar("n", ElementType.INT),
                        new Argument.Array(
                                "partial", ElementType.INT, Access.OUT, Code.openclExpression("(n + 3) / 4")),
                        new Argument.Local("s", ElementType.INT, Terms.number(4)))
                .combining(new Combine("sum", "+", "partial"));
        try (Session session = Session.open()) {
            for (int n : new int[] {0, 1, 4, 5, 1001}) {
                int[] x = new int[n];
                int expected = 7;
                for (int i = 0; i < n; i++) {
                    x[i] = i * 77;
                    expected += x[i];
                }
                Map<String, Object> values = new HashMap<>(Map.of("x", x, "n", n, "sum", 7));
                sum.run(session, values);
                assertEquals(expected, values.get("sum"), "n = " + n);
            }
            assertEquals(0, session.memoryInUse());
        }
    }

    @Test
    void arraysAreWrittenBack() {
        KernelProgram twice = KernelProgram.of(
                "kernel void twice(global float *y, global const float *x) { y[get_global_id(0)] = 2 * x[get_global_id(0)]; }",
                "twice",
                Launch.of(List.of("n"), List.of()),
                new Argument.Array("y", ElementType.FLOAT, Access.OUT, Terms.name("n")),
                new Argument.Array("x", ElementType.FLOAT, Access.IN, Terms.name("n")));
        float[] y = new float[3];
        try (Session session = Session.open()) {
            twice.run(session, new HashMap<>(Map.of("x", new float[] {1, 2, 3}, "y", y, "n", 3)));
        }
        assertArrayEquals(new float[] {2, 4, 6}, y);
    }

    @Test
    void partialResultsAreCombined() {
        assertEquals(5L, new Combine("s", "max", "p").with(-1L, new long[] {4, 5, -3}));
        assertEquals(6f, new Combine("s", "*", "p").with(1f, new float[] {2, 3}));
    }
}
