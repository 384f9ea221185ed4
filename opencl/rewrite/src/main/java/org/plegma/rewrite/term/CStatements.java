package org.plegma.rewrite.term;

import java.util.ArrayList;
import java.util.List;
import org.plegma.rewrite.text.CToken;
import org.plegma.rewrite.text.CTokens;
import org.plegma.rewrite.text.Notes;

/** Reads statements of OpenCL C, and the items of a whole source, by recursive descent. */
final class CStatements {
    private final CTokens in;
    private final CTypes types = new CTypes();
    private final CExpressions expressions;
    private final CDeclarations declarations;

    CStatements(CTokens in) {
        this.in = in;
        this.expressions = new CExpressions(in, types, this);
        this.declarations = new CDeclarations(in, types, expressions, this);
    }

    CExpressions expressions() {
        return expressions;
    }

    /** All items of a source: functions, declarations, directives, and in patterns statements. */
    List<Term> items(boolean statementsToo) {
        List<Term> items = new ArrayList<>();
        while (!in.is(CToken.Kind.END)) {
            items.add(item(statementsToo));
        }
        return items;
    }

    private Term item(boolean statementsToo) {
        if (in.is(CToken.Kind.HOLE) && HoleClass.sortOf(restriction(in.peek())).orElse(null) == Sort.FUNCTION) {
            return CExpressions.hole(in.next(), in.source);
        }
        if (in.is(CToken.Kind.DIRECTIVE)) {
            return directive();
        }
        if (in.is(";")) {
            return new Tree(Kind.EMPTY, "", List.of(), Notes.NONE, in.from(in.next()));
        }
        if (statementsToo && !declarations.isFunction()) {
            return statement();
        }
        return declarations.functionOrDeclaration();
    }

    private static String restriction(CToken hole) {
        int colon = hole.text().indexOf(':');
        return colon < 0 ? "" : hole.text().substring(colon + 1).replace("...", "");
    }

    private Tree directive() {
        CToken token = in.next();
        types.learn(token.text());
        return new Tree(Kind.DIRECTIVE, token.text(), List.of(), Notes.NONE, in.from(token));
    }

    Term block() {
        CToken first = in.expect("{", "before the statements");
        List<Term> statements = new ArrayList<>();
        while (!in.is("}")) {
            if (in.is(CToken.Kind.END)) {
                throw in.source.fault(first.start(), first.end(), "This block does not end.", "Close it with '}'.");
            }
            statements.add(statement());
        }
        in.next();
        return new Tree(Kind.BLOCK, "", statements, Notes.NONE, in.from(first));
    }

    /** The statement that a loop or condition governs; a directive before it makes a block of both. */
    private Term body() {
        if (!in.is(CToken.Kind.DIRECTIVE)) {
            return statement();
        }
        CToken first = in.peek();
        List<Term> both = new ArrayList<>();
        while (in.is(CToken.Kind.DIRECTIVE)) {
            both.add(directive());
        }
        both.add(statement());
        return new Tree(Kind.BLOCK, "", both, Notes.NONE, in.from(first));
    }

    Term statement() {
        CToken first = in.peek();
        switch (first.kind()) {
            case DIRECTIVE:
                return directive();
            case HOLE:
                if (isStatementHole()) {
                    Term hole = CExpressions.hole(in.next(), in.source).as(Sort.STATEMENT);
                    in.take(";");
                    return hole;
                }
                return declarations.declares() ? declarations.declaration() : execute(first);
            case NAME:
                return named(first);
            default:
                break;
        }
        if (first.is("{")) {
            return block();
        }
        if (in.take(";")) {
            return made(Kind.EMPTY, "", first);
        }
        return execute(first);
    }

    private boolean isStatementHole() {
        String restriction = restriction(in.peek());
        boolean mayBe = restriction.isEmpty() || restriction.equals(HoleClass.STATEMENT.text());
        CToken after = in.peek(1);
        return mayBe
                && (after.is(";")
                        || after.is("}")
                        || after.kind() == CToken.Kind.END
                        || in.peek().text().endsWith("..."));
    }

