package org.plegma.rewrite.parallel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Array;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plegma.device.Session;
import org.plegma.rewrite.lanes.LaneWidths;
import org.plegma.rewrite.parallel.launch.CompiledKernels;
import org.plegma.rewrite.parallel.launch.ParallelKernel;

/** Functions and operators over the values at which Java and OpenCL C could differ, each with each. */
class JavaMeaningTest {
    /** The same bits. */
    private static final List<String> EXACT = List.of(
            "double Math.min(a[i], b[i])",
            "double Math.max(a[i], b[i])",
            "float Math.min(f[i], g[i])",
            "float Math.max(f[i], g[i])",
            "double Math.abs(a[i]) + Math.signum(b[i])",
            "float Math.abs(f[i]) * Math.signum(g[i])",
            "double Math.floor(a[i])",
            "double Math.ceil(a[i])",
            "double Math.rint(a[i])",
            "long Math.round(a[i])",
            "int Math.round(f[i])",
            "double Math.sqrt(a[i])",
            "float (float) Math.sqrt(f[i])",
            "double Math.fma(a[i], b[i], 1.0)",
            "float Math.fma(f[i], g[i], f[i])",
            "double a[i] % b[i]",
            "float f[i] % g[i]",
            "double a[i] / b[i] - b[i]",
            "float f[i] * g[i] + 1",
            "int (int) a[i] ^ (int) f[i]",
            "long (long) a[i] ^ (long) f[i]",
            "float (float) a[i]",
            "float (float) m[i]",
            "double m[i]",
            "int a[i] < b[i] ? 1 : a[i] > b[i] ? 2 : a[i] == b[i] ? 3 : a[i] != b[i] ? 4 : 5",
            "int Math.abs(k[i]) - Math.min(k[i], l[i]) + Math.max(k[i], 3)",
            "long Math.abs(m[i]) - Math.min(m[i], n[i]) + Math.max(m[i], 3)",
            "long Math.abs(k[i]) + (Math.abs(k[i]) < 0 ? 1L << 40 : 0)",
            "double Math.abs(m[i])",
            "int l[i] == 0 ? 0 : k[i] / l[i] * 3 + k[i] % l[i]",
            "long n[i] == 0 ? 0 : m[i] / n[i] * 3 + m[i] % n[i]",
            "int k[i] / -7 + k[i] % 10",
            "long m[i] / -1000 + m[i] % 64",
            "int (k[i] << l[i]) + (k[i] >> l[i]) * 3 + (k[i] >>> l[i]) * 5 + (k[i] >> n[i])",
            "long (m[i] << n[i]) + (m[i] >> n[i]) * 3 + (m[i] >>> n[i]) * 5 + (m[i] << l[i])",
            "int k[i] * l[i] - (int) m[i] + -k[i]",
            "long m[i] * n[i] - k[i] + -m[i]",
            "int Math.min(k[i], -k[i]) % 7 + (Math.max(k[i], -k[i]) >> 1) + (Math.min(-l[i], l[i]) > 0 ? 1 << 20 : 0)",
            "long Math.min(m[i], -m[i]) % 7 + (Math.max(m[i], -m[i]) >> 1) + (Math.min(-n[i], n[i]) > 0 ? 1L << 40 : 0)",
            "int (k[i] < 0 ? -k[i] : k[i]) / 3 - (k[i] > -k[i] ? k[i] : -k[i]) % 10",
            "double Math.min(a[i], -a[i]) + Math.max(-b[i], b[i])",
            "float Math.min(f[i], -f[i]) / Math.max(-g[i], g[i])");

    /** The same but for the last places. */
    private static final List<String> ROUNDED = List.of(
            "pow(a[i], b[i])",
            "pow(f[i], k[i])",
            "pow(a[i], 2)",
            "pow(a[i], -0.5)",
            "pow(1, b[i])",
            "pow(-1.0, b[i])",
            "pow(2, f[i])",
            "atan2(a[i], b[i])",
            "hypot(a[i], b[i])",
            "cbrt(a[i])",
            "exp(a[i])",
            "expm1(a[i])",
            "log(a[i])",
            "log10(a[i])",
            "log1p(a[i])",
            "sin(a[i])",
            "cos(a[i])",
            "tan(a[i])",
            "asin(a[i])",
            "acos(a[i])",
            "atan(a[i])",
            "sinh(a[i])",
            "cosh(a[i])",
            "tanh(a[i])");

    private static Map<String, Object> values(int results) {
        int length = SpecialValues.REALS.length * SpecialValues.REALS.length;
        double[] a = new double[length], b = new double[length];
        float[] f = new float[length], g = new float[length];
        int[] k = new int[length], l = new int[length];
        long[] m = new long[length], n = new long[length];
        for (int i = 0; i < length; i++) {
            a[i] = SpecialValues.REALS[i % SpecialValues.REALS.length];
            b[i] = SpecialValues.REALS[i / SpecialValues.REALS.length];
            f[i] = (float) a[i];
            g[i] = (float) b[i];
            m[i] = SpecialValues.WHOLES[i % SpecialValues.WHOLES.length];
            n[i] = SpecialValues.WHOLES[i / SpecialValues.WHOLES.length % SpecialValues.WHOLES.length];
            k[i] = (int) m[i];
            l[i] = (int) n[i];
        }
        Map<String, Object> values = new HashMap<>(Map.of("a", a, "b", b, "f", f, "g", g));
        values.putAll(Map.of("k", k, "l", l, "m", m, "n", n, "zero", 0));
        for (int i = 0; i < results; i++) {
            values.putAll(Map.of(
                    "double" + i, new double[length],
                    "float" + i, new float[length],
                    "int" + i, new int[length],
                    "long" + i, new long[length]));
        }
        return values;
    }

