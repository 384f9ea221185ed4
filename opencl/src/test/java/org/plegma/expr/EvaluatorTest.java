package org.plegma.expr;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.expr.algebra.CoefficientArrays;
import org.plegma.expr.tree.Boundary;

class EvaluatorTest {
    private static final int[][] KERNEL = {
        {-4, 3, -1, 6, 2},
        {-1, -3, 6, 4, 2},
        {-3, -3, -3, -3, -3},
        {1, 3, 5, -4, -2},
        {0, 4, -3, 1, 5},
        {5, 0, 6, 1, -4},
        {5, 2, -1, -4, 4}
    };

    private static double[] run(String source, Boundary boundary, double... values) {
        return Evaluator.of(StencilSpec.parse(source)).boundary(boundary).run(new int[] {values.length}, values, 1);
    }

    @ParameterizedTest
    @CsvSource({
        "zero,          2 1 3 0 | 1 5 1 3",
        "constant(9),   2 1 3 0 | 10 5 1 12",
        "fixed,         2 1 3 0 | 2 5 1 0",
        "periodic,      2 1 3 0 | 1 5 1 5",
        "reflect,       2 1 3 0 | 3 5 1 3",
        "mirror,        2 1 3 0 | 2 5 1 6",
        "nearest,       2 1 3 0 | 3 5 1 3",
    })
    void boundariesByHand(String boundary, String values) {
        String[] sides = values.split("\\|");
        assertArrayEquals(
                numbers(sides[1]), run("u[x] = u[x-1] + u[x+1]", Boundary.parse(boundary), numbers(sides[0])));
    }

