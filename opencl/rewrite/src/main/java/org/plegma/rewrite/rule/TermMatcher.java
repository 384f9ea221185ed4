package org.plegma.rewrite.rule;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.plegma.rewrite.analysis.Types;
import org.plegma.rewrite.term.Bindings;
import org.plegma.rewrite.term.Hole;
import org.plegma.rewrite.term.HoleClass;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Sort;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/**
 * Finds the ways in which a pattern fits a term. A variable that comes twice must stand for equal terms; a sequence
 * takes as few terms as it can, and more if the rest of the pattern asks for it.
 */
public final class TermMatcher {
    private final Function<Term, String> types;
    private int progress;
    private Mismatch closest = Mismatch.NONE;

    /** @param types the type of an expression at the place, empty if it is not known */
    public TermMatcher(Function<Term, String> types) {
        this.types = types;
    }

    /** What kept the pattern from fitting, where it came farthest. */
    public Mismatch closest() {
        return closest;
    }

    /** Gives each way of fitting to {@code next} until one is accepted. */
    public boolean match(Term pattern, Term subject, Bindings bindings, Predicate<Bindings> next) {
        if (pattern instanceof Hole hole) {
            return hole(hole, subject, bindings, next);
        }
        Tree wanted = (Tree) pattern;
        if (wanted.kind() == Kind.BLOCK && !subject.is(Kind.BLOCK) && subject.sort() == Sort.STATEMENT) {
            return list(wanted.children(), List.of(subject), bindings, next);
        }
        if (!(subject instanceof Tree found) || found.kind() != wanted.kind() || !sameText(wanted, found)) {
            return fail(pattern, subject);
        }
        progress++;
        boolean matched = list(wanted.children(), found.children(), bindings, next);
        progress--;
        return matched;
    }

    private static boolean sameText(Tree wanted, Tree found) {
        return wanted.kind() == Kind.QUALIFIER
                ? wanted.equals(found)
                : wanted.text().equals(found.text());
    }

    private boolean hole(Hole hole, Term subject, Bindings bindings, Predicate<Bindings> next) {
        if (bindings.has(hole.name())) {
            List<Term> bound = bindings.all(hole.name());
            if (bound.size() != 1 || !bound.get(0).equals(subject)) {
                return fail(bound.size() == 1 ? bound.get(0) : hole, subject);
            }
            return accept(bindings, next);
        }
        return takes(hole, subject) ? accept(bindings.with(hole.name(), subject), next) : fail(hole, subject);
    }

    private boolean accept(Bindings bindings, Predicate<Bindings> next) {
        progress++;
        boolean accepted = next.test(bindings);
        progress--;
        return accepted;
    }

    private boolean takes(Hole hole, Term subject) {
        Sort sort = subject.sort();
        boolean expression = sort == Sort.EXPRESSION || sort == Sort.NAME;
        boolean fits =
                switch (hole.sort()) {
                    case EXPRESSION -> expression;
                    case STATEMENT -> sort == Sort.STATEMENT
                            || hole.restriction().isEmpty() && (expression || sort == Sort.NOTHING);
                    default -> sort == hole.sort();
                };
        if (!fits || hole.restriction().isEmpty()) {
            return fits;
        }
        HoleClass wanted = HoleClass.of(hole.restriction()).orElseThrow();
        return switch (wanted) {
            case EXPRESSION, NAME, STATEMENT, TYPE, FUNCTION, PARAMETER -> true;
            case LITERAL -> subject.is(Kind.LITERAL);
            case INTEGER -> Types.isInteger(types.apply(subject));
            case REAL -> Types.isReal(types.apply(subject));
            default -> types.apply(subject).equals(wanted.text());
        };
    }

    /** Fits a row of patterns to a row of terms, all of them. */
    public boolean list(List<Term> patterns, List<Term> subjects, Bindings bindings, Predicate<Bindings> next) {
        return list(patterns, subjects, false, bindings, next, rest -> {});
    }

    /** Fits a row of patterns to the beginning of a row of terms; {@code taken} learns how many, before {@code next}. */
    public boolean prefix(
            List<Term> patterns,
            List<Term> subjects,
            Bindings bindings,
            Predicate<Bindings> next,
            java.util.function.IntConsumer taken) {
        int all = subjects.size();
        return list(patterns, subjects, true, bindings, next, rest -> taken.accept(all - rest));
    }

    private boolean list(
            List<Term> patterns,
            List<Term> subjects,
            boolean prefix,
            Bindings bindings,
            Predicate<Bindings> next,
            java.util.function.IntConsumer rest) {
        if (patterns.isEmpty()) {
            if (!subjects.isEmpty() && !prefix) {
                return fail(Optional.empty(), first(subjects));
            }
            rest.accept(subjects.size());
            return next.test(bindings);
        }
        Term first = patterns.get(0);
        List<Term> others = patterns.subList(1, patterns.size());
        if (first instanceof Hole hole && hole.sequence()) {
            return sequence(hole, others, subjects, prefix, bindings, next, rest);
        }
        if (subjects.isEmpty()) {
            return fail(Optional.of(first), Optional.empty());
        }
        return match(
                first,
                subjects.get(0),
                bindings,
                more -> list(others, subjects.subList(1, subjects.size()), prefix, more, next, rest));
    }

    private boolean sequence(
            Hole hole,
            List<Term> others,
            List<Term> subjects,
            boolean prefix,
            Bindings bindings,
            Predicate<Bindings> next,
            java.util.function.IntConsumer rest) {
        if (bindings.has(hole.name())) {
            List<Term> bound = bindings.all(hole.name());
            int size = bound.size();
            if (size > subjects.size() || !subjects.subList(0, size).equals(bound)) {
                return fail(Optional.of(hole), first(subjects));
            }
            return list(others, subjects.subList(size, subjects.size()), prefix, bindings, next, rest);
        }
        boolean last = others.isEmpty() && !prefix;
        for (int size = last ? subjects.size() : 0; size <= subjects.size(); size++) {
            List<Term> taken = subjects.subList(0, size);
            Optional<Term> unfit =
                    taken.stream().filter(term -> !takes(hole, term)).findFirst();
            if (unfit.isPresent()) {
                return fail(Optional.of(hole), unfit);
            }
            List<Term> left = subjects.subList(size, subjects.size());
            if (list(others, left, prefix, bindings.with(hole.name(), taken), next, rest)) {
                return true;
            }
        }
        return false;
    }

    private static Optional<Term> first(List<Term> terms) {
        return terms.isEmpty() ? Optional.empty() : Optional.of(terms.get(0));
    }

    private boolean fail(Term expected, Term found) {
        return fail(Optional.of(expected), Optional.of(found));
    }

    private boolean fail(Optional<Term> expected, Optional<Term> found) {
        if (progress > closest.progress()) {
            closest = new Mismatch(progress, expected, found);
        }
        return false;
    }
}
