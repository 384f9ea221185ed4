package org.plegma.magics.rewriting;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.plegma.display.Renderers;
import org.plegma.display.page.MimeBundle;
import org.plegma.magics.MagicTest;
import org.plegma.rewrite.parallel.LoopComparison;
import org.plegma.rewrite.parallel.ParallelLoop;

class ParallelMagicTest extends MagicTest {

    @Test
    void aLoopRunsOnTheDevice() throws Exception {
        float[] x = {1, 2, 3};
        float[] y = {10, 20, 30};
        host.bind("x", "float[]", x);
        host.bind("y", "float[]", y);
        host.bind("a", "float", 2f);
        String cell = "%%parallel saxpy\nfor (int i = 0; i < x.length; i++) {\n    y[i] = a * x[i] + y[i];\n}";
        LoopComparison shown = (LoopComparison) magics.execute(cell);
        assertTrue(shown.agrees());
        assertArrayEquals(new float[] {12, 24, 36}, y);
        String text = Renderers.render(shown).get(MimeBundle.TEXT);
        assertTrue(text.contains("Java, one thread") && text.contains("float[] y, 3 numbers: equal"), text);

        ParallelLoop saxpy = (ParallelLoop) host.variable("saxpy").orElseThrow();
        saxpy.run();
        assertArrayEquals(new float[] {14, 28, 42}, y);
        float[] other = {0, 0};
        saxpy.call(new float[] {4, 5}, other, 3);
        assertArrayEquals(new float[] {12, 15}, other);
        assertTrue(saxpy.source().contains("kernel void saxpy("), saxpy.source());
        assertTrue(saxpy.hostCode().contains("public final class Saxpy"));
        assertEquals(2, saxpy.trace().steps().size());
        String steps = Renderers.render(saxpy.trace()).get(MimeBundle.HTML);
        Matcher change = Pattern.compile("<summary>[^\n]*?<code[^>]*>([^<]*) → ([^<]*)</code>")
                .matcher(steps);
        assertTrue(change.find(), steps);
        assertNotEquals(change.group(1).strip(), change.group(2).strip(), "a step shows where it made a difference");
        assertTrue(Renderers.render(saxpy).get(MimeBundle.TEXT).contains("y[i] = a * x[i] + y[i];"));
        String wrong = assertThrows(IllegalArgumentException.class, () -> saxpy.call(x, y))
                .getMessage();
        assertEquals("Wrong number of arguments for saxpy: expected 3 (float[] x, float[] y, float a), got 2.", wrong);
        wrong = assertThrows(IllegalArgumentException.class, () -> saxpy.call(x, new int[3], 1f))
                .getMessage();
        assertTrue(wrong.contains("expected float[], got int[]"), wrong);
    }

    @Test
    void resultsBecomeVariables() throws Exception {
        host.evaluate("double half(double v) { return v / 2; }", 1);
        host.evaluate("int[] unused() { return new ArrayList<Integer>().stream().mapToInt(i -> i).toArray(); }", 1);
        host.bind("x", "double[]", new double[] {1, 2, 3});
        host.bind("most", "double", 2.5);
        magics.execute(
                "%%parallel sums --no-check --show\nlong count = 0;\nfor (int i = 0; i < x.length; i++) {\n"
                        + "    count++;\n    most = Math.max(most, half(x[i]) * twice(x[i]));\n}\ndouble twice(double v) { return 2 * v; }");
        assertEquals(3L, host.variable("count").orElseThrow());
        assertEquals(9.0, host.variable("most").orElseThrow());
        assertEquals(2, host.shown.size());
        ParallelLoop sums = (ParallelLoop) host.variable("sums").orElseThrow();
        assertEquals("{most=9.0, count=1}", sums.call(new double[] {-3}, 1).toString());
    }

    @Test
    void refusalsPointAtTheCell() {
        String message =
                message("%%parallel scan\nint n = 5;\nfor (int i = 1; i < n; i++) {\n    x[i] += x[i - 1];\n}");
        assertTrue(message.contains("there is no variable") || message.contains("line 4, column 5: "), message);
    }