    private Term named(CToken first) {
        switch (first.text()) {
            case "if":
                return conditional(first);
            case "for":
                return loop(first);
            case "while":
                in.next();
                Term condition = inParentheses("while");
                return made(Kind.WHILE, "", first, condition, body());
            case "do":
                return doLoop(first);
            case "switch":
                return choice(first);
            case "return":
                in.next();
                List<Term> value = in.is(";") ? List.of() : List.of(expressions.comma());
                in.expect(";", "after 'return'");
                return new Tree(Kind.RETURN, "", value, Notes.NONE, in.from(first));
            case "break", "continue", "goto":
                int mark = in.mark();
                in.next();
                if (in.is(CToken.Kind.NAME)) {
                    in.next();
                }
                String text = in.textFrom(mark);
                in.expect(";", "after '" + text + "'");
                return made(Kind.JUMP, text, first);
            case "asm", "__asm", "__asm__":
                return assembly(first);
            case "else":
                throw in.fault(
                        "This 'else' has no 'if'.", "Put the statements before it in '{' and '}', or remove it.");
            default:
                break;
        }
        if (in.peek(1).is(":")) {
            in.next();
            in.next();
            return made(Kind.LABELED, first.text(), first, statement());
        }
        return types.begins(in) || declarations.declares() ? declarations.declaration() : execute(first);
    }

    private Term execute(CToken first) {
        Term expression = expressions.comma();
        if (in.is("{") && expression.is(Kind.CALL)) {
            return made(Kind.MACRO, "", first, expression, block());
        }
        in.expect(";", "after the statement");
        return made(Kind.EXECUTE, "", first, expression);
    }

    private Term inParentheses(String after) {
        in.expect("(", "after '" + after + "'");
        Term expression = expressions.comma();
        in.expect(")", "after the condition");
        return expression;
    }

    private Term conditional(CToken first) {
        in.next();
        List<Term> parts = new ArrayList<>(List.of(inParentheses("if"), body()));
        if (in.take("else")) {
            parts.add(body());
        }
        return new Tree(Kind.IF, "", parts, Notes.NONE, in.from(first));
    }

    private Term loop(CToken first) {
        in.next();
        in.expect("(", "after 'for'");
        Term start;
        if (in.is(";")) {
            start = nothing();
            in.next();
        } else if (in.is(CToken.Kind.HOLE) && in.peek(1).is(";")) {
            start = CExpressions.hole(in.next(), in.source).as(Sort.STATEMENT);
            in.next();
        } else if (types.begins(in) || declarations.declares()) {
            start = declarations.declaration();
        } else {
            start = expressions.comma();
            in.expect(";", "after the start of the loop");
        }
        Term condition = in.is(";") ? nothing() : expressions.comma();
        in.expect(";", "after the condition of the loop");
        Term step = in.is(")") ? nothing() : expressions.comma();
        in.expect(")", "after the step of the loop");
        return made(Kind.FOR, "", first, start, condition, step, body());
    }

    private Term nothing() {
        int here = in.peek().start();
        return new Tree(Kind.NOTHING, "", List.of(), Notes.NONE, in.source.place(here, here));
    }

    private Term doLoop(CToken first) {
        in.next();
        Term body = body();
        in.expect("while", "after the body of 'do'");
        Term condition = inParentheses("while");
        in.expect(";", "after the condition");
        return made(Kind.DO, "", first, body, condition);
    }

    private Term choice(CToken first) {
        in.next();
        List<Term> parts = new ArrayList<>(List.of(inParentheses("switch")));
        in.expect("{", "after 'switch'");
        while (!in.take("}")) {
            CToken word = in.peek();
            List<Term> inCase = new ArrayList<>();
            if (in.take("case")) {
                inCase.add(expressions.expression());
            } else if (!in.take("default")) {
                throw in.fault("Expected 'case' or 'default', found " + word.shown() + ".", "Begin with a case.");
            }
            in.expect(":", "after the case");
            while (!in.is("case") && !in.is("default") && !in.is("}") && !in.is(CToken.Kind.END)) {
                inCase.add(statement());
            }
            parts.add(new Tree(Kind.CASE, word.text(), inCase, Notes.NONE, in.from(word)));
        }
        return new Tree(Kind.SWITCH, "", parts, Notes.NONE, in.from(first));
    }

    private Term assembly(CToken first) {
        int mark = in.mark();
        in.next();
        while (in.is(CToken.Kind.NAME)) {
            in.next();
        }
        CTypes.skipParentheses(in);
        in.expect(";", "after the assembly");
        return made(Kind.OPAQUE_STATEMENT, in.textFrom(mark), first);
    }

    private Tree made(Kind kind, String text, CToken first, Term... children) {
        return new Tree(kind, text, List.of(children), Notes.NONE, in.from(first));
    }
}
