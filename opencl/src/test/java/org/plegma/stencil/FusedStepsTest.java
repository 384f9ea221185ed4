package org.plegma.stencil;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.OnDevice;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.plan.StencilPlan;

/** Methods that do several steps together, where chance would not look. */
class FusedStepsTest extends OnDevice {
    @Test
    void tilesTooLargeForLocalMemoryAreInMemoryThatIsCounted() {
        Stencil stencil = Stencil.parse("u[x,y,z] = 0.5*u[x-2,y,z] + 0.3*u[x,y+2,z] + 0.2*u[x,y,z-2]*u");
        int[] shape = {13, 11, 7};
        Map<String, Grid> start = Map.of("u", Grid.random(ElementType.DOUBLE, 3, shape));
        Boundary[] boundaries = {Boundary.PERIODIC, Boundary.REFLECT, Boundary.PERIODIC};
        BoundStencil bound = stencil.on(session).boundary(boundaries).method("blocked(8)");
        for (Variant variant : Variant.values()) {
            long before = session.memoryInUse();
            try (StencilPlan plan = bound.plan(ElementType.DOUBLE, shape, variant)) {
                assertTrue(plan.source().contains("global double *room"), plan.source());
                assertEquals(before + plan.bytes(), session.memoryInUse());
                assertTrue(plan.bytes() > 13 * 11 * 7 * 2 * 8);
                Map<String, Grid> result = plan.load(start).run(17).result();
                new Oracle(stencil.spec(), boundaries, new LinkedHashMap<>(), shape)
                        .check(start, result, 17, ElementType.DOUBLE);
            }
        }
    }

    private static final List<String> METHODS = List.of("direct", "blocked(1)", "blocked(3)", "blocked(8)");

    private static Map<String, Grid> run(
            Stencil stencil, String method, Variant variant, Map<String, Grid> start, int steps, String... boundary) {
        Grid any = start.values().iterator().next();
        BoundStencil bound = stencil.on(session).boundary(boundary).method(method);
        try (StencilPlan plan = bound.plan(any.type(), any.shape(), variant)) {
            return plan.load(start).run(steps).result();
        }
    }

    private static void onAllMethods(BiConsumer<String, Variant> test) {
        on(METHODS, test);
    }

    private static void on(List<String> methods, BiConsumer<String, Variant> test) {
        for (String method : methods) {
            for (Variant variant : Variant.values()) {
                test.accept(method, variant);
            }
        }
    }

    private static final Stencil LIFE = Stencil.parse(
            """
            s = sum(i=-1..1, j=-1..1, i == 0 && j == 0 ? 0 : u[x+i,y+j])
            u[x,y] = s == 3 || (s == 2 && u == 1) ? 1 : 0
            """);

    /** A pattern whose upper left corner is at a place. */
    private static Grid life(int rows, int columns, int top, int left, String... pattern) {
        Grid grid = Grid.floats(rows, columns);
        for (int i = 0; i < pattern.length; i++) {
            for (int j = 0; j < pattern[i].length(); j++) {
                grid.set(
                        pattern[i].charAt(j) == '#' ? 1 : 0,
                        Math.floorMod(top + i, rows),
                        Math.floorMod(left + j, columns));
            }
        }
        return grid;
    }

    @Test
    void aGliderComesRoundTheTorus() {
        String[] glider = {".#.", "..#", "###"};
        Map<String, Grid> start = Map.of("u", life(23, 29, 20, 26, glider));
        onAllMethods((method, variant) -> {
            assertEquals(
                    life(23, 29, 30, 36, glider),
                    run(LIFE, method, variant, start, 40, "periodic").get("u"),
                    method);
        });
    }

    @Test
    void aBlinkerStaysAndTheRPentominoHasItsPopulationAfterAHundredGenerations() {
        Map<String, Grid> blinker = Map.of("u", life(101, 97, 5, 5, "###"));
        Map<String, Grid> start = Map.of("u", life(101, 97, 45, 45, ".##", "##.", ".#."));
        onAllMethods((method, variant) -> {
            assertEquals(
                    life(101, 97, 4, 6, "#", "#", "#"),
                    run(LIFE, method, variant, blinker, 17, "zero").get("u"),
                    method);
            Grid after = run(LIFE, method, variant, start, 100, "zero").get("u");
            assertEquals(121, Math.round(after.mean() * after.length()), method);
        });
    }