    @Test
    void whatIsNotIndependentChangesNothing() throws Exception {
        int[] x = {1, 1, 1, 1, 1, 1, 1, 1};
        host.bind("x", "int[]", x);
        String loop = "\nfor (int i = 1; i < x.length; i++) {\n    x[i] += x[i - 1];\n}";
        String refused = message("%%parallel scan" + loop);
        assertTrue(
                refused.startsWith("line 3, column 5: 'x[i]' writes what 'x[i - 1]' reads in another iteration"),
                refused);
        assertTrue(refused.contains("\n      x[i] += x[i - 1];\n      ^^^^"), refused);
        assertArrayEquals(new int[] {1, 1, 1, 1, 1, 1, 1, 1}, x);
    }

    @Test
    void twoNamesOfOneArrayAreRefused() throws Exception {
        int[] x = {1, 2, 3};
        host.bind("x", "int[]", x);
        host.bind("y", "int[]", x);
        String message = message("%%parallel shift\nfor (int i = 1; i < x.length; i++) y[i] = x[i - 1];");
        assertTrue(message.contains("'x' and 'y' share elements"), message);
        assertArrayEquals(new int[] {1, 2, 3}, x);
    }

    /** Of the Java, which runs first, and of the device; and what javac refuses. */
    @Test
    void errorsAreToldByLinesOfTheCell() throws Exception {
        magics.execute("int[] x = new int[4], y = new int[4];");
        String beyond = "\nfor (int i = 0; i <= x.length; i++) {\n    x[i] = 1;\n}";
        String divided = "\nfor (int i = 0; i < 4; i++) {\n    x[i] = 1 / y[i];\n}";
        for (String check : new String[] {"", " --no-check"}) {
            String index = assertThrows(
                            ArrayIndexOutOfBoundsException.class, () -> magics.execute("%%parallel p" + check + beyond))
                    .getMessage();
            assertTrue(index.startsWith("Index 4 out of bounds for length 4") && index.contains(" at line 3"), index);
            String zero = assertThrows(
                            ArithmeticException.class, () -> magics.execute("%%parallel p" + check + divided))
                    .getMessage();
            assertTrue(zero.startsWith("/ by zero at line 3"), zero);
        }
        assertEquals(0, ((int[]) host.variable("x").orElseThrow())[0]);
        String refused = assertThrows(
                        Exception.class,
                        () -> magics.execute("%%parallel p\nfor (int i = 0; i < 4; i++)\n    x[i] = (int) 1e-400;"))
                .getMessage();
        assertTrue(refused.contains("\nline 3: floating-point number too small"), refused);
    }

    @Test
    void oneLoopIsTakenOnTrustByItsVariableOrLine() throws Exception {
        host.bind("p", "int[]", new int[] {2, 0, 1});
        host.bind("q", "int[]", new int[3]);
        String loop = "\nfor (int i = 0; i < p.length; i++) q[p[i]] = i;";
        assertTrue(message("%%parallel turn" + loop).contains("--assume-loop i takes it"));
        magics.execute("%%parallel turn --assume-loop i" + loop);
        assertArrayEquals(new int[] {1, 2, 0}, (int[]) host.variable("q").orElseThrow());
        magics.execute("%%parallel again --assume-loop 2" + loop);
        assertTrue(message("%%parallel turn --assume-loop 3" + loop).contains("--assume-loop i takes it"));
    }

    @Test
    void itHelpsAndCompletes() throws Exception {
        assertTrue(Renderers.render(magics.execute("%parallel?"))
                .get(MimeBundle.TEXT)
                .contains("--assume-independent"));
        String cell = "%%parallel a --as";
        assertEquals(
                List.of("--assume-independent", "--assume-loop"),
                magics.complete(cell, cell.length()).orElseThrow().matches());
        String body = "%%parallel a\nfor (int i = 0; i < Ma";
        assertTrue(magics.complete(body, body.length()).isEmpty(), "Java completes the body");
    }
}
