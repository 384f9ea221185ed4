package org.plegma.rewrite.loops;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;

/**
 * Elements that a sorting network compares: {@code a[i]} and {@code a[p]} with {@code p = i ^ j}, where {@code p > i} holds. The
 * partner of the partner is the element itself, so that of the two iterations that have both elements one alone has the larger
 * number for its partner: no other iteration under the same condition touches either. So it is with {@code p < i}.
 */
final class Pairs {
    /**
     * A loop's variable with its partner.
     *
     * @param number the loop's iteration number
     * @param by what the variable is joined with, the same in all iterations
     * @param above whether the partner is the larger
     */
    record Pair(String number, Poly by, boolean above) {}

    /** {@code variable ^ by}. */
    private record Partner(String variable, Poly by) {}

    private final Function<Term, Optional<Poly>> polynomials;
    private final Map<String, String> numbers = new HashMap<>();
    private final Map<String, Partner> partners = new HashMap<>();
    private final Deque<Map.Entry<Partner, Boolean>> conditions = new ArrayDeque<>();

    /** @param polynomials what a term is; empty if that is not known */
    Pairs(Function<Term, Optional<Poly>> polynomials) {
        this.polynomials = polynomials;
    }

    /** A loop, by the name of its iteration number; empty if its variable is not known to be another in each iteration. */
    void enter(String variable, Optional<String> number) {
        number.ifPresentOrElse(name -> numbers.put(variable, name), () -> numbers.remove(variable));
        partners.remove(variable);
    }

    /** A variable of the body; empty if its value changes, or it is no int. */
    void declare(String name, Optional<Term> value) {
        numbers.remove(name);
        partners.values().removeIf(each -> each.variable().equals(name));
        partners.remove(name);
        value.flatMap(this::partner).ifPresent(found -> partners.put(name, found));
    }

    private Optional<Partner> partner(Term term) {
        if (term.is(Kind.NAME)) {
            return Optional.ofNullable(partners.get(term.text()));
        }
        if (term.is(Kind.BINARY, "^")) {
            for (int side = 0; side < 2; side++) {
                Term variable = term.child(side);
                Optional<Poly> by = polynomials.apply(term.child(1 - side));
                boolean fixed = by.isPresent()
                        && by.get().terms().keySet().stream().noneMatch(product -> product.contains("#"));
                if (fixed && variable.is(Kind.NAME) && numbers.containsKey(variable.text())) {
                    return Optional.of(new Partner(variable.text(), by.get()));
                }
            }
        }
        return Optional.empty();
    }

    /** What happens only where a condition holds. */
    void where(Term condition, Runnable inside) {
        int before = conditions.size();
        add(condition);
        inside.run();
        while (conditions.size() > before) {
            conditions.pop();
        }
    }

    private void add(Term condition) {
        if (condition.is(Kind.BINARY, "&&")) {
            add(condition.child(0));
            add(condition.child(1));
        } else if (condition.is(Kind.BINARY, ">") || condition.is(Kind.BINARY, "<")) {
            for (int side = 0; side < 2; side++) {
                Optional<Partner> partner = partner(condition.child(side));
                Term other = condition.child(1 - side);
                boolean above = condition.is(Kind.BINARY, ">") == (side == 0);
                partner.filter(found -> other.is(Kind.NAME, found.variable()))
                        .ifPresent(found -> conditions.push(Map.entry(found, above)));
            }
        }
    }

    /** The pair of which a subscript is one, if it is of any. */
    Optional<Pair> of(Term subscript) {
        for (Map.Entry<Partner, Boolean> each : conditions) {
            Partner partner = each.getKey();
            boolean one = subscript.is(Kind.NAME, partner.variable())
                    || partner(subscript).filter(partner::equals).isPresent();
            String number = numbers.get(partner.variable());
            if (one && number != null) {
                return Optional.of(new Pair(number, partner.by(), each.getValue()));
            }
        }
        return Optional.empty();
    }
}
