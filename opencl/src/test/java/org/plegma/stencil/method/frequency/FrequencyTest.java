package org.plegma.stencil.method.frequency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Session;
import org.plegma.expr.tree.Boundary;
import org.plegma.stencil.BoundStencil;
import org.plegma.stencil.Inside;
import org.plegma.stencil.LinearOracle;
import org.plegma.stencil.Shapes;
import org.plegma.stencil.Stencil;
import org.plegma.stencil.code.FrequencyForm;
import org.plegma.stencil.code.Setting;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.State;
import org.plegma.stencil.plan.StencilPlan;
import org.plegma.testing.AmdTargets;
import org.plegma.testing.Oclgrind;

/** Steps as one product in frequency against the plain definition. */
class FrequencyTest {
    private static final Boundary[] BOUNDARIES = {
        Boundary.ZERO,
        Boundary.constant(-1.5),
        Boundary.FIXED,
        Boundary.PERIODIC,
        Boundary.REFLECT,
        Boundary.MIRROR,
        Boundary.NEAREST
    };

    /** Without any symmetry, so that no axis or direction can be taken for another. The magnitudes of the weights sum to 1. */
    private static final String[] LINEAR = {
        "param a = 0.3\nu[x] = 0.5*u + a*u[x-2] - 0.2*u[x+1]",
        "param a = 0.3\nu[x,y] = 0.2*u + a*u[x-1,y] + 0.25*u[x,y+1] - 0.125*u[x+1,y-1] + 0.125*u[x,y-1]",
        "param a = 0.3\nu[x,y,z] = 0.2*u + a*u[x-1,y,z] + 0.25*u[x,y+1,z] - 0.125*u[x,y-1,z+1] + 0.125*u[x,y,z-1]"
    };

    private static Session session;

    @BeforeAll
    static void open() {
        session = Session.open();
    }

    @AfterAll
    static void close() {
        session.close();
    }

    /**
     * Compares with the formula in double precision. A transform's error is a part, growing with the logarithm of the size, of
     * the root of the sum of all squares; {@code amplification} is by how much the steps may make values larger.
     */
    private static void check(
            BoundStencil bound, int together, int steps, double amplification, Map<String, Grid> start) {
        Grid any = start.values().iterator().next();
        try (StencilPlan plan =
                bound.type(any.type()).method("fft(" + together + ")").plan(any.shape())) {
            check(plan, bound, steps, amplification, start);
        }
    }

    private static void check(
            StencilPlan plan, BoundStencil bound, int steps, double amplification, Map<String, Grid> start) {
        Grid any = start.values().iterator().next();
        Map<String, Grid> found = plan.load(start).run(steps).result();
        assertEquals(steps, plan.steps());
        String formula = bound.stencil().spec().formula();
        Map<String, double[]> expected = LinearOracle.run(
                bound.stencil().spec(),
                Inside.settings(bound).boundaries().toArray(Boundary[]::new),
                Inside.settings(bound).parameters(),
                start,
                steps);
        double squares = 0;
        for (Grid grid : start.values()) {
            for (int i = 0; i < grid.length(); i++) {
                squares += grid.at(i) * grid.at(i);
            }
        }
        double unit = any.type() == ElementType.FLOAT ? 0x1p-24 : 0x1p-53;
        double log = Math.log(any.length() + 1) / Math.log(2);
        double bounded = 1.5 * unit * (8 * log + 8 * steps) * amplification * (Math.sqrt(squares) + 4);
        for (String key : found.keySet()) {
            for (int i = 0; i < any.length(); i++) {
                if (!(Math.abs(found.get(key).at(i) - expected.get(key)[i]) <= bounded)) {
                    fail(key + " at " + i + " of " + Arrays.toString(any.shape()) + " after " + steps
                            + " steps: expected "
                            + expected.get(key)[i] + " ± " + bounded + ", found "
                            + found.get(key).at(i) + "\n" + formula + "\n" + bound);
                }
            }
        }
    }

