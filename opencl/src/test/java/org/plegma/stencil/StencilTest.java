package org.plegma.stencil;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.OnDevice;
import org.plegma.expr.syntax.FormulaException;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.plan.StencilPlan;

@Tag("optimized")
class StencilTest extends OnDevice {
    private static final String HEAT = "param alpha = 0.1\nu[x,y] = u + alpha*lap(u)";
    private static final String LIFE =
            """
            s = sum(i=-1..1, j=-1..1, i == 0 && j == 0 ? 0 : u[x+i,y+j])
            u[x,y] = s == 3 || (s == 2 && u == 1) ? 1 : 0
            """;

    @Test
    void aGliderMovesOneCellInFourGenerations() {
        Grid start = Grid.floats(11, 13);
        int[][] cells = {{0, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}};
        for (int[] cell : cells) {
            start.set(1, cell);
        }
        Grid later = Stencil.parse(LIFE).on(session).boundary("periodic").run(start, 4 * 11 * 13);
        assertEquals(start, later, "a torus brings it back");
        Grid moved = Stencil.parse(LIFE).on(session).boundary("periodic").run(start, 4);
        for (int[] cell : cells) {
            assertEquals(1, moved.get(cell[0] + 1, cell[1] + 1));
        }
    }

    @Test
    void nanAndInfinityStayWhereTheDefinitionPutsThem() {
        Grid start = Grid.floats(7, 7);
        start.set(Double.NaN, 3, 3);
        start.set(Double.POSITIVE_INFINITY, 0, 6);
        Stencil heat = Stencil.parse(HEAT);
        Map<String, Grid> found = heat.on(session).boundary("zero", "fixed").run(Map.of("u", start), 2);
        Boundary[] boundaries = {Boundary.ZERO, Boundary.FIXED};
        new Oracle(heat.spec(), boundaries, Map.of("alpha", 0.1), 7, 7)
                .check(Map.of("u", start), found, 2, ElementType.FLOAT);
    }

    @Test
    void deviceArraysAreAdvancedInPlaceByAnyNumberOfSteps() {
        Stencil wave = Stencil.parse("u[t+1,x] = 2*u[t,x] - u[t-1,x] + 0.25*d2(u, x)");
        Map<String, Grid> start =
                Map.of("u", Grid.random(ElementType.DOUBLE, 1, 37), "u[t-1]", Grid.random(ElementType.DOUBLE, 2, 37));
        for (int steps = 0; steps < 7; steps++) {
            Map<String, Grid> expected = wave.on(session).run(start, steps);
            try (DeviceArray u = session.upload(start.get("u"));
                    DeviceArray before = session.upload(start.get("u[t-1]"))) {
                wave.on(session).advance(Map.of("u", u, "u[t-1]", before), steps);
                assertEquals(expected.get("u"), u.download());
                assertEquals(expected.get("u[t-1]"), before.download());
            }
        }
    }

