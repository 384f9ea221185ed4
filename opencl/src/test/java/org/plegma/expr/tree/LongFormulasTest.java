package org.plegma.expr.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.algebra.LinearSystem;
import org.plegma.expr.algebra.Polynomial;
import org.plegma.expr.algebra.Simplifier;
import org.plegma.expr.syntax.FormulaException;

/** Short sources whose expansion has no end: they are kept as they are written, or refused with a word. */
class LongFormulasTest {
    private static final String EIGHT = "(a+b+c+d+e+f+g+h)";
    private static final String PARAMS = "param a, b, c, d, e, f, g, h\n";
    /** The largest tree that comes of what is multiplied out at all. */
    private static final long MOST_NODES = 300_000;

    private static String repeat(int times, String separator, String text) {
        return IntStream.range(0, times).mapToObj(i -> text).collect(Collectors.joining(separator));
    }

    private static String chain(int length, String first, String rule) {
        StringBuilder source = new StringBuilder("f0 = " + first + "\n");
        for (int i = 1; i <= length; i++) {
            source.append("f")
                    .append(i)
                    .append(" = ")
                    .append(rule.replace("#", "f" + (i - 1)))
                    .append('\n');
        }
        return source + "u[x] = u*f" + length;
    }

    static List<String> keptAsTheyAre() {
        return List.of(
                PARAMS + "u[x] = u*" + EIGHT + "^16",
                PARAMS + "u[x] = u + " + EIGHT + "^16",
                PARAMS + "u[x] = u*sqrt(" + EIGHT + "^16)",
                PARAMS + "u[x] = u*" + repeat(20, "*", EIGHT),
                PARAMS + "u[x] = u/(" + repeat(12, "*", EIGHT) + ")",
                PARAMS + "u[x] = u*" + EIGHT + "^5*(a-b+c-d+e-f+g-h)^5*(a+b-c)^9",
                "field v\nu[x] = u*(v[x-1]+v[x+1]+v+v[x-2]+v[x+2]+v[x-3]+v[x+3]+v[x-4])^16",
                "u[x] = (u[x-1]+u[x+1]+u+u[x-2]+u[x+2])^16",
                "field v\nu[x] = u*"
                        + repeat(29, "*", "(1+v[x+1]+v[x-1]*u[x-u])").replace("*u[x-u]", ""),
                "param a\n" + chain(60, "a+1", "(#)^2"),
                "param a\nu[x] = u*" + "(".repeat(150) + "a+1" + ")^2".repeat(150),
                "param a\nu[x] = " + "(".repeat(150) + "10*u" + ")^16".repeat(150),
                "u[x] = u*(sin(1)+cos(1)+tan(1)+exp(1)+log(2)+sqrt(2)+sqrt(3)+pi)^16",
                "param a\nu[x] = sum(i=1..500, u*sin(i*a))",
                "u[x] = " + repeat(20_000, "*", "u"),
                "u[x] = u" + "/u".repeat(190),
                "u[x] = " + "sin(".repeat(190) + "u" + ")".repeat(190),
                chain(90, "u", "sin(cos(tan(#)))"));
    }

    @ParameterizedTest
    @MethodSource("keptAsTheyAre")
    void whatWouldExplodeStaysAsItIsWritten(String source) {
        StencilSpec spec = StencilSpec.parse(source);
        assertTrue(Exprs.size(spec.update("u").value()) <= MOST_NODES);
        // The other passes over the tree come to their ends, too.
        spec.linear();
        spec.cost();
        InfixPrinter.generic().print(spec.update("u").value());
        assertEquals(spec, StencilSpec.parse(source));
    }

    @Test
    void aCoefficientThatIsNotMultipliedOutIsStillACoefficient() {
        StencilSpec spec = StencilSpec.parse(PARAMS + "u[x] = u[x-1]*" + EIGHT + "^16 + u");
        assertTrue(spec.linear().orElseThrow().hasUniformCoefficients());
        assertEquals("u[x] + (a + b + c + d + e + f + g + h)^16*u[x-1]", value(spec));
        // What is short is multiplied out as before.
        assertEquals(
                "u[x] + (a^2 + 2*a*b + b^2)*u[x-1]", value(StencilSpec.parse("param a, b\nu[x] = u[x-1]*(a+b)^2 + u")));
    }

    private static String value(StencilSpec spec) {
        return InfixPrinter.of(List.of("x")).print(spec.update("u").value());
    }

    static List<List<String>> refused() {
        String unrolled = "The formula grows beyond 1000000 operations when it is unrolled.";
        String digits = "Exact arithmetic gives a constant with more than 6000 digits here.";
        String nested = "The expression is nested deeper than 200 levels.";
        return List.of(
                List.of(unrolled, chain(40, "u", "# + #")),
                List.of("has too many terms to unroll", "u[x] = sum(i=1..100001, u)"),
                List.of("nested deeper than 500 levels", chain(99, "u", "sin(".repeat(50) + "#" + ")".repeat(50))),
                List.of(nested, "u[x] = u" + "/u".repeat(100_000)),
                List.of(nested, "u[x] = " + "1/(".repeat(150) + "u" + "/u".repeat(100)),
                List.of(digits, "u[x] = u*((1/3)^1024*(1/7)^1024*(1/11)^1024*(1/13)^1024*(1/17)^1024*(1/19)^1024)"),
                List.of(digits, "f(s) = s*s\nu[x] = u*" + "f(".repeat(30) + "3" + ")".repeat(30)),
                List.of(digits, "u[x] = u*sum(i=1..50000, 1/i)"),
                List.of("is infinite", "u[x] = u*((2^1000)^1000)^1000"),
                List.of("is infinite", "u[x] = u*2^2^2^2^2^2^2"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatIsTooLongIsRefusedWithAWord(List<String> wrong) {
        String message = assertThrows(FormulaException.class, () -> StencilSpec.parse(wrong.get(1)))
                .getMessage();
        assertTrue(message.contains(wrong.get(0)), message);
    }

    @AfterEach
    void clearInterrupt() {
        assertTrue(!Thread.interrupted(), "the interrupt was taken note of");
    }

    @Test
    void everyStageOfTheWorkCanBeInterrupted() {
        StencilSpec spec = StencilSpec.parse("param a\nu[x] = a*u[x-1] + (1 - a)*u");
        Expr written = spec.update("u").written();
        LinearSystem system = spec.linear().orElseThrow();
        List<Runnable> stages = List.of(
                () -> StencilSpec.parse("u[x] = u"),
                () -> Simplifier.real(written),
                () -> Polynomial.of(Exprs.product(new Expr.Param("a"), new Expr.Param("b"))),
                () -> system.unrolled(2));
        for (Runnable stage : stages) {
            Thread.currentThread().interrupt();
            assertThrows(CancellationException.class, stage::run);
        }
    }

    @Test
    void aStencilThatIsTooLongToFoldSaysSo() {
        LinearSystem system = StencilSpec.parse(PARAMS + "u[x] = a*u[x-1] + b*u[x+1] + c*u[x-2] + d*u[x+2] + e*u[x-3]"
                        + " + f*u[x+3] + g*u[x-4] + h*u[x+4]")
                .linear()
                .orElseThrow();
        String message = assertThrows(IllegalArgumentException.class, () -> system.unrolled(40))
                .getMessage();
        assertTrue(message.contains("have too many terms"), message);
    }
}
