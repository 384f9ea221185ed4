package org.plegma.rewrite.term;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.plegma.rewrite.text.CToken;
import org.plegma.rewrite.text.CTokens;
import org.plegma.rewrite.text.Notes;
import org.plegma.rewrite.text.Source;

/** Reads the expressions of OpenCL C by precedence climbing. */
final class CExpressions {
    private static final Set<String> ASSIGNMENTS =
            Set.of("=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=");
    private static final Set<String> PREFIXES = Set.of("-", "+", "!", "~", "*", "&", "++", "--");

    private final CTokens in;
    private final CTypes types;
    private final CStatements statements;

    CExpressions(CTokens in, CTypes types, CStatements statements) {
        this.in = in;
        this.types = types;
        this.statements = statements;
    }

    /** An expression, commas included. */
    Term comma() {
        CToken first = in.peek();
        Term one = expression();
        if (!in.is(",")) {
            return one;
        }
        List<Term> all = new ArrayList<>(List.of(one));
        while (in.take(",")) {
            all.add(expression());
        }
        return new Tree(Kind.COMMA, "", all, Notes.NONE, in.from(first));
    }

    /** An expression without commas, assignments included. */
    Term expression() {
        CToken first = in.peek();
        Term target = conditional();
        if (in.is(CToken.Kind.SYMBOL) && ASSIGNMENTS.contains(in.peek().text())) {
            String operator = in.next().text();
            return made(Kind.ASSIGN, operator, first, target, expression());
        }
        return target;
    }

    private Term conditional() {
        CToken first = in.peek();
        Term condition = binary(Precedence.LOGICAL_OR);
        if (!in.take("?")) {
            return condition;
        }
        Term then = comma();
        in.expect(":", "between the two results of '?'");
        return made(Kind.CONDITIONAL, "", first, condition, then, expression());
    }

    private Term binary(int lowest) {
        CToken first = in.peek();
        Term left = unary();
        while (in.is(CToken.Kind.SYMBOL)) {
            int level = Precedence.ofBinary(in.peek().text());
            if (level < lowest) {
                break;
            }
            String operator = in.next().text();
            left = made(Kind.BINARY, operator, first, left, binary(level + 1));
        }
        return left;
    }

    private Term unary() {
        CToken first = in.peek();
        if (first.kind() == CToken.Kind.SYMBOL && PREFIXES.contains(first.text())) {
            in.next();
            return made(Kind.UNARY, first.text(), first, unary());
        }
        if (in.take("sizeof")) {
            return sizeof(first);
        }
        if (in.is("(") && isCast()) {
            return cast(first);
        }
        return postfix(first, primary());
    }

    private Term sizeof(CToken first) {
        if (in.is("(")) {
            int mark = in.mark();
            in.next();
            if (types.begins(in)) {
                Term type = pointerType();
                in.expect(")", "after the type");
                return made(Kind.SIZEOF, "", first, type);
            }
            in.reset(mark);
        }
        return made(Kind.SIZEOF, "", first, unary().withNotes(Notes.NONE));
    }

    /** Whether the parenthesis here holds a type. A name that nothing declares is one if a value follows at once. */
    private boolean isCast() {
        int mark = in.mark();
        try {
            in.next();
            boolean certain = types.begins(in);
            if (certain) {
                return true;
            }
            if (!in.is(CToken.Kind.NAME) && !in.is(CToken.Kind.HOLE)) {
                return false;
            }
            in.next();
            while (in.take("*")) {
                certain = true;
            }
            if (!in.take(")")) {
                return false;
            }
            CToken after = in.peek();
            return switch (after.kind()) {
                case NAME, NUMBER, STRING, HOLE -> true;
                case SYMBOL -> after.is("(") || after.is("~") || after.is("!") || after.is("{");
                default -> false;
            };
        } finally {
            in.reset(mark);
        }
    }

    private Term cast(CToken first) {
        in.next();
        Term type = pointerType();
        in.expect(")", "after the type of a cast");
        if (in.is("{")) {
            return postfix(first, made(Kind.CAST, "", first, type, initializer()));
        }
        boolean vector = type.is(Kind.TYPE) && CTypes.isVector(type.text());
        if (in.is("(") && !isCast()) {
            int mark = in.mark();
            in.next();
            List<Term> values = arguments();
            if (vector || values.size() > 1) {
                return postfix(first, new Tree(Kind.VECTOR, "", concat(type, values), Notes.NONE, in.from(first)));
            }
            in.reset(mark);
        }
        return made(Kind.CAST, "", first, type, unary());
    }

