package org.plegma.stencil.method.frequency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.OnDevice;
import org.plegma.device.Session;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.BoundStencil;
import org.plegma.stencil.Inside;
import org.plegma.stencil.Shapes;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.code.FrequencyForm;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.plan.StencilPlan;
import org.plegma.testing.AmdTargets;
import org.plegma.testing.Oclgrind;

/** Steps as one product in frequency against the plain definition. */
class FrequencyTest extends OnDevice {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void everyBoundaryOnEveryAxis(int rank) {
        Stencil stencil = Stencil.parse(FrequencyCheck.LINEAR[rank - 1]);
        int[] shape = Arrays.copyOf(new int[] {37, 31, 26}, rank);
        for (int i = 0; i < FrequencyCheck.BOUNDARIES.length; i++) {
            Boundary[] boundaries = new Boundary[rank];
            for (int axis = 0; axis < rank; axis++) {
                boundaries[axis] = FrequencyCheck.BOUNDARIES[(i + 3 * axis) % FrequencyCheck.BOUNDARIES.length];
            }
            int together = rank == 1 ? 1 + i : 1 + i % 3;
            FrequencyCheck.check(
                    stencil.on(session).boundary(boundaries).param("a", -0.3),
                    together,
                    2 * together,
                    1,
                    FrequencyCheck.random(stencil, i % 2 == 0 ? ElementType.FLOAT : ElementType.DOUBLE, shape));
        }
    }

