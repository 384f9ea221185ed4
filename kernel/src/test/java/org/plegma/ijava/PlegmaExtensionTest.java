package org.plegma.ijava;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.dflib.jjava.jupyter.kernel.BaseKernel;
import org.dflib.jjava.jupyter.kernel.JupyterIO;
import org.dflib.jjava.jupyter.kernel.LanguageInfo;
import org.dflib.jjava.jupyter.kernel.ReplacementOptions;
import org.dflib.jjava.jupyter.kernel.comm.CommManager;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import org.dflib.jjava.jupyter.kernel.display.Renderer;
import org.dflib.jjava.jupyter.kernel.display.mime.MIMEType;
import org.dflib.jjava.jupyter.kernel.magic.MagicParser;
import org.dflib.jjava.jupyter.kernel.magic.MagicTranspiler;
import org.dflib.jjava.jupyter.kernel.magic.MagicsRegistry;
import org.dflib.jjava.jupyter.kernel.magic.MagicsResolver;
import org.dflib.jjava.jupyter.kernel.util.StringStyler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PlegmaExtensionTest {
    private final MinimalKernel kernel = new MinimalKernel();

    /** A kernel as JJava's is, as small as can be. */
    static class MinimalKernel extends BaseKernel {
        final TestShell evaluator;
        final List<DisplayData> displayed = new ArrayList<>();

        MinimalKernel() {
            this(new TestShell());
            evaluator.eval("import static org.dflib.jjava.jupyter.kernel.BaseNotebookStatics.*;");
        }

        MinimalKernel(TestShell evaluator) {
            super(
                    "minimal",
                    "1",
                    new LanguageInfo("Java", "17", "text/x-java", ".java", "java", null, null),
                    List.of(),
                    null,
                    new JupyterIO(StandardCharsets.UTF_8),
                    new CommManager(),
                    new Renderer(),
                    new MagicParser("(?<=(?:^|=))\\s*%", "%%", new MagicTranspiler()),
                    new MagicsRegistry(),
                    true,
                    new StringStyler("", "", "", line -> ""));
            this.evaluator = evaluator;
        }

        @Override
        public Object evalRaw(String source) {
            return evaluator.eval(getMagicParser().resolveMagics(source));
        }

        @Override
        public void display(DisplayData data) {
            displayed.add(data);
        }

        @Override
        public DisplayData inspect(String code, int at, boolean extraDetail) {
            return null;
        }

        @Override
        public ReplacementOptions complete(String code, int at) {
            return null;
        }

        @Override
        public String isComplete(String code) {
            return IS_COMPLETE_YES;
        }
    }

    /** As a real kernel starts: it finds its extensions by itself. */
    @BeforeEach
    void start() {
        kernel.onStartup();
    }

    @AfterEach
    void stop() {
        kernel.onShutdown(false);
        kernel.evaluator.close();
    }

    private static String text(DisplayData data) {
        return (String) data.getData(MIMEType.TEXT_PLAIN);
    }

    @Test
    void theKernelFindsTheMagics() {
        assertTrue(kernel.getMagicsRegistry().getCellMagicNames().contains("opencl"));
        DisplayData result = kernel.eval("%lsmagic");
        assertTrue(text(result).contains("%%opencl"));
        assertTrue(((String) result.getData(MIMEType.TEXT_HTML)).contains("%%opencl"));
    }

    @Test
    void kernelsOfACellAreVariablesOfTheNotebook() {
        kernel.eval("%%opencl -DSCALE=3\nkernel void scale(global float *x) {\n  x[get_global_id(0)] *= SCALE;\n}");
        kernel.eval("float[] x = {1, 2};\nscale.global(2).call(x);");
        assertArrayEquals(new float[] {3, 6}, (float[]) kernel.evalRaw("x"));
    }

    @Test
    void mixedCellsRunInOrder() {
        assertEquals("9", text(kernel.eval("int a = 7, b = 4;\n%lsmagic\nint c = a\n  %b;\n%time c * c")));
        assertEquals(1, kernel.displayed.size());
        assertEquals("12", text(kernel.eval("String s = \"\"\"\n  %lsmagic\"\"\";\n%time 12")));
    }

    @Test
    void bodiesLongerThanALiteralAreRunAndThoseOfOtherMagicsRefused() {
        String comment = "// 0123456789012345678901234567890123456789\n".repeat(3000);
        kernel.eval("%%opencl\n" + comment + "kernel void late(global int *x) { *x = 5; }");
        kernel.eval("int[] y = {0};\nlate.global(1).call(y);");
        assertEquals(5, kernel.evalRaw("y[0]"));
        List<String> bodies = new ArrayList<>();
        kernel.getMagicsRegistry().registerCellMagic("other", (k, words, body) -> bodies.add(body));
        kernel.eval("%%other\nabc");
        assertEquals(List.of("abc"), bodies);
        Exception e = assertThrows(Exception.class, () -> kernel.evalRaw("%%other\n" + "x".repeat(60_000)));
        assertTrue(e.getMessage().contains("at most 49000 bytes"), e.getMessage());
        assertEquals(2, kernel.evalRaw("1 + 1"));
    }

    @Test
    void magicsOfTheKernelStillWorkBesideThem() {
        kernel.getMagicsRegistry().registerLineMagic("count", (k, words) -> words.size());
        kernel.eval("int n = %count a b c");
        assertEquals(3, kernel.evalRaw("n"));
        kernel.eval("%xmode\n%help time\n%count a b");
        assertTrue(text(kernel.displayed.get(0)).contains("Usage: %time"));
    }

    /** As JJava is from 1.0-a7 on: another class reads the magics. */
    static final class NewerKernel extends MinimalKernel {
        private final MagicsResolver resolver = new MagicsResolver("(?<=(?:^|=))\\s*%", "%%", new MagicTranspiler());

        NewerKernel() {
            super(new TestShell());
        }

        @Override
        public Object evalRaw(String source) {
            return evaluator.eval(resolver.resolve(source));
        }
    }

    @Test
    void cellsPassByTheParserOfNewerVersionsToo() {
        kernel.onShutdown(false); // one kernel a process
        NewerKernel newer = new NewerKernel();
        newer.onStartup();
        newer.eval("int a = 7, b = 4;\n%lsmagic\nint c = a\n  %b;");
        assertEquals(3, newer.evalRaw("c"));
        newer.onShutdown(false);
        newer.evaluator.close();
    }

    @Test
    void resultsOfPlegmaTypesAreShownByPlegma() {
        DisplayData data = kernel.eval("org.plegma.array.Grid.of(new float[] {1, 2, 3}, 3)");
        assertTrue(data.hasDataForType(MIMEType.TEXT_HTML) || data.hasDataForType(MIMEType.IMAGE_PNG), text(data));
    }

    @Test
    void displaysCanBeUpdatedAndTheClassPathExtended() throws Exception {
        JJavaHost host = new JJavaHost(kernel);
        host.display(org.plegma.display.page.MimeBundle.text("a"), "id");
        assertEquals("id", kernel.displayed.get(0).getDisplayId());
        host.update(org.plegma.display.page.MimeBundle.text("b"), "id"); // goes nowhere without a front end
        host.addToClasspath(List.of(java.nio.file.Path.of("target")));
        assertEquals(1, host.classpath().size());
        assertTrue(host.variable("nosuch").isEmpty());
        host.bind("answer", "int", 42);
        assertEquals(42, host.variable("answer").orElseThrow());
    }

    @Test
    void aKernelWithoutJShellStartsWithoutTheMagics() {
        MinimalKernel other = new MinimalKernel(null);
        new PlegmaExtension().install(other);
        assertTrue(other.getMagicsRegistry().getLineMagicNames().isEmpty());
    }

    @Test
    void afterTheShutdownTheKernelIsAsBefore() {
        kernel.onShutdown(false);
        assertEquals(MagicParser.class, kernel.getMagicParser().getClass());
        assertThrows(IllegalStateException.class, org.plegma.magics.NotebookSession::current);
    }
}
