package org.plegma.expr.algebra;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.plegma.expr.tree.Expr;
import org.plegma.expr.tree.Expr.Access;
import org.plegma.expr.tree.ExprOrder;
import org.plegma.expr.tree.Exprs;
import org.plegma.expr.tree.Footprint;
import org.plegma.expr.tree.Offset;

/**
 * A sum of reads of updated fields, each with a coefficient, plus a term without such a read (an affine form).
 * Coefficients are exact: polynomials in the parameters and, if they vary from cell to cell, in read-only fields.
 * A tap whose coefficient is zero is not part of the form.
 */
public final class LinearForm {
    private final SortedMap<Access, Polynomial> taps;
    private final Polynomial constant;

    private LinearForm(Map<Access, Polynomial> taps, Polynomial constant) {
        SortedMap<Access, Polynomial> sorted = new TreeMap<>(ExprOrder.INSTANCE);
        taps.forEach((tap, coefficient) -> {
            if (!coefficient.isZero()) {
                sorted.put(tap, coefficient);
            }
        });
        this.taps = Collections.unmodifiableSortedMap(sorted);
        this.constant = constant;
    }

    /** A weighted sum of points and a constant. */
    public static LinearForm of(Map<Access, Polynomial> taps, Polynomial constant) {
        return new LinearForm(taps, constant);
    }

    /**
     * The linear form of a tree.
     *
     * @param updated the fields in which it must be linear; all others are coefficients
     * @throws NotLinearException if there is none
     */
    public static LinearForm of(Expr e, Set<String> updated) {
        return new LinearReader(updated).read(e);
    }

    /** The reads with their coefficients, centre first. */
    public Map<Access, Polynomial> taps() {
        return taps;
    }

    /** The coefficient of one read, zero if it does not take part. */
    public Polynomial coefficient(Access tap) {
        return taps.getOrDefault(tap, Polynomial.ZERO);
    }

    /** What is added without reading an updated field: zero for a linear form in the strict sense. */
    public Polynomial constant() {
        return constant;
    }

    /** Products of numbers, parameters and a read, when all coefficients are multiplied out. */
    int terms() {
        return constant.terms()
                + taps.values().stream().mapToInt(Polynomial::terms).sum();
    }

    /** Whether the taps have the same coefficients in every cell; the constant may still vary. */
    public boolean hasUniformCoefficients() {
        return taps.values().stream().allMatch(Polynomial::isUniform);
    }

    /**
     * The taps that share a coefficient, so that it is multiplied once: coefficient · (sum of plus - sum of minus).
     */
    public record Group(Polynomial coefficient, List<Access> plus, List<Access> minus) {
        public Group {
            plus = List.copyOf(plus);
            minus = List.copyOf(minus);
        }
    }

    /** All taps by coefficient, where c and -c are one; the group of the tap nearest to the centre comes first. */
    public List<Group> groups() {
        Map<Polynomial, List<Access>> plus = new LinkedHashMap<>();
        Map<Polynomial, List<Access>> minus = new HashMap<>();
        taps.forEach((tap, coefficient) -> {
            List<Access> alike = plus.get(coefficient);
            if (alike == null) {
                Polynomial negated = coefficient.negate();
                boolean negative = plus.containsKey(negated);
                alike = (negative ? minus : plus)
                        .computeIfAbsent(negative ? negated : coefficient, c -> new ArrayList<>());
            }
            alike.add(tap);
        });
        return plus.entrySet().stream()
                .map(entry ->
                        new Group(entry.getKey(), entry.getValue(), minus.getOrDefault(entry.getKey(), List.of())))
                .toList();
    }

    /**
     * The form that results if each read is replaced by what {@code inner} gives for its field and level. Its
     * coefficients must be uniform; constants may vary from cell to cell.
     */
    LinearForm substitute(Function<Access, LinearForm> inner) {
        Map<Access, LinearForm> replaced = new LinkedHashMap<>();
        taps.keySet().forEach(tap -> replaced.put(tap, inner.apply(tap)));
        return NumericFold.fold(this, replaced).orElseGet(() -> substitutePolynomials(replaced));
    }

    private LinearForm substitutePolynomials(Map<Access, LinearForm> inner) {
        Map<Access, Polynomial> sum = new HashMap<>();
        Polynomial total = constant;
        for (Map.Entry<Access, Polynomial> entry : taps.entrySet()) {
            Offset offset = entry.getKey().offset();
            Polynomial outer = entry.getValue();
            LinearForm form = Objects.requireNonNull(inner.get(entry.getKey()));
            form.taps.forEach((tap, coefficient) -> sum.merge(
                    new Access(tap.field(), tap.level(), tap.offset().plus(offset)),
                    outer.times(coefficient),
                    Polynomial::plus));
            UnaryOperator<Expr> shift = e -> Exprs.shift(e, offset, 0, field -> false);
            total = total.plus(outer.times(form.constant.mapAtoms(shift)));
        }
        return new LinearForm(sum, total);
    }

    /** The form as a tree in which each distinct coefficient is multiplied once: {@code a*u + b*(v - w)}. */
    public Expr toExpr() {
        List<Expr> terms = new ArrayList<>();
        for (Group group : groups()) {
            boolean isMinusOne = group.coefficient.equals(Polynomial.ONE.negate());
            List<Expr> members = new ArrayList<>(isMinusOne ? group.minus : group.plus);
            (isMinusOne ? group.plus : group.minus).forEach(tap -> members.add(Exprs.negate(tap)));
            if (isMinusOne || group.coefficient.equals(Polynomial.ONE)) {
                terms.addAll(members);
            } else {
                terms.add(scaled(group.coefficient.toExpr(), Exprs.sum(members)));
            }
        }
        if (!constant.isZero() || terms.isEmpty()) {
            Expr rest = constant.toExpr();
            terms.addAll(rest instanceof Expr.Sum sum ? sum.terms() : List.of(rest));
        }
        return Exprs.sum(terms);
    }

    private static Expr scaled(Expr coefficient, Expr value) {
        List<Expr> factors =
                new ArrayList<>(coefficient instanceof Expr.Product product ? product.factors() : List.of(coefficient));
        factors.add(value);
        return Exprs.product(factors);
    }

    /** The cells that are read. */
    public Footprint footprint(int rank) {
        return Footprint.of(rank, taps.keySet().stream().map(Access::offset).toList());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LinearForm that && taps.equals(that.taps) && constant.equals(that.constant);
    }

    @Override
    public int hashCode() {
        return 31 * taps.hashCode() + constant.hashCode();
    }

    @Override
    public String toString() {
        return taps.size() + " taps" + (constant.isZero() ? "" : " and a constant");
    }
}
