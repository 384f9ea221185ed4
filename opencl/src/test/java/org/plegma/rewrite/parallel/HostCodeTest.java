package org.plegma.rewrite.parallel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plegma.rewrite.parallel.ParallelExamples.Example;

/** The host's code as text: it compiles against JOCL, and computes what the Java does. */
class HostCodeTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"sum", "bitonic-sort", "jacobi", "matrix-product", "histogram", "n-body"})
    void itCompilesAndRuns(String name) throws Exception {
        Example example = ParallelExamples.all().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        ParallelCode code = example.parallel();
        Map<String, Object> expected = example.data().of(70, 1);
        Map<String, Object> values = example.data().of(70, 1);
        example.sequential().accept(expected);
        Object result = run(code, values);
        List<String> results = code.results();
        if (results.size() == 1) {
            values.put(results.get(0), result);
        } else {
            for (int i = 0; i < results.size(); i++) {
                values.put(results.get(i), ((Object[]) result)[i]);
            }
        }
        List<LoopComparison.Row> rows = LoopComparison.rows(code, expected, values);
        assertTrue(!rows.isEmpty());
        rows.forEach(row -> assertEquals("", row.first(), row.variable()));
    }

    private Object run(ParallelCode code, Map<String, Object> values) throws Exception {
        String text = code.hostCode();
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

    @org.junit.jupiter.api.Test
    void buffersAreExchangedAsArraysAre() {
        String text = ParallelExamples.jacobi().parallel().hostCode();
        assertTrue(text.contains("u = v;\n            u_device = v_device;"), text);
        int loop = text.indexOf("for (int t = 0");
        assertTrue(text.indexOf("clEnqueueWriteBuffer(queue, u_device") < loop, text);
        assertTrue(text.indexOf("clEnqueueReadBuffer(queue, u_device") > loop, text);
        assertTrue(text.indexOf("clReleaseMemObject(u_device") > loop, text);
    }
}