    /** One loop with all expressions; an inner loop that does nothing makes it worth vectors. */
    private static ParallelCode code(List<String> expressions) {
        StringBuilder body = new StringBuilder("for (int i = 0; i < a.length; i++) {\n");
        for (int i = 0; i < expressions.size(); i++) {
            body.append(expressions.get(i).replaceFirst("(\\w+) (.*)", "    $1" + i + "[i] = $2;\n"));
        }
        body.append("    for (int j = 0; j < zero; j++) { long0[i]++; }\n}\n");
        Map<String, String> types = new HashMap<>();
        values(expressions.size())
                .forEach((name, value) -> types.put(
                        name, name.equals("zero") ? "int" : value.getClass().getSimpleName()));
        return ParallelCode.of("k", body.toString(), types);
    }

    private static Map<String, Object> run(ParallelCode code, int width, Map<String, Object> values) {
        LaneWidths widths = width == 1 ? LaneWidths.NONE : new LaneWidths(width, width);
        try (Session session = Session.open();
                CompiledKernels compiled = new CompiledKernels(session, widths, true);
                HostRun run = new HostRun(session, code, compiled, values)) {
            ParallelKernel kernel = code.kernels().values().iterator().next();
            assertEquals(
                    width, compiled.form(kernel).width(), compiled.form(kernel).reason());
            run.run();
        }
        return values;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void theBitsAreThoseOfJava(int width) {
        List<String> expressions = EXACT.stream()
                .filter(each ->
                        width == 1 || !each.contains("== 0 ? 0")) // no vectors: a divisor of 0 is to be reported
                .toList();
        ParallelCode code = code(expressions);
        Map<String, Object> expected = values(expressions.size());
        new JavaOriginal(code).accept(expected);
        Map<String, Object> found = run(code, width, values(expressions.size()));
        for (int i = 0; i < expressions.size(); i++) {
            String name = expressions.get(i).replaceFirst(" .*", "") + i;
            for (int at = 0; at < SpecialValues.REALS.length * SpecialValues.REALS.length; at++) {
                Object java = Array.get(expected.get(name), at);
                Object device = Array.get(found.get(name), at);
                assertEquals(java, device, message(expressions.get(i), expected, at)); // boxed: NaN is NaN, -0 is not 0
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void functionsRoundAsDocumented(int width) {
        List<String> expressions =
                ROUNDED.stream().map(each -> "double Math." + each).toList();
        ParallelCode code = code(expressions);
        Map<String, Object> expected = values(expressions.size());
        new JavaOriginal(code).accept(expected);
        Map<String, Object> found = run(code, width, values(expressions.size()));
        for (int i = 0; i < expressions.size(); i++) {
            double[] java = (double[]) expected.get("double" + i);
            double[] device = (double[]) found.get("double" + i);
            for (int at = 0; at < java.length; at++) {
                boolean special = java[at] == 0 || !Double.isFinite(java[at]);
                boolean same = Double.valueOf(java[at]).equals(device[at])
                        || !special && Math.abs(java[at] - device[at]) <= 20 * Math.ulp(java[at]);
                String what = expressions.get(i);
                double got = device[at];
                double wanted = java[at];
                assertTrue(same, message(what, expected, at) + ": Java " + wanted + ", device " + got);
            }
        }
    }

    private static String message(String expression, Map<String, Object> values, int at) {
        StringBuilder text = new StringBuilder(expression);
        for (String name : List.of("a", "b", "f", "g", "k", "l", "m", "n")) {
            text.append(", ").append(name).append(" = ").append(Array.get(values.get(name), at));
        }
        return text.toString();
    }

    @Test
    void aPowerIsGuardedWhereItCanDiffer() {
        Map<String, String> types = Map.of("x", "double[]", "n", "int");
        for (String plain : List.of("Math.pow(x[i], 3)", "Math.pow(x[i], -0.5)", "Math.pow(2, x[i])")) {
            String source = ParallelCode.of("k", "for (int i = 0; i < n; i++) x[i] = " + plain + ";", types)
                    .source();
            assertTrue(!source.contains("java_pow"), source);
        }
        for (String power : List.of("Math.pow(x[i], n)", "Math.pow(1.0, x[i])", "Math.pow(-1, x[i])")) {
            String source = ParallelCode.of("k", "for (int i = 0; i < n; i++) x[i] = " + power + ";", types)
                    .source();
            assertTrue(source.contains("java_pow("), source);
        }
    }
}