    /** A type with stars, the stars being part of its name. */
    Term pointerType() {
        Term type = types.read(in, statements);
        String stars = CTypes.stars(in).strip();
        if (stars.isEmpty() || !(type instanceof Tree tree)) {
            return type;
        }
        return new Tree(tree.kind(), tree.text() + " " + stars, tree.children(), tree.notes(), tree.place());
    }

    private Term primary() {
        CToken token = in.next();
        switch (token.kind()) {
            case NAME:
                boolean constant = token.is("true") || token.is("false");
                return made(constant ? Kind.LITERAL : Kind.NAME, token.text(), token);
            case NUMBER:
                return made(Kind.LITERAL, token.text(), token);
            case STRING:
                StringBuilder text = new StringBuilder(token.text());
                while (in.is(CToken.Kind.STRING) && token.text().startsWith("\"")) {
                    text.append(' ').append(in.next().text());
                }
                return made(Kind.LITERAL, text.toString(), token);
            case HOLE:
                return hole(token, in.source);
            default:
                break;
        }
        if (token.is("(")) {
            Term inner = comma();
            in.expect(")", "after the expression");
            return inner.withNotes(inner.notes().inParentheses()).withPlace(in.from(token));
        }
        if (token.is("{")) {
            in.reset(in.mark() - 1);
            return initializer();
        }
        if (token.kind() == CToken.Kind.END) {
            throw in.fault("The expression is not finished.", "Write the rest of it.");
        }
        throw in.source.fault(
                token.start(),
                token.end(),
                "Expected an expression, found " + token.shown() + ".",
                token.kind() == CToken.Kind.DIRECTIVE
                        ? "A directive may stand between statements only: choose whole statements by it."
                        : "Write a value, a name or '('.");
    }

    private Term postfix(CToken first, Term start) {
        Term term = start;
        while (true) {
            if (in.take("[")) {
                Term index = comma();
                in.expect("]", "after the index");
                term = made(Kind.INDEX, "", first, term, index);
            } else if (in.take("(")) {
                term = new Tree(Kind.CALL, "", concat(term, arguments()), Notes.NONE, in.from(first));
            } else if (in.is(".") || in.is("->")) {
                Kind kind = in.next().is(".") ? Kind.MEMBER : Kind.ARROW;
                if (!in.is(CToken.Kind.NAME)) {
                    throw in.fault(
                            "Expected the name of a component, found "
                                    + in.peek().shown() + ".",
                            "Write it, as in 'v.x' or 'v.s0'.");
                }
                term = made(kind, in.next().text(), first, term);
            } else if (in.is("++") || in.is("--")) {
                term = made(Kind.POSTFIX, in.next().text(), first, term);
            } else {
                return term;
            }
        }
    }

    private List<Term> arguments() {
        List<Term> arguments = new ArrayList<>();
        while (!in.is(")")) {
            arguments.add(types.begins(in) ? typeArgument() : expression());
            if (!in.take(",")) {
                break;
            }
        }
        in.expect(")", "after the arguments");
        return arguments;
    }

    /** A type as an argument, which a macro may take; it is kept as a name. */
    private Term typeArgument() {
        CToken first = in.peek();
        return made(Kind.NAME, Code.print(pointerType()), first);
    }

    Term initializer() {
        CToken first = in.expect("{", "before the initial values");
        List<Term> values = new ArrayList<>();
        while (!in.is("}")) {
            values.add(in.is("{") ? initializer() : expression());
            if (!in.take(",")) {
                break;
            }
        }
        in.expect("}", "after the initial values");
        return new Tree(Kind.INITIALIZER, "", values, Notes.NONE, in.from(first));
    }

    static Hole hole(CToken token, Source source) {
        String text = token.text().substring(1);
        boolean sequence = text.endsWith("...");
        String[] parts = text.replace("...", "").split(":");
        String restriction = parts.length > 1 ? parts[1] : "";
        Sort sort = HoleClass.sortOf(restriction)
                .orElseThrow(() -> source.fault(
                        token.start(),
                        token.end(),
                        "'" + restriction + "' is no class of variables.",
                        "The classes are " + HoleClass.names() + "."));
        return new Hole(parts[0], sort, restriction, sequence);
    }

    private Tree made(Kind kind, String text, CToken first, Term... children) {
        return new Tree(kind, text, List.of(children), Notes.NONE, in.from(first));
    }

    private static List<Term> concat(Term first, List<Term> rest) {
        List<Term> all = new ArrayList<>(List.of(first));
        all.addAll(rest);
        return all;
    }
}
