package org.plegma.rewrite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.plegma.device.Session;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Term;

/** The ready-made rules: what they make, what they leave alone, and that the device computes the same. */
class OptimisationsTest {

    private static void becomes(RuleSet rules, String before, String after) {
        String head =
                "kernel void f(global float *x, global int *y, global double *z, uint u, int n, long l, float a) {\n    ";
        Trace trace = rules.apply(head + before + "\n}\n");
        assertEquals(List.of(), trace.problems());
        assertEquals(head + after + "\n}\n", trace.source());
    }

    private static void stays(RuleSet rules, String... statements) {
        for (String statement : statements) {
            becomes(rules, statement, statement);
        }
    }

    @Test
    void constantFolding() {
        RuleSet rules = ConstantFolding.rules();
        becomes(rules, "y[2 * 3 + 0] = (n + 0) * 1 - (4 - 4) * n;", "y[6] = n - 0 * n;");
        becomes(rules, "x[0] = 2.0f * 0.1f;", "x[0] = 0.2f;");
        becomes(rules, "z[0] = 1.0 / 4.0 + 0.5;", "z[0] = 0.75;");
        becomes(rules, "y[0] = n * (3 - 3) + 7 / 2;", "y[0] = 3;");
        stays(
                rules,
                "x[0] = a + 0;",
                "x[0] = a * 1;",
                "y[0] = 1 / 0;",
                "y[0] = 2147483647 + 1;",
                "x[0] = 1.0f * 2;",
                "y[0] = n++ * 0;",
                "y[0] = 0x80000000 / 2;",
                "l = 4294967296 + 1;",
                "x[0] = 1.0f / 0.0f;");
    }

    @Test
    void strengthReduction() {
        RuleSet rules = StrengthReduction.rules();
        becomes(rules, "y[n * 4] = u / 16 + u % 8u - l * 1024;", "y[n << 2] = (u >> 4) + (u & 7) - (l << 10);");
        becomes(rules, "y[get_global_id(0) / 32] = 1;", "y[get_global_id(0) >> 5] = 1;");
        stays(
                rules,
                "y[0] = n / 4;",
                "y[0] = n % 4;",
                "y[0] = n * 6;",
                "x[0] = a * 4;",
                "y[0] = n * 1;",
                "y[0] = n * 4L;",
                "y[0] = n * 2147483648 / 3;", // a product of longs
                "y[0] = n * 4294967296;",
                "y[0] = n * 0x80000000;");
    }

    @Test
    void unrolling() {
        becomes(
                Unrolling.by(2),
                "for (int i = 0; i < 4; i++)\n        y[i] = i * n;",
                "for (int i = 0; i < 4; i += 2) {\n        {\n            y[i] = i * n;\n        }\n        {\n"
                        + "            y[i + 1] = (i + 1) * n;\n        }\n    }");
        stays(
                Unrolling.by(2),
                "for (int i = 0; i < 5; i++) {\n        y[i] = 1;\n    }",
                "for (int i = 0; i < n; i++) {\n        y[i] = 1;\n    }",
                "for (int i = 0; i < 4; i++) {\n        i++;\n    }",
                "for (int i = 0; i < 4; i++) {\n        if (y[i])\n            break;\n    }");
        assertThrows(IllegalArgumentException.class, () -> Unrolling.by(1));
    }

    @Test
    void relaxedMathematics() {
        RuleSet rules = RelaxedMathematics.rules();
        becomes(rules, "x[0] = sqrt(x[1]) / exp(a);", "x[0] = native_divide(native_sqrt(x[1]), native_exp(a));");
        stays(rules, "z[0] = sqrt(z[1]) / z[2];", "x[0] = a / 2.0f;");
    }

    private static final String KERNEL =
            """
            #pragma OPENCL FP_CONTRACT OFF
            kernel void mixed(global const float *a, global float *b, global int *c) {
                const uint g = get_global_id(0);
                float s = 0.0f;
                for (int i = 0; i < 12; i++) {
                    s += a[(g * 4 + i * 8 + 0) % 64u] * (2.0f * 0.25f) - (float)(i * (3 + 5));
                    if (s > 1.0f + 2.0f) {
                        s = s / (s + 4.0f);
                    }
                }
                b[g] = s;
                c[g] = (int)g * 16 - (int)(g / 4u) * 2 + (1 - 3) * 4;
            }
            """;

    @Test
    void theDeviceComputesTheSame() {
        Random random = new Random(5);
        float[] a = new float[64];
        for (int i = 0; i < a.length; i++) {
            a[i] = 4 * random.nextFloat() - 2;
        }
        RuleSet all = ConstantFolding.rules()
                .then(StrengthReduction.rules())
                .then(Unrolling.by(4))
                .then(ConstantFolding.rules());
        Trace trace = all.apply(KERNEL);
        assertEquals(List.of(), trace.problems());
        assertTrue(trace.steps().size() > 8, trace.toString());
        try (Session session = Session.open()) {
            float[] b = new float[50];
            int[] c = new int[50];
            session.compile(KERNEL).kernel("mixed").global(50).call(a, b, c);
            Term before = trace.input();
            for (Step step : trace.steps()) { // each step by itself, so that a wrong rule is named
                float[] b1 = new float[50];
                int[] c1 = new int[50];
                session.compile(Code.print(step.programAfter()))
                        .kernel("mixed")
                        .global(50)
                        .call(a, b1, c1);
                assertArrayEquals(b, b1, step.toString());
                assertArrayEquals(c, c1, step.toString());
                assertEquals(before, step.programBefore());
                before = step.programAfter();
            }
            float[] b2 = new float[50];
            String relaxed = RelaxedMathematics.rules().apply(KERNEL).source();
            assertTrue(relaxed.contains("native_divide(s, s + 4.0f)"), relaxed);
            session.compile(relaxed).kernel("mixed").global(50).call(a, b2, c);
            for (int i = 0; i < 50; i++) {
                assertEquals(b[i], b2[i], 1e-4f * Math.max(1, Math.abs(b[i])));
            }
        }
    }
}
