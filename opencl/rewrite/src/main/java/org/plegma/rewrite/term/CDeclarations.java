package org.plegma.rewrite.term;

import java.util.ArrayList;
import java.util.List;
import org.plegma.rewrite.text.CToken;
import org.plegma.rewrite.text.CTokens;
import org.plegma.rewrite.text.Notes;

/** Reads functions and declarations of OpenCL C. */
final class CDeclarations {
    private final CTokens in;
    private final CTypes types;
    private final CExpressions expressions;
    private final CStatements statements;

    CDeclarations(CTokens in, CTypes types, CExpressions expressions, CStatements statements) {
        this.in = in;
        this.types = types;
        this.expressions = expressions;
        this.statements = statements;
    }

    /** Whether a type, a name and a parenthesis begin here. */
    boolean isFunction() {
        int mark = in.mark();
        try {
            if (!types.begins(in) && !declares()) {
                return false;
            }
            while (in.is(CToken.Kind.NAME) || in.is(CToken.Kind.HOLE) || in.is("*")) {
                if (in.next().is("__attribute__")) {
                    CTypes.skipParentheses(in);
                }
            }
            return in.is("(") && in.mark() - mark > 1;
        } finally {
            in.reset(mark);
        }
    }

    Term functionOrDeclaration() {
        CToken first = in.peek();
        if (first.kind() == CToken.Kind.NAME && in.peek(1).is("(")) {
            return macro(first);
        }
        if (!types.begins(in) && !declares()) {
            throw in.fault(
                    "Expected a function or a declaration, found " + first.shown() + ".",
                    "Statements belong into functions; a macro that stands for a whole function must be written out.");
        }
        Term type = types.read(in, statements);
        String stars = CTypes.stars(in);
        if (in.peek(1).is("(") && (in.is(CToken.Kind.NAME) || in.is(CToken.Kind.HOLE))) {
            return function(first, type, stars);
        }
        return declarators(first, type, stars);
    }

    /** A macro that stands for functions or declarations, with or without a semicolon. */
    private Term macro(CToken first) {
        int mark = in.mark();
        in.next();
        CTypes.skipParentheses(in);
        in.take(";");
        return new Tree(Kind.OPAQUE_STATEMENT, in.textFrom(mark), List.of(), Notes.NONE, in.from(first));
    }

    private Term function(CToken first, Term type, String stars) {
        Term name = name();
        Term parameters = parameters();
        List<Term> parts = new ArrayList<>(List.of(type, name, parameters));
        if (!in.take(";")) {
            if (!in.is("{")) {
                throw in.fault(
                        "Expected the body of a function, found " + in.peek().shown() + ".",
                        "Write it in '{' and '}'.");
            }
            parts.add(statements.block());
        }
        return new Tree(Kind.FUNCTION, stars, parts, Notes.NONE, in.from(first));
    }

    private Term parameters() {
        CToken first = in.expect("(", "before the parameters");
        List<Term> parameters = new ArrayList<>();
        if (in.is("void") && in.peek(1).is(")")) {
            in.next();
        }
        while (!in.is(")")) {
            parameters.add(parameter());
            if (!in.take(",")) {
                break;
            }
        }
        in.expect(")", "after the parameters");
        return new Tree(Kind.PARAMETERS, "", parameters, Notes.NONE, in.from(first));
    }

    private Term parameter() {
        CToken first = in.peek();
        if (first.kind() == CToken.Kind.HOLE
                && (in.peek(1).is(",") || in.peek(1).is(")"))) {
            return CExpressions.hole(in.next(), in.source).as(Sort.PARAMETER);
        }
        Term type = types.read(in, statements);
        Term declarator = declarator(CTypes.stars(in), true);
        return new Tree(Kind.PARAMETER, "", List.of(type, declarator), Notes.NONE, in.from(first));
    }

    private Term name() {
        CToken token = in.next();
        if (token.kind() == CToken.Kind.HOLE) {
            return CExpressions.hole(token, in.source).as(Sort.NAME);
        }
        if (token.kind() != CToken.Kind.NAME) {
            throw in.source.fault(
                    token.start(),
                    token.end(),
                    "Expected a name, found " + token.shown() + ".",
                    "Pointers to functions and names in parentheses are not in the subset that rules work on.");
        }
        return new Tree(Kind.NAME, token.text(), List.of(), Notes.NONE, in.from(token));
    }

    private Term declarators(CToken first, Term type, String stars) {
        List<Term> parts = new ArrayList<>(List.of(type));
        String pointer = stars;
        while (!in.is(";")) {
            parts.add(declarator(pointer, false));
            if (!in.take(",")) {
                break;
            }
            pointer = CTypes.stars(in);
        }
        in.expect(";", "after the declaration");
        if (type instanceof Tree tree && tree.children().stream().anyMatch(q -> q.is(Kind.QUALIFIER, "typedef"))) {
            parts.subList(1, parts.size())
                    .forEach(each -> types.declare(each.child(0).text()));
        }
        return new Tree(Kind.DECLARE, "", parts, Notes.NONE, in.from(first));
    }

    private Term declarator(String stars, boolean mayBeUnnamed) {
        CToken first = in.peek();
        String pointer = stars;
        List<Term> parts = new ArrayList<>();
        if (mayBeUnnamed && (in.is(",") || in.is(")") || in.is("["))) {
            parts.add(new Tree(Kind.NOTHING, "", List.of(), Notes.NONE, in.source.place(first.start(), first.start())));
        } else if (in.is("(") && in.peek(1).is("*")) { // a pointer to an array
            in.next();
            pointer = stars + "(" + CTypes.stars(in);
            parts.add(name());
            in.expect(")", "after the name of a pointer to an array");
        } else {
            parts.add(name());
        }
        while (in.is("[")) {
            CToken open = in.next();
            List<Term> length = in.is("]") ? List.of() : List.of(expressions.expression());
            in.expect("]", "after the length of an array");
            parts.add(new Tree(Kind.DIMENSION, "", length, Notes.NONE, in.from(open)));
        }
        while (in.is("__attribute__")) {
            CToken open = in.peek();
            int mark = in.mark();
            in.next();
            CTypes.skipParentheses(in);
            parts.add(new Tree(Kind.QUALIFIER, in.textFrom(mark), List.of(), Notes.NONE, in.from(open)));
        }
        if (in.is("=")) {
            CToken sign = in.next();
            Term value = in.is("{") ? expressions.initializer() : expressions.expression();
            parts.add(new Tree(Kind.INITIAL, "", List.of(value), Notes.NONE, in.from(sign)));
        }
        return new Tree(Kind.DECLARATOR, pointer, parts, Notes.NONE, in.from(first));
    }

    /** Whether an unknown name here is a type, for two names in a row, or a star between, can be nothing else. */
    boolean declares() {
        CToken second = in.peek(1);
        if (isNameOrHole(second)) {
            return true;
        }
        int ahead = 1;
        while (in.peek(ahead).is("*")) {
            ahead++;
        }
        CToken after = in.peek(ahead + 1);
        return ahead > 1
                && isNameOrHole(in.peek(ahead))
                && (after.is(";") || after.is("=") || after.is(",") || after.is("["));
    }

    private static boolean isNameOrHole(CToken token) {
        return token.kind() == CToken.Kind.NAME || token.kind() == CToken.Kind.HOLE;
    }

    Term declaration() {
        CToken first = in.peek();
        Term type = types.read(in, statements);
        return declarators(first, type, CTypes.stars(in));
    }
}
