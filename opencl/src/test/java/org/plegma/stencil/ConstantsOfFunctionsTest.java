package org.plegma.stencil;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.Session;
import org.plegma.expr.tree.Boundary;
import org.plegma.expr.tree.MathFunction;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.State;
import org.plegma.stencil.plan.StencilPlan;

/**
 * Functions of constants that compilers fold: in the formula, where the host computes them, as the value of a boundary, and in
 * a choice. PoCL's compiler makes anything of such as {@code floor(NAN)}, the stores beside it included.
 */
@Tag("optimized")
class ConstantsOfFunctionsTest {
    private static final int[] SHAPE = {19};

    @ParameterizedTest
    @CsvSource({
        "1e30, FLOAT, CPU",
        "-1e10, FLOAT, GPU",
        "4503599627370497, DOUBLE, CPU",
        "1e-40, FLOAT, CPU",
        "NaN, DOUBLE, GPU",
        "-Infinity, DOUBLE, CPU"
    })
    void areThoseOfNumbers(String constant, ElementType type, Variant variant) {
        String number = Double.isFinite(Double.parseDouble(constant)) ? "(" + constant + ")" : "(-2.5)";
        StringBuilder formula = new StringBuilder("field v\n");
        for (MathFunction function : MathFunction.values()) {
            String more = function.arity() == 2 ? ", v[x+1]" : "";
            formula.append("outside_%1$s[x] = %1$s(v[x-1]%2$s)\n".formatted(function.text(), more));
            more = function.arity() == 2 ? ", 0.5" : "";
            // A constant that is not finite is refused.
            if (Double.isFinite(function.apply(Double.parseDouble(number.replaceAll("[()]", "")), 0.5))) {
                formula.append("folded_%1$s[x] = v*%1$s(%2$s%3$s)\n".formatted(function.text(), number, more));
            }
            if (function.arity() == 1) {
                formula.append("chosen_%1$s[x] = %1$s(v > 0 ? %2$s : 2.5)\n".formatted(function.text(), number));
            }
        }
        formula.append("power[x] = v[x-1]^1.5\nexponent[x] = 2^v[x-1]\nraised[x] = abs(v)^%s\n".formatted(number));
        Stencil stencil = Stencil.parse(formula.toString());
        Random random = new Random(9);
        Map<String, Grid> start = new LinkedHashMap<>();
        for (String key : State.keys(stencil.spec())) {
            start.put(key, Grid.generate(type, i -> random.nextGaussian(), SHAPE));
        }
        Boundary[] boundary = {Boundary.constant(Double.parseDouble(constant))};
        try (Session session = Session.open();
                StencilPlan plan =
                        stencil.on(session).boundary(boundary).method("direct").plan(type, SHAPE, variant)) {
            Oracle.Checked checked = new Oracle(stencil.spec(), boundary, Map.of(), SHAPE)
                    .check(start, plan.load(start).run(1).result(), 1, type);
            assertTrue(checked.vacuous() * 20 < checked.cells(), checked.toString());
        }
    }
}
