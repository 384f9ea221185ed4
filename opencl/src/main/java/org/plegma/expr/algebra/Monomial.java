package org.plegma.expr.algebra;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.plegma.expr.tree.Expr;
import org.plegma.expr.tree.ExprOrder;
import org.plegma.expr.tree.Exprs;

/** A product of powers of atoms, each atom once, in the order of {@link ExprOrder}; exponents may be negative. */
record Monomial(List<Factor> factors) implements Comparable<Monomial> {
    static final Monomial ONE = new Monomial(List.of());

    record Factor(Expr atom, int exponent) {}

    static Monomial of(Expr atom) {
        return new Monomial(List.of(new Factor(atom, 1)));
    }

    Monomial times(Monomial other) {
        if (other.factors.isEmpty()) {
            return this;
        } else if (factors.isEmpty()) {
            return other;
        }
        List<Factor> merged = new ArrayList<>(factors.size() + other.factors.size());
        int i = 0;
        int j = 0;
        while (i < factors.size() && j < other.factors.size()) {
            Factor a = factors.get(i);
            Factor b = other.factors.get(j);
            int order = ExprOrder.INSTANCE.compare(a.atom, b.atom);
            if (order < 0) {
                merged.add(a);
                i++;
            } else if (order > 0) {
                merged.add(b);
                j++;
            } else {
                int exponent = Math.addExact(a.exponent, b.exponent);
                if (exponent != 0) {
                    merged.add(new Factor(a.atom, exponent));
                }
                i++;
                j++;
            }
        }
        merged.addAll(factors.subList(i, factors.size()));
        merged.addAll(other.factors.subList(j, other.factors.size()));
        return new Monomial(List.copyOf(merged));
    }

    Monomial power(int exponent) {
        return exponent == 0
                ? ONE
                : new Monomial(factors.stream()
                        .map(f -> new Factor(f.atom, Math.multiplyExact(f.exponent, exponent)))
                        .toList());
    }

    /** The same powers of other atoms. */
    Monomial mapAtoms(UnaryOperator<Expr> map) {
        Monomial result = ONE;
        for (Factor factor : factors) {
            result = result.times(of(map.apply(factor.atom)).power(factor.exponent));
        }
        return result;
    }

    /** The nodes of the atoms. */
    long size() {
        return factors.stream().mapToLong(factor -> Exprs.size(factor.atom)).sum();
    }

    int largestExponent() {
        return factors.stream()
                .mapToInt(factor -> Math.abs(factor.exponent))
                .max()
                .orElse(0);
    }

    private int degree() {
        return factors.stream().mapToInt(Factor::exponent).sum();
    }

    /** Constants first, then by degree, then by atoms. */
    @Override
    public int compareTo(Monomial other) {
        int order = Integer.compare(degree(), other.degree());
        for (int i = 0; order == 0 && i < Math.min(factors.size(), other.factors.size()); i++) {
            order = ExprOrder.INSTANCE.compare(factors.get(i).atom, other.factors.get(i).atom);
            if (order == 0) {
                order = Integer.compare(other.factors.get(i).exponent, factors.get(i).exponent);
            }
        }
        return order != 0 ? order : Integer.compare(factors.size(), other.factors.size());
    }
}
