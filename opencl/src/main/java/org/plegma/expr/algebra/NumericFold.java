package org.plegma.expr.algebra;

import java.math.BigInteger;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.math3.fraction.BigFraction;
import org.plegma.expr.tree.Expr.Access;
import org.plegma.expr.tree.Offset;

/**
 * Puts linear forms with plain numbers into each other. All coefficients get a common denominator first, so that the
 * many products are products of integers and a fraction is reduced once a tap: ten times faster than adding fractions.
 */
final class NumericFold {
    private NumericFold() {}

    /** The form that results if each tap of {@code outer} is replaced; empty if a coefficient is not a number. */
    static Optional<LinearForm> fold(LinearForm outer, Map<Access, LinearForm> inner) {
        boolean numeric = isNumeric(outer) && distinct(inner.values()).stream().allMatch(NumericFold::isNumeric);
        return numeric ? Optional.of(foldNumbers(outer, inner)) : Optional.empty();
    }

    private static boolean isNumeric(LinearForm form) {
        return form.constant().constant().isPresent()
                && form.taps().values().stream().allMatch(c -> c.constant().isPresent());
    }

    private static LinearForm foldNumbers(LinearForm outer, Map<Access, LinearForm> inner) {
        BigInteger outerScale = commonDenominator(outer.taps().values());
        BigInteger innerScale = BigInteger.ONE;
        Set<LinearForm> forms = distinct(inner.values());
        for (LinearForm form : forms) {
            innerScale = lcm(innerScale, commonDenominator(form.taps().values()));
        }
        Map<LinearForm, Map<Access, BigInteger>> scaled = new IdentityHashMap<>();
        for (LinearForm form : forms) {
            scaled.put(form, numerators(form, innerScale));
        }
        Map<Access, BigInteger> sums = new HashMap<>();
        BigFraction constant = number(outer.constant());
        for (Map.Entry<Access, BigInteger> tap : numerators(outer, outerScale).entrySet()) {
            LinearForm form = Objects.requireNonNull(inner.get(tap.getKey()));
            Offset offset = tap.getKey().offset();
            Objects.requireNonNull(scaled.get(form))
                    .forEach((access, numerator) -> sums.merge(
                            new Access(
                                    access.field(),
                                    access.level(),
                                    access.offset().plus(offset)),
                            numerator.multiply(tap.getValue()),
                            BigInteger::add));
            constant = constant.add(number(outer.coefficient(tap.getKey())).multiply(number(form.constant())));
        }
        BigInteger scale = outerScale.multiply(innerScale);
        Map<Access, Polynomial> taps = new HashMap<>();
        sums.forEach((access, sum) -> taps.put(access, Polynomial.of(new BigFraction(sum, scale))));
        return LinearForm.of(taps, Polynomial.of(constant));
    }

    /** The same form stands for all taps of one field and level; comparing by content would cost more than folding. */
    private static Set<LinearForm> distinct(Collection<LinearForm> forms) {
        Set<LinearForm> distinct = Collections.newSetFromMap(new IdentityHashMap<>());
        distinct.addAll(forms);
        return distinct;
    }

    private static BigFraction number(Polynomial coefficient) {
        return coefficient.constant().orElseThrow();
    }

    private static BigInteger commonDenominator(Collection<Polynomial> coefficients) {
        return coefficients.stream()
                .map(coefficient -> number(coefficient).getDenominator())
                .distinct()
                .reduce(BigInteger.ONE, NumericFold::lcm);
    }

    private static BigInteger lcm(BigInteger a, BigInteger b) {
        return a.divide(a.gcd(b)).multiply(b);
    }

    private static Map<Access, BigInteger> numerators(LinearForm form, BigInteger scale) {
        Map<Access, BigInteger> numerators = new LinkedHashMap<>();
        form.taps().forEach((tap, coefficient) -> {
            BigFraction value = number(coefficient);
            numerators.put(tap, value.getNumerator().multiply(scale.divide(value.getDenominator())));
        });
        return numerators;
    }
}
