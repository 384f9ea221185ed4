package org.plegma.expr.algebra;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.commons.math3.fraction.BigFraction;
import org.plegma.expr.tree.Exact;
import org.plegma.expr.tree.Expr;
import org.plegma.expr.tree.Exprs;
import org.plegma.expr.tree.InfixPrinter;
import org.plegma.expr.tree.Interrupts;

/**
 * A polynomial with exact rational coefficients in atoms: parameters, read-only fields, and whatever cannot be taken
 * apart, such as {@code sqrt(alpha)}. Exponents may be negative. It is how a {@link LinearForm} holds the coefficient
 * of a cell. Immutable; equal polynomials have equal terms.
 */
public final class Polynomial {
    public static final Polynomial ZERO = new Polynomial(Map.of());
    public static final Polynomial ONE = of(BigFraction.ONE);

    /** Powers beyond this, and products with more nodes, stay unexpanded. */
    private static final int MAX_POWER = 16;

    private static final long MAX_WEIGHT = 100_000;

    /** Powers of powers beyond this are not merged. */
    private static final int MAX_EXPONENT = 1024;

    private final Map<Monomial, BigFraction> terms;
    /** The nodes of the tree, about. */
    private final long weight;

    private Polynomial(Map<Monomial, BigFraction> terms) {
        this.terms = terms;
        this.weight = terms.keySet().stream()
                .mapToLong(monomial -> 1 + monomial.size())
                .sum();
    }

    public static Polynomial of(BigFraction value) {
        return of(value, Monomial.ONE);
    }

    static Polynomial of(BigFraction factor, Monomial monomial) {
        return factor.equals(BigFraction.ZERO) ? new Polynomial(Map.of()) : new Polynomial(Map.of(monomial, factor));
    }

    /** The expression multiplied out; what is no sum, product, quotient or whole power becomes an atom. */
    public static Polynomial of(Expr e) {
        if (e instanceof Expr.Num number) {
            return of(number.value());
        } else if (e instanceof Expr.Sum sum) {
            return sum(sum.terms().stream().map(Polynomial::of).toList());
        } else if (e instanceof Expr.Product product) {
            return product.factors().stream().map(Polynomial::of).reduce(ONE, Polynomial::times);
        } else if (e instanceof Expr.Quotient quotient) {
            return of(quotient.dividend()).dividedBy(of(quotient.divisor()));
        } else if (e instanceof Expr.Power power && power.exponent() instanceof Expr.Num number) {
            Optional<Integer> exponent = Exact.asInt(number.value());
            if (exponent.isPresent() && Math.abs(exponent.get()) <= MAX_POWER) {
                Polynomial base = of(power.base());
                return base.hasPower(exponent.get())
                        ? base.power(exponent.get())
                        : of(BigFraction.ONE, Monomial.of(Exprs.power(base.toExpr(), number)));
            }
        }
        return atom(e);
    }

    static Polynomial atom(Expr e) {
        Expr inside = Exprs.withChildren(
                e,
                e.children().stream()
                        .map(child -> child.isCondition() ? child : of(child).toExpr())
                        .toList());
        return inside instanceof Expr.Num number ? of(number.value()) : of(BigFraction.ONE, Monomial.of(inside));
    }

    static Polynomial sum(List<Polynomial> summands) {
        Map<Monomial, BigFraction> sum = new HashMap<>();
        summands.forEach(summand -> summand.terms.forEach((monomial, factor) -> addTo(sum, monomial, factor)));
        return new Polynomial(sum);
    }

    public Polynomial plus(Polynomial other) {
        return sum(List.of(this, other));
    }

    private static void addTo(Map<Monomial, BigFraction> sum, Monomial monomial, BigFraction factor) {
        sum.merge(monomial, factor, (a, b) -> {
            BigFraction total = a.add(b);
            return total.equals(BigFraction.ZERO) ? null : total;
        });
    }

    public Polynomial times(Polynomial other) {
        if (terms.isEmpty() || other.terms.isEmpty()) {
            return ZERO;
        } else if (equals(ONE)) {
            return other;
        } else if (other.equals(ONE)) {
            return this;
        }
        Interrupts.check();
        if (terms.size() * other.weight + other.terms.size() * weight > MAX_WEIGHT) {
            return multiply(opaque(), other.opaque());
        }
        return multiply(this, other);
    }

    private static Polynomial multiply(Polynomial left, Polynomial right) {
        Map<Monomial, BigFraction> product = new HashMap<>();
        left.terms.forEach(
                (m, a) -> right.terms.forEach((n, b) -> addTo(product, m.times(n), Exact.bounded(a.multiply(b)))));
        return new Polynomial(product);
    }

    /** The same as a single term: a sum becomes an atom. */
    private Polynomial opaque() {
        return terms.size() == 1 ? this : of(BigFraction.ONE, Monomial.of(toExpr()));
    }

    public Polynomial negate() {
        Map<Monomial, BigFraction> negated = new HashMap<>();
        terms.forEach((monomial, factor) -> negated.put(monomial, factor.negate()));
        return new Polynomial(negated);
    }

