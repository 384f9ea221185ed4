package org.plegma.rewrite.parallel.code;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;

/** Counters of a loop that cannot overflow, since its condition keeps them below another number. */
final class Bounds {
    private Bounds() {}

    /**
     * The variables {@code k} with {@code k < e} in the condition, which the body changes by one {@code k++} in each
     * iteration, outside inner loops, and not otherwise.
     */
    static Set<String> keptBelow(Term condition, Term body, UnaryOperator<String> type) {
        Set<String> names = new LinkedHashSet<>();
        collect(condition, names, type);
        names.removeIf(name -> changes(body, name) != 1
                || !stepsOnce(body, name)
                || !type.apply(name).equals("int"));
        return names;
    }

    private static void collect(Term condition, Set<String> names, UnaryOperator<String> type) {
        if (condition.is(Kind.BINARY, "&&")) {
            condition.children().forEach(part -> collect(part, names, type));
        } else if (condition.is(Kind.BINARY, "<") && condition.child(0).is(Kind.NAME)) {
            Term limit = condition.child(1);
            boolean isInt = limit.is(Kind.LITERAL) && limit.text().matches("\\d+")
                    || limit.is(Kind.NAME) && type.apply(limit.text()).equals("int");
            if (isInt) {
                names.add(condition.child(0).text());
            }
        }
    }

    private static int changes(Term term, String name) {
        boolean step = (term.is(Kind.UNARY) || term.is(Kind.POSTFIX))
                && (term.text().equals("++") || term.text().equals("--"));
        int own = (step || term.is(Kind.ASSIGN)) && term.child(0).is(Kind.NAME, name) ? 1 : 0;
        return own
                + term.children().stream().mapToInt(part -> changes(part, name)).sum();
    }

    private static boolean stepsOnce(Term term, String name) {
        boolean step = (term.is(Kind.UNARY, "++") || term.is(Kind.POSTFIX, "++"))
                && term.child(0).is(Kind.NAME, name);
        boolean loop = term.is(Kind.FOR) || term.is(Kind.WHILE) || term.is(Kind.DO);
        return step || !loop && term.children().stream().anyMatch(part -> stepsOnce(part, name));
    }
}
