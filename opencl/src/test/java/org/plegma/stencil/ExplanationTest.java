package org.plegma.stencil;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.OnDevice;
import org.plegma.stencil.method.Method;
import org.plegma.tune.choice.Choice;

/** What is said of a choice: every method, and why it lost. */
class ExplanationTest extends OnDevice {
    @Test
    void explanationsNameAllMethodsAndWhyTheyLose() {
        BoundStencil life = Stencil.parse(
                        "s = sum(i=-1..1, j=-1..1, u[x+i,y+j]) - u\n" + "u[x,y] = s == 3 || (s == 2 && u == 1) ? 1 : 0")
                .on(session);
        life.run(Grid.random(ElementType.DOUBLE, 1, 64, 80), 1);
        Explanation explanation = life.explain(64, 80);
        String text = explanation.toString();
        assertTrue(text.startsWith("Stencil of u, double [64, 80], on "), text);
        for (Choice.Row<Method> row : explanation.rows()) {
            assertTrue(text.contains(row.method() + " ") && !row.why().isBlank(), text);
        }
        Choice.Row<Method> first = explanation.rows().get(0);
        assertEquals(explanation.method(), first.method());
        assertTrue(first.why().startsWith("chosen, "), first::why);
        assertTrue(first.measured().isPresent());
        assertTrue(
                Set.of(Choice.Origin.TIMED, Choice.Origin.MEASURED).stream()
                        .anyMatch(origin -> origin.text().equals(explanation.origin())),
                explanation::origin);
        assertTrue(explanation.source().contains("kernel void"), explanation.source());
        // Without a session it is that of the preferred device, which remembers; on a busy machine the time for trials
        // may be over
        // before it has all that it needs.
        Stencil doubles = life.stencil().withType(ElementType.DOUBLE);
        Explanation kept = doubles.explain(64, 80);
        for (int tries = 0; tries < 20 && kept.origin().equals(Choice.Origin.TIMED.text()); tries++) {
            kept = doubles.explain(64, 80);
        }
        Explanation again = doubles.explain(64, 80);
        assertEquals(Choice.Origin.MEASURED.text(), again.origin());
        assertEquals(kept.method(), again.method());
        assertEquals(kept.source(), again.source());
    }

    @Test
    void explainSaysForHowManySteps() {
        BoundStencil heat = Shapes.star(2, 1).on(session).boundary("periodic");
        Explanation any = heat.explain(64, 80);
        assertTrue(any.title().endsWith(", for any number of steps"), any::title);
        assertEquals(OptionalLong.empty(), any.steps());
        assertTrue(any.rows().stream()
                .filter(row -> row.method().name().equals("fft"))
                .allMatch(row -> row.why().contains("not told")));
        assertNotEquals("fft", any.method().name());
        Explanation run = heat.explainRun(1000, 64, 80);
        assertTrue(run.title().endsWith(", for a run of 1,000 steps"), run::title);
        assertTrue(
                run.rows().stream()
                        .anyMatch(row -> row.method().equals(Method.parse("fft(500)"))
                                && row.predicted().isPresent()),
                run::toString);
        assertEquals("", any.remark());
        assertEquals("", heat.explainRun(1_000_000, 64, 80).remark());
        String brief = heat.explainRun(1, 64, 80).toString();
        assertTrue(brief.contains(" direct by auto, ") || brief.contains(" by auto the first "), brief);
        assertThrows(IllegalArgumentException.class, () -> heat.explainRun(0, 64, 80));
    }
}
