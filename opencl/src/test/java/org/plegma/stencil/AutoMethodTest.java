package org.plegma.stencil;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.OnDevice;
import org.plegma.stencil.plan.StencilPlan;

/** Runs and plans whose method is chosen for them. */
class AutoMethodTest extends OnDevice {
    /** Whatever a plan was told, and whatever it takes for that: other numbers of steps are right too. */
    @Test
    void aPlanToldManyStepsIsRightInParts() {
        Grid grid = Grid.random(ElementType.DOUBLE, 5, 96, 80);
        for (String boundary : List.of("periodic", "reflect", "mirror", "nearest", "zero")) {
            BoundStencil heat = Shapes.star(2, 1).on(session).boundary(boundary);
            Grid expected = heat.method("direct").run(grid, 107);
            for (String way : List.of("auto", "fft(1000)", "blocked(12)")) {
                try (StencilPlan plan = heat.method(way).plan(ElementType.DOUBLE, grid.shape(), Map.of(), 1000)) {
                    plan.load(grid);
                    for (int part : new int[] {20, 20, 40, 7, 20}) {
                        plan.run(part);
                    }
                    assertEquals(0, expected.maxAbsDifference(plan.grid()), 1e-11, boundary + ", " + plan);
                }
            }
        }
    }

    @Test
    void aPlanTakesNoProductInFrequencyUnlessNamed() {
        BoundStencil heat = Shapes.star(2, 1).on(session).boundary("periodic");
        try (StencilPlan plan = heat.plan(ElementType.FLOAT, 700, 900);
                StencilPlan named = heat.method("fft(100)").plan(ElementType.FLOAT, 700, 900)) {
            assertNotEquals("fft", plan.method().name());
            assertEquals("fft(100)", named.method().toString());
        }
    }

    /** The words are those of explanations. */
    @Test
    void aPlanSaysWhyItsMethodWasTaken() {
        BoundStencil heat = Shapes.star(2, 1).on(session);
        try (StencilPlan brief = heat.planRun(1, 20, 30);
                StencilPlan named = heat.method("blocked(2)").plan(20, 30)) {
            assertEquals("the run is short", brief.why());
            assertTrue(brief.toString().contains("direct (the run is short) on"), brief::toString);
            assertEquals("asked for", named.why());
            assertTrue(named.toString().contains("blocked(2) on"), named::toString);
        }
    }

    /** By methods that write both levels at once, an odd number of rounds leaves both in other arrays. */
    @Test
    void bothLevelsOfAWaveComeBackToTheirArrays() {
        BoundStencil wave = Stencil.parse("u[t+1,x,y] = 2*u[t,x,y] - u[t-1,x,y] + 0.2*lap(u)")
                .on(session)
                .type(ElementType.DOUBLE);
        Map<String, Grid> start = Map.of(
                "u", Grid.random(ElementType.DOUBLE, 3, 20, 24), "u[t-1]", Grid.random(ElementType.DOUBLE, 4, 20, 24));
        for (int steps = 1; steps <= 6; steps++) {
            Map<String, Grid> expected = wave.method("direct").run(start, steps);
            for (String method : List.of("direct", "blocked(2)", "composed(2)")) {
                try (DeviceArray u = session.upload(start.get("u"));
                        DeviceArray before = session.upload(start.get("u[t-1]"))) {
                    wave.method(method).advance(Map.of("u", u, "u[t-1]", before), steps);
                    String what = steps + " steps by " + method;
                    assertEquals(0, expected.get("u").maxAbsDifference(u.download()), 1e-12, what);
                    assertEquals(0, expected.get("u[t-1]").maxAbsDifference(before.download()), 1e-12, what);
                }
            }
        }
    }

    /** What the user did wrong is told, and nothing is held against the methods that were tried. */
    @Test
    void aMistakeOfTheUserIsNoReasonAgainstAMethod() {
        Stencil heat = Stencil.parse("param a\nfield k\nu[x,y] = u + a*k*lap(u)");
        int[] shape = {800, 901};
        BoundStencil without = heat.on(session);
        String missing = assertThrows(IllegalArgumentException.class, () -> without.plan(shape))
                .getMessage();
        assertTrue(missing.contains("'a'"), missing);
        BoundStencil bound = without.param("a", 0.1);
        try (DeviceArray field = session.allocate(ElementType.FLOAT, shape);
                DeviceArray wrong = session.allocate(ElementType.FLOAT, 800, 900)) {
            for (Map<String, DeviceArray> fields :
                    List.of(Map.of("u", field, "k", wrong), Map.of("u", field, "k", field))) {
                assertThrows(IllegalArgumentException.class, () -> bound.advance(fields, 1000));
            }
        }
        for (var row : bound.explain(shape).rows()) {
            assertFalse(row.why().contains(missing), row::why);
            assertFalse(row.why().contains("must be float") || row.why().contains("for two fields"), row::why);
        }
    }

    @Test
    void autoIsTheDefaultAndGivesWhatDirectGives() {
        Stencil heat = Shapes.star(2, 1);
        Grid grid = Grid.random(ElementType.FLOAT, 3, 700, 900);
        Grid direct = heat.on(session).method("direct").run(grid, 37);
        Grid auto = heat.on(session).run(grid, 37);
        assertEquals(0, direct.maxAbsDifference(auto), 1e-5);
        assertTrue(heat.on(session).toString().endsWith(", auto"));
    }
}
