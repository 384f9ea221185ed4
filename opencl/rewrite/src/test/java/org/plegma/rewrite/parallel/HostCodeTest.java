package org.plegma.rewrite.parallel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.jocl.CL;
import org.jocl.Pointer;
import org.jocl.cl_context;
import org.jocl.cl_mem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plegma.rewrite.parallel.ParallelExamples.Example;

/** The host's code as text: it compiles against JOCL, and computes what the Java does. */
public class HostCodeTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"sum", "bitonic-sort", "jacobi", "matrix-product", "histogram", "n-body"})
    void itCompilesAndRuns(String name) throws Exception {
        Example example = ParallelExamples.all().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        Map<String, Object> expected = example.data().of(70, 1);
        example.sequential().accept(expected);
        same(example.parallel(), expected, example.data().of(70, 1));
    }

    private static final String MEMORY =
            """
            for (int i = 0; i < n; i++) v[i] = u[i] * 2;
            for (int i = 0; i < n; i++) w[i] = v[i] + 1;
            double most = -1;
            for (int i = 0; i < n; i++) if (w[i] > most) most = w[i];

            for (int t = 0; t < 3; t++) {
                double[] s = new double[n];
                for (int i = 0; i < n; i++) s[i] = u[i] * t;
                for (int i = 0; i < n; i++) v[i] += s[i];
            }

            for (int t = 0; t < 3; t++) {
                double[] s = new double[n];
                for (int i = 0; i < n; i++) s[i] = u[i] + t;
                u = s;
            }

            for (int t = 0; t < n; t++) {
                double[] s = new double[n];
                for (int i = 0; i < n; i++) s[i] = u[i] + t;
                if (t == 2) break;
                for (int i = 0; i < n; i++) u[i] += s[i];
            }

            for (int i = 0; i < n; i++) u[i] = i;
            u = v;
            for (int i = 0; i < n; i++) u[i] += 1;

            double[] s = flag ? u : v;
            for (int i = 0; i < n; i++) s[i] += 5;

            double[] s;
            if (flag) { s = new double[n]; } else { s = u; }
            for (int i = 0; i < n; i++) s[i] += w[i];
            for (int i = 0; i < n; i++) v[i] = w[i];

            for (int t = 0; t < 3; t++) {
                for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) b[i][j] = a[j][i] + t;
                float[][] s = a;
                a = b;
                b = s;
            }

            float[][] s = new float[n][n];
            for (int t = 0; t < 2; t++) {
                for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) s[i][j] = a[i][j] + t;
                a = new float[n][n];
            }

            for (int i = 0; i < n; i++) v[i] = u[ix[i] % n];
            for (int i = 0; i < n; i++) w[i] = i;

            for (int i = 0; i < n; i++) v[i] = u[i] * 2;
            v[1] = v[2] + u[0];
            v[0]++;
            for (int i = 0; i < n; i++) w[i] = v[i] + 1;
            v[3] += w[4];

            for (int t = 0; t < 3; t++) {
                for (int i = 0; i < n; i++) u[i] += t;
                double m = u[n - 1];
                if (u[0] > 2) { u[1] -= m; }
                for (int i = 0; i < n; i++) w[i] += u[i] + m;
            }

            while (u[0] < 20) {
                for (int i = 0; i < n; i++) u[i] *= 2;
                if (u[0] == 8) continue;
                u[1] += 0.5;
            }

            for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) b[i][j] = a[j][i] + 1;
            b[1][2] = b[2][1] * 3 + a[1][2];
            for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i][j] = b[i][j] + b[j][i];
            """;

    static List<String> programs() {
        return List.of(MEMORY.strip().split("\n\n"));
    }

    private static Map<String, Object> values() {
        int n = 5;
        float[][] a = new float[n][n];
        a[1][2] = 3;
        Map<String, Object> values = new HashMap<>(Map.of("n", n, "flag", true, "ix", new int[] {3, 1, 4, 1, 5}));
        values.putAll(Map.of("u", new double[] {1, 2, 3, 4, 5}, "v", new double[] {5, 0, 7, 1, 2}, "w", new double[n]));
        values.putAll(Map.of("a", a, "b", new float[n][n]));
        return values;
    }

    /** However arrays are made and exchanged, what the caller's hold is right, and no buffer is left or released twice. */
    @ParameterizedTest
    @MethodSource("programs")
    void memoryIsReleased(String java) throws Exception {
        Map<String, String> types =
                new HashMap<>(Map.of("n", "int", "flag", "boolean", "ix", "int[]", "a", "float[][]", "b", "float[][]"));
        List.of("u", "v", "w").forEach(name -> types.put(name, "double[]"));
        ParallelCode code = ParallelCode.of("memory", java, types);
        Map<String, Object> expected = values();
        Map<String, Object> arrays = Map.copyOf(expected);
        new JavaOriginal(code).accept(expected);
        Map<String, Object> found = values();
        Map<String, Object> given = Map.copyOf(found);
        same(code, expected, found);
        for (String name : code.parameters().keySet()) {
            assertTrue(Objects.deepEquals(arrays.get(name), given.get(name)), name);
        }
    }

    @Test
    void aBufferIsReleasedAfterItsLastUse() {
        ParallelCode code = ParallelCode.of(
                "chain", programs().get(0), Map.of("u", "double[]", "v", "double[]", "w", "double[]", "n", "int"));
        String text = code.hostCode();
        int second = text.indexOf("clSetKernelArg(chain_2_kernel");
        assertTrue(text.indexOf("clReleaseMemObject(u_device)") < second, text);
        assertTrue(text.indexOf("clReleaseMemObject(v_device)") > second, text);
        assertTrue(!text.contains("clEnqueueReadBuffer(queue, u_device"), text);
        String reused = ParallelCode.of(
                        "inner", programs().get(1), Map.of("u", "double[]", "v", "double[]", "n", "int"))
                .hostCode();
        assertTrue(reused.contains("            clReleaseMemObject(s_device);\n        }"), reused);
    }

    private static final Set<cl_mem> LIVE = new HashSet<>();

    /** As {@code clCreateBuffer}, noted. */
    public static cl_mem create(cl_context context, long flags, long bytes, Pointer host, int[] error) {
        cl_mem made = CL.clCreateBuffer(context, flags, bytes, host, error);
        assertTrue(LIVE.add(made));
        return made;
    }

    /** As {@code clReleaseMemObject}, noted. */
    public static int release(cl_mem buffer) {
        assertTrue(LIVE.remove(buffer), "released twice");
        return CL.clReleaseMemObject(buffer);
    }

    /** Runs the host's code on the values, and compares with what is expected. */
    private void same(ParallelCode code, Map<String, Object> expected, Map<String, Object> values) throws Exception {
        LIVE.clear();
        Object result = run(code, values);
        assertEquals(Set.of(), LIVE, code.hostCode());
        List<String> results = code.results();
        for (int i = 0; i < results.size(); i++) {
            values.put(results.get(i), results.size() == 1 ? result : ((Object[]) result)[i]);
        }
        List<LoopComparison.Row> rows = LoopComparison.rows(code, expected, values);
        assertTrue(!rows.isEmpty());
        rows.forEach(row -> assertEquals("", row.first(), row.variable()));
    }

    private Object run(ParallelCode code, Map<String, Object> values) throws Exception {
        String counted = "org.plegma.rewrite.parallel.HostCodeTest.";
        String text = code.hostCode()
                .replace("clCreateBuffer(", counted + "create(")
                .replace("CL::clReleaseMemObject", counted.replaceAll("\\.$", "::release"))
                .replace("clReleaseMemObject(", counted + "release(");
        String className = text.replaceAll("(?s).*public final class (\\w+).*", "$1");
        Path file = folder.resolve(className + ".java");
        Files.writeString(file, text);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        java.io.ByteArrayOutputStream errors = new java.io.ByteArrayOutputStream();
        int status = compiler.run(
                null,
                null,
                errors,
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                folder.toString(),
                file.toString());
        assertEquals(0, status, errors + "\n" + text);
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            var method = java.util.Arrays.stream(loader.loadClass(className).getMethods())
                    .filter(each -> each.getName().equals("run"))
                    .findFirst()
                    .orElseThrow();
            List<Object> arguments = new ArrayList<>();
            code.parameters().keySet().forEach(parameter -> arguments.add(values.get(parameter)));
            return method.invoke(null, arguments.toArray());
        }
    }

    @Test
    void buffersAreExchangedAsArraysAre() {
        String text = ParallelExamples.jacobi().parallel().hostCode();
        assertTrue(text.contains("u = v;\n            u_device = v_device;"), text);
        int loop = text.indexOf("for (int t = 0");
        assertTrue(text.indexOf("clEnqueueWriteBuffer(queue, u_device") < loop, text);
        assertTrue(text.indexOf("clEnqueueReadBuffer(queue, u_first_device") > loop, text);
        assertTrue(text.indexOf("clReleaseMemObject(u_first_device)") > loop, text);
    }
}
