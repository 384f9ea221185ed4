package org.plegma.rewrite.loops;

import java.util.Optional;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;

/** The forms of assignments that put the iterations of a loop together into a variable, see {@link LoopNest.Reduction}. */
final class Gathering {
    private Gathering() {}

    /** The operation of an assignment, if the loop has the variable nowhere else; empty if it gathers nothing. */
    static Optional<String> operation(Term assignment, Term loop, String name) {
        return operation(assignment, name).filter(found -> uses(loop, name) == expectedUses(assignment));
    }

    private static int uses(Term term, String name) {
        int uses = term.is(Kind.NAME, name) ? 1 : 0;
        for (Term part : term.children()) {
            uses += uses(part, name);
        }
        return uses;
    }

    /** How often an assignment that gathers a result names the result. */
    private static int expectedUses(Term assignment) {
        return !assignment.is(Kind.ASSIGN, "=") ? 1 : assignment.child(1).is(Kind.CONDITIONAL) ? 3 : 2;
    }

    private static Optional<String> operation(Term assignment, String name) {
        if (assignment.is(Kind.POSTFIX, "++")
                || assignment.is(Kind.UNARY, "++")
                || assignment.is(Kind.ASSIGN, "+=")
                || assignment.is(Kind.ASSIGN, "-=")) {
            return Optional.of("+");
        }
        if (assignment.is(Kind.ASSIGN, "*=")) {
            return Optional.of("*");
        }
        if (!assignment.is(Kind.ASSIGN, "=")) {
            return Optional.empty();
        }
        Term value = assignment.child(1);
        boolean commutes = value.is(Kind.BINARY, "+") || value.is(Kind.BINARY, "*");
        if (commutes && (value.child(0).is(Kind.NAME, name) || value.child(1).is(Kind.NAME, name))) {
            return Optional.of(value.text());
        }
        if (isChoice(value, name)) {
            return Optional.of(value.child(0).text());
        }
        boolean extreme = value.is(Kind.CALL)
                && value.children().size() == 3
                && (Code.print(value.child(0)).equals("Math.min")
                        || Code.print(value.child(0)).equals("Math.max"));
        if (extreme && (value.child(1).is(Kind.NAME, name) || value.child(2).is(Kind.NAME, name))) {
            return Optional.of(value.child(0).text());
        }
        return Optional.empty();
    }

    /** {@code x > name ? x : name} or {@code x < name ? x : name}. */
    private static boolean isChoice(Term value, String name) {
        return value.is(Kind.CONDITIONAL)
                && (value.child(0).is(Kind.BINARY, ">") || value.child(0).is(Kind.BINARY, "<"))
                && value.child(0).child(0).equals(value.child(1))
                && value.child(0).child(1).is(Kind.NAME, name)
                && value.child(2).is(Kind.NAME, name);
    }
}