    @Test
    void memoryIsAsPredictedAndAllGivenBack() {
        long before = session.memoryInUse();
        Stencil stencil = Stencil.parse("field rho\nu[t+1,x,y] = rho*lap(u) - u[t-1,x,y]");
        try (StencilPlan plan = stencil.on(session).plan(30, 20)) {
            assertEquals(600 * 4 * 4, plan.bytes());
            assertEquals(before + plan.bytes(), session.memoryInUse());
        }
        assertEquals(before, session.memoryInUse());
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct", "micikevicius", "partial-sums", "composed(2)", "blocked(3)", "fft(4)"})
    void memoryIsAsPredictedByEveryMethod(String method) {
        BoundStencil heat = Stencil.parse("param a = 0.1\nu[x,y,z] = u + a*lap(u)")
                .on(session)
                .method(method);
        int[] shape = {11, 12, 16};
        long before = session.memoryInUse();
        for (Variant variant : Variant.values()) {
            try (StencilPlan plan = heat.plan(ElementType.FLOAT, shape, variant)) {
                assertTrue(plan.bytes() >= 2 * 11 * 12 * 16 * 4, plan.bytes() + " bytes");
                assertEquals(before + plan.bytes(), session.memoryInUse());
                plan.load(Grid.floats(shape)).run(5);
                assertEquals(before + plan.bytes(), session.memoryInUse());
            }
            assertEquals(before, session.memoryInUse());
        }
    }

    @Test
    void arraysThatDoNotFitLeaveNothingBehind() {
        BoundStencil wave =
                Stencil.parse("u[t+1,x] = 2*u[t,x] - u[t-1,x] + 0.25*d2(u, x)").on(session);
        try (DeviceArray u = session.allocate(ElementType.DOUBLE, 37);
                DeviceArray shorter = session.allocate(ElementType.DOUBLE, 36)) {
            long before = session.memoryInUse();
            assertMessage("must be double [37], found double [36]", () -> wave.type(ElementType.DOUBLE)
                    .advance(new TreeMap<>(Map.of("u", u, "u[t-1]", shorter)), 1));
            assertEquals(before, session.memoryInUse());
        }
    }

    @Test
    void aGridLargerThanTheDeviceIsRefusedWithBothFigures() {
        int huge = Integer.MAX_VALUE;
        assertMessage(
                "(" + Long.MAX_VALUE + " bytes), its memory is",
                () -> Stencil.parse("u[x,y,z] = u").on(session).plan(huge, huge, huge));
        Exception e = assertThrows(
                IllegalArgumentException.class,
                () -> Stencil.parse(HEAT).on(session).plan(1 << 30, 1 << 20));
        assertTrue(e.getMessage().contains("8388608.000 GiB"), e.getMessage());
        assertTrue(e.getMessage().contains(Long.toString(session.device().globalMemoryBytes())), e.getMessage());
    }

    @Test
    void snapshotsAreTakenAtTheStartBetweenAndAtTheEnd() {
        Grid start = Grid.random(ElementType.FLOAT, 3, 9, 9).withAttribute("units", "K");
        BoundStencil heat = Stencil.parse(HEAT).on(session).boundary("reflect");
        List<Grid> all = heat.snapshots(start, 5, 2);
        assertEquals(4, all.size());
        assertEquals(start, all.get(0));
        assertEquals(heat.run(start, 4), all.get(2));
        assertEquals(heat.run(start, 5), all.get(3));
        assertEquals("K", all.get(3).attribute("units"));
    }

    @Test
    void untilStopsWhenNothingChangesAnyMore() {
        try (StencilPlan plan = Stencil.parse("param alpha = 0.2\nu[x,y] = u + alpha*lap(u)")
                .on(session)
                .boundary("reflect")
                .type(ElementType.DOUBLE)
                .plan(8, 8)) {
            Grid start = Grid.random(ElementType.DOUBLE, 4, 8, 8);
            double change = plan.load(start).until(1e-6, 5, 10_000);
            assertTrue(change < 1e-6 && plan.steps() < 10_000, plan + " " + change);
            Grid last = plan.grid();
            plan.run(1);
            assertTrue(plan.grid().maxAbsDifference(last) < 1e-6);
            // The mean is conserved: it is what the heat converges to.
            assertEquals(start.mean(), last.mean(), 64 * 1e-15 * plan.steps());
            start.set(Double.NaN, 0, 0);
            assertEquals(Double.POSITIVE_INFINITY, plan.load(start).until(1e-6, 1, 3));
            assertThrows(IllegalArgumentException.class, () -> plan.until(0, 1, 3));
        }
    }

    @Test
    void anInterruptEndsARunBetweenLaunches() {
        try (StencilPlan plan = Stencil.parse(HEAT).on(session).plan(8, 8)) {
            plan.load(Grid.floats(8, 8));
            Thread.currentThread().interrupt();
            assertThrows(CancellationException.class, () -> plan.run(1000));
            assertTrue(plan.steps() < 1000);
            long done = plan.steps();
            assertEquals(done + 3, plan.run(3).steps());
            // The host waits for none of these.
            List<Event> events = plan.launch(2);
            assertEquals(done + 5, plan.steps());
            events.forEach(Event::await);
        }
    }

    /** Three levels turn in two arrays of the caller's and one more: interrupted anywhere, the two are a step and the one before. */
    @Test
    void anInterruptedAdvanceLeavesTheLevelsInTheirPlaces() throws InterruptedException {
        BoundStencil wave = Stencil.parse("u[t+1,x] = 2*u[t,x] - u[t-1,x] + 0.25*d2(u, x)")
                .on(session)
                .method("direct");
        Map<String, Grid> start =
                Map.of("u", Grid.random(ElementType.FLOAT, 1, 37), "u[t-1]", Grid.random(ElementType.FLOAT, 2, 37));
        Thread caller = Thread.currentThread();
        int begun = 0;
        for (int millis = 10; begun < 6; millis += 10) {
            int wait = millis;
            try (DeviceArray u = session.upload(start.get("u"));
                    DeviceArray before = session.upload(start.get("u[t-1]"))) {
                Thread other = new Thread(() -> {
                    LockSupport.parkNanos(wait * 1_000_000L);
                    caller.interrupt();
                });
                other.start();
                CancellationException told = assertThrows(
                        CancellationException.class,
                        () -> wave.advance(Map.of("u", u, "u[t-1]", before), Long.MAX_VALUE));
                other.join();
                Matcher steps = Pattern.compile("after (\\d+) of").matcher(told.getMessage());
                // It may come before the plan is made.
                long done = steps.find() ? Long.parseLong(steps.group(1)) : 0;
                begun += done > 0 ? 1 : 0;
                Map<String, Grid> expected = wave.run(start, done);
                assertEquals(expected.get("u"), u.download());
                assertEquals(expected.get("u[t-1]"), before.download());
            }
        }
    }

    @Test
    void arraysOfTwoLevelsThatOverlapAreRefused() {
        BoundStencil wave =
                Stencil.parse("u[t+1,x] = 2*u[t,x] - u[t-1,x] + 0.25*d2(u, x)").on(session);
        int apart = Math.max(1, session.device().baseAlignmentBytes() / Float.BYTES);
        try (DeviceArray all = session.allocate(ElementType.FLOAT, 3 * apart);
                DeviceArray u = all.view(0, 2 * apart);
                DeviceArray before = all.view(apart, 2 * apart)) {
            assertMessage("two that overlap", () -> wave.advance(Map.of("u", u, "u[t-1]", before), 1));
            assertMessage("two that overlap", () -> wave.advance(Map.of("u", u, "u[t-1]", u), 1));
        }
    }

    @Test
    void coefficientArraysOfEveryRank() {
        Grid line = Grid.of(new double[] {1, 2, 4});
        assertEquals(
                Grid.of(new double[] {4, 9, 10}),
                Stencil.of(new double[] {1, 2, 1}).on(session).run(line, 1));
        Grid plane = Grid.of(new double[][] {{1, 2}, {4, 8}});
        assertEquals(
                Grid.of(new double[][] {{2, 0}, {8, 0}}),
                Stencil.of(new double[][] {{0, 0, 0}, {0, 0, 1}, {0, 0, 0}})
                        .on(session)
                        .run(plane, 1));
        Grid cube = Grid.of(new double[] {5}, 1, 1, 1);
        assertEquals(
                15,
                Stencil.of(new double[][][] {{{1}}, {{1}}, {{1}}})
                        .on(session)
                        .boundary("periodic")
                        .run(cube, 1)
                        .get(0, 0, 0));
    }

    @Test
    void aFusedStencilIsTwoStepsAwayFromBoundaries() {
        Stencil heat = Stencil.parse(HEAT);
        Grid start = Grid.random(ElementType.DOUBLE, 5, 16, 16);
        Grid twice = heat.on(session).boundary("periodic").run(start, 2);
        Grid fused = heat.fused(2).on(session).boundary("periodic").run(start, 1);
        assertTrue(twice.maxAbsDifference(fused) < 20 * 0x1p-52);
        assertEquals(13, heat.fused(2).spec().footprint().points());
    }

    @Test
    void wrongUseIsToldWithACure() {
        BoundStencil heat = Stencil.parse(HEAT).on(session);
        assertMessage("There is no parameter 'beta'. The parameters are [alpha].", () -> heat.param("beta", 1));
        assertMessage("expected 1 or 2", () -> heat.boundary("zero", "zero", "zero"));
        assertMessage("Unknown boundary 'warp'", () -> heat.boundary("warp"));
        assertMessage("sizes of 1 or more, found [4]", () -> heat.run(Grid.floats(4), 1));
        assertMessage("grid.to(ElementType.FLOAT)", () -> heat.run(Grid.ints(4, 4), 1));
        assertMessage("needs the fields [u], found [v]", () -> heat.run(Map.of("v", Grid.floats(4, 4)), 1));
        assertMessage("must not be negative", () -> heat.run(Grid.floats(4, 4), -1));
        assertMessage(
                "'alpha' has no value",
                () -> Stencil.parse("param alpha\nu[x] = alpha*u").on(session).run(Grid.floats(4), 1));
        assertMessage(
                "Give a map of grids",
                () -> Stencil.parse("field rho\nu[x] = rho*u").on(session).run(Grid.floats(4), 1));
        assertThrows(FormulaException.class, () -> Stencil.parse("u[x] = v"));
        assertTrue(assertThrows(NullPointerException.class, () -> Stencil.parse("u[x] = u")
                        .on(null))
                .getMessage()
                .contains("Session.open()"));
        assertMessage(
                "The method blocked does at most 9999 steps together, not 10000000000.",
                () -> heat.method("blocked(10000000000)"));
        assertMessage("fft does at most 999999 steps together, not 1000000.", () -> heat.method("fft(1000000)"));
        try (StencilPlan plan = heat.plan(4, 4)) {
            assertMessage("no type was chosen, but the grid of 'u' is of double", () -> plan.load(Grid.doubles(4, 4)));
        }
        try (StencilPlan plan = heat.type(ElementType.FLOAT).plan(4, 4)) {
            assertEquals(ElementType.FLOAT, plan.load(Grid.doubles(4, 4)).grid().type());
        }
        try (StencilPlan plan = heat.plan(4, 4)) {
            assertThrows(IllegalStateException.class, () -> plan.run(1), "no data");
        }
    }

    private static void assertMessage(String part, org.junit.jupiter.api.function.Executable wrong) {
        Exception e = assertThrows(IllegalArgumentException.class, wrong);
        assertTrue(e.getMessage().contains(part), e.getMessage());
    }

    @Test
    void smallAnglesBesideHugeOnesKeepTheirSine() {
        Grid angles = Grid.floats(40).fill(i -> i[0] % 5 == 2 ? 1e-6 : 1e12 * (i[0] + 1));
        Grid sines = Stencil.parse("field a\nu[x] = sin(a)")
                .on(session)
                .run(Map.of("u", Grid.floats(40), "a", angles), 1)
                .get("u");
        for (int i = 0; i < 40; i++) {
            assertEquals(Math.sin(angles.get(i)), sines.get(i), 1e-6 * Math.abs(Math.sin(angles.get(i))), "cell " + i);
        }
    }

    @Test
    void nothingIsHandedOutBeforeGridsAreLoaded() {
        try (StencilPlan plan = Stencil.parse("u[x] = u").on(session).plan(8)) {
            List<Runnable> early = List.of(
                    plan::grid,
                    plan::result,
                    () -> plan.run(1),
                    () -> plan.run(2, 1, (step, fields) -> fail("handed out " + fields)),
                    () -> plan.until(1, 1, 1));
            for (Runnable each : early) {
                assertEquals(
                        "The plan has no data yet: call load first.",
                        assertThrows(IllegalStateException.class, each::run).getMessage());
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "blocked(-1)  | The method blocked cannot do -1 steps together: give 1 or more.",
                "composed(0)  | The method composed cannot do 0 steps together: give 1 or more.",
                "fft(x)       | The method fft takes a whole number of steps in parentheses, found 'fft(x)'. Write, for example, 'fft(4)'.",
                "blocked      | The method blocked takes a whole number of steps in parentheses, found 'blocked'. Write, for example, 'blocked(4)'.",
                "blocked()    | The method blocked takes a whole number of steps in parentheses, found 'blocked()'. Write, for example, 'blocked(4)'.",
                "blocked(1.5) | The method blocked takes a whole number of steps in parentheses, found 'blocked(1.5)'. Write, for example, 'blocked(4)'.",
                "blocked(-99999999999) | The method blocked cannot do -2147483648 steps together: give 1 or more.",
                "direct(2)    | The method direct does one step at a time and takes no number, found 'direct(2)'. Write 'direct'.",
            })
    void aMethodThatCannotBeIsToldByWhatIsWrong(String text, String message) {
        assertEquals(
                message,
                assertThrows(IllegalArgumentException.class, () -> Method.parse(text))
                        .getMessage());
    }
}
