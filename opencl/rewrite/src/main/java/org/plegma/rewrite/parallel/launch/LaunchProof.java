package org.plegma.rewrite.parallel.launch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plegma.rewrite.analysis.TermEvaluator;
import org.plegma.rewrite.parallel.code.Obligation;
import org.plegma.rewrite.parallel.code.Obligation.Range;
import org.plegma.rewrite.parallel.errors.ParallelException;
import org.plegma.rewrite.parallel.errors.ParallelIndexException;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/** Whether the obligations of a kernel hold for the values of one launch, by the ranges of all numbers in them. */
public final class LaunchProof {
    private final Map<String, Range> ranges;
    private final Function<String, @Nullable Object> values;
    private final Map<String, Optional<Interval>> known = new HashMap<>();

    /** @param values those of the host's variables */
    public LaunchProof(Map<String, Range> ranges, Function<String, @Nullable Object> values) {
        this.ranges = ranges;
        this.values = values;
    }

    /**
     * Whether all obligations hold.
     *
     * @throws IndexOutOfBoundsException if a subscript is certain to be out of bounds
     * @throws ParallelException if the analysis of dependences does not hold, as a subscript may overflow
     */
    public boolean holds(List<Obligation> obligations) {
        boolean all = true;
        for (Obligation obligation : obligations) {
            all &= holds(obligation);
        }
        return all;
    }

    private boolean holds(Obligation obligation) {
        if (obligation instanceof Obligation.Fits fits) {
            return interval(fits.value()).isPresent();
        } else if (obligation instanceof Obligation.Exact exact) {
            if (interval(exact.value()).isEmpty()) {
                throw new ParallelException(
                        exact.place(),
                        (exact.array().isEmpty() ? "a bound of the loop" : "a subscript") + " may overflow: '"
                                + shown(exact.value()) + "' goes " + range(exact.value()) + ".");
            }
            return true;
        } else if (obligation instanceof Obligation.Divides divides) {
            Optional<Interval> divisor = interval(divides.divisor());
            return divisor.isPresent()
                    && (divisor.get().isEmpty()
                            || !divisor.get().contains(0) && !divisor.get().contains(-1));
        }
        return inside((Obligation.Inside) obligation);
    }

    private boolean inside(Obligation.Inside inside) {
        long length = ((Number) new TermEvaluator(values).value(inside.length())).longValue();
        Optional<Interval> subscript = interval(inside.subscript());
        boolean proven = subscript.isPresent() && subscript.get().within(0, length - 1);
        if (!proven && subscript.isPresent() && inside.exact() && isExact(inside.subscript())) {
            Interval range = subscript.get();
            long wrong = range.low() < 0 ? range.low() : range.high();
            throw new ParallelIndexException(inside.place(), Code.print(inside.access()), wrong, length);
        }
        return proven;
    }

    private static String shown(Term term) {
        return Code.print(term).replaceAll("#\\d+", "");
    }

    /** Whether the ends of the interval are taken: a sum of loop variables that are there once, and constants. */
    private boolean isExact(Term term) {
        Map<String, Integer> uses = new HashMap<>();
        return isSum(term, uses) && uses.values().stream().allMatch(count -> count == 1);
    }

    private boolean isSum(Term term, Map<String, Integer> uses) {
        if (term.is(Kind.NAME) && ranges.containsKey(term.text())) {
            uses.merge(term.text(), 1, Integer::sum);
            return ranges.get(term.text()).both()
                    && isKnown(ranges.get(term.text()).lower())
                    && isKnown(ranges.get(term.text()).upper());
        }
        if (isFixed(term)) {
            return isKnown(term);
        }
        boolean sum = term.is(Kind.BINARY, "+") || term.is(Kind.BINARY, "-");
        boolean product = term.is(Kind.BINARY, "*") && (isFixed(term.child(0)) || isFixed(term.child(1)));
        return (sum || product) && isSum(term.child(0), uses) && isSum(term.child(1), uses);
    }

    /** Whether its interval is the one value that it has. */
    private boolean isKnown(Term term) {
        return isFixed(term)
                && interval(term)
                        .filter(values -> values.low() == values.high())
                        .isPresent();
    }

    private boolean isFixed(Term term) {
        return !(term.is(Kind.NAME) && ranges.containsKey(term.text()))
                && term.children().stream().allMatch(this::isFixed);
    }

    /** A whole number: its values, and whether its type is long. */
    private record Whole(Interval values, boolean isLong) {
        /** Empty if a value does not fit the type: it would wrap. */
        Optional<Whole> fitting() {
            return isLong || values.within(Integer.MIN_VALUE, Integer.MAX_VALUE) ? Optional.of(this) : Optional.empty();
        }
    }

    /** The values that a whole number may have; empty if that is not known, or a part of it may overflow its type. */
    Optional<Interval> interval(Term term) {
        return whole(term, true).map(Whole::values);
    }

    /** For messages: the values without regard to types. */
    private String range(Term term) {
        return whole(term, false)
                .map(value ->
                        "from " + value.values().low() + " to " + value.values().high() + ", more than an int holds")
                .orElse("beyond what an int holds");
    }

    private Optional<Whole> whole(Term term, boolean typed) {
        Tree tree = (Tree) term;
        Optional<Whole> value =
                switch (tree.kind()) {
                    case NAME -> Optional.ofNullable(ranges.get(tree.text()))
                            .map(range -> range(tree.text(), range))
                            .orElseGet(() -> fixed(tree));
                    case UNARY -> tree.text().equals("-")
                            ? whole(tree.child(0), typed).flatMap(a -> apply("-", new Whole(Interval.of(0), false), a))
                            : fixed(tree);
                    case BINARY -> whole(tree.child(0), typed)
                            .flatMap(a -> whole(tree.child(1), typed).flatMap(b -> apply(tree.text(), a, b)));
                    case CONDITIONAL -> whole(tree.child(1), typed).flatMap(a -> whole(tree.child(2), typed)
                            .map(b -> new Whole(a.values.union(b.values), a.isLong || b.isLong)));
                    case CALL -> whole(tree.child(1), typed).flatMap(a -> whole(tree.child(2), typed)
                            .flatMap(b -> apply(tree.child(0).text(), a, b)));
                    case CAST -> whole(tree.child(1), typed)
                            .map(a -> new Whole(a.values, tree.child(0).text().equals("long")));
                    default -> fixed(tree);
                };
        return typed ? value.flatMap(Whole::fitting) : value;
    }

    private static Optional<Whole> apply(String operator, Whole a, Whole b) {
        boolean isLong = a.isLong || b.isLong && !operator.equals("<<") && !operator.equals(">>");
        return Interval.of(operator, a.values, b.values).map(values -> new Whole(values, isLong));
    }

    private Optional<Whole> range(String name, Range range) {
        Optional<Interval> found = known.get(name);
        if (found == null) {
            found = interval(range.lower())
                    .flatMap(from -> interval(range.upper()).map(to -> new Interval(from.low(), to.high() - 1)));
            known.put(name, found);
        }
        return found.map(values -> new Whole(values, false));
    }

    private Optional<Whole> fixed(Term term) {
        Object value = new TermEvaluator(values).value(term);
        return value instanceof Integer || value instanceof Long
                ? Optional.of(new Whole(Interval.of(((Number) value).longValue()), value instanceof Long))
                : Optional.empty();
    }
}
