package org.plegma.rewrite.optimise.rules;

import java.util.List;
import java.util.Locale;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;

/**
 * An operation that puts elements together in any order.
 *
 * @param suffix for names of rules
 * @param statement {@code a} with {@code b} put to it, as a format
 * @param neutral the numbers that change nothing
 */
record Combination(String suffix, String statement, List<String> neutral) {
    private static final List<String> ZERO = List.of("0", "0.0f", "0.0", "0.f");
    private static final List<String> ONE = List.of("1", "1.0f", "1.0", "1.f");

    /** Those that rules know. */
    static final List<Combination> ALL = List.of(
            new Combination("", "%1$s += %2$s;", ZERO),
            new Combination("-product", "%1$s *= %2$s;", ONE),
            function("min", "INT_MAX"),
            function("max", "INT_MIN"),
            function("fmin", "INFINITY"),
            function("fmax", "-INFINITY"));

    private static Combination function(String name, String neutral) {
        return new Combination("-" + name, "%1$s = " + name + "(%1$s, %2$s);", List.of(neutral));
    }

    /** Whether an assignment puts something to an element in this way. */
    boolean isStep(Term assign) {
        return switch (suffix) {
            case "" -> assign.text().equals("+=");
            case "-product" -> assign.text().equals("*=");
            default -> assign.text().equals("=")
                    && assign.child(1).is(Kind.CALL)
                    && assign.child(1).child(0).is(Kind.NAME, suffix.substring(1))
                    && assign.child(1).child(1).equals(assign.child(0));
        };
    }

    /** One value of several. */
    String together(List<String> values) {
        return switch (suffix) {
            case "" -> String.join(" + ", values);
            case "-product" -> String.join(" * ", values);
            default -> values.stream()
                    .reduce((a, b) -> suffix.substring(1) + "(" + a + ", " + b + ")")
                    .orElseThrow();
        };
    }

    String step(String to, String from) {
        return String.format(Locale.ROOT, statement, to, from);
    }
}
