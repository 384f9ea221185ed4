package org.plegma.stencil;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Session;
import org.plegma.device.vectors.Faulty;
import org.plegma.device.vectors.VectorFunction;
import org.plegma.expr.tree.Boundary;
import org.plegma.expr.tree.MathFunction;
import org.plegma.stencil.code.CellCode;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.State;
import org.plegma.stencil.plan.StencilPlan;

/** Every function of the language beside special values, in rows that vectors divide and in others. */
@Tag("optimized")
class VectorFunctionsOfStencilsTest {
    private static final double[] SPECIAL = {
        0,
        -0.0,
        1e-310,
        1e-40,
        -1e-40,
        1e30,
        -1e30,
        3e38,
        1e300,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY
    };

    @Test
    void aZeroLeavesThePowersOfItsNeighboursAlone() {
        double[] values = IntStream.range(0, 24).mapToDouble(i -> 1 + i).toArray();
        values[3] = 0;
        values[20] = Double.NaN;
        try (Session session = Session.open()) {
            double[] found = Stencil.parse("u[x] = u^1.5")
                    .on(session)
                    .run(Grid.of(values, values.length), 1)
                    .doubles();
            for (int i = 0; i < values.length; i++) {
                double expected = Math.pow(values[i], 1.5);
                double difference = Double.isNaN(expected) ? 0 : Math.abs(found[i] - expected);
                assertTrue(
                        difference <= 1e-13 * expected || i == 20 && Double.isNaN(found[i]),
                        "of " + values[i] + ": " + found[i]);
            }
        }
    }

    @Test
    void onlyTheWrongFunctionOfTheWrongWidthIsCalledLaneByLane() {
        CellCode code = new CellCode(
                Stencil.parse("u[x] = exp(u) + 1.5^u + atan2(u, u[x-1])").spec(),
                new Boundary[] {Boundary.ZERO},
                ElementType.FLOAT,
                false,
                Faulty.with(VectorFunction.ATAN2, ElementType.FLOAT, 4, 16));
        assertEquals("", code.vectorHelpers(8));
        String helpers = code.vectorHelpers(4);
        assertTrue(helpers.startsWith("float4 vector_atan2(const float4 a, const float4 b)"), helpers);
        assertTrue(helpers.contains("(float4)(atan2(a.s0, b.s0), atan2(a.s1, b.s1), "), helpers);
        assertFalse(helpers.contains("exp") || helpers.contains("pow"), helpers);
        String body = code.compute(16, CellCode::readName, (field, value) -> value);
        assertTrue(body.contains("vector_atan2(") && body.contains("exp(") && !body.contains("vector_exp"), body);
    }

    /** In the rings of blocked(2), lanes beyond the end of a row hold what was never written. */
    @ParameterizedTest
    @CsvSource({"DOUBLE, 1", "FLOAT, 2"})
    void everyFunctionIsThatOfNumbers(ElementType type, int seed) {
        StringBuilder formula = new StringBuilder("field v\n");
        for (MathFunction function : MathFunction.values()) {
            String arguments = IntStream.range(0, function.arity())
                    .mapToObj(i -> i == 0 ? "v[x,y+1]" : "v[x-1,y]")
                    .collect(Collectors.joining(", "));
            formula.append("of_%1$s[x,y] = %1$s(%2$s)\n".formatted(function.text(), arguments));
        }
        formula.append("power[x,y] = v[x,y+1]^1.5\nvaried[x,y] = abs(v)^v[x-1,y]\nwhole[x,y] = v^(-3)");
        Stencil stencil = Stencil.parse(formula.toString());
        Random random = new Random(seed);
        Boundary[] boundaries = {Boundary.constant(0.3), Boundary.NEAREST};
        try (Session session = Session.open()) {
            for (String method : List.of("direct", "blocked(2)")) {
                int row = method.equals("direct") ? 16 : 21;
                int[] shape = {3, row};
                Map<String, Grid> start = new LinkedHashMap<>();
                for (String key : new ArrayList<>(State.keys(stencil.spec()))) {
                    start.put(
                            key,
                            Grid.generate(
                                    type,
                                    i -> random.nextInt(5) > 0
                                            ? 2 * random.nextGaussian()
                                            : SPECIAL[random.nextInt(SPECIAL.length)],
                                    shape));
                }
                Oracle oracle = new Oracle(stencil.spec(), boundaries, Map.of(), shape);
                try (StencilPlan plan = stencil.on(session)
                        .boundary(boundaries)
                        .method("direct")
                        .plan(type, shape, Variant.CPU)) {
                    Oracle.Checked checked =
                            oracle.check(start, plan.load(start).run(2).result(), 2, type);
                    assertTrue(checked.vacuous() < checked.cells() / 10, checked.toString());
                }
            }
        }
    }
}
