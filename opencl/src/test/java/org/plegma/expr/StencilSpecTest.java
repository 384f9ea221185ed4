package org.plegma.expr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.expr.tree.Cost;
import org.plegma.expr.tree.Expr;
import org.plegma.expr.tree.Expr.Access;
import org.plegma.expr.tree.Exprs;
import org.plegma.expr.tree.Footprint;
import org.plegma.expr.tree.Offset;

class StencilSpecTest {

    /** The thesis's example: a star of radius 4 in three dimensions. */
    private static final StencilSpec THESIS = StencilSpec.parse(
            """
            coef c = [0.9, 0.4, 0.3, 0.2, 0.1]
            u[x,y,z] = c[0]*u[x,y,z] + sum(i=1..4, c[i]*(u[x+i,y,z]+u[x-i,y,z]+u[x,y+i,z]+u[x,y-i,z]+u[x,y,z+i]+u[x,y,z-i]))
            """);

    @Test
    void describesTheThesisStencil() {
        Footprint footprint = THESIS.footprint();
        assertEquals("star of radius 4 with 25 points", footprint.toString());
        // Each distinct coefficient is one multiplication.
        assertEquals(new Cost(25, 24, 5, 0, 0, 0, 1, 1), THESIS.cost());
        assertEquals(8, THESIS.cost().bytes(4));
        assertEquals(29, THESIS.cost().flops());
        assertEquals(Footprint.Shape.OTHER, THESIS.fused(2).footprint().shape());
        assertEquals(8, THESIS.fused(2).footprint().radius());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "u                                            | point of radius 0 with 1 point",
                "7                                            | point of radius 0 with 0 points",
                "u + u[x+3,y]                                 | star of radius 3 with 2 points",
                "lap(u)                                       | star of radius 1 with 5 points",
                "sum(i=-1..1, j=-2..2, u[x+i,y+j])            | box of radius 2 with 15 points",
                "sum(i=1..2, j=1..2, u[x+i,y+j])              | box of radius 2 with 4 points",
                "u[x+1,y+1] + u[x-1,y-1] + u[x+1,y-1] + u[x-1,y+1] | 4 points of radius 1",
                "u[x+1,y] - u[x+1,y] + rho[x,y-2]             | star of radius 2 with 1 point",
            })
    void recognisesShapes(String update, String expected) {
        assertEquals(
                expected,
                StencilSpec.parse("field rho\nu[x,y] = " + update).footprint().toString());
    }

    @Test
    void reachesAreKnownByFieldAndDirection() {
        StencilSpec spec = StencilSpec.parse("field k\nu[x,y] = u[x-1,y+2]*k[x+3,y]\nv[x,y] = u[x+1,y]");
        assertEquals(
                List.of(1, 3, 0, 2),
                List.of(
                        spec.footprint("u").low(0),
                        spec.footprint("u").high(0),
                        spec.footprint("u").low(1),
                        spec.footprint("u").high(1)));
        assertEquals(1, spec.footprint("v").high(0));
        assertEquals(3, spec.footprint().points());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2*u + a*u[x+1]         | 2 | 1 | 2 | 0 | 0 | 0",
                "u - u[x+1]             | 2 | 1 | 0 | 0 | 0 | 0",
                "a*b*u                  | 1 | 0 | 1 | 0 | 0 | 0",
                "a + b + u*u            | 1 | 1 | 1 | 0 | 0 | 0",
                "u/(1 + u^3)            | 1 | 1 | 2 | 1 | 0 | 0",
                "sqrt(u) + sqrt(u)^2    | 1 | 1 | 1 | 0 | 1 | 0",
                "u^a + sin(a)*u         | 1 | 1 | 1 | 0 | 1 | 0",
                "u > a ? -u : u[x+1]*u  | 2 | 0 | 1 | 0 | 0 | 2",
            })
    void countsOperations(
            String update, int points, int additions, int products, int quotients, int functions, int comparisons) {
        Cost expected = new Cost(points, additions, products, quotients, functions, comparisons, 1, 1);
        assertEquals(expected, StencilSpec.parse("param a, b\nu[x] = " + update).cost());
    }

    @Test
    void equalSourcesGiveEqualSpecs() {
        String source = "param a = 1\ncoef c = [1, 2]\nfield k\nu[x] = c[1]*k*u[x+1] + a";
        assertEquals(StencilSpec.parse(source), StencilSpec.parse(source));
        assertEquals(
                StencilSpec.parse(source).hashCode(), StencilSpec.parse(source).hashCode());
        StencilSpec spec = StencilSpec.parse(source);
        assertEquals(spec.update("u").value(), spec.simplified().update("u").written());
    }

    @Test
    void specsAreMadeOfTreesToo() {
        Access east = new Access("u", 0, Offset.of(0, 1));
        StencilSpec spec = StencilSpec.of(
                List.of("y", "x"),
                Map.of("u", Exprs.product(new Expr.Param("a"), new Access("k", 0, Offset.zero(2)), east)));
        assertEquals("param a\nfield k\nu[y,x] = a*k[y,x]*u[y,x+1]\n", spec.formula());
        assertEquals(spec.formula(), StencilSpec.parse(spec.formula()).formula());
    }

    @Test
    void wrongTreesAreRefused() {
        Access plain = new Access("u", 0, Offset.zero(1));
        assertRefused(
                "A stencil has 1 to 3 axes and at least one update, found the axes [] and the updates of [u].",
                () -> StencilSpec.of(List.of(), Map.of("u", plain)));
        assertRefused(
                "The update of 'u' reads 'u' with 1 indices, but there are 2 axes.",
                () -> StencilSpec.of(List.of("x", "y"), Map.of("u", plain)));
        assertRefused(
                "The read-only field 'k' has no older levels.",
                () -> StencilSpec.of(List.of("x"), Map.of("u", new Access("k", -1, Offset.zero(1)))));
        assertRefused(
                "The update of 'u' is no complete number: Bool[value=true]",
                () -> StencilSpec.of(List.of("x"), Map.of("u", new Expr.Bool(true))));
    }

    private static void assertRefused(String message, Runnable action) {
        assertEquals(
                message,
                assertThrows(IllegalArgumentException.class, action::run).getMessage());
    }

    @Test
    void unknownNamesAreRefused() {
        assertEquals(
                "There is no field 'w'. The fields are [u].",
                assertThrows(IllegalArgumentException.class, () -> StencilSpec.parse("u[x] = u")
                                .field("w"))
                        .getMessage());
        assertEquals(
                "No update writes 'k'. The updated fields are [u].",
                assertThrows(IllegalArgumentException.class, () -> StencilSpec.parse("field k\nu[x] = k")
                                .update("k"))
                        .getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "u + alpha*lap(u) | \\left(1 - 4 \\, \\alpha\\right) \\, u^{t}_{x,\\,y} + \\alpha \\, \\left("
                        + "u^{t}_{x-1,\\,y} + u^{t}_{x,\\,y-1} + u^{t}_{x,\\,y+1} + u^{t}_{x+1,\\,y}\\right)",
                "4*c1*u/(3*dt)    | \\frac{4 \\, c_{1}}{3 \\, \\mathrm{dt}} \\, u^{t}_{x,\\,y}",
                "u^2*rho          | \\rho_{x,\\,y} \\, \\left(u^{t}_{x,\\,y}\\right)^{2}",
                "sqrt(u) + abs(-u) | \\left#-u^{t}_{x,\\,y}\\right# + \\sqrt{u^{t}_{x,\\,y}}",
                "u > 1 && alpha != 2 ? u^alpha : 1e-9*pi*u^3 | \\begin{cases}\\left(u^{t}_{x,\\,y}\\right)^{\\alpha} & \\text{if } "
                        + "u^{t}_{x,\\,y} > 1 \\land \\alpha \\ne 2 \\\\ 1 \\cdot 10^{-9} \\, \\pi \\, "
                        + "\\left(u^{t}_{x,\\,y}\\right)^{3} & \\text{otherwise}\\end{cases}",
            })
    void writesLatex(String update, String expected) {
        StencilSpec spec = StencilSpec.parse("param alpha, c1, dt\nfield rho\nu[x,y] = " + update);
        assertEquals(
                "\\begin{aligned}\nu^{t+1}_{x,\\,y} &= " + expected.replace('#', '|') + "\n\\end{aligned}",
                spec.latex());
    }

    @Test
    void longSumsAreBrokenBetweenTerms() {
        String latex =
                StencilSpec.parse("param a\nu[x,y] = u + a*lap(u)").fused(2).latex();
        List<String> lines = latex.lines().toList();
        assertEquals(4, lines.size(), latex);
        assertTrue(lines.get(1).startsWith("u^{t+1}_{x,\\,y} &= \\left(1 - 8 \\, a"), latex);
        assertTrue(lines.get(1).endsWith(" \\\\"), latex);
        assertTrue(lines.get(2).startsWith("&\\quad {} + "), latex);
        assertEquals(13, latex.split("u\\^\\{t\\}", -1).length - 1);
        StencilSpec minus = StencilSpec.parse("u[x] = sum(i=1..20, (3-2*i)/7*u[x+i])");
        assertTrue(minus.latex().contains("\\\\\n&\\quad {} - \\frac{"), minus.latex());
        StencilSpec life = StencilSpec.parse(
                "s = sum(i=-1..1, j=-1..1, u[x+i,y+j]) - u\nu[x,y] = s == 3 || (s == 2 && u == 1) ? 1 : 0");
        assertTrue(life.latex().contains(" = 3 \\\\ & \\quad {} \\lor "), life.latex());
    }

    @Test
    void decimalsBesideFractionsAreFractionsToo() {
        assertTrue(StencilSpec.parse("u[x] = 0.2*u + u[x+1]/3").latex().contains("\\frac{1}{5}"));
        assertTrue(StencilSpec.parse("u[x] = 0.2*u + 2*u[x+1]").latex().contains("0.2"));
        assertTrue(StencilSpec.parse("u[x] = 0.0367*u + u[x+1]/3").latex().contains("0.0367"));
    }

    @Test
    void longSumsAreCutInLatexOnly() {
        StencilSpec spec = StencilSpec.parse("u[x] = sum(i=1..5, i*u[x+i])");
        assertEquals(
                "\\begin{aligned}\nu^{t+1}_{x} &= u^{t}_{x+1} + 2 \\, u^{t}_{x+2} + \\cdots\\ (5\\text{ terms})\n"
                        + "\\end{aligned}",
                spec.latex(2));
        assertEquals(5, spec.latex().split("u\\^\\{t\\}", -1).length - 1);
        assertEquals("u[x] = u[x+1] + 2*u[x+2] + 3*u[x+3] + 4*u[x+4] + 5*u[x+5]\n", spec.formula());
    }
}
