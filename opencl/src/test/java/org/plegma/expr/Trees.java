package org.plegma.expr;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.apache.commons.math3.fraction.BigFraction;
import org.plegma.expr.tree.ComparisonSign;
import org.plegma.expr.tree.Expr;
import org.plegma.expr.tree.Expr.Access;
import org.plegma.expr.tree.Exprs;
import org.plegma.expr.tree.InfixPrinter;
import org.plegma.expr.tree.MathFunction;
import org.plegma.expr.tree.Offset;

/** Random trees over the axes x and y, the updated field u, the read-only field rho and the parameters a and b. */
public final class Trees {
    public static final List<String> AXES = List.of("x", "y");
    public static final Set<String> UPDATED = Set.of("u");

    private Trees() {}

    /** A source with all declarations and one update of u; older levels make the time explicit. */
    public static String source(Expr update) {
        InfixPrinter printer = InfixPrinter.withTime(AXES, UPDATED::contains);
        return "param a, b\nfield rho\nu[t+1,x,y] = " + printer.print(update) + "\n";
    }

    static Arbitrary<BigFraction> fractions() {
        return Combinators.combine(Arbitraries.integers().between(-12, 12), Arbitraries.of(1, 1, 1, 2, 3, 7, 10))
                .as(BigFraction::new);
    }

    static Arbitrary<Access> accesses() {
        Arbitrary<Offset> offsets = Combinators.combine(
                        Arbitraries.integers().between(-2, 2),
                        Arbitraries.integers().between(-2, 2))
                .as((x, y) -> Offset.of(x, y));
        return Arbitraries.oneOf(
                Combinators.combine(Arbitraries.integers().between(-2, 0), offsets)
                        .as((level, offset) -> new Access("u", level, offset)),
                offsets.map(offset -> new Access("rho", 0, offset)));
    }

    private static Arbitrary<Expr> leaves(Arbitrary<BigFraction> numbers) {
        return Arbitraries.oneOf(
                numbers.map(Expr.Num::new),
                accesses().map(access -> (Expr) access),
                Arbitraries.of("a", "b").map(Expr.Param::new));
    }

    /** Everything the language has. */
    public static Arbitrary<Expr> all() {
        return numbers(3, leaves(fractions()).edgeCases(config -> config.none()), true);
    }

    /** What has an exact value over the rationals: no roots, no powers that are not whole. */
    public static Arbitrary<Expr> rational() {
        return numbers(3, leaves(fractions()).edgeCases(config -> config.none()), false);
    }

    private static Arbitrary<Expr> numbers(int depth, Arbitrary<Expr> leaves, boolean irrational) {
        if (depth == 0) {
            return leaves;
        }
        Arbitrary<Expr> inner = Arbitraries.lazy(() -> numbers(depth - 1, leaves, irrational));
        Arbitrary<Expr> conditions = Arbitraries.lazy(() -> conditions(depth - 1, inner));
        Arbitrary<List<Expr>> several = inner.list().ofMinSize(2).ofMaxSize(4);
        List<Arbitrary<Expr>> kinds = new ArrayList<>(List.of(
                leaves,
                several.map(Exprs::sum),
                several.map(Exprs::product),
                several.map(Exprs::sum),
                several.map(Exprs::product),
                inner.map(Exprs::negate),
                inner.map(e -> Exprs.product(Exprs.MINUS_ONE, e)),
                Combinators.combine(inner, inner.filter(e -> !e.equals(Exprs.ZERO)))
                        .as(Exprs::quotient),
                Combinators.combine(inner, Arbitraries.integers().between(-3, 3))
                        .as((base, exponent) -> exponent < 0 && base.equals(Exprs.ZERO)
                                ? base
                                : Exprs.power(base, Exprs.num(exponent))),
                Combinators.combine(Arbitraries.of(MathFunction.MIN, MathFunction.MAX), inner, inner)
                        .as((f, a, b) -> Exprs.call(f, List.of(a, b))),
                Combinators.combine(Arbitraries.of(MathFunction.ABS, MathFunction.FLOOR), inner)
                        .as((f, a) -> Exprs.call(f, List.of(a))),
                Combinators.combine(conditions, inner, inner).as(Exprs::select)));
        if (irrational) {
            kinds.add(Combinators.combine(inner, inner.filter(e -> !(e instanceof Expr.Num)))
                    .as(Exprs::power));
            kinds.add(Combinators.combine(Arbitraries.of(MathFunction.SQRT, MathFunction.TANH), inner)
                    .as((f, a) -> Exprs.call(f, List.of(a))));
            kinds.add(Arbitraries.just(new Expr.Pi()));
        }
        return Arbitraries.oneOf(kinds);
    }

    private static Arbitrary<Expr> conditions(int depth, Arbitrary<Expr> numbers) {
        Arbitrary<Expr> comparisons = Combinators.combine(Arbitraries.of(ComparisonSign.values()), numbers, numbers)
                .as(Exprs::compare);
        if (depth == 0) {
            return comparisons;
        }
        Arbitrary<Expr> inner = Arbitraries.lazy(() -> conditions(depth - 1, numbers));
        Arbitrary<List<Expr>> several = inner.list().ofMinSize(2).ofMaxSize(3);
        return Arbitraries.oneOf(comparisons, several.map(Exprs::and), several.map(Exprs::or), inner.map(Exprs::not));
    }
}
