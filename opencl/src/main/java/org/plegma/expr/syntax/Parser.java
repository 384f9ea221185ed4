package org.plegma.expr.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.plegma.expr.hints.Words;
import org.plegma.expr.syntax.Token.Kind;

/**
 * Reads statements by recursive descent, one method a rule of the grammar in the package description. After a fault
 * it goes on with the next statement, so that one run shows every fault.
 */
public final class Parser {
    private static final Set<String> KEYWORDS = Set.of("param", "coef", "field", "sum", "true", "false");

    private final TokenReader in;
    private final ExpressionParser expressions;

    private Parser(List<Token> tokens) {
        in = new TokenReader(tokens);
        expressions = new ExpressionParser(in);
    }

    /** All statements that could be read; what could not goes to {@code faults}. */
    public static List<Statement> statements(List<Token> tokens, Consumer<Fault> faults) {
        return new Parser(tokens).read(faults);
    }

    /** A single expression, without statements. */
    public static Ast expression(String source, Consumer<Fault> faults) {
        TokenReader in = new TokenReader(Lexer.tokens(source, faults));
        Ast result = new ExpressionParser(in).expression();
        in.endStatement();
        in.expectEnd();
        return result;
    }

    static boolean isKeyword(String name) {
        return KEYWORDS.contains(name);
    }

    private List<Statement> read(Consumer<Fault> faults) {
        List<Statement> statements = new ArrayList<>();
        while (in.peek().kind() != Kind.END_OF_SOURCE) {
            try {
                if (in.peek().kind() != Kind.END_OF_STATEMENT) {
                    statement(statements);
                }
                in.endStatement();
            } catch (Fault fault) {
                faults.accept(fault);
                in.skipStatement();
            }
        }
        return statements;
    }

    private void statement(List<Statement> out) {
        Token first = in.peek();
        if (first.kind() != Kind.NAME) {
            throw new Fault(
                    first.span(),
                    "A statement cannot start with " + first.shown() + ".",
                    "Start with 'param', 'coef', 'field', a definition 'name = …' or an update 'u[x] = …'.");
        }
        boolean declares = in.peek(1).kind() == Kind.NAME;
        if (declares && first.text().equals("param")) {
            in.next();
            commaList(() -> out.add(param()));
        } else if (declares && first.text().equals("field")) {
            in.next();
            commaList(() -> out.add(new Statement.DeclareField(name("a field"))));
        } else if (declares && first.text().equals("coef")) {
            in.next();
            out.add(coef());
        } else if (isKeyword(first.text())) {
            throw new Fault(
                    first.span(),
                    "'" + first.text() + "' is a word of the language and must be followed by a name here.",
                    "Write 'param alpha = 0.1', 'coef c = [1, 2]' or 'field rho', or choose another name.");
        } else {
            out.add(definitionOrUpdate());
        }
    }

    private void commaList(Runnable item) {
        item.run();
        while (in.take(",")) {
            item.run();
        }
    }

    private Statement param() {
        Ast.Name name = name("a parameter");
        return new Statement.DeclareParam(
                name, in.take("=") ? Optional.of(expressions.expression()) : Optional.empty());
    }

    private Statement coef() {
        Ast.Name name = name("a coefficient list");
        in.expect("=", "after the name of a coefficient list", "Write 'coef c = [1, 2, 3]'.");
        if (!in.peek().is("[")) {
            throw new Fault(
                    in.peek().span(),
                    "A coefficient list starts with '[', not with " + in.peek().shown() + ".",
                    "Write 'coef c = [1, 2, 3]'; a single number is a 'param' or a definition.");
        }
        return new Statement.DeclareCoef(name, expressions.bracketed());
    }

    private Statement definitionOrUpdate() {
        Ast.Name name = name("a definition or an update");
        if (in.peek().is("[")) {
            Ast.Indexed target = expressions.indexed(name);
            in.expect("=", "after the left side of an update", "Write '" + name.text() + "[x] = …'.");
            return new Statement.Assign(target, expressions.expression());
        }
        List<Ast.Name> parameters = new ArrayList<>();
        if (in.take("(")) {
            commaList(() -> parameters.add(name("a parameter of a definition")));
            in.expect(
                    ")",
                    "after the parameters of a definition",
                    "Write 'name(f) = …'; an update has square brackets: '" + name.text() + "[x] = …'.");
        }
        if (!in.peek().is("=")) {
            throw new Fault(
                    in.peek().span(),
                    "Expected '=' after '" + name.text() + "', found "
                            + in.peek().shown() + ".",
                    statementCure(name.text()));
        }
        in.next();
        return new Statement.Define(name, List.copyOf(parameters), expressions.expression());
    }

    private String statementCure(String name) {
        String start = name.toLowerCase(Locale.ROOT);
        Optional<String> keyword = in.peek().kind() == Token.Kind.NAME
                ? Stream.of("param", "coef", "field")
                        .filter(word -> start.startsWith(word.substring(0, 3)))
                        .findFirst()
                : Optional.empty();
        return Words.statement(name)
                .or(() -> keyword.map(
                        word -> "Did you mean '" + word + " " + in.peek().text() + "'?"))
                .orElse("Write a definition '" + name + " = …' or an update '" + name + "[x] = …'.");
    }

    private Ast.Name name(String what) {
        Token token = in.peek();
        if (token.kind() != Kind.NAME) {
            throw new Fault(
                    token.span(),
                    "Expected the name of " + what + ", found " + token.shown() + ".",
                    "A name is made of the letters a to z, digits and '_', and starts with no digit.");
        }
        in.next();
        return new Ast.Name(token.span(), token.text());
    }
}