    /** A standing wave in a periodic box returns at the rate of the order of its second derivatives. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ':',
            value = {
                "2 : direct blocked(3) blocked(4) composed(2) fft(4)",
                "4 : composed(2) blocked(4)",
                "8 : direct blocked(3) fft(16)"
            })
    void wavesConvergeAtTheirOrder(int order, String methods) {
        Stencil wave =
                Stencil.parse("param c\nu[t+1,x,y] = 2*u[t,x,y] - u[t-1,x,y] + c^2*lap(u, order=%d)".formatted(order));
        for (String method : methods.split(" ")) {
            for (Variant variant : Variant.values()) {
                double coarse = error(wave, method, variant, 16);
                double fine = error(wave, method, variant, 32);
                double rate = Math.log(coarse / fine) / Math.log(2);
                assertEquals(order, rate, 0.2, method + " for " + variant + ": " + coarse + ", " + fine);
            }
        }
    }

    /**
     * The error of cos(x + y) cos(n p), where p is chosen so that the step in time would be exact if the second derivatives
     * were: what remains is their error.
     */
    private static double error(Stencil wave, String method, Variant variant, int points) {
        int steps = 64;
        double dt = 0.02;
        double phase = Math.acos(1 - dt * dt);
        Map<String, Grid> start = new LinkedHashMap<>();
        start.put("u", wave(points, 1));
        start.put("u[t-1]", wave(points, Math.cos(phase)));
        BoundStencil bound =
                wave.on(session).boundary("periodic").method(method).param("c", dt * points / (2 * Math.PI));
        try (StencilPlan plan = bound.plan(ElementType.DOUBLE, new int[] {points, points}, variant)) {
            return plan.load(start).run(steps).grid().maxAbsDifference(wave(points, Math.cos(steps * phase)));
        }
    }

    private static Grid wave(int points, double amplitude) {
        double h = 2 * Math.PI / points;
        return Grid.generate(ElementType.DOUBLE, i -> amplitude * Math.cos(h * (i[0] + i[1])), points, points);
    }

    @Test
    void nanAndInfinityReachWhatSingleStepsLetThemReach() {
        Stencil stencil = Stencil.parse("u[x,y] = 0.5*u[x-1,y] + 0.25*u[x,y+2]");
        Grid grid = Grid.random(ElementType.FLOAT, 7, 40, 43);
        grid.set(Double.NaN, 20, 21);
        grid.set(Double.POSITIVE_INFINITY, 2, 1);
        grid.set(Double.NEGATIVE_INFINITY, 39, 42);
        for (String boundary : List.of("zero", "periodic", "mirror", "fixed")) {
            Grid expected = run(stencil, "direct", Variant.CPU, Map.of("u", grid), 7, boundary)
                    .get("u");
            // Nothing cancels when these steps are multiplied out.
            on(List.of("direct", "blocked(1)", "blocked(7)", "composed(2)"), (method, variant) -> {
                Grid found = run(stencil, method, variant, Map.of("u", grid), 7, boundary)
                        .get("u");
                for (int i = 0; i < found.length(); i++) {
                    boolean finite = Double.isFinite(expected.at(i));
                    assertTrue(
                            finite
                                    ? Math.abs(expected.at(i) - found.at(i)) < 1e-6
                                    : Double.compare(expected.at(i), found.at(i)) == 0,
                            method + " for " + variant + ", " + boundary + " at " + i + ": expected " + expected.at(i)
                                    + ", found " + found.at(i));
                }
            });
        }
    }

    /** Those of partial sums are one for each coefficient, where single cells share one for both signs. */
    @Test
    void composedStepsGetTheArgumentsOfTheirKernel() {
        Stencil advection = Stencil.parse("param a = 0.2\nu[x,y,z] = u - a*(u[x+1,y,z] - u[x-1,y,z])");
        int[] shape = {17, 9, 16};
        Map<String, Grid> start = Map.of("u", Grid.random(ElementType.DOUBLE, 2, shape));
        Boundary[] boundaries = {Boundary.PERIODIC, Boundary.ZERO, Boundary.ZERO};
        BoundStencil bound = advection.on(session).boundary(boundaries).method("composed(3)");
        for (Variant variant : Variant.values()) {
            try (StencilPlan plan = bound.plan(ElementType.DOUBLE, shape, variant)) {
                assertEquals(variant == Variant.GPU, plan.source().contains("plane_f_u"), "partial sums");
                Map<String, Grid> result = plan.load(start).run(7).result();
                new Oracle(advection.spec(), boundaries, new LinkedHashMap<>(Map.of("a", 0.2)), shape)
                        .check(start, result, 7, ElementType.DOUBLE);
            }
        }
    }

    /** Twice this step is 0.25 u[x-2] + 0.5 u[x-1] - 0.25 u[x+1] + 0.0625 u[x+2]: the cell itself cancels. */
    @Test
    void composedStepsDoNotReadWhatCancels() {
        Stencil stencil = Stencil.parse("u[x] = 0.5*u[x-1] + 0.5*u - 0.25*u[x+1]");
        for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
            Grid grid = Grid.random(ElementType.DOUBLE, 9, 64);
            grid.set(bad, 30);
            for (Variant variant : Variant.values()) {
                Grid single = run(stencil, "direct", variant, Map.of("u", grid), 2, "zero")
                        .get("u");
                Grid composed = run(stencil, "composed(2)", variant, Map.of("u", grid), 2, "zero")
                        .get("u");
                for (int x = 0; x < 64; x++) {
                    boolean reached = x >= 28 && x <= 32;
                    assertEquals(!reached, Double.isFinite(single.at(x)), "direct at " + x);
                    assertEquals(!reached || x == 30, Double.isFinite(composed.at(x)), "composed at " + x);
                    if (!reached) {
                        assertEquals(single.at(x), composed.at(x), 1e-15);
                    }
                }
                double instead = 0.25 * grid.at(28) + 0.5 * grid.at(29) - 0.25 * grid.at(31) + 0.0625 * grid.at(32);
                assertEquals(instead, composed.at(30), 1e-15);
            }
        }
    }
}
