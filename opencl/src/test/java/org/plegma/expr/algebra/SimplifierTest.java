package org.plegma.expr.algebra;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.commons.math3.fraction.BigFraction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.expr.RationalValue;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.Trees;
import org.plegma.expr.tree.Expr;
import org.plegma.expr.tree.InfixPrinter;

class SimplifierTest {
    @Provide
    Arbitrary<Expr> rational() {
        return Trees.rational();
    }

    @Property(tries = 2000)
    void realRulesKeepTheExactValue(@ForAll("rational") Expr tree, @ForAll long seed) {
        Function<Expr, BigFraction> leaves = leaf -> {
            Random random = new Random(seed ^ leaf.hashCode());
            return new BigFraction(random.nextInt(21) - 10, 1 + random.nextInt(6));
        };
        Optional<BigFraction> expected = RationalValue.of(tree, leaves);
        if (expected.isPresent()) {
            assertEquals(expected, RationalValue.of(Simplifier.real(tree), leaves));
            assertEquals(expected, RationalValue.of(Polynomial.of(tree).toExpr(), leaves));
            try {
                LinearForm form = LinearForm.of(tree, Trees.UPDATED);
                assertEquals(expected, RationalValue.of(form.toExpr(), leaves));
            } catch (NotLinearException notLinear) {
                // most random trees are not
            }
        }
    }

    @Property(tries = 500)
    void aSecondPassChangesNothing(@ForAll("rational") Expr tree) {
        Expr once = Simplifier.real(tree);
        assertEquals(once, Simplifier.real(once));
    }

    @ParameterizedTest
    @CsvSource({
        "u + 0, u[x]",
        "0*u, 0",
        "u - u, 0",
        "u/u, 1",
        "u + u, 2*u[x]",
        "u*u*u, u[x]^3",
        "u*1/1, u[x]",
        "-(-u), u[x]",
        "u^1 + u^0, 1 + u[x]",
        "2*(3*u), 6*u[x]",
        "(u + 1) + 2, 3 + u[x]",
        "u + (1 + 2*u), 1 + 3*u[x]",
        "a*u/a, u[x]",
        "(u^2)^3, u[x]^6",
        "a > 0 ? u : u, u[x]",
        "!(!(u > 0)) ? a : u, u[x] > 0 ? a : u[x]",
        "u > 0 && (a > 0 && u > 0) ? a : u, u[x] > 0 && a > 0 ? a : u[x]",
        "sqrt(u)*sqrt(u), sqrt(u[x])^2",
    })
    void rules(String source, String real) {
        Expr tree = StencilSpec.parse("param a\nu[x] = " + source).update("u").written();
        InfixPrinter printer = InfixPrinter.of(List.of("x"));
        assertEquals(real, printer.print(Simplifier.real(tree)));
    }
}
