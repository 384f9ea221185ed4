package org.plegma.expr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.expr.tree.InfixPrinter;
import org.plegma.expr.tree.MathFunction;

/** What each construct of the language stands for. */
class LanguageTest {
    private static final String DECLARATIONS =
            """
            param a, b = 0.5   # run-time scalars
            coef c = [10, 20, 30]
            """;

    /** The written tree of {@code u[x,y] = update} after the declarations above and a read-only field rho. */
    private static String written(String update) {
        StencilSpec spec = StencilSpec.parse(DECLARATIONS
                + "coef m = [[1, 2], [3, a]]\nfield rho\ndouble(f) = 2*f\nflux = rho*u\nhalf(f, g) = f/g\n"
                + "u[x,y] = " + update);
        return InfixPrinter.of(List.of("x", "y")).print(spec.update("u").written());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "u                              ~ u[x,y]",
                "u[x+1,y-2]                     ~ u[x+1,y-2]",
                "u[1+x, (y)]                    ~ u[x+1,y]",
                "u[x][y+1]                      ~ u[x,y+1]",
                "u[x+2*3-1,y]                   ~ u[x+5,y]",
                "u[x+floor(5/2),y]              ~ u[x+2,y]",
                "c[0]*u                         ~ 10*u[x,y]",
                "c[1+1]*u                       ~ 30*u[x,y]",
                "m[1,0]*u + m[1][1]             ~ 3*u[x,y] + a",
                "sum(i=1..3, u[x+i,y])          ~ u[x+1,y] + u[x+2,y] + u[x+3,y]",
                "sum(i=-1..0, j=0..1, u[x+i,y-j]) ~ u[x-1,y] + u[x-1,y-1] + u[x,y] + u[x,y-1]",
                "sum(i=0..2, c[i]*u[x+i,y])     ~ 10*u[x,y] + 20*u[x+1,y] + 30*u[x+2,y]",
                "sum(i=1..2, sum(j=1..i, i*u[x,y+j])) ~ 1*u[x,y+1] + (2*u[x,y+1] + 2*u[x,y+2])",
                "sum(i=2..2, u[x+i,y])          ~ u[x+2,y]",
                "sum(i=-1..1, c[abs(i)]*u[x+i,y]) ~ 20*u[x-1,y] + 10*u[x,y] + 20*u[x+1,y]",
                "sum(i=0..3, i == 3 ? u : c[i]) ~ 10 + 20 + 30 + u[x,y]",
                "double(u)                      ~ 2*u[x,y]",
                "double(u + 1)                  ~ 2*(u[x,y] + 1)",
                "double(double(rho))            ~ 2*(2*rho[x,y])",
                "half(u, a)                     ~ u[x,y]/a",
                "flux                           ~ rho[x,y]*u[x,y]",
                "flux[x+1,y] - flux[x-1,y]      ~ rho[x+1,y]*u[x+1,y] - rho[x-1,y]*u[x-1,y]",
                "d1(u, x)                       ~ -0.5*u[x-1,y] + 0.5*u[x+1,y]",
                "d2(u, y)                       ~ u[x,y-1] - 2*u[x,y] + u[x,y+1]",
                "d2(u, y, spacing=0.5)          ~ 4*u[x,y-1] - 8*u[x,y] + 4*u[x,y+1]",
                "d2(u, y, spacing=a)            ~ (u[x,y-1] - 2*u[x,y] + u[x,y+1])/a^2",
                "d1(u, x, spacing=2*a)          ~ (-0.5*u[x-1,y] + 0.5*u[x+1,y])/(2*a)",
                "d2(u, x, order=4) ~ -1/12*u[x-2,y] + 4/3*u[x-1,y] - 2.5*u[x,y] + 4/3*u[x+1,y] - 1/12*u[x+2,y]",
                "d1(d1(u, x), y) ~ -0.5*(-0.5*u[x-1,y-1] + 0.5*u[x+1,y-1]) + 0.5*(-0.5*u[x-1,y+1] + 0.5*u[x+1,y+1])",
                "d3(u, x) ~ -0.5*u[x-2,y] + u[x-1,y] - u[x+1,y] + 0.5*u[x+2,y]",
                "lap(u) ~ (u[x-1,y] - 2*u[x,y] + u[x+1,y]) + (u[x,y-1] - 2*u[x,y] + u[x,y+1])",
                "-u^2                           ~ -u[x,y]^2",
                "2^3^2                          ~ 512",
                "-2^2                           ~ -4",
                "2^-1*u                         ~ 0.5*u[x,y]",
                "1.5e3 + .5*u + 2.*u            ~ 1500 + 0.5*u[x,y] + 2*u[x,y]",
                "0.1 + 0.2                      ~ 0.3",
                "min(u, 1, a)                   ~ min(min(u[x,y], 1), a)",
                "pow(u, a)                      ~ u[x,y]^a",
                "pi*u                           ~ pi*u[x,y]",
                "u > 1 && u < 2 || !(u == 3) ? a : b ~ u[x,y] > 1 && u[x,y] < 2 || !(u[x,y] == 3) ? a : b",
                "true ? u : c[9]                ~ u[x,y]",
                "1 < 2 && u > 0 ? 1 : 0         ~ u[x,y] > 0 ? 1 : 0",
                "u > 0 ? 1 : u > -1 ? 2 : 3     ~ u[x,y] > 0 ? 1 : u[x,y] > -1 ? 2 : 3",
                "a - b - u                      ~ a - b - u[x,y]",
                "a - (b - u)                    ~ a - (b - u[x,y])",
                "a/b/u                          ~ a/b/u[x,y]",
                "a/(b*u)*2                      ~ a/(b*u[x,y])*2",
                "+u                             ~ u[x,y]",
            })
    void constructs(String update, String expected) {
        assertEquals(expected, written(update));
    }

    @Test
    void everyFunctionHasItsName() {
        for (MathFunction function : MathFunction.values()) {
            String text = function.text() + (function.arity() == 1 ? "(u[x,y])" : "(u[x,y], a)");
            assertEquals(text, written(text));
        }
    }

    @Test
    void statementsEndWithTheLineUnlessSomethingIsOpen() {
        StencilSpec spec = StencilSpec.parse(
                """
                // comments of both kinds, empty lines and semicolons

                param a = 1;  param b = 2   # two on a line
                u[x] = a*(u[x-1]
                    + u[x+1]      // in the middle of an expression
                ) +
                    b
                """);
        assertEquals("param a = 1\nparam b = 2\nu[x] = a*(u[x-1] + u[x+1]) + b\n", spec.formula());
    }

    @Test
    void statementsStandInAnyOrder() {
        StencilSpec spec = StencilSpec.parse("u[x] = f(rho)*a\nf(g) = g + u\nparam a\nfield rho");
        assertEquals(
                List.of("u", "rho"),
                spec.fields().stream().map(StencilSpec.Field::name).toList());
    }

    @Test
    void theDifferencesCanBeDefinedAnew() {
        StencilSpec spec = StencilSpec.parse(
                """
                lap(f) = d2(f, x, order=4) + d2(f, y, order=4)
                u[x,y] = lap(u)
                """);
        assertEquals(
                "u[x,y] = -5*u[x,y] + 4/3*(u[x-1,y] + u[x,y-1] + u[x,y+1] + u[x+1,y])"
                        + " - 1/12*(u[x-2,y] + u[x,y-2] + u[x,y+2] + u[x+2,y])\n",
                spec.formula());
    }

    @Test
    void definitionsTakeAxesAndShadowNames() {
        StencilSpec spec = StencilSpec.parse(
                """
                grad(u, along, h) = d1(u, along, spacing=h)
                u[x,y] = grad(v, y, 0.5) + grad(u, x, 1)
                v[x,y] = v
                """);
        assertEquals(
                "-0.5*(u[x-1,y] - u[x+1,y]) + v[x,y+1] - v[x,y-1]",
                InfixPrinter.of(List.of("x", "y")).print(spec.update("u").value()));
    }

    @Test
    void timeLevelsAreExplicitOrAbsent() {
        StencilSpec wave = StencilSpec.parse("u[t+1,x] = 2*u - u[t-1,x] + u[x+1]");
        assertEquals("u[t+1,x] = 2*u[t,x] + u[t,x+1] - u[t-1,x]\n", wave.formula());
        assertEquals(2, wave.depth());
        assertEquals(2, wave.field("u").levels());
        StencilSpec shifted = StencilSpec.parse("field rho\ng = rho*u\nu[t+1,x] = g - g[t-1,x+1]");
        assertEquals(
                "rho[x]*u[t,x] - rho[x+1]*u[t-1,x+1]",
                InfixPrinter.withTime(List.of("x"), "u"::equals)
                        .print(shifted.update("u").written()));
        assertEquals(1, StencilSpec.parse("u[t+1,x] = u[t,x]").depth());
    }

    @Test
    void theSpacingComesFromTheCallTheOptionOrIsOne() {
        FormulaOptions options = FormulaOptions.standard().spacing("h").spacing("y", "0.5");
        String source = "param h = 0.1\nu[x,y] = %s";
        assertEquals("(u[x-1,y] - 2*u[x,y] + u[x+1,y])/h^2", print(source.formatted("d2(u, x)"), options));
        assertEquals("4*u[x,y-1] - 8*u[x,y] + 4*u[x,y+1]", print(source.formatted("d2(u, y)"), options));
        assertEquals("u[x-1,y] - 2*u[x,y] + u[x+1,y]", print(source.formatted("d2(u, x, spacing=1)"), options));
        assertEquals(
                "(u[x-1,y] - 2*u[x,y] + u[x+1,y])/h^2 + (4*u[x,y-1] - 8*u[x,y] + 4*u[x,y+1])",
                print(source.formatted("lap(u)"), options));
        assertEquals(
                "(u[x-1,y] - 2*u[x,y] + u[x+1,y])/h^2 + (0.25*u[x,y-1] - 0.5*u[x,y] + 0.25*u[x,y+1])",
                print(source.formatted("lap(u, spacing=[h, 2])"), FormulaOptions.standard()));
    }

    private static String print(String source, FormulaOptions options) {
        StencilSpec spec = StencilSpec.parse(source, options);
        return InfixPrinter.of(List.of("x", "y")).print(spec.update("u").written());
    }

    @Test
    void parametersMayHaveDefaults() {
        StencilSpec spec = StencilSpec.parse("param a = 1/4, b, g = sqrt(2)*pi\nu[x] = u");
        assertEquals(Map.of("a", 0.25, "g", Math.sqrt(2) * Math.PI), spec.defaults());
        assertEquals(3, spec.params().size());
        assertTrue(spec.params().get(1).defaultValue().isEmpty());
    }

    @Test
    void listsMayHoldParameters() {
        StencilSpec spec = StencilSpec.parse("param a\ncoef c = [1-2*a, a]\nu[x] = c[0]*u + c[1]*(u[x-1]+u[x+1])");
        assertEquals("param a\nu[x] = (1 - 2*a)*u[x] + a*(u[x-1] + u[x+1])\n", spec.formula());
    }
}
