package org.plegma.rewrite.parallel;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.plegma.rewrite.Code;
import org.plegma.rewrite.Evaluator;
import org.plegma.rewrite.Kind;
import org.plegma.rewrite.Term;
import org.plegma.rewrite.Tree;
import org.plegma.rewrite.parallel.Obligation.Range;

/** Whether the obligations of a kernel hold for the values of one launch, by the ranges of all numbers in them. */
final class Proof {
    /** The beginning of the name of a number that is somewhere in its range, but does not go through it. */
    static final String SOME = "some";

    private final Map<String, Range> ranges;
    private final Function<String, Object> values;
    private final Map<String, Optional<Interval>> known = new HashMap<>();

    /** @param values those of the host's variables */
    Proof(Map<String, Range> ranges, Function<String, Object> values) {
        this.ranges = ranges;
        this.values = values;
    }

    /**
     * Whether all obligations hold.
     *
     * @throws IndexOutOfBoundsException if a subscript is certain to be out of bounds
     * @throws ParallelException if the analysis of dependences does not hold, as a subscript may overflow
     */
    boolean holds(List<Obligation> obligations) {
        boolean all = true;
        for (Obligation obligation : obligations) {
            all &= holds(obligation);
        }
        return all;
    }

    private boolean holds(Obligation obligation) {
        if (obligation instanceof Obligation.Fits fits) {
            Optional<Interval> value = interval(fits.value());
            boolean isInt = fits.type().equals("int");
            boolean proven = value.isPresent()
                    && value.get()
                            .within(
                                    isInt ? Integer.MIN_VALUE : Long.MIN_VALUE,
                                    isInt ? Integer.MAX_VALUE : Long.MAX_VALUE);
            if (!proven && fits.inSubscript() && value.isPresent()) {
                throw new ParallelException(
                        fits.place(),
                        "a subscript may overflow: '" + shown(fits.value()) + "' goes from "
                                + value.get().low() + " to " + value.get().high() + ", more than an int holds.");
            }
            return proven;
        } else if (obligation instanceof Obligation.Divides divides) {
            Optional<Interval> divisor = interval(divides.divisor());
            return divisor.isPresent()
                    && (divisor.get().isEmpty()
                            || !divisor.get().contains(0) && !divisor.get().contains(-1));
        }
        return inside((Obligation.Inside) obligation);
    }

    private boolean inside(Obligation.Inside inside) {
        long length = ((Number) new Evaluator(values).value(inside.length())).longValue();
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

    /** Whether each value of the interval is taken: a sum of loop variables that are there once, and constants. */
    private boolean isExact(Term term) {
        Map<String, Integer> uses = new HashMap<>();
        return isSum(term, uses) && uses.values().stream().allMatch(count -> count == 1);
    }

    private boolean isSum(Term term, Map<String, Integer> uses) {
        if (term.is(Kind.NAME) && ranges.containsKey(term.text())) {
            if (term.text().startsWith(SOME + "#")) {
                return false;
            }
            uses.merge(term.text(), 1, Integer::sum);
            return isFixed(ranges.get(term.text()).lower())
                    && isFixed(ranges.get(term.text()).upper());
        }
        if (isFixed(term)) {
            return true;
        }
        boolean sum = term.is(Kind.BINARY, "+") || term.is(Kind.BINARY, "-");
        boolean product = term.is(Kind.BINARY, "*") && (isFixed(term.child(0)) || isFixed(term.child(1)));
        return (sum || product) && isSum(term.child(0), uses) && isSum(term.child(1), uses);
    }

    private boolean isFixed(Term term) {
        return !(term.is(Kind.NAME) && ranges.containsKey(term.text()))
                && term.children().stream().allMatch(this::isFixed);
    }

    /** The values that a whole number may have; empty if that is not known. */
    Optional<Interval> interval(Term term) {
        Tree tree = (Tree) term;
        return switch (tree.kind()) {
            case NAME -> ranges.containsKey(tree.text()) ? range(tree.text()) : fixed(tree);
            case UNARY -> tree.text().equals("-")
                    ? interval(tree.child(0)).flatMap(value -> Interval.of("-", Interval.of(0), value))
                    : fixed(tree);
            case BINARY -> interval(tree.child(0))
                    .flatMap(a -> interval(tree.child(1)).flatMap(b -> Interval.of(tree.text(), a, b)));
            case CONDITIONAL -> interval(tree.child(1))
                    .flatMap(a -> interval(tree.child(2)).map(a::union));
            case CALL -> interval(tree.child(1)).flatMap(a -> interval(tree.child(2))
                    .flatMap(b -> Interval.of(tree.child(0).text(), a, b)));
            default -> fixed(tree);
        };
    }

    private Optional<Interval> range(String name) {
        Optional<Interval> found = known.get(name);
        if (found == null) {
            Range range = ranges.get(name);
            found = interval(range.lower())
                    .flatMap(from -> interval(range.upper()).map(to -> new Interval(from.low(), to.high() - 1)));
            known.put(name, found);
        }
        return found;
    }

    private Optional<Interval> fixed(Term term) {
        Object value = new Evaluator(values).value(term);
        return value instanceof Number number ? Optional.of(Interval.of(number.longValue())) : Optional.empty();
    }
}