    /** Many taps at each distance along an axis, some of them missing, and radii above the grid's size along the last. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void denseStencilsWithoutSymmetry(int rank) {
        Random random = new Random(rank);
        int[] reach = {2, 1, 3};
        StringBuilder formula = new StringBuilder(
                List.of("u[x] = 0", "u[x,y] = 0", "u[x,y,z] = 0").get(rank - 1));
        int[] at = new int[3];
        int taps = 0;
        for (at[0] = -reach[0]; at[0] <= reach[0]; at[0]++) {
            for (at[1] = rank > 1 ? -reach[1] : 0; at[1] <= (rank > 1 ? reach[1] : 0); at[1]++) {
                for (at[2] = rank > 2 ? -reach[2] : 0; at[2] <= (rank > 2 ? reach[2] : 0); at[2]++) {
                    if (random.nextInt(3) > 0) {
                        String place =
                                List.of("x%+d", "x%+d,y%+d", "x%+d,y%+d,z%+d").get(rank - 1);
                        Object[] numbers = Arrays.stream(at).boxed().toArray();
                        formula.append(String.format(
                                Locale.ROOT,
                                " + %.4f*u[" + place + "]",
                                (random.nextDouble() - 0.5) / 32,
                                numbers[0],
                                numbers[1],
                                numbers[2]));
                        taps++;
                    }
                }
            }
        }
        assertTrue(taps > 2, formula::toString);
        Stencil stencil = Stencil.parse(formula.toString());
        int[] shape = Arrays.copyOf(new int[] {13, 10, 5}, rank);
        FrequencyCheck.check(
                stencil.on(session).boundary("periodic"),
                2,
                4,
                1,
                FrequencyCheck.random(stencil, ElementType.DOUBLE, shape));
    }

    @Test
    void aStepThatReadsNothing() {
        Stencil stencil = Stencil.parse("u[x,y] = 0.5");
        FrequencyCheck.check(
                stencil.on(session).boundary("periodic"),
                3,
                4,
                1,
                FrequencyCheck.random(stencil, ElementType.FLOAT, 7, 6));
    }

    /** On GPUs the edges are stepped on chip; the code is what runs there, but for NVIDIA's instructions. */
    @ParameterizedTest
    @CsvSource({"1, 16, 300", "2, 4, 110", "3, 4, 90"})
    void stripsAreSteppedSeveralStepsTogether(int rank, int together, int side) {
        Stencil stencil = Shapes.star(rank, 1);
        int[] shape = new int[rank];
        Arrays.setAll(shape, axis -> side - 13 * axis);
        for (Boundary boundary : List.of(Boundary.ZERO, Boundary.NEAREST, Boundary.constant(2), Boundary.FIXED)) {
            ElementType type =
                    boundary.equals(Boundary.NEAREST) == (rank == 2) ? ElementType.FLOAT : ElementType.DOUBLE;
            Boundary[] all = new Boundary[rank];
            Arrays.fill(all, boundary);
            BoundStencil bound = stencil.on(session).boundary(all);
            try (StencilPlan plan = Inside.plan(bound.method("fft(" + together + ")"), type, shape, Variant.GPU)) {
                // Of several axes, one may go step by step: that hangs on the device's clock.
                assertTrue(plan.toString().matches(".*\\(edges by [^)]*blocked\\(.*"), plan::toString);
                FrequencyCheck.check(plan, bound, 2 * together + 7, 1, FrequencyCheck.random(stencil, type, shape));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 50})
    void anyNumberOfStepsAndOddPrimes(int steps) {
        Stencil stencil = Stencil.parse(FrequencyCheck.LINEAR[1]);
        FrequencyCheck.check(
                stencil.on(session).boundary("periodic"),
                steps,
                steps,
                1,
                FrequencyCheck.random(stencil, ElementType.FLOAT, 101, 17));
        FrequencyCheck.check(
                stencil.on(session).boundary("periodic", "reflect"),
                steps,
                steps + 17,
                1,
                FrequencyCheck.random(stencil, ElementType.DOUBLE, 5, 211));
    }

    @Test
    void edgesThatFillTheGridAndGridsSmallerThanTheRadius() {
        for (int rank = 1; rank <= 3; rank++) {
            Stencil wide = Stencil.parse(List.of(
                            "u[x] = 0.5*u[x-7] + 0.4*u[x+3]",
                            "u[x,y] = 0.5*u[x-7,y+5] + 0.4*u[x+3,y]",
                            "u[x,y,z] = 0.5*u[x-7,y+5,z] + 0.4*u[x+3,y,z-6]")
                    .get(rank - 1));
            for (int side : new int[] {1, 2, 3, 5}) {
                int[] shape = new int[rank];
                Arrays.fill(shape, side);
                FrequencyCheck.check(
                        wide.on(session).boundary("periodic"),
                        3,
                        7,
                        1,
                        FrequencyCheck.random(wide, ElementType.FLOAT, shape));
            }
            int[] shape = Arrays.copyOf(new int[] {4, 3, 5}, rank);
            FrequencyCheck.check(
                    wide.on(session).boundary("mirror"),
                    3,
                    7,
                    1,
                    FrequencyCheck.random(wide, ElementType.FLOAT, shape));
        }
    }

    @Test
    void stepsLeftOverAreOneProductToo() {
        Stencil stencil = Stencil.parse(FrequencyCheck.LINEAR[0]);
        for (int steps : new int[] {31, 32, 49, 64, 85}) {
            FrequencyCheck.check(
                    stencil.on(session).boundary("fixed"),
                    32,
                    steps,
                    1,
                    FrequencyCheck.random(stencil, ElementType.DOUBLE, 1009));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 20})
    void olderLevelsSeveralFieldsAndConstants(int together) {
        Stencil wave = Stencil.parse("param c = 0.5\nu[t+1,x,y] = 2*u[t,x,y] - u[t-1,x,y] + c^2*lap(u)");
        FrequencyCheck.check(
                wave.on(session).boundary("periodic"),
                together,
                40,
                45,
                FrequencyCheck.random(wave, ElementType.DOUBLE, 24, 30));
        FrequencyCheck.check(
                wave.on(session).boundary("zero"),
                together,
                20,
                25,
                FrequencyCheck.random(wave, ElementType.FLOAT, 97, 101));
        Stencil coupled = Stencil.parse(
                "u[t+1,x] = 0.5*u[x-1] + 0.25*v[x+1] - 0.125*u[t-1,x] + 0.5\nv[t+1,x] = 0.5*v + 0.25*u[x-2] - 1");
        FrequencyCheck.check(
                coupled.on(session).boundary("periodic"),
                together,
                23,
                4,
                FrequencyCheck.random(coupled, ElementType.DOUBLE, 61));
        FrequencyCheck.check(
                coupled.on(session).boundary("nearest"),
                together,
                23,
                4,
                FrequencyCheck.random(coupled, ElementType.FLOAT, 127));
    }

    @Test
    void whatCannotBeTransformedIsSteppedDirectly() {
        Stencil stencil = Stencil.parse("param a = 0.5\nu[x,y] = a*u[x-1,y] + 0.25*u[x,y+2]");
        Grid grid = Grid.random(ElementType.FLOAT, 7, 40, 43);
        grid.set(Double.NaN, 20, 21);
        grid.set(Double.POSITIVE_INFINITY, 2, 1);
        for (String boundary : List.of("zero", "periodic")) {
            BoundStencil bound = stencil.on(session).boundary(boundary);
            assertEquals(
                    bound.method("direct").run(grid, 7), bound.method("fft(3)").run(grid, 7));
        }
        BoundStencil huge = stencil.on(session).boundary("periodic").param("a", 1e30);
        Grid plain = Grid.random(ElementType.FLOAT, 8, 40, 43);
        assertEquals(huge.method("direct").run(plain, 3), huge.method("fft(3)").run(plain, 3));
        Grid large = Grid.floats(40, 43).fill(i -> 3e38 * (i[0] % 2 - 0.5));
        BoundStencil bound = stencil.on(session).boundary("periodic");
        assertEquals(
                bound.method("direct").run(large, 4), bound.method("fft(4)").run(large, 4));
        FrequencyCheck.check(
                stencil.on(session).boundary("periodic").param("a", 0),
                5,
                5,
                1,
                FrequencyCheck.random(stencil, ElementType.FLOAT, 9, 12));
    }

    @Test
    void itsMemoryIsKnownAndReturned() {
        Stencil stencil = Stencil.parse(FrequencyCheck.LINEAR[2]);
        long before = session.memoryInUse();
        for (String boundary : List.of("periodic", "mirror")) {
            try (StencilPlan plan =
                    stencil.on(session).boundary(boundary).method("fft(4)").plan(40, 41, 42)) {
                assertEquals(before + plan.bytes(), session.memoryInUse());
                assertTrue(plan.source().contains("kernel void multiply_powers"), plan.source());
            }
            assertEquals(before, session.memoryInUse());
        }
    }

    @Test
    void otherStencilsAreRefused() {
        Map<String, String> formulas = new HashMap<>();
        formulas.put("u[x] = u[x-1]*u", "two updated fields are multiplied");
        formulas.put("field w\nu[x] = w*u[x-1]", "a coefficient is a field");
        formulas.put("field w\nu[x] = u[x-1] + w", "the field 'w' is added");
        formulas.forEach((formula, reason) -> {
            BoundStencil bound = Stencil.parse(formula).on(session).method("fft(8)");
            String message = assertThrows(IllegalArgumentException.class, () -> bound.plan(100))
                    .getMessage();
            assertTrue(message.contains("fft(8)") && message.contains(reason), message);
        });
        BoundStencil bound = Stencil.parse(FrequencyCheck.LINEAR[0]).on(session).method("fft(8)");
        assertThrows(IllegalArgumentException.class, () -> bound.withSource(bound.source()));
        assertThrows(IllegalArgumentException.class, () -> Method.parse("fft"));
        assertEquals("fft(1000)", Method.parse("fft(1000)").toString());
    }

    @Test
    void compilesForAmdWithoutSpills() {
        for (ElementType type : List.of(ElementType.FLOAT, ElementType.DOUBLE)) {
            for (int levels : new int[] {1, 2, FrequencyForm.MOST_COMPONENTS}) {
                // Powers of three levels keep 27 numbers of 16 bytes, and clang 15 takes 128 registers on gfx1100. They
                // are built once a plan.
                Map<String, Integer> known =
                        levels == FrequencyForm.MOST_COMPONENTS ? Map.of("build_powers on gfx1100", 84) : Map.of();
                AmdTargets.assertFits(FrequencyMethod.source(type, levels), known);
            }
        }
    }

    @Test
    void oclgrindFindsNothing() throws IOException {
        Oclgrind.assertClean(OnOclgrind.class);
    }

    /** Periodic axes and others. */
    static final class OnOclgrind {
        public static void main(String[] arguments) {
            try (Session tiny = Session.open()) {
                Stencil stencil = Stencil.parse(FrequencyCheck.LINEAR[1]);
                Map<String, Grid> start = FrequencyCheck.random(stencil, ElementType.FLOAT, 8, 9);
                BoundStencil bound =
                        stencil.on(tiny).boundary("periodic", "mirror").method("fft(2)");
                bound.run(start, 2);
                Stencil even = Stencil.parse("u[x,y] = 0.5*u + 0.25*(u[x,y-1] + u[x,y+1])");
                even.on(tiny)
                        .boundary("reflect", "mirror")
                        .method("fft(30)")
                        .run(FrequencyCheck.random(even, ElementType.FLOAT, 3, 5), 30);
                Stencil wave = Stencil.parse("u[t+1,x] = u[t,x] - 0.5*u[t-1,x] + 0.2*lap(u)");
                wave.on(tiny)
                        .boundary("periodic")
                        .method("fft(3)")
                        .run(FrequencyCheck.random(wave, ElementType.DOUBLE, 12), 3);
            }
        }
    }
}
