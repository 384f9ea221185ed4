package org.plegma.expr.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plegma.expr.hints.Characters;
import org.plegma.expr.syntax.Token.Kind;

/** Cuts a source into tokens. Line ends count only outside brackets and not after an operator. */
public final class Lexer {
    // "1..4" is a range: a point belongs to the number only if no second point follows.
    private static final Pattern NUMBER =
            Pattern.compile("(?:[0-9]+(?:\\.(?!\\.)[0-9]*)?|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z_0-9]*");
    private static final Pattern SYMBOL =
            Pattern.compile("\\*\\*|\\+\\+|--|\\+=|-=|\\*=|/=|===|!==|==|!=|<=|>=|&&|\\|\\||\\.\\."
                    + "|:=|->|=>|=<|<>|<<|>>|::|\\.[*/^]|[-+*/^()\\[\\],=<>!?:]");
    private static final Map<String, String> FOREIGN = Map.ofEntries(
            Map.entry("**", "Write '^' for a power."),
            Map.entry("++", "Write one '+', or 'u + 1' to count up; there are no loops here."),
            Map.entry("--", "Write '-(-a)' or just 'a'."),
            Map.entry("+=", "Write the whole right side: 'u[x] = u + …'."),
            Map.entry("-=", "Write the whole right side: 'u[x] = u - …'."),
            Map.entry("*=", "Write the whole right side: 'u[x] = u*…'."),
            Map.entry("/=", "Write the whole right side: 'u[x] = u/…'."),
            Map.entry("===", "Write '=='."),
            Map.entry("!==", "Write '!='."),
            Map.entry("<>", "Write '!='."),
            Map.entry("=<", "Write '<='."),
            Map.entry("=>", "Write '>=' to compare, '=' before the right side."),
            Map.entry(":=", "Write '='."),
            Map.entry("->", "Write the new value on the left: 'u[x] = …'."),
            Map.entry("<<", "Write 'a*2^b'."),
            Map.entry(">>", "Write 'floor(a/2^b)'."),
            Map.entry("::", "Functions stand without a class before them: 'sin(u)'."),
            Map.entry(".*", "Write '*': every operator works cell by cell."),
            Map.entry("./", "Write '/': every operator works cell by cell."),
            Map.entry(".^", "Write '^': every operator works cell by cell."));

    private final String source;
    private final Consumer<Fault> faults;
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private int depth;

    private Lexer(String source, Consumer<Fault> faults) {
        this.source = source;
        this.faults = faults;
    }

    public static List<Token> tokens(String source, Consumer<Fault> faults) {
        return new Lexer(source, faults).run();
    }

    private List<Token> run() {
        while (at < source.length()) {
            char c = source.charAt(at);
            if (c == '\n' || c == ';') {
                endOfLine(c);
            } else if (isBlank(c)) {
                at++;
            } else if (c == '#' || source.startsWith("//", at)) {
                int end = source.indexOf('\n', at);
                at = end < 0 ? source.length() : end;
            } else if (!word(NUMBER, Kind.NUMBER) && !word(NAME, Kind.NAME) && !word(SYMBOL, Kind.SYMBOL)) {
                foreignCharacter();
            }
        }
        tokens.add(new Token(Kind.END_OF_STATEMENT, "", afterLast()));
        tokens.add(new Token(Kind.END_OF_SOURCE, "", afterLast()));
        return tokens;
    }

    /** The place where something is missing: right after what is there. */
    private TextRange afterLast() {
        int end = tokens.isEmpty() ? 0 : tokens.get(tokens.size() - 1).span().end();
        return new TextRange(end, end);
    }

    private void endOfLine(char c) {
        boolean continues = depth > 0 || !tokens.isEmpty() && isOpenEnded(tokens.get(tokens.size() - 1));
        if (c == ';' || !continues) {
            tokens.add(new Token(
                    Kind.END_OF_STATEMENT, String.valueOf(c), c == ';' ? new TextRange(at, at + 1) : afterLast()));
            depth = 0;
        }
        at++;
    }

    /** Whether a statement cannot end with this token, so that it goes on in the next line. */
    private static boolean isOpenEnded(Token token) {
        return token.kind() == Kind.SYMBOL && !token.is(")") && !token.is("]");
    }

    private boolean word(Pattern pattern, Kind kind) {
        Matcher matcher = pattern.matcher(source).region(at, source.length());
        if (!matcher.lookingAt()) {
            return false;
        }
        String text = matcher.group();
        TextRange span = new TextRange(at, matcher.end());
        if (FOREIGN.containsKey(text)) {
            faults.accept(new Fault(span, "'" + text + "' is not an operator of this language.", FOREIGN.get(text)));
        }
        if (text.equals("(") || text.equals("[")) {
            depth++;
        } else if (text.equals(")") || text.equals("]")) {
            depth = Math.max(0, depth - 1);
        }
        tokens.add(new Token(kind, text, span));
        at = matcher.end();
        return true;
    }

    /** Spaces of any width; line ends were looked for before. */
    private static boolean isBlank(char c) {
        return c == '\t' || c == '\r' || Character.getType(c) == Character.SPACE_SEPARATOR;
    }

    private void foreignCharacter() {
        int code = source.codePointAt(at);
        String text = Character.toString(code);
        int line = source.lastIndexOf('\n', at) + 1;
        if (source.indexOf(text, line) == at) {
            // Only the first in a line: a bracket or a letter comes seldom alone.
            faults.accept(
                    new Fault(new TextRange(at, at + text.length()), Characters.cause(code), Characters.cure(code)));
        }
        at += text.length();
    }
}
