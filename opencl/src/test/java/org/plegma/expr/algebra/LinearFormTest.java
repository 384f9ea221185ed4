package org.plegma.expr.algebra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.apache.commons.math3.fraction.BigFraction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.tree.Expr.Access;
import org.plegma.expr.tree.InfixPrinter;
import org.plegma.expr.tree.Offset;

class LinearFormTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "u[x+1] - u[x+1]                        | 0",
                "u + u + u[x+1]                         | 2*u[x] + u[x+1]",
                "(u - u[x+1])/3                         | 1/3*(u[x] - u[x+1])",
                "-(u - 2*u[x+1])                        | -u[x] + 2*u[x+1]",
                "a*(u + b*u[x+1]) - a*u                 | a*b*u[x+1]",
                "(a/b)^2*u + a*u/b                      | (a^2/b^2 + a/b)*u[x]",
                "u/(a + b)                              | 1/(a + b)*u[x]",
                "u*((a + b)/(a + b))                    | u[x]",
                "sqrt(a)*sqrt(a)*u                      | sqrt(a)^2*u[x]",
                "(a > b ? a : b)*u                      | (a > b ? a : b)*u[x]",
                "u + 3                                  | u[x] + 3",
                "2*(rho + a) + u                        | u[x] + 2*a + 2*rho[x]",
                "rho[x+1]*u[x+1] - rho[x+1]*u           | -rho[x+1]*(u[x] - u[x+1])",
                "0.1*u[x-1] + 0.1*u[x+1] - 0.1*u        | -0.1*(u[x] - u[x-1] - u[x+1])",
                "7                                      | 7",
            })
    void collectsCoefficients(String update, String expected) {
        StencilSpec spec = StencilSpec.parse("param a, b\nfield rho\nu[x] = " + update);
        LinearForm form = LinearForm.of(spec.update("u").written(), Set.of("u"));
        assertEquals(expected, InfixPrinter.of(List.of("x")).print(form.toExpr()));
    }

    @Test
    void tapsWithOppositeCoefficientsShareAProduct() {
        LinearForm form = StencilSpec.parse("u[x] = 3*u[x+1] - 3*u[x-1]")
                .linear()
                .orElseThrow()
                .forms()
                .get("u");
        assertEquals(
                List.of(new LinearForm.Group(Polynomial.of(new BigFraction(-3)), List.of(tap(-1)), List.of(tap(1)))),
                form.groups());
        assertEquals("-3*(u[x-1] - u[x+1])", InfixPrinter.of(List.of("x")).print(form.toExpr()));
    }

    @Test
    void knowsWhetherCoefficientsVary() {
        LinearForm varying = form("field k\nu[x] = k*u");
        assertFalse(varying.hasUniformCoefficients());
        LinearForm source = form("field k\nparam a\nu[x] = a*u + k");
        assertTrue(source.hasUniformCoefficients());
        assertFalse(source.constant().isUniform());
        assertEquals(
                BigFraction.ONE, form("u[x] = u").coefficient(tap(0)).constant().orElseThrow());
        assertTrue(form("u[x] = u").coefficient(tap(1)).isZero());
    }

    private static Access tap(int offset) {
        return new Access("u", 0, Offset.of(offset));
    }

    private static LinearForm form(String source) {
        return StencilSpec.parse(source).linear().orElseThrow().forms().get("u");
    }

    @Test
    void arraysBecomeTaps() {
        LinearForm one = CoefficientArrays.linearForm(new double[] {0.1, 0, -2});
        assertEquals("0.1*u[x-1] - 2*u[x+1]", InfixPrinter.of(List.of("x")).print(one.toExpr()));
        LinearForm even = CoefficientArrays.linearForm(new double[] {1, 2});
        assertEquals("2*u[x] + u[x-1]", InfixPrinter.of(List.of("x")).print(even.toExpr()));
        LinearForm two = CoefficientArrays.linearForm(new double[][] {{0, 1, 0}, {3, 0, 4}, {0, 2, 0}});
        assertEquals(
                "u[x-1,y] + 3*u[x,y-1] + 4*u[x,y+1] + 2*u[x+1,y]",
                InfixPrinter.of(List.of("x", "y")).print(two.toExpr()));
        double[][][] cube = new double[3][3][5];
        cube[2][0][4] = 1;
        LinearForm three = CoefficientArrays.linearForm(cube);
        assertEquals(
                Set.of(new Access("u", 0, Offset.of(1, -1, 2))), three.taps().keySet());
        assertEquals(three, CoefficientArrays.linearForm(cube));
    }

    @Test
    void wrongArraysAreRefused() {
        assertRefused(
                "A coefficient array needs at least one entry along each axis.",
                () -> CoefficientArrays.linearForm(new double[0]));
        assertRefused(
                "A coefficient array needs at least one entry along each axis.",
                () -> CoefficientArrays.linearForm(new double[2][2][0]));
        assertRefused(
                "The rows of a coefficient array must have equal lengths: expected 2 entries, found 1. "
                        + "Fill the missing places with 0.",
                () -> CoefficientArrays.linearForm(new double[][] {{1, 2}, {3}}));
        assertRefused(
                "A coefficient must be a finite number, found NaN at offset [0].",
                () -> CoefficientArrays.linearForm(new double[] {Double.NaN}));
    }

    private static void assertRefused(String message, Runnable action) {
        assertEquals(
                message,
                assertThrows(IllegalArgumentException.class, action::run).getMessage());
    }
}
