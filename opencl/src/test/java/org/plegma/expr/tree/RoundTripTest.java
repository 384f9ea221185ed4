package org.plegma.expr.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.Trees;
import org.plegma.expr.algebra.Simplifier;
import org.plegma.expr.algebra.UniformValue;
import org.plegma.expr.syntax.FormulaException;

class RoundTripTest {
    @Provide
    Arbitrary<Expr> trees() {
        return Trees.all();
    }

    @Property(tries = 2000)
    void theParserReadsWhatThePrinterWrites(@ForAll("trees") Expr tree) {
        String source = Trees.source(tree);
        if (hasFiniteConstants(tree)) {
            parse(source).ifPresent(spec -> assertEquals(tree, spec.update("u").written(), source));
        } else {
            assertThrows(FormulaException.class, () -> StencilSpec.parse(source), source);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "u/(a*0)",
                "(u/b)/(a*0)",
                "(-u/b)/(a*0)",
                "u/b/(a*0)",
                "(u*u/b)/(a*0)",
                "(-0/a)/(a*0)",
                "(u/b)/((0*a)*(u > a ? u : b))",
                "u/(b*(a - a))"
            })
    void aZeroThatIsDividedByIsFoundInAProduct(String formula) {
        FormulaException refused =
                assertThrows(FormulaException.class, () -> StencilSpec.parse("param a, b\nu[x] = " + formula), formula);
        assertTrue(refused.getMessage().contains("no finite value"), refused::getMessage);
    }

    @Property(tries = 500)
    void theSimplifiedFormulaMeansTheSame(@ForAll("trees") Expr tree) {
        if (hasFiniteConstants(tree) && hasFiniteConstants(Simplifier.real(tree))) {
            parse(Trees.source(tree)).ifPresent(spec -> {
                StencilSpec again = StencilSpec.parse(spec.formula());
                assertEquals(spec.update("u").value(), again.update("u").written(), spec.formula());
            });
        }
    }

    /**
     * Empty for a formula such as {@code u/abs(sqrt(0))}, of which only collecting its terms shows that it divides by zero.
     * Terms are not collected within functions: {@code sqrt(a == 0 ? -1 : -1)} is not a number in every cell.
     */
    private static Optional<StencilSpec> parse(String source) {
        try {
            return Optional.of(StencilSpec.parse(source));
        } catch (FormulaException e) {
            assertTrue(e.getMessage().contains("which has no finite value"), e::getMessage);
            return Optional.empty();
        }
    }

    /** A divisor that cancels to zero and a root of -1 can be in trees but not in a source. */
    private static boolean hasFiniteConstants(Expr e) {
        boolean known = Exprs.isUniform(e) && Exprs.params(e).isEmpty() && !e.isCondition();
        return !(e instanceof Expr.Quotient quotient && quotient.divisor().equals(Exprs.ZERO))
                && (!known || Double.isFinite(UniformValue.of(e, Map.of())))
                && e.children().stream().allMatch(RoundTripTest::hasFiniteConstants);
    }

    @Provide
    Arbitrary<String> wordSalad() {
        Arbitrary<String> words = Arbitraries.of(
                "u",
                "v",
                "rho",
                "x",
                "y",
                "t",
                "a",
                "c",
                "f",
                "i",
                "sum",
                "lap",
                "d2",
                "sqrt",
                "min",
                "pi",
                "param ",
                "coef ",
                "field ",
                "true",
                "order",
                "0",
                "1",
                "2.5",
                "1e3",
                "..",
                "+",
                "-",
                "*",
                "/",
                "^",
                "(",
                ")",
                "[",
                "]",
                ",",
                "=",
                "==",
                "<",
                "&&",
                "||",
                "!",
                "?",
                ":",
                "\n",
                ";",
                "u[x]",
                "u[x+1]",
                "u[t-1,x]",
                "c[1]",
                "sum(i=1..2,",
                "lap(u)",
                "\nu[x]=",
                "\nu[t+1,x]=",
                "\nf(a)=",
                "\ncoef c=[1,2]\n",
                "\nfield rho\n",
                "é");
        return words.list().ofMaxSize(25).map(list -> String.join("", list));
    }

    @Property(tries = 20_000)
    void whateverIsWrittenIsReadOrRefusedWithItsPlace(@ForAll("wordSalad") String source) {
        try {
            StencilSpec.parse(source).formula();
        } catch (FormulaException refused) {
            for (FormulaException.Problem problem : refused.problems()) {
                int lines = source.split("\n", -1).length;
                assertTrue(problem.line() >= 1 && problem.line() <= lines, source);
                assertTrue(
                        problem.column() >= 1
                                && problem.markStart() <= problem.excerpt().length(),
                        source);
                assertTrue(problem.cause().endsWith(".") && problem.cure().endsWith("."), problem.text());
            }
        }
    }

    @Test
    void signsAndParenthesesStayWhereTheyMatter() {
        for (String text : new String[] {
            "-u[x,y]^2",
            "(-u[x,y])^2",
            "-1*2*u[x,y]",
            "-(2*u[x,y])",
            "u[x,y] - (u[x+1,y] - 1)",
            "u[x,y]*(-2*u[x+1,y])",
            "2^u[x,y]^(-1)",
            "(2^u[x,y])^3",
            "u[x,y]/(2*a)/a",
            "u[x,y]/2*a",
            "1/3*u[x,y]",
            "u[x,y]*(1/3)",
            "(1/3)^u[x,y]",
            "(u[x,y] < 1 ? 1 : 0)*a",
            "!(u[x,y] < 1 && a < 2) || a == 3 ? (u[x,y] > 2 ? 1 : 2) : 3",
            "u[x,y] > 2 ? 1 : u[x,y] > 1 ? 2 : 3",
            "1e-9*u[x,y]",
        }) {
            StencilSpec spec = StencilSpec.parse("param a\nu[x,y] = " + text);
            assertEquals(
                    text, InfixPrinter.of(Trees.AXES).print(spec.update("u").written()));
        }
    }
}
