package org.plegma.rewrite.parallel;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.plegma.rewrite.loops.RefusedException;
import org.plegma.rewrite.parallel.code.JavaTypes;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;

/**
 * What the host may do around the loops that run on the device: compute with numbers, make arrays, exchange arrays, use elements
 * of arrays, which are copied for that.
 */
final class HostCheck {
    private HostCheck() {}

    /** Checks a statement that is no loop, and adds what it declares to the types. */
    static void statement(Term term, Map<String, String> types) {
        if (term.is(Kind.DECLARE)) {
            declare(term, types);
        } else if (term.is(Kind.EXECUTE)) {
            effect(term.child(0), types);
        } else if (term.is(Kind.JUMP) && term.text().contains(" ")) {
            throw new RefusedException(term.place(), "jumps to labels are not made parallel.");
        } else if (!term.is(Kind.EMPTY) && !term.is(Kind.JUMP)) {
            throw new RefusedException(
                    term.place(),
                    "this statement stands around the parallel loops, where only numbers"
                            + " are computed and arrays made or exchanged.");
        }
    }

    static void header(Term loop, Map<String, String> types) {
        for (int i = 0; i < 3; i++) {
            noElement(loop.child(i));
        }
        for (int i = 0; i < 3; i++) {
            Term part = loop.child(i);
            if (part.is(Kind.DECLARE)) {
                declare(part, types);
            } else if (i == 1 && !part.is(Kind.NOTHING)) {
                expression(part, types);
            } else if (part.is(Kind.COMMA)) {
                part.children().forEach(each -> effect(each, types));
            } else if (!part.is(Kind.NOTHING)) {
                effect(part, types);
            }
        }
    }

    /** Checks that the head of a loop uses no elements, which would have to come back each time that it is evaluated. */
    static void noElement(Term head) {
        elements(head).stream().findFirst().ifPresent(name -> {
            throw new RefusedException(
                    head.place(),
                    "the head of this loop around the parallel loops uses an element of '" + name
                            + "'. Use a 'while' loop, or put the element into a variable.");
        });
    }

    private static void declare(Term term, Map<String, String> types) {
        String type = term.child(0).text();
        if (type.equals("var")) {
            throw new RefusedException(term.place(), "give the variable its type in place of 'var'.");
        }
        JavaTypes.refusal(type).ifPresent(reason -> {
            throw new RefusedException(term.place(), reason);
        });
        for (Term declarator : term.children().subList(1, term.children().size())) {
            for (Term part :
                    declarator.children().subList(1, declarator.children().size())) {
                if (part.is(Kind.DIMENSION)) {
                    throw new RefusedException(term.place(), "write the brackets after the type: 'int[] x'.");
                }
                value(part.child(0), types);
            }
            types.put(declarator.child(0).text(), type);
        }
    }

    private static void effect(Term term, Map<String, String> types) {
        boolean step = (term.is(Kind.UNARY) || term.is(Kind.POSTFIX))
                && (term.text().equals("++") || term.text().equals("--"));
        if (!step && !term.is(Kind.ASSIGN)) {
            String what = term.is(Kind.CALL) ? "'" + Code.print(term.child(0)) + "' is called" : "this stands";
            throw new RefusedException(
                    term.place(), what + " around the parallel loops, where only numbers are computed.");
        }
        if (term.child(0).is(Kind.INDEX)) {
            expression(term.child(0), types);
        } else if (!term.child(0).is(Kind.NAME)) {
            throw new RefusedException(
                    term.place(),
                    "'" + Code.print(term.child(0))
                            + "' is assigned outside the parallel loops, where only variables and elements of arrays are.");
        }
        if (term.is(Kind.ASSIGN)) {
            value(term.child(1), types);
        }
    }

    private static void value(Term term, Map<String, String> types) {
        if (term.is(Kind.NEW_ARRAY)) {
            term.children().subList(1, term.children().size()).forEach(length -> expression(length, types));
        } else {
            expression(term, types);
        }
    }

    /** The variables that get another value, not other elements. */
    static Set<String> assigned(Term term) {
        Set<String> names = new LinkedHashSet<>();
        targets(term, Kind.NAME, names);
        return names;
    }

    /** The arrays of which elements are assigned. */
    static Set<String> changed(Term term) {
        Set<String> names = new LinkedHashSet<>();
        targets(term, Kind.INDEX, names);
        return names;
    }

    private static void targets(Term term, Kind kind, Set<String> names) {
        boolean step = term.text().equals("++") || term.text().equals("--");
        if ((term.is(Kind.ASSIGN) || step) && term.child(0).is(kind)) {
            names.add(array(term.child(0)));
        }
        term.children().forEach(part -> targets(part, kind, names));
    }

    /** The arrays of which elements are used. */
    static Set<String> elements(Term term) {
        Set<String> names = new LinkedHashSet<>();
        elements(term, names);
        return names;
    }

    private static void elements(Term term, Set<String> names) {
        if (term.is(Kind.INDEX)) {
            names.add(array(term));
        }
        if (!term.is(Kind.MEMBER, "length")) {
            term.children().forEach(part -> elements(part, names));
        }
    }

    private static String array(Term term) {
        return term.is(Kind.INDEX) ? array(term.child(0)) : term.text();
    }

    private static void element(Term term, Map<String, String> types) {
        Term array = term;
        int subscripts = 0;
        while (array.is(Kind.INDEX)) {
            expression(array.child(1), types);
            array = array.child(0);
            subscripts++;
        }
        String type = array.is(Kind.NAME) ? types.getOrDefault(array.text(), "") : "";
        if (JavaTypes.axes(type) != subscripts) {
            throw new RefusedException(
                    term.place(),
                    "'" + Code.print(term) + "' is used outside the parallel loops, where only elements of arrays"
                            + " that have a name are.");
        }
    }

    /** Checks an expression: it is computed by the host from its variables. */
    static void expression(Term term, Map<String, String> types) {
        if (term.is(Kind.MEMBER, "length")) {
            return;
        }
        if (term.is(Kind.INDEX)) {
            element(term, types);
            return;
        }
        boolean math = term.is(Kind.CALL)
                && term.child(0).is(Kind.MEMBER)
                && term.child(0).child(0).is(Kind.NAME, "Math")
                && !term.child(0).is(Kind.MEMBER, "random");
        boolean constant = Code.print(term).matches("(Math|Integer|Long|Float|Double)\\.([A-Z_]+|NaN)");
        boolean plain = term.is(Kind.NAME)
                || term.is(Kind.LITERAL)
                || term.is(Kind.BINARY)
                || term.is(Kind.UNARY)
                        && !term.text().equals("++")
                        && !term.text().equals("--")
                || term.is(Kind.CONDITIONAL)
                || term.is(Kind.CAST);
        if (!math && !constant && !plain) {
            throw new RefusedException(
                    term.place(), "'" + Code.print(term) + "' cannot be computed around the parallel loops.");
        }
        if (term.is(Kind.NAME) && !types.containsKey(term.text())) {
            throw new RefusedException(term.place(), "there is no variable '" + term.text() + "'.");
        }
        if (!constant) {
            term.children().stream()
                    .filter(part -> part.sort() != org.plegma.rewrite.term.Sort.TYPE)
                    .filter(part -> !(math && part == term.child(0)))
                    .forEach(part -> expression(part, types));
        }
    }
}
