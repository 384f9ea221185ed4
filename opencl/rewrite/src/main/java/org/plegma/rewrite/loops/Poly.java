package org.plegma.rewrite.loops;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.text.JavaLiteral;

/**
 * A polynomial with whole coefficients: a subscript or a bound of a loop.
 *
 * @param terms the coefficient of each product of variables, written {@code "i*n"} in the order of the alphabet; the
 *     constant under the empty text; no zeros
 */
record Poly(Map<String, Long> terms) {
    static final Poly ZERO = constant(0);

    static Poly constant(long value) {
        return of("", value);
    }

    static Poly variable(String name) {
        return of(name, 1);
    }

    private static Poly of(String product, long coefficient) {
        return new Poly(coefficient == 0 ? new TreeMap<>() : new TreeMap<>(Map.of(product, coefficient)));
    }

    /**
     * The polynomial that an expression is; empty if it is none, or a number in it overflows.
     *
     * @param names what each name is; empty for one whose value is not known
     */
    static Optional<Poly> read(Term term, Function<String, Optional<Poly>> names) {
        try {
            return readExactly(term, names);
        } catch (ArithmeticException overflow) {
            return Optional.empty();
        }
    }

    private static Optional<Poly> readExactly(Term term, Function<String, Optional<Poly>> names) {
        if (term.is(Kind.NAME)) {
            return names.apply(term.text());
        }
        if (term.is(Kind.LITERAL)) {
            return literal(term.text()).map(Poly::constant);
        }
        if (term.is(Kind.UNARY, "-")) {
            return readExactly(term.child(0), names).map(p -> p.times(constant(-1)));
        }
        if (term.is(Kind.MEMBER, "length") && term.child(0).is(Kind.NAME)) {
            return Optional.of(variable(term.child(0).text() + ".length"));
        }
        boolean limit = (term.is(Kind.MEMBER, "MAX_VALUE") || term.is(Kind.MEMBER, "MIN_VALUE"))
                && term.child(0).is(Kind.NAME, "Integer");
        if (limit) {
            return Optional.of(constant(term.is(Kind.MEMBER, "MAX_VALUE") ? Integer.MAX_VALUE : Integer.MIN_VALUE));
        }
        boolean columns = term.is(Kind.MEMBER, "length")
                && term.child(0).is(Kind.INDEX)
                && term.child(0).child(0).is(Kind.NAME)
                && term.child(0).child(1).is(Kind.LITERAL, "0");
        if (columns) {
            return Optional.of(variable(term.child(0).child(0).text() + "[0].length"));
        }
        if (!term.is(Kind.BINARY)) {
            return Optional.empty();
        }
        Optional<Poly> left = readExactly(term.child(0), names);
        Optional<Poly> right = readExactly(term.child(1), names);
        return switch (term.text()) {
            case "+" -> left.flatMap(a -> right.map(a::plus));
            case "-" -> left.flatMap(a -> right.map(a::minus));
            case "*" -> left.flatMap(a -> right.map(a::times));
            case "<<" -> left.flatMap(a -> right.filter(b -> b.isConstant() && b.constant() >= 0 && b.constant() < 31)
                    .map(b -> a.times(constant(1L << b.constant()))));
            default -> Optional.empty();
        };
    }

    /** The value of a whole number; digits alone that are more than the type holds stand after a minus sign. */
    private static Optional<Long> literal(String text) {
        String type = JavaLiteral.type(text);
        if (!type.equals("int") && !type.equals("long")) {
            return Optional.empty();
        }
        long value = ((Number) JavaLiteral.value(text)).longValue();
        return Optional.of(value < 0 && !text.startsWith("0") ? Math.negateExact(value) : value);
    }

    long constant() {
        return terms.getOrDefault("", 0L);
    }

    long of(String product) {
        return terms.getOrDefault(product, 0L);
    }

    boolean isConstant() {
        return terms.keySet().stream().allMatch(String::isEmpty);
    }

    Poly plus(Poly other) {
        Map<String, Long> sum = new TreeMap<>(terms);
        other.terms.forEach((product, value) -> sum.merge(product, value, Math::addExact));
        sum.values().removeIf(value -> value == 0);
        return new Poly(sum);
    }

    Poly minus(Poly other) {
        return plus(other.times(constant(-1)));
    }

    Poly times(Poly other) {
        Map<String, Long> result = new TreeMap<>();
        terms.forEach((a, x) ->
                other.terms.forEach((b, y) -> result.merge(product(a, b), Math.multiplyExact(x, y), Math::addExact)));
        result.values().removeIf(value -> value == 0);
        return new Poly(result);
    }

    private static String product(String a, String b) {
        String[] factors = a.isEmpty() ? split(b) : b.isEmpty() ? split(a) : split(a + "*" + b);
        Arrays.sort(factors);
        return String.join("*", factors);
    }

    private static String[] split(String product) {
        return product.isEmpty() ? new String[0] : product.split("\\*");
    }

    /** The variables of a product. */
    static String[] factors(String product) {
        return split(product);
    }
}
