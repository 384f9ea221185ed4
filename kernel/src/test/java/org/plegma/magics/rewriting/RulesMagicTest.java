package org.plegma.magics.rewriting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.plegma.device.Kernel;
import org.plegma.display.Renderers;
import org.plegma.display.page.MimeBundle;
import org.plegma.magics.MagicTest;
import org.plegma.magics.NotebookSession;
import org.plegma.rewrite.RuleSet;
import org.plegma.rewrite.Trace;

class RulesMagicTest extends MagicTest {
    private static final String KERNEL =
            "%%opencl\nkernel void scale(global int *x) {\n    int i = get_global_id(0) + 0;\n    x[i] = x[i] * 8;\n}";

    @Test
    void rulesBecomeAVariable() throws Exception {
        Object shown = magics.execute("%%rules tidy\n// nothing is added\nzero: `$x + 0` -> `$x`");
        assertEquals(
                "// nothing is added\nzero: `$x + 0` -> `$x`",
                Renderers.render(shown).get(MimeBundle.TEXT));
        assertTrue(Renderers.render(shown).get(MimeBundle.HTML).contains("1 rule"));
        RuleSet tidy = (RuleSet) host.variable("tidy").orElseThrow();
        assertEquals(
                "void f(int a) {\n    a = a;\n}\n",
                tidy.apply("void f(int a) { a = a + 0; }").source());
    }

    @Test
    void placesAreThoseOfTheCell() throws Exception {
        magics.execute("%%rules tidy\n\nzero: `$x + 0`\n-> `$x`");
        RuleSet tidy = (RuleSet) host.variable("tidy").orElseThrow();
        magics.execute("%%rules more\none: `$x + 1`\n-> `1 + $x`");
        RuleSet more = (RuleSet) host.variable("more").orElseThrow();
        assertEquals("", tidy.rule("zero").destination().get(0).place().rule(), "a variable has no place");
        assertEquals(
                "line 3 of the cell, in the rule one",
                more.rule("one").destination().get(0).place().toString());
    }

    @Test
    void theyAreAppliedToAKernel() throws Exception {
        magics.execute(KERNEL);
        Trace trace = (Trace)
                magics.execute(
                        "%%rules fast --on scale\nzero: `$x + 0` -> `$x`\n"
                                + "shift: `$x:int * $n:Literal` [powerOfTwo($n)] -> `$x << $k` [$k = log2($n)]\nnone: `$x / $x` -> `1`");
        assertEquals(2, trace.steps().size());
        MimeBundle view = Renderers.render(trace);
        String html = view.get(MimeBundle.HTML);
        assertTrue(
                html.contains("2 steps") && html.contains("<b>shift</b>") && html.contains("Not applied: none"), html);
        assertTrue(html.contains("background:rgba(47,138,76,.18)\">+     x[i] = x[i] &lt;&lt; 3;"), html);
        assertTrue(view.get(MimeBundle.TEXT).contains("+     x[i] = x[i] << 3;"));
        MimeBundle why = Renderers.render(trace.whyNot("none"));
        assertTrue(why.get(MimeBundle.HTML).contains("Rule none was not applied."), why.get(MimeBundle.HTML));

        Kernel faster = NotebookSession.session().compile(trace.source()).kernel("scale");
        int[] x = {1, 2, 3};
        faster.global(3).call(x);
        assertEquals(List.of(8, 16, 24), List.of(x[0], x[1], x[2]));
    }

    @Test
    void theSummaryOfALongLineShowsWhereItDiffers() {
        String call = "mean(first, second, third, fourth, fifth, sixth, seventh, ";
        Trace trace = RuleSet.parse("twice: `" + call + "$x)` -> `" + call + "2 * $x)`")
                .apply("void f() { a = " + call + "eighth); }");
        String html = Renderers.render(trace).get(MimeBundle.HTML);
        assertTrue(html.contains("… eighth) → … 2 * eighth)</code>"), html);
    }

    @Test
    void problemsAreShownWithTheSteps() throws Exception {
        magics.execute(KERNEL);
        Trace trace = (Trace) magics.execute("%%rules bad --on scale\nswap: `$x * $y` -> `$y * $x`");
        String html = Renderers.render(trace).get(MimeBundle.HTML);
        assertTrue(html.contains("Rule swap loops: after step 2"), html);
    }

    @Test
    void errorsPointAtTheLineOfTheCell() {
        String quote = message("%%rules tidy\n\nzero: `$x + 0)` -> `$x`");
        assertTrue(quote.startsWith("Rule zero: its source cannot be read.\nline 3, column 14: "), quote);
        String form = message("%%rules tidy\nzero: `$x + 0` = `$x`");
        assertTrue(form.startsWith("line 2, column 16: Expected '->'"), form);
        assertTrue(message("%%rules tidy\nzero: `$x + 0` -> `$y`").startsWith("Rule zero: the variable '$y'"));
        assertTrue(message("%%rules tidy").contains("There is no rule"));
        assertTrue(message("%%rules class\nzero: `$x + 0` -> `$x`").contains("word of the Java language"));
    }

    @Test
    void wordsOfConditionsAreCompletedAndTold() {
        String condition = "%%rules tidy\nshift: `$x * $n:Literal` [powerO";
        assertEquals(
                List.of("powerOfTwo"),
                magics.complete(condition, condition.length()).orElseThrow().matches());
        String strategy = "%%rules tidy\nzero: `$x + 0` -> `$x`\nstrategy: botto";
        assertEquals(
                List.of("bottomUp"),
                magics.complete(strategy, strategy.length()).orElseThrow().matches());
        String help = magics.inspect(condition + "fTwo($n)] -> `$x`", condition.length())
                .orElseThrow()
                .toString();
        assertTrue(help.contains("Whether the number is a power of two."), help);
    }

    @Test
    void itTakesSourcesOnly() throws Exception {
        host.bind("n", "int", 4);
        assertTrue(message("%%rules a --on n\nzero: `$x + 0` -> `$x`")
                .contains("--on takes a kernel, a program or a String"));
        assertTrue(message("%%rules a --on nowhere\nzero: `$x + 0` -> `$x`").contains("There is no variable nowhere"));
        host.bind("text", "java.lang.String", "void f( {");
        assertTrue(
                message("%%rules a --on text\nzero: `$x + 0` -> `$x`").contains("The source of text cannot be read"));
        String cell = "%%rules a --on te";
        assertEquals(
                List.of("text"),
                magics.complete(cell, cell.length()).orElseThrow().matches());
    }
}
