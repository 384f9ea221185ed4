package org.plegma.expr.algebra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.tree.Expr;
import org.plegma.expr.tree.Offset;

class UniformValueTest {
    private static final Map<String, Double> VALUES = Map.of(
            "a", 0.1, "huge", 1e200, "tiny", 1e-200, "zero", 0.0, "nan", Double.NaN, "inf", Double.POSITIVE_INFINITY);

    private static Polynomial coefficient(String source) {
        StencilSpec spec = StencilSpec.parse("param a, huge, tiny, zero, nan, inf, missing\nu[x] = (" + source + ")*u");
        return spec.linear().orElseThrow().forms().get("u").coefficient(new Expr.Access("u", 0, Offset.zero(1)));
    }

    @ParameterizedTest
    @CsvSource({
        "1 - 10*a,             0",
        "3*a,                  0.3",
        "(huge*tiny)^2,        1",
        "(huge/tiny)^2,        Infinity",
        "-(huge/tiny)^2,       -Infinity",
        "huge^2*tiny^2*a,      0.1",
        "huge^2 - huge^2 + a,  0.1",
        "tiny^3,               0",
        "1 + sqrt(zero) + a,   1.1",
        "a/zero,               Infinity",
        "a*nan,                NaN",
        "a/inf,                0",
    })
    void coefficientsAreExactAndRoundedOnce(String source, double expected) {
        assertEquals(expected, UniformValue.of(coefficient(source), VALUES));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a*missing | The parameter 'missing' has no value. Give one, or a default: 'param missing = 0.1'.",
            })
    void missingValuesAreNamed(String source, String message) {
        assertEquals(
                message,
                assertThrows(IllegalArgumentException.class, () -> UniformValue.of(coefficient(source), VALUES))
                        .getMessage());
    }
}
