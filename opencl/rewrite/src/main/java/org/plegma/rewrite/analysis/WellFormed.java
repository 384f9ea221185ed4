package org.plegma.rewrite.analysis;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Location;
import org.plegma.rewrite.term.Term;

/** Checks what shapes of terms cannot: names that are declared once, and targets that can be assigned. */
public final class WellFormed {
    private WellFormed() {}

    /**
     * What a step broke in a program; looks at all of it only if the step has to do with declarations.
     *
     * @param declares whether the subject or the result declares a name
     */
    public static Optional<String> brokenBy(
            Term before, Term after, Location at, Term subject, Term result, boolean declares) {
        boolean target = !at.steps().isEmpty() && isWritten(at, before);
        boolean local = !target && !declares && Names.undeclared(subject).containsAll(Names.undeclared(result));
        return local
                ? badTarget(result).filter(bad -> badTarget(subject).isEmpty()).map(WellFormed::assigned)
                : broken(before, after, Names.undeclared(before));
    }

    private static boolean isWritten(Location at, Term root) {
        Term parent = at.parent(root);
        boolean first = at.last() == 0;
        return first && (parent.is(Kind.ASSIGN) || parent.is(Kind.UNARY) || parent.is(Kind.POSTFIX));
    }

    /** Whether a term declares any name. */
    public static boolean declares(Term term) {
        return Names.occursKind(term, Kind.DECLARATOR) || Names.occursKind(term, Kind.FUNCTION);
    }

    private static String assigned(Term target) {
        return "'" + Code.print(target) + "' would be assigned, which is no variable";
    }

    /** What a step broke; empty if nothing. What was wrong before is not its fault. */
    public static Optional<String> broken(Term before, Term after, Set<String> undeclaredBefore) {
        Set<String> missing = Names.undeclared(after);
        missing.removeAll(undeclaredBefore);
        if (!missing.isEmpty()) {
            return Optional.of("nothing would declare '" + String.join("', '", missing) + "'");
        }
        Set<String> twice = declaredTwice(after);
        if (!twice.isEmpty()) {
            twice.removeAll(declaredTwice(before));
            if (!twice.isEmpty()) {
                return Optional.of("'" + String.join("', '", twice) + "' would be declared twice in one block");
            }
        }
        return References.captured(before, after).or(() -> badTarget(after)
                .filter(target -> badTarget(before).isEmpty())
                .map(WellFormed::assigned));
    }

    private static Set<String> declaredTwice(Term root) {
        Set<String> twice = new LinkedHashSet<>();
        Location.visit(root, (location, term) -> {
            if (!term.is(Kind.BLOCK)) {
                return;
            }
            Set<String> names = new HashSet<>();
            boolean directives = term.children().stream().anyMatch(part -> part.is(Kind.DIRECTIVE));
            for (Term statement : term.children()) {
                if (statement.is(Kind.DECLARE) && !directives) { // behind #ifdef the same name may come twice
                    for (Term part : statement.children()) {
                        if (part.is(Kind.DECLARATOR) && !names.add(part.child(0).text())) {
                            twice.add(part.child(0).text());
                        }
                    }
                }
            }
        });
        return twice;
    }

    private static Optional<Term> badTarget(Term term) {
        boolean step = (term.is(Kind.UNARY) || term.is(Kind.POSTFIX))
                && (term.text().equals("++") || term.text().equals("--"));
        if (term.is(Kind.ASSIGN) || step) {
            Term target = term.child(0);
            boolean variable = target.is(Kind.NAME)
                    || target.is(Kind.INDEX)
                    || target.is(Kind.MEMBER)
                    || target.is(Kind.ARROW)
                    || target.is(Kind.UNARY, "*")
                    || target.is(Kind.OPAQUE)
                    || target.is(Kind.CALL); // a macro
            if (!variable) {
                return Optional.of(target);
            }
        }
        for (Term part : term.children()) {
            Optional<Term> bad = badTarget(part);
            if (bad.isPresent()) {
                return bad;
            }
        }
        return Optional.empty();
    }
}