    /** The quotient; a divisor of several terms becomes an atom with the exponent -1. */
    public Polynomial dividedBy(Polynomial divisor) {
        if (equals(divisor) && !isZero()) {
            return ONE;
        }
        return times(divisor.reciprocal());
    }

    private Polynomial reciprocal() {
        if (terms.size() == 1) {
            Map.Entry<Monomial, BigFraction> term = terms.entrySet().iterator().next();
            return of(term.getValue().reciprocal(), term.getKey().power(-1));
        }
        // Zero also comes here: 1/0 is kept and gives an infinity where it is evaluated.
        return of(BigFraction.ONE, Monomial.of(toExpr()).power(-1));
    }

    /** Whether a power is short enough to be multiplied out. */
    private boolean hasPower(int exponent) {
        int most = Math.abs(exponent);
        long count = 1;
        // So many terms has the power of a sum of independent terms.
        for (int i = 1; i <= most && count * weight <= MAX_WEIGHT; i++) {
            count = count * (terms.size() - 1 + i) / i;
        }
        return count * weight <= MAX_WEIGHT
                && terms.entrySet().stream()
                        .allMatch(term -> Exact.hasPower(term.getValue(), most)
                                && term.getKey().largestExponent() * (long) most <= MAX_EXPONENT);
    }

    private Polynomial power(int exponent) {
        Polynomial base = exponent < 0 ? reciprocal() : this;
        Polynomial result = ONE;
        for (int i = 0; i < Math.abs(exponent); i++) {
            result = result.times(base);
        }
        return result;
    }

    /** The number of terms, multiplied out as far as it is. */
    int terms() {
        return terms.size();
    }

    public boolean isZero() {
        return terms.isEmpty();
    }

    /** The value, if it does not depend on parameters or fields. */
    public Optional<BigFraction> constant() {
        if (terms.isEmpty()) {
            return Optional.of(BigFraction.ZERO);
        }
        return terms.size() == 1 ? Optional.ofNullable(terms.get(Monomial.ONE)) : Optional.empty();
    }

    /** The exact value for exact atoms; empty if an atom has none or zero would be divided by. */
    Optional<BigFraction> value(Function<Expr, Optional<BigFraction>> atoms) {
        BigFraction total = BigFraction.ZERO;
        for (Map.Entry<Monomial, BigFraction> term : terms.entrySet()) {
            BigFraction product = term.getValue();
            for (Monomial.Factor factor : term.getKey().factors()) {
                Optional<BigFraction> atom = atoms.apply(factor.atom());
                if (atom.isEmpty()
                        || atom.get().equals(BigFraction.ZERO) && factor.exponent() < 0
                        || !Exact.hasPower(atom.get(), factor.exponent())) {
                    return Optional.empty();
                }
                product = product.multiply(atom.get().pow(factor.exponent()));
            }
            total = total.add(product);
        }
        return Optional.of(total);
    }

    /** Whether the value is the same in every cell: it depends on numbers and parameters only. */
    public boolean isUniform() {
        return terms.keySet().stream()
                .flatMap(monomial -> monomial.factors().stream())
                .allMatch(factor -> Exprs.isUniform(factor.atom()));
    }

    Polynomial mapAtoms(UnaryOperator<Expr> map) {
        Map<Monomial, BigFraction> mapped = new HashMap<>();
        terms.forEach((monomial, factor) -> addTo(mapped, monomial.mapAtoms(map), factor));
        return new Polynomial(mapped);
    }

    /** The polynomial as a tree, its terms in a fixed order. */
    public Expr toExpr() {
        List<Expr> sum = new ArrayList<>();
        terms.entrySet().stream()
                .sorted(Map.Entry.comparingByKey(Comparator.naturalOrder()))
                .forEach(term -> sum.add(term(term.getValue(), term.getKey())));
        return Exprs.sum(sum);
    }

    static Expr term(BigFraction factor, Monomial monomial) {
        List<Expr> above = new ArrayList<>();
        List<Expr> below = new ArrayList<>();
        for (Monomial.Factor f : monomial.factors()) {
            (f.exponent() > 0 ? above : below).add(power(f.atom(), Math.abs(f.exponent())));
        }
        if (above.isEmpty() || !factor.equals(BigFraction.ONE)) {
            above.add(0, new Expr.Num(factor));
        }
        Expr dividend = Exprs.product(above);
        if (below.isEmpty()) {
            return dividend;
        }
        Expr divisor = Exprs.product(below);
        if (Exact.signum(factor) < 0) {
            return Exprs.negate(new Expr.Quotient(Exprs.negate(dividend), divisor));
        }
        return Exprs.quotient(dividend, divisor);
    }

    private static Expr power(Expr atom, int exponent) {
        return exponent == 1 ? atom : Exprs.power(atom, Exprs.num(exponent));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Polynomial that && terms.equals(that.terms);
    }

    @Override
    public int hashCode() {
        return terms.hashCode();
    }

    @Override
    public String toString() {
        return InfixPrinter.generic().print(toExpr());
    }
}
