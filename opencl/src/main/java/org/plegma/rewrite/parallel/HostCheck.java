package org.plegma.rewrite.parallel;

import java.util.Map;
import org.plegma.rewrite.loops.RefusedException;
import org.plegma.rewrite.parallel.code.JavaTypes;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;

/**
 * What the host may do around the loops that run on the device: compute with numbers, make arrays, exchange arrays. It
 * does not touch elements, for those are on the device.
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
        if (!term.child(0).is(Kind.NAME)) {
            throw new RefusedException(
                    term.place(),
                    "'" + Code.print(term.child(0))
                            + "' is assigned outside the parallel loops, while the array is on the"
                            + " device. Do it in a loop, or before or after the cell.");
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

    /** Checks an expression: it is computed by the host from its variables. */
    static void expression(Term term, Map<String, String> types) {
        if (term.is(Kind.MEMBER, "length")) {
            return;
        }
        if (term.is(Kind.INDEX)) {
            throw new RefusedException(
                    term.place(),
                    "the element '" + Code.print(term)
                            + "' is used outside the parallel loops, while the array is on the"
                            + " device. Put it into a variable before the cell.");
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
