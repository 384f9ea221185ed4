package org.plegma.rewrite.loops;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.plegma.rewrite.analysis.Names;
import org.plegma.rewrite.analysis.TermEvaluator;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.loops.LoopNest.Loop;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;

/** Reads what a loop counts. */
final class LoopHeader {
    private LoopHeader() {}

    private static RefusedException refused(Term term, String reason) {
        return new RefusedException(term.place(), reason);
    }

    /** @throws RefusedException if it is no counting loop */
    static Loop of(Term loop) {
        if (!loop.is(Kind.FOR)) {
            throw refused(loop, "this is not a counting loop: 'for (int i = a; i < b; i++)'.");
        }
        Term start = loop.child(0);
        boolean declares = start.is(Kind.DECLARE)
                && start.children().size() == 2
                && start.child(1).children().size() == 2
                && start.child(1).child(1).is(Kind.INITIAL);
        String type = declares ? start.child(0).text() : "";
        if (!type.equals("int") && !type.equals("long")) {
            throw refused(
                    loop,
                    "the loop does not declare one whole-number variable, an int or a long, as 'int i = 0' does.");
        }
        String variable = start.child(1).child(0).text();
        Term first = start.child(1).child(1).child(0);
        Term condition = loop.child(1);
        boolean below = condition.is(Kind.BINARY, "<") || condition.is(Kind.BINARY, "<=");
        boolean above = condition.is(Kind.BINARY, ">") || condition.is(Kind.BINARY, ">=");
        if (!below && !above
                || !condition.child(0).is(Kind.NAME, variable)
                || Names.in(condition.child(1)).contains(variable)) {
            throw refused(loop, "the loop does not go on while '" + variable + " < b' or '" + variable + " <= b'.");
        }
        Term limit = condition.text().length() == 1
                ? condition.child(1)
                : Terms.binary(below ? "+" : "-", condition.child(1), Terms.number(1));
        long step = step(loop.child(2), variable, type);
        if (below ? step < 1 : step > -1 || step == Long.MIN_VALUE) {
            throw refused(
                    loop,
                    "the loop does not count " + (below ? "up" : "down") + " by a fixed number, as '" + variable
                            + (below ? "++" : "--") + "' does.");
        }
        Set<String> inBound = new HashSet<>();
        namesOfValues(condition.child(1), inBound);
        Names.written(loop.child(3)).stream()
                .filter(inBound::contains)
                .findFirst()
                .ifPresent(name -> {
                    throw refused(loop, "the body assigns '" + name + "', on which the loop's end depends.");
                });
        if (!Names.pure(condition.child(1)) || !Names.pure(first)) {
            throw refused(loop, "the bounds of the loop call a method or assign something.");
        }
        return new Loop(variable, type, first, limit, step, loop.place());
    }

    /** The names on whose values or elements a bound depends: the length of an array is not changed by writing to it. */
    private static void namesOfValues(Term term, Set<String> names) {
        if (term.is(Kind.NAME)) {
            names.add(term.text());
        } else if (!term.is(Kind.MEMBER, "length")) {
            term.children().forEach(part -> namesOfValues(part, names));
        }
    }

    /** What is added each time, as the variable's type has it: 4294967297L is 1 for an int; 0 if it is not known. */
    private static long step(Term step, String variable, String type) {
        if (step.children().isEmpty() || !step.child(0).is(Kind.NAME, variable)) {
            return 0;
        }
        boolean one = step.is(Kind.POSTFIX) || step.is(Kind.UNARY);
        if (one && (step.text().equals("++") || step.text().equals("--"))) {
            return step.text().equals("++") ? 1 : -1;
        }
        boolean add = step.is(Kind.ASSIGN, "+=") || step.is(Kind.ASSIGN, "-=");
        Optional<Object> by = add ? TermEvaluator.constant(step.child(1)) : Optional.empty();
        long whole = by.filter(value -> value instanceof Integer || value instanceof Long)
                .map(value -> ((Number) value).longValue())
                .orElse(0L);
        long value = step.is(Kind.ASSIGN, "+=") ? whole : -whole;
        return type.equals("int") ? (int) value : value;
    }
}