    private static double[] numbers(String text) {
        return Arrays.stream(text.strip().split(" "))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    /** Values that scipy.ndimage.correlate gives for a 3 by 2 array, smaller than the 7 by 5 kernel. */
    @ParameterizedTest
    @CsvSource({
        "reflect,     14 77 68 124 164 114",
        "mirror,      83 107 41 29 26 99",
        "nearest,     101 129 205 182 247 261",
        "periodic,    5 -7 60 48 137 125",
        "constant(2), 56 85 47 29 84 107",
    })
    void agreesWithSciPyWhenTheKernelIsLargerThanTheGrid(String boundary, String expected) {
        double[][] kernel = Arrays.stream(KERNEL)
                .map(row -> Arrays.stream(row).asDoubleStream().toArray())
                .toArray(double[][]::new);
        StencilSpec spec = StencilSpec.of(List.of("x", "y"), "u", CoefficientArrays.linearForm(kernel));
        assertArrayEquals(
                numbers(expected),
                Evaluator.of(spec)
                        .boundary(Boundary.parse(boundary))
                        .run(new int[] {3, 2}, numbers("1 5 2 -3 7 4"), 1));
    }

    /** The same in three dimensions, from scipy.ndimage.correlate. */
    @ParameterizedTest
    @CsvSource({"reflect, 0 -16 -32 -48 -8 -24 -40 -56", "nearest, 64 56 48 40 72 64 56 48"})
    void agreesWithSciPyInThreeDimensions(String boundary, String expected) {
        double[][][] kernel = new double[5][3][3];
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < 3; j++) {
                for (int k = 0; k < 3; k++) {
                    kernel[i][j][k] = (i + 2 * j + 3 * k) % 5 - 2;
                }
            }
        }
        double[] squares = IntStream.range(0, 8).mapToDouble(i -> i * i).toArray();
        StencilSpec spec = StencilSpec.of(List.of("x", "y", "z"), "u", CoefficientArrays.linearForm(kernel));
        assertArrayEquals(
                numbers(expected),
                Evaluator.of(spec).boundary(Boundary.parse(boundary)).run(new int[] {2, 2, 2}, squares, 1));
    }

    @Test
    void eachAxisHasItsOwnBoundary() {
        StencilSpec spec = StencilSpec.parse("u[x,y] = u[x-1,y] + 10*u[x,y+1] + 100*u[x-1,y+1]");
        double[] result = Evaluator.of(spec)
                .boundary(Boundary.PERIODIC, Boundary.constant(7))
                .run(new int[] {2, 2}, new double[] {1, 2, 3, 4}, 1);
        assertArrayEquals(new double[] {3 + 20 + 400, 4 + 70 + 700, 1 + 40 + 200, 2 + 70 + 700}, result);
    }

    @Test
    void theFirstConstantAxisGivesTheCorner() {
        StencilSpec spec = StencilSpec.parse("u[x,y] = u[x-1,y-1]");
        double[] result = Evaluator.of(spec)
                .boundary(Boundary.constant(5), Boundary.constant(7))
                .run(new int[] {2, 2}, new double[] {1, 2, 3, 4}, 1);
        assertArrayEquals(new double[] {5, 5, 7, 1}, result);
    }

    @Test
    void fixedCellsKeepTheirValuesEvenIfTheGridIsTooSmall() {
        StencilSpec spec = StencilSpec.parse("u[x,y] = u[x-1,y] + u[x+2,y] + 0*u[x,y+9]");
        double[] values = IntStream.range(0, 10).mapToDouble(i -> i).toArray();
        // Five rows of two: rows 0, 3 and 4 reach outside along x; the term that vanishes does not count.
        assertArrayEquals(
                new double[] {0, 1, 0 + 6, 1 + 7, 2 + 8, 3 + 9, 6, 7, 8, 9},
                Evaluator.of(spec).boundary(Boundary.FIXED).run(new int[] {5, 2}, values, 1));
        double[] tiny = {1, 2};
        assertArrayEquals(tiny, Evaluator.of(spec).boundary(Boundary.FIXED).run(new int[] {2, 1}, tiny, 3));
    }

    @Test
    void nanAndInfinityStayWhereTheFormulaReadsThem() {
        double nan = Double.NaN;
        assertArrayEquals(
                new double[] {0, nan, nan, nan, 0},
                run("u[x] = 0.5*u[x] + u[x-1] - u[x+1]", Boundary.ZERO, 0, 0, nan, 0, 0));
        assertArrayEquals(
                new double[] {1, 1, 0}, run("u[x] = u != u || u > 5 ? 1 : 0", Boundary.ZERO, nan, 1.0 / 0, 5));
        assertArrayEquals(new double[] {3, 3, nan}, run("u[x] = max(u, u[x+1])", Boundary.constant(nan), nan, 3, nan));
    }

    /** What generated code does not read has no effect here either, in whatever way it cancels. */
    @ParameterizedTest
    @CsvSource({
        "u + (u[x+1] - u[x+1]),     NaN,       1 NaN 3",
        "u + 0*u[x+1],              Infinity,  1 Infinity 3",
        "u*u[x-1]/u[x-1],           NaN,       1 NaN 3",
        "u*u[x-1]/u[x-1],           0,         1 0 3",
        "'u + min(1, 0*u[x+1])',    NaN,       1 NaN 3",
        "0*u[x+1] >= 0 ? u : 7,     NaN,       1 NaN 3",
        "u + u[x-1] - u[x-1] + u[x+1], NaN,    NaN NaN 3",
        "u + u[x+1]^0,              NaN,       2 NaN 4",
    })
    void whatCancelsIsNotRead(String formula, double middle, String expected) {
        StencilSpec spec = StencilSpec.parse("u[x] = " + formula);
        double[] values = {1, middle, 3};
        assertArrayEquals(numbers(expected), Evaluator.of(spec).run(new int[] {3}, values, 1), spec.formula());
        assertArrayEquals(
                numbers(expected), Evaluator.of(spec.simplified()).run(new int[] {3}, values, 1), spec.formula());
    }

    @Test
    void fixedKeepsNoCellBecauseOfAReadThatCancels() {
        StencilSpec spec = StencilSpec.parse("field v\nu[x] = 2*u + 0*v[x+1] + (u[x-1] - u[x-1])");
        assertEquals(0, spec.footprint().radius());
        assertEquals(List.of("v"), spec.readOnlyFields());
        Map<String, List<double[]>> state =
                Map.of("u", List.of(new double[] {1, 2}), "v", List.of(new double[] {Double.NaN, 5}));
        for (Boundary boundary : List.of(Boundary.FIXED, Boundary.constant(Double.NaN), Boundary.MIRROR)) {
            assertArrayEquals(
                    new double[] {2, 4},
                    Evaluator.of(spec)
                            .boundary(boundary)
                            .run(new int[] {2}, state, 1)
                            .get("u")
                            .get(0),
                    boundary.toString());
        }
    }

    @Test
    void functionsHaveTheMeaningOfC() {
        assertArrayEquals(
                new double[] {3, -3, 2, -2, 0},
                run("u[x] = round(u)", Boundary.ZERO, 2.5, -2.5, 2.49999, -1.5, 0.49999999999999994));
        assertArrayEquals(new double[] {1, 1}, run("u[x] = u^0", Boundary.ZERO, Double.NaN, 0));
        assertArrayEquals(new double[] {1, 1}, run("u[x] = 1^u", Boundary.ZERO, Double.NaN, 2));
        assertArrayEquals(
                new double[] {2, 2, -1},
                run("param p = 2\nu[x] = min(u, max(p, sqrt(-p)))", Boundary.ZERO, 5, Double.NaN, -1));
    }

    @Test
    void allFieldsReadTheOldLevels() {
        StencilSpec spec = StencilSpec.parse("field w\na[x] = b + w\nb[x] = a - w[x+1]");
        Map<String, List<double[]>> state = Map.of(
                "a", List.of(new double[] {1, 2}),
                "b", List.of(new double[] {10, 20}),
                "w", List.of(new double[] {100, 200}));
        Map<String, List<double[]>> one = Evaluator.of(spec).run(new int[] {2}, state, 1);
        assertArrayEquals(new double[] {110, 220}, one.get("a").get(0));
        assertArrayEquals(new double[] {1 - 200, 2}, one.get("b").get(0));
        Map<String, List<double[]>> two = Evaluator.of(spec).run(new int[] {2}, state, 2);
        assertArrayEquals(new double[] {1 - 200 + 100, 202}, two.get("a").get(0));
        assertArrayEquals(new double[] {100, 200}, two.get("w").get(0));
        assertArrayEquals(new double[] {1, 2}, state.get("a").get(0));
    }

    @Test
    void levelsMoveOneBackEachStep() {
        StencilSpec spec = StencilSpec.parse("u[t+1,x] = u[t,x] + 10*u[t-1,x] + 100*u[t-2,x]");
        Map<String, List<double[]>> state = Map.of("u", List.of(new double[] {1}, new double[] {2}, new double[] {3}));
        List<double[]> levels = Evaluator.of(spec).run(new int[] {1}, state, 2).get("u");
        assertEquals(
                List.of(321.0 + 10 + 200, 321.0, 1.0),
                levels.stream().map(level -> level[0]).collect(Collectors.toList()));
    }

    @Test
    void parametersAreDefaultsOrGiven() {
        StencilSpec spec = StencilSpec.parse("param a = 2\nparam b\nu[x] = a*u + b");
        assertArrayEquals(new double[] {11}, Evaluator.of(spec).param("b", 5).run(new int[] {1}, new double[] {3}, 1));
        assertArrayEquals(
                new double[] {7},
                Evaluator.of(spec).param("b", 1).param("a", 2).run(new int[] {1}, new double[] {3}, 1));
        assertMessage(
                "The parameter 'b' has no value. Give one, or a default: 'param b = 0.1'.",
                () -> Evaluator.of(spec).run(new int[] {1}, new double[] {3}, 1));
        assertMessage("There is no parameter 'c'. The parameters are [a, b].", () -> Evaluator.of(spec)
                .param("c", 1));
    }

    @Test
    void wrongInputIsRefused() {
        StencilSpec spec = StencilSpec.parse("u[t+1,x,y] = u[t-1,x,y]");
        Evaluator evaluator = Evaluator.of(spec);
        assertMessage(
                "Wrong number of boundaries: expected 1 or 2, one for each axis, found 3.",
                () -> evaluator.boundary(Boundary.ZERO, Boundary.ZERO, Boundary.ZERO));
        assertMessage(
                "The shape must name 2 sizes of 1 or more, found [3].",
                () -> evaluator.run(new int[] {3}, Map.of("u", List.of()), 1));
        assertMessage(
                "The field 'u' needs 2 level(s), found 1.",
                () -> evaluator.run(new int[] {1, 1}, Map.of("u", List.of(new double[1])), 1));
        assertMessage(
                "The field 'u' has 3 values, but the shape [2, 2] has 4 cells.",
                () -> evaluator.run(new int[] {2, 2}, Map.of("u", List.of(new double[3], new double[3])), 1));
        assertMessage(
                "This stencil has 1 fields and reads 2 level(s). Give a map of all of them.",
                () -> evaluator.run(new int[] {1, 1}, new double[1], 1));
    }

    private static void assertMessage(String expected, Runnable action) {
        assertEquals(
                expected,
                assertThrows(IllegalArgumentException.class, action::run).getMessage());
    }

    @Test
    void anInterruptEndsTheEvaluation() {
        StencilSpec spec = StencilSpec.parse("u[x] = u");
        Thread.currentThread().interrupt();
        assertThrows(CancellationException.class, () -> Evaluator.of(spec).run(new int[] {10}, new double[10], 1));
        assertTrue(!Thread.currentThread().isInterrupted());
    }
}
