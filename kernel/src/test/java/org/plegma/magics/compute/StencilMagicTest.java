package org.plegma.magics.compute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.plegma.array.Grid;
import org.plegma.display.Renderers;
import org.plegma.display.page.MimeBundle;
import org.plegma.expr.tree.Boundary;
import org.plegma.magics.MagicTest;
import org.plegma.magics.NotebookSession;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.method.Method;

class StencilMagicTest extends MagicTest {
    @Test
    void aFormulaBecomesAVariableThatRuns() throws Exception {
        Object shown = magics.execute("%%stencil heat --boundary periodic,zero --type double --param alpha=0.25\n"
                + "param alpha = 0.1\nu[x,y] = u + alpha*lap(u)");
        MimeBundle view = Renderers.render(shown);
        assertTrue(view.get(MimeBundle.TEXT).contains("star of radius 1 with 5 points"), view.get(MimeBundle.TEXT));
        assertTrue(view.get(MimeBundle.TEXT).contains("alpha = 0.25"), view.get(MimeBundle.TEXT));
        assertTrue(view.get(MimeBundle.LATEX).contains("\\alpha"), view.get(MimeBundle.LATEX));
        assertTrue(view.get(MimeBundle.MARKDOWN).contains("- Boundary: periodic, zero"));
        assertTrue(
                view.get(MimeBundle.MARKDOWN).contains("<details><summary>as text</summary><pre>"),
                "pages take no ```");
        Stencil heat = (Stencil) host.variable("heat").orElseThrow();
        Grid result = heat.on(NotebookSession.session()).run(Grid.floats(3, 3).fill(4), 1);
        assertEquals(Grid.of(new double[][] {{3, 4, 3}, {3, 4, 3}, {3, 4, 3}}), result);
    }

    @Test
    void errorsPointAtTheLineOfTheCell() {
        String message = message("%%stencil heat\n\nu[x,y] = u + w[x]");
        assertTrue(message.startsWith("line 3, column 14: "), message);
        assertTrue(message.contains("u[x,y] = u + w[x]\n               ^"), message);
        String open = message("%%stencil heat\n\nparam a\nu[x,y] = (u +\n  a");
        assertTrue(open.startsWith("line 5, column 4: "), open);
        assertTrue(open.endsWith("Close the '(' of column 10 one line above."), open);
        String spacing = message("%%stencil heat --spacing 0\n\nu[x] = d2(u, x)");
        assertTrue(
                spacing.startsWith("column 1: The spacing must be greater than zero (in the option spacing)."),
                spacing);
    }

    @Test
    void wrongUseIsExplained() {
        String formula = "\nu[x,y] = u + lap(u)";
        assertTrue(message("%%stencil heat --boundary warp" + formula).startsWith("Unknown boundary 'warp'"));
        assertTrue(message("%%stencil heat --boundary zero,zero,zero" + formula).contains("expected 1 or 2"));
        assertTrue(message("%%stencil heat --type half" + formula).contains("float or double"));
        assertTrue(message("%%stencil heat --param a=1" + formula).contains("no parameter 'a'"));
        assertTrue(message("%%stencil heat").contains("no formula"));
        assertTrue(message("%%stencil class" + formula).contains("word of the Java language"));
    }

    /** A newcomer too: what one can write is in the help. */
    @Test
    void theHelpNamesEveryMethodAndBoundary() throws Exception {
        String help = ((MimeBundle) magics.execute("%help stencil"))
                .get(MimeBundle.TEXT)
                .replaceAll("\\s+", " ");
        Stream.concat(Method.names().stream(), Boundary.names().stream().map(name -> name.replace("(0)", "(v)")))
                .forEach(name -> assertTrue(help.contains(name), name + " is not in: " + help));
    }

    @Test
    void theLanguageIsCompletedInTheBody() {
        String cell = "%%stencil heat\nparam alpha\nu[x] = u + al";
        assertEquals(
                java.util.List.of("alpha"),
                magics.complete(cell, cell.length()).orElseThrow().matches());
        String built = "%%stencil heat\nu[x] = u + la";
        assertEquals(
                java.util.List.of("lap"),
                magics.complete(built, built.length()).orElseThrow().matches());
    }

    @Test
    void explainComparesTheMethodsAndShowsTheCode() throws Exception {
        magics.execute("%%stencil heat\nu[x,y] = u + 0.1*lap(u)");
        MimeBundle view = Renderers.render(magics.execute("%explain heat --shape 130,70"));
        String text = view.get(MimeBundle.TEXT);
        assertTrue(text.contains("Stencil of u, float [130, 70], on "), text);
        assertTrue(text.lines().anyMatch(line -> line.matches("direct +[\\d.]+ .s +[\\d.]+ .s .*")), text);
        assertTrue(text.contains("kernel void stencil_"), text);
        assertTrue(view.get(MimeBundle.HTML).contains("<details>"));
        assertTrue(text.contains(", for any number of steps"), text);
        String run = Renderers.render(magics.execute("%explain heat --shape 130,70 --steps 2000"))
                .get(MimeBundle.TEXT);
        assertTrue(run.contains(", for a run of 2,000 steps"), run);
        assertTrue(message("%explain heat --steps 0").contains("must be 1 or more, found 0"));
        assertTrue(message("%explain heat --shape 130").contains("the shape must name 2 sizes"));
        // the shape as displays write it
        Object twice = magics.execute("%explain heat --shape 130x70");
        assertTrue(message("%explain heat --shape '7 × 130 × 70'").contains("the shape must name 2 sizes"));
        assertTrue(message("%explain heat --shape 130x").contains("the shape must name 2 sizes"));
        // On a slow machine the budget may end before the method that promises most; then it is tried again.
        String origin = ((org.plegma.stencil.Explanation) twice).origin();
        assertTrue(
                java.util.List.of("measured before on this device", "timed now").contains(origin), origin);
    }

    @Test
    void theMethodIsChosenAndCompleted() throws Exception {
        magics.execute("%%stencil heat --method direct\nu[x,y] = u + 0.1*lap(u)");
        Stencil heat = (Stencil) host.variable("heat").orElseThrow();
        assertTrue(heat.on(NotebookSession.session()).toString().endsWith(", direct"));
        assertTrue(message("%%stencil heat --method fast\nu[x] = u").contains("There is no method 'fast'"));
        String cell = "%%stencil heat --method bl";
        assertEquals(
                java.util.List.of("blocked(2)", "blocked(4)", "blocked(8)"),
                magics.complete(cell, cell.length()).orElseThrow().matches());
        magics.execute("%%stencil smooth --method fft(64) --boundary periodic\nu[x] = 0.5*u[x-1] + 0.5*u[x+1]");
        Stencil smooth = (Stencil) host.variable("smooth").orElseThrow();
        assertTrue(smooth.on(NotebookSession.session()).toString().endsWith(", fft(64)"));
    }

    @Test
    void explainShowsWhatAStencilNeedsOnAmd() throws Exception {
        magics.execute("%%stencil heat\nu[x,y] = u + 0.1*lap(u)");
        String amd = Renderers.render(magics.execute("%explain heat --target gfx90a"))
                .get(MimeBundle.TEXT);
        assertTrue(amd.contains("stencil_step"), amd);
    }
}
