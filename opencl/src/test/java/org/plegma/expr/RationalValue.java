package org.plegma.expr;

import java.util.Optional;
import java.util.function.Function;
import org.apache.commons.math3.fraction.BigFraction;
import org.plegma.expr.tree.Exact;
import org.plegma.expr.tree.Expr;

/** The exact value of a tree, as an oracle; empty where something is divided by zero. */
public final class RationalValue {
    private final Function<Expr, BigFraction> leaves;

    private RationalValue(Function<Expr, BigFraction> leaves) {
        this.leaves = leaves;
    }

    public static Optional<BigFraction> of(Expr e, Function<Expr, BigFraction> leaves) {
        try {
            return Optional.of(new RationalValue(leaves).value(e));
        } catch (DivisionByZero undefined) {
            return Optional.empty();
        }
    }

    private static final class DivisionByZero extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private BigFraction value(Expr e) {
        if (e instanceof Expr.Num number) {
            return number.value();
        } else if (e instanceof Expr.Sum sum) {
            return sum.terms().stream().map(this::value).reduce(BigFraction.ZERO, BigFraction::add);
        } else if (e instanceof Expr.Product product) {
            return product.factors().stream().map(this::value).reduce(BigFraction.ONE, BigFraction::multiply);
        } else if (e instanceof Expr.Quotient quotient) {
            return value(quotient.dividend()).multiply(inverse(value(quotient.divisor())));
        } else if (e instanceof Expr.Power power) {
            int exponent = value(power.exponent()).intValue();
            BigFraction base = value(power.base());
            return exponent < 0 ? inverse(base).pow(-exponent) : base.pow(exponent);
        } else if (e instanceof Expr.Call call) {
            return Exact.apply(
                            call.function(),
                            call.arguments().stream().map(this::value).toList())
                    .orElseThrow();
        } else if (e instanceof Expr.Select select) {
            return value(holds(select.condition()) ? select.then() : select.otherwise());
        }
        return leaves.apply(e);
    }

    private boolean holds(Expr e) {
        if (e instanceof Expr.Bool bool) {
            return bool.value();
        } else if (e instanceof Expr.Compare compare) {
            return compare.comparison().holdsForOrder(value(compare.left()).compareTo(value(compare.right())));
        } else if (e instanceof Expr.Not not) {
            return !holds(not.condition());
        }
        boolean all = e instanceof Expr.And;
        return all
                ? e.children().stream().allMatch(this::holds)
                : e.children().stream().anyMatch(this::holds);
    }

    private static BigFraction inverse(BigFraction value) {
        if (value.equals(BigFraction.ZERO)) {
            throw new DivisionByZero();
        }
        return value.reciprocal();
    }
}
