package org.plegma.expr;

import static org.junit.jupiter.api.Assertions.assertEquals;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class RoundTripTest {
    @Provide
    Arbitrary<Expr> trees() {
        return Trees.all();
    }

    @Property(tries = 2000)
    void theParserReadsWhatThePrinterWrites(@ForAll("trees") Expr tree) {
        String source = Trees.source(tree);
        assertEquals(tree, StencilSpec.parse(source).update("u").written(), source);
    }

    @Property(tries = 500)
    void theSimplifiedFormulaMeansTheSame(@ForAll("trees") Expr tree) {
        StencilSpec spec = StencilSpec.parse(Trees.source(tree));
        if (hasNoZeroDivisor(spec.update("u").value())) {
            StencilSpec again = StencilSpec.parse(spec.formula());
            assertEquals(spec.update("u").value(), again.update("u").written(), spec.formula());
        }
    }

    /** A divisor that cancels to zero is kept in trees but refused in a source. */
    private static boolean hasNoZeroDivisor(Expr e) {
        return !(e instanceof Expr.Quotient quotient && quotient.divisor().equals(Exprs.ZERO))
                && e.children().stream().allMatch(RoundTripTest::hasNoZeroDivisor);
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
