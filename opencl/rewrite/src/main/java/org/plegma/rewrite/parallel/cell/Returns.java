package org.plegma.rewrite.parallel.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plegma.rewrite.analysis.Names;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.loops.RefusedException;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/** Statements of a method without {@code return}: what follows an early one goes into the other branch. */
final class Returns {
    /** What follows a condition with returns in it may be in both branches; so often at most. */
    private static final int MOST_COPIES = 32;

    private final Optional<String> result;
    private final String method;
    private int copies;

    private Returns(Optional<String> result, String method) {
        this.result = result;
        this.method = method;
    }

    /**
     * The statements, with their result in a variable.
     *
     * @param result the variable; empty if there is no result
     * @param method its name, for messages
     * @throws RefusedException if a loop is left by a return
     */
    static List<Term> without(List<Term> statements, Optional<String> result, String method) {
        return new Returns(result, method).rest(statements);
    }

    private List<Term> rest(List<Term> statements) {
        List<Term> made = new ArrayList<>();
        for (int i = 0; i < statements.size(); i++) {
            Term term = statements.get(i);
            if (!Names.occursKind(term, Kind.RETURN)) {
                made.add(term);
                continue;
            }
            List<Term> after = statements.subList(i + 1, statements.size());
            switch (((Tree) term).kind()) {
                case RETURN -> made.addAll(given(term));
                case BLOCK -> made.add(((Tree) term).withChildren(rest(joined(term.children(), after))));
                case IF -> made.add(choice((Tree) term, after));
                default -> throw new RefusedException(
                        term.place(), "the method '" + method + "' returns from within a loop.");
            }
            return made;
        }
        return made;
    }

    private List<Term> given(Term term) {
        if (result.isEmpty()) {
            return List.of();
        }
        Term assign = Tree.of(Kind.ASSIGN, "=", List.of(Terms.name(result.get()), term.child(0)));
        return List.of(Tree.of(Kind.EXECUTE, assign.withPlace(term.place())).withPlace(term.place()));
    }

    private Term choice(Tree term, List<Term> after) {
        boolean first = ends(term.child(1));
        boolean second = term.children().size() > 2 && ends(term.child(2));
        if (!after.isEmpty() && !first && !second && ++copies > MOST_COPIES) {
            throw new RefusedException(term.place(), "the method '" + method + "' returns in too many places.");
        }
        List<Term> yes = rest(joined(List.of(term.child(1)), first ? List.of() : after));
        List<Term> other = term.children().size() > 2 ? List.of(term.child(2)) : List.of();
        List<Term> no = rest(joined(other, second ? List.of() : after));
        Tree then = Tree.of(Kind.BLOCK, "", yes);
        return no.isEmpty()
                ? term.withChildren(List.of(term.child(0), then))
                : term.withChildren(List.of(term.child(0), then, Tree.of(Kind.BLOCK, "", no)));
    }

    private static List<Term> joined(List<Term> first, List<Term> second) {
        List<Term> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    /** Whether a statement returns in any case. */
    private static boolean ends(Term term) {
        if (term.is(Kind.BLOCK)) {
            return !term.children().isEmpty() && ends(term.child(term.children().size() - 1));
        }
        return term.is(Kind.RETURN)
                || term.is(Kind.IF) && term.children().size() > 2 && ends(term.child(1)) && ends(term.child(2));
    }
}