    private static Map<String, Grid> random(Stencil stencil, ElementType type, int... shape) {
        Map<String, Grid> start = new LinkedHashMap<>();
        State.keys(stencil.spec()).forEach(key -> start.put(key, Grid.random(type, 31 + key.hashCode(), shape)));
        return start;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void everyBoundaryOnEveryAxis(int rank) {
        Stencil stencil = Stencil.parse(LINEAR[rank - 1]);
        int[] shape = Arrays.copyOf(new int[] {37, 31, 26}, rank);
        for (int i = 0; i < BOUNDARIES.length; i++) {
            Boundary[] boundaries = new Boundary[rank];
            for (int axis = 0; axis < rank; axis++) {
                boundaries[axis] = BOUNDARIES[(i + 3 * axis) % BOUNDARIES.length];
            }
            int together = rank == 1 ? 1 + i : 1 + i % 3;
            check(
                    stencil.on(session).boundary(boundaries).param("a", -0.3),
                    together,
                    2 * together,
                    1,
                    random(stencil, i % 2 == 0 ? ElementType.FLOAT : ElementType.DOUBLE, shape));
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
        check(stencil.on(session).boundary("periodic"), 2, 4, 1, random(stencil, ElementType.DOUBLE, shape));
    }

    @Test
    void aStepThatReadsNothing() {
        Stencil stencil = Stencil.parse("u[x,y] = 0.5");
        check(stencil.on(session).boundary("periodic"), 3, 4, 1, random(stencil, ElementType.FLOAT, 7, 6));
    }

    /** The same to either side along every axis, but not along all axes alike. The magnitudes of the weights sum to 1. */
    private static final String[] EVEN = {
        "param a = 0.3\nu[x] = 0.5*u + a*(u[x-2] + u[x+2])/2 - 0.1*(u[x+1] + u[x-1])",
        "param a = 0.3\nu[x,y] = 0.2*u + a*(u[x-1,y] + u[x+1,y])/2 - 0.125*(u[x,y+2] + u[x,y-2])"
                + " + 0.0625*(u[x-1,y-1] + u[x-1,y+1] + u[x+1,y-1] + u[x+1,y+1])",
        "param a = 0.3\nu[x,y,z] = 0.2*u + a*(u[x-1,y,z] + u[x+1,y,z])/2 - 0.125*(u[x,y+2,z] + u[x,y-2,z])"
                + " + 0.125*(u[x,y,z-1] + u[x,y,z+1])"
    };

    private static FrequencyGrid grid(Stencil stencil, int steps, int[] shape, Boundary... boundaries) {
        Setting setting = new Setting(
                stencil.spec(),
                List.of(boundaries),
                ElementType.FLOAT,
                shape,
                session.device(),
                Variant.of(session.device()));
        return FrequencyGrid.of(setting, FrequencyForm.of(stencil.spec(), steps), steps);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void mirrorImagesMakeReflectedGridsPeriodic(int rank) {
        Stencil even = Stencil.parse(EVEN[rank - 1]);
        for (int side : new int[] {1, 2, 3, 14}) {
            int[] shape = new int[rank];
            Arrays.setAll(shape, axis -> side + axis);
            for (Boundary last : new Boundary[] {Boundary.REFLECT, Boundary.MIRROR, Boundary.PERIODIC}) {
                Boundary[] boundaries = new Boundary[rank];
                Arrays.fill(boundaries, Boundary.MIRROR);
                boundaries[0] = Boundary.REFLECT;
                boundaries[rank - 1] = last;
                boolean mirrored = rank > 1 || last != Boundary.PERIODIC;
                assertEquals(mirrored, grid(even, 40, shape, boundaries).isMirrored());
                for (ElementType type : List.of(ElementType.FLOAT, ElementType.DOUBLE)) {
                    // As many squares of all images as there are.
                    check(even.on(session).boundary(boundaries), 40, 47, 8, random(even, type, shape));
                }
            }
        }
        Boundary[] reflect = new Boundary[rank];
        Arrays.fill(reflect, Boundary.REFLECT);
        int[] shape = new int[rank];
        Arrays.fill(shape, 14);
        assertFalse(grid(Stencil.parse(LINEAR[rank - 1]), 40, shape, reflect).isMirrored(), "not even");
        Arrays.fill(shape, 300);
        assertFalse(grid(even, 1, shape, reflect).isMirrored(), "strips are faster");
    }

    @Test
    void aPlanSaysWhereStepsAreTaken() {
        Stencil even = Stencil.parse(EVEN[1]);
        for (Map.Entry<String, String> one : Map.of(
                        "zero", "fft(40) (edges reach all cells: steps one by one) on ",
                        "reflect", "fft(40) (on the grid with its mirror images, [28, 30]) on ",
                        "periodic", "fft(40) on ")
                .entrySet()) {
            try (StencilPlan plan =
                    even.on(session).boundary(one.getKey()).method("fft(40)").plan(14, 15)) {
                assertTrue(plan.toString().contains(one.getValue()), plan::toString);
            }
        }
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
                check(plan, bound, 2 * together + 7, 1, random(stencil, type, shape));
            }
        }
    }

    @Test
    void anAxisWithImagesBesideOneWithStrips() {
        Stencil even = Stencil.parse(EVEN[1]);
        for (Boundary other : new Boundary[] {Boundary.ZERO, Boundary.NEAREST, Boundary.constant(-1.5)}) {
            FrequencyGrid grid = grid(even, 20, new int[] {900, 13}, other, Boundary.REFLECT);
            assertEquals("[900, 26]", Arrays.toString(grid.shape()));
            assertEquals(List.of(0), grid.open(List.of(other, Boundary.REFLECT)));
            check(
                    even.on(session).boundary(other, Boundary.REFLECT),
                    20,
                    33,
                    2,
                    random(even, ElementType.FLOAT, 900, 13));
        }
        Stencil wave = Stencil.parse("param c = 0.5\nu[t+1,x,y] = 2*u[t,x,y] - u[t-1,x,y] + c^2*lap(u) + 0.001");
        check(wave.on(session).boundary("mirror"), 30, 37, 160, random(wave, ElementType.DOUBLE, 14, 15));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 50})
    void anyNumberOfStepsAndOddPrimes(int steps) {
        Stencil stencil = Stencil.parse(LINEAR[1]);
        check(stencil.on(session).boundary("periodic"), steps, steps, 1, random(stencil, ElementType.FLOAT, 101, 17));
        check(
                stencil.on(session).boundary("periodic", "reflect"),
                steps,
                steps + 17,
                1,
                random(stencil, ElementType.DOUBLE, 5, 211));
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
                check(wide.on(session).boundary("periodic"), 3, 7, 1, random(wide, ElementType.FLOAT, shape));
            }
            int[] shape = Arrays.copyOf(new int[] {4, 3, 5}, rank);
            check(wide.on(session).boundary("mirror"), 3, 7, 1, random(wide, ElementType.FLOAT, shape));
        }
    }

    @Test
    void stepsLeftOverAreOneProductToo() {
        Stencil stencil = Stencil.parse(LINEAR[0]);
        for (int steps : new int[] {31, 32, 49, 64, 85}) {
            check(stencil.on(session).boundary("fixed"), 32, steps, 1, random(stencil, ElementType.DOUBLE, 1009));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 20})
    void olderLevelsSeveralFieldsAndConstants(int together) {
        Stencil wave = Stencil.parse("param c = 0.5\nu[t+1,x,y] = 2*u[t,x,y] - u[t-1,x,y] + c^2*lap(u)");
        check(wave.on(session).boundary("periodic"), together, 40, 45, random(wave, ElementType.DOUBLE, 24, 30));
        check(wave.on(session).boundary("zero"), together, 20, 25, random(wave, ElementType.FLOAT, 97, 101));
        Stencil coupled = Stencil.parse(
                "u[t+1,x] = 0.5*u[x-1] + 0.25*v[x+1] - 0.125*u[t-1,x] + 0.5\nv[t+1,x] = 0.5*v + 0.25*u[x-2] - 1");
        check(coupled.on(session).boundary("periodic"), together, 23, 4, random(coupled, ElementType.DOUBLE, 61));
        check(coupled.on(session).boundary("nearest"), together, 23, 4, random(coupled, ElementType.FLOAT, 127));
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
        check(
                stencil.on(session).boundary("periodic").param("a", 0),
                5,
                5,
                1,
                random(stencil, ElementType.FLOAT, 9, 12));
    }

    @Test
    void itsMemoryIsKnownAndReturned() {
        Stencil stencil = Stencil.parse(LINEAR[2]);
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
        BoundStencil bound = Stencil.parse(LINEAR[0]).on(session).method("fft(8)");
        assertThrows(IllegalArgumentException.class, () -> bound.withSource(bound.source()));
        assertThrows(IllegalArgumentException.class, () -> Method.parse("fft"));
        assertEquals("fft(1000)", Method.parse("fft(1000)").toString());
    }

    @Test
    void compilesForAmdWithoutSpills() {
        for (ElementType type : List.of(ElementType.FLOAT, ElementType.DOUBLE)) {
            for (int levels : new int[] {1, 2, FrequencyForm.MOST_COMPONENTS}) {
                AmdTargets.assertFits(FrequencyMethod.source(type, levels));
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
                Stencil stencil = Stencil.parse(LINEAR[1]);
                Map<String, Grid> start = random(stencil, ElementType.FLOAT, 8, 9);
                BoundStencil bound =
                        stencil.on(tiny).boundary("periodic", "mirror").method("fft(2)");
                bound.run(start, 2);
                Stencil even = Stencil.parse("u[x,y] = 0.5*u + 0.25*(u[x,y-1] + u[x,y+1])");
                even.on(tiny)
                        .boundary("reflect", "mirror")
                        .method("fft(30)")
                        .run(random(even, ElementType.FLOAT, 3, 5), 30);
                Stencil wave = Stencil.parse("u[t+1,x] = u[t,x] - 0.5*u[t-1,x] + 0.2*lap(u)");
                wave.on(tiny).boundary("periodic").method("fft(3)").run(random(wave, ElementType.DOUBLE, 12), 3);
            }
        }
    }
}
