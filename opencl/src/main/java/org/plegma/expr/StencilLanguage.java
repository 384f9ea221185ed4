package org.plegma.expr;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.plegma.expr.syntax.Ast;
import org.plegma.expr.syntax.Lexer;
import org.plegma.expr.syntax.Parser;
import org.plegma.expr.syntax.Statement;
import org.plegma.expr.syntax.Token;
import org.plegma.expr.syntax.Token.Kind;
import org.plegma.expr.tree.MathFunction;

/**
 * Help for someone who is writing a formula: which words fit at the cursor and what the word there means. Works on
 * sources that are not complete yet.
 */
public final class StencilLanguage {
    private static final Map<String, Word> BUILT_IN = builtIn();

    private StencilLanguage() {}

    /**
     * A word that can be written.
     *
     * @param name the word itself
     * @param form how it is used
     * @param meaning one sentence
     */
    public record Word(String name, String form, String meaning) {}

    /** The statements, differences, functions and constants of the language, by name. */
    public static List<Word> words() {
        return List.copyOf(BUILT_IN.values());
    }

    /** What the word under the cursor means: the help of a built-in word, or the line that gives a name its meaning. */
    public static Optional<Word> describe(String source, int cursor) {
        for (Token token : tokens(source)) {
            boolean touched =
                    token.span().start() <= cursor && cursor <= token.span().end();
            if (touched && token.kind() == Kind.NAME) {
                return declared(source, token.text()).or(() -> Optional.ofNullable(BUILT_IN.get(token.text())));
            }
        }
        return Optional.empty();
    }

    private static Optional<Word> declared(String source, String name) {
        for (Statement statement : Parser.statements(tokens(source), fault -> {})) {
            if (statement instanceof Statement.DeclareParam param
                    && param.name().text().equals(name)) {
                return Optional.of(word(source, param.name(), "A parameter, given at run time."));
            } else if (statement instanceof Statement.DeclareCoef coef
                    && coef.name().text().equals(name)) {
                return Optional.of(word(source, coef.name(), "A coefficient list, read as " + name + "[i]."));
            } else if (statement instanceof Statement.DeclareField field
                    && field.name().text().equals(name)) {
                return Optional.of(word(source, field.name(), "A read-only field, one value a cell."));
            } else if (statement instanceof Statement.Define definition
                    && definition.name().text().equals(name)) {
                return Optional.of(word(source, definition.name(), "A definition, put in where it is used."));
            } else if (statement instanceof Statement.Assign update
                    && update.target().base().text().equals(name)) {
                return Optional.of(word(source, update.target().base(), "An updated field."));
            }
        }
        return Optional.empty();
    }

    private static Word word(String source, Ast.Name name, String meaning) {
        return new Word(
                name.text(), source.lines().toList().get(line(source, name)).strip(), meaning);
    }

    private static int line(String source, Ast.Name name) {
        return (int) source.substring(0, name.span().start())
                .chars()
                .filter(c -> c == '\n')
                .count();
    }

    private static List<Token> tokens(String source) {
        return Lexer.tokens(source, fault -> {});
    }

    private static Map<String, Word> builtIn() {
        List<Word> words = new ArrayList<>(List.of(
                new Word("param", "param alpha = 0.1", "A scalar given at run time, with an optional default."),
                new Word("coef", "coef c = [1, 2/3]", "A list of constants, read as c[i]."),
                new Word("field", "field rho", "A read-only field: one value a cell."),
                new Word("sum", "sum(i=1..4, c[i]*u[x+i])", "A sum that is unrolled; both ends belong to it."),
                new Word("lap", "lap(f, order=2, spacing=1)", "The Laplacian: the sum of d2 along all axes."),
                new Word("pow", "pow(a, b)", "The power a^b."),
                new Word("pi", "pi", "The circle constant."),
                new Word("true", "true", "A condition that always holds."),
                new Word("false", "false", "A condition that never holds."),
                new Word("t", "u[t+1,x] = 2*u[t,x] - u[t-1,x]", "The time index."),
                new Word("order", "d2(u, x, order=4)", "The order of accuracy of a difference, even; 2 if not given."),
                new Word("spacing", "d2(u, x, spacing=h)", "The distance of two grid points; 1 if not given.")));
        for (int derivative = 1; derivative <= 9; derivative++) {
            words.add(new Word(
                    "d" + derivative,
                    "d" + derivative + "(f, x, order=2, spacing=1)",
                    "The centred difference for derivative " + derivative + " along an axis."));
        }
        for (MathFunction function : MathFunction.values()) {
            String arguments = function.arity() == 1 ? "(a)" : "(a, b)";
            words.add(new Word(function.text(), function.text() + arguments, function.meaning()));
        }
        Map<String, Word> byName = new TreeMap<>();
        words.forEach(word -> byName.put(word.name(), word));
        return byName;
    }
}
