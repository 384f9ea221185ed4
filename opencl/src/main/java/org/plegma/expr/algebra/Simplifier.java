package org.plegma.expr.algebra;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.math3.fraction.BigFraction;
import org.plegma.expr.tree.Exact;
import org.plegma.expr.tree.Expr;
import org.plegma.expr.tree.Expr.And;
import org.plegma.expr.tree.Expr.Not;
import org.plegma.expr.tree.Expr.Num;
import org.plegma.expr.tree.Expr.Or;
import org.plegma.expr.tree.Expr.Power;
import org.plegma.expr.tree.Expr.Product;
import org.plegma.expr.tree.Expr.Quotient;
import org.plegma.expr.tree.Expr.Select;
import org.plegma.expr.tree.Expr.Sum;
import org.plegma.expr.tree.Exprs;
import org.plegma.expr.tree.Interrupts;

/**
 * Makes trees smaller, as mathematics over the real numbers: floating point is not a field, and where {@code u} is NaN or infinite
 * {@code u-u} and {@code 0*u} are 0 here all the same, and {@code u/u} is 1. Like terms and like factors are collected;
 * products of sums are not multiplied out.
 *
 * <p>Constants are exact, since numbers of a formula are exact and are rounded once, when code is made.
 */
public final class Simplifier {
    private static final int MAX_POWER = 64;
    private static final int MAX_EXPONENT = 1 << 16;

    private Simplifier() {}

    /** Rules that hold for real numbers. */
    public static Expr real(Expr e) {
        return Exprs.rewrite(e, Simplifier::algebraically);
    }

    private static Expr logically(Expr e) {
        if (e instanceof Select select && select.then().equals(select.otherwise())) {
            return select.then();
        } else if (e instanceof Not not && not.condition() instanceof Not inner) {
            return inner.condition();
        } else if (e instanceof And and) {
            List<Expr> flat = new ArrayList<>();
            and.conditions().forEach(c -> flat.addAll(c instanceof And inner ? inner.conditions() : List.of(c)));
            return Exprs.and(flat.stream().distinct().toList());
        } else if (e instanceof Or or) {
            List<Expr> flat = new ArrayList<>();
            or.conditions().forEach(c -> flat.addAll(c instanceof Or inner ? inner.conditions() : List.of(c)));
            return Exprs.or(flat.stream().distinct().toList());
        }
        return e;
    }

    /** A number times a product of powers: what like terms are collected by. */
    private record Term(BigFraction factor, Monomial monomial) {
        Term times(Term other) {
            return new Term(Exact.bounded(factor.multiply(other.factor)), monomial.times(other.monomial));
        }

        /** Whether a power has few digits; powers of powers may be beyond all bounds. */
        boolean hasPower(int exponent) {
            return Exact.hasPower(factor, exponent)
                    && Math.abs((long) exponent) * monomial.largestExponent() <= MAX_EXPONENT;
        }

        Term power(int exponent) {
            return new Term(factor.pow(exponent), monomial.power(exponent));
        }

        Expr toExpr() {
            return factor.equals(BigFraction.ZERO) ? Exprs.ZERO : Polynomial.term(factor, monomial);
        }
    }

    private static Expr algebraically(Expr e) {
        Interrupts.check();
        if (e instanceof Sum sum) {
            Map<Monomial, BigFraction> collected = new HashMap<>();
            addTerms(sum, collected);
            List<Expr> terms = new ArrayList<>();
            collected.entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .map(entry -> new Term(entry.getValue(), entry.getKey()))
                    .filter(term -> !term.factor.equals(BigFraction.ZERO))
                    .forEach(term -> terms.add(term.toExpr()));
            return Exprs.sum(terms);
        } else if (e instanceof Product || e instanceof Quotient || e instanceof Power) {
            return term(e).toExpr();
        }
        return logically(e);
    }

    private static void addTerms(Sum sum, Map<Monomial, BigFraction> collected) {
        for (Expr child : sum.terms()) {
            if (child instanceof Sum inner) {
                addTerms(inner, collected);
            } else {
                Term term = term(child);
                collected.merge(term.monomial, term.factor, BigFraction::add);
            }
        }
    }

    private static Term term(Expr e) {
        if (e instanceof Num number) {
            return new Term(number.value(), Monomial.ONE);
        } else if (e instanceof Product product) {
            return product.factors().stream()
                    .map(Simplifier::term)
                    .reduce(Term::times)
                    .orElseThrow();
        } else if (e instanceof Quotient quotient) {
            Term divisor = term(quotient.divisor());
            if (!divisor.factor.equals(BigFraction.ZERO)) {
                return term(quotient.dividend()).times(divisor.power(-1));
            }
        } else if (e instanceof Power power && power.base().equals(Exprs.ONE)) {
            return new Term(BigFraction.ONE, Monomial.ONE);
        } else if (e instanceof Power power && power.exponent() instanceof Num number) {
            Optional<Integer> exponent = Exact.asInt(number.value()).filter(value -> Math.abs(value) <= MAX_POWER);
            Term base = term(power.base());
            // (a*b)^2 would cost more as a^2*b^2; a single power is merged with it.
            boolean single = base.monomial.factors().size() <= 1;
            if (exponent.isPresent()
                    && single
                    && !base.factor.equals(BigFraction.ZERO)
                    && base.hasPower(exponent.get())) {
                return base.power(exponent.get());
            }
        }
        return new Term(BigFraction.ONE, Monomial.of(e));
    }
}
