package org.plegma.expr;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plegma.expr.Token.Kind;

/** Cuts a source into tokens. Line ends count only outside brackets and not after an operator. */
final class Lexer {
    // "1..4" is a range: a point belongs to the number only if no second point follows.
    private static final Pattern NUMBER =
            Pattern.compile("(?:[0-9]+(?:\\.(?!\\.)[0-9]*)?|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z_0-9]*");
    private static final Pattern SYMBOL =
            Pattern.compile("\\*\\*|\\+\\+|--|\\+=|-=|\\*=|/=|==|!=|<=|>=|&&|\\|\\||\\.\\.|[-+*/^()\\[\\],=<>!?:]");
    private static final Map<String, String> FOREIGN = Map.ofEntries(
            Map.entry("**", "Write '^' for a power."),
            Map.entry("++", "Write one '+'."),
            Map.entry("--", "Write '-(-a)' or just 'a'."),
            Map.entry("+=", "Write the whole right side: 'u[x] = u + …'."),
            Map.entry("-=", "Write the whole right side: 'u[x] = u - …'."),
            Map.entry("*=", "Write the whole right side: 'u[x] = u*…'."),
            Map.entry("/=", "Write the whole right side: 'u[x] = u/…'."),
            Map.entry("&", "Write '&&' for 'and'."),
            Map.entry("|", "Write '||' for 'or'; the absolute value is 'abs(a)'."),
            Map.entry("%", "Write the remainder as 'a - b*floor(a/b)'."),
            Map.entry("±", "Write both terms, or sum over a sign: 'sum(s=-1..1, …)'."),
            Map.entry("·", "Write '*'."),
            Map.entry("×", "Write '*'."),
            Map.entry("²", "Write '^2'."),
            Map.entry("³", "Write '^3'."),
            Map.entry("≤", "Write '<='."),
            Map.entry("≥", "Write '>='."),
            Map.entry("≠", "Write '!='."),
            Map.entry("∑", "Write 'sum(i=1..4, …)'."),
            Map.entry("{", "Group with '(' and ')', write lists in '[' and ']'."),
            Map.entry("}", "Group with '(' and ')', write lists in '[' and ']'."));

    private final String source;
    private final Consumer<Fault> faults;
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private int depth;

    private Lexer(String source, Consumer<Fault> faults) {
        this.source = source;
        this.faults = faults;
    }

    static List<Token> tokens(String source, Consumer<Fault> faults) {
        return new Lexer(source, faults).run();
    }

    private List<Token> run() {
        while (at < source.length()) {
            char c = source.charAt(at);
            if (c == '\n' || c == ';') {
                endOfLine(c);
            } else if (Character.isWhitespace(c) || c == '\u00a0') {
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
    private Span afterLast() {
        int end = tokens.isEmpty() ? 0 : tokens.get(tokens.size() - 1).span().end();
        return new Span(end, end);
    }

    private void endOfLine(char c) {
        boolean continues = depth > 0 || !tokens.isEmpty() && isOpenEnded(tokens.get(tokens.size() - 1));
        if (c == ';' || !continues) {
            tokens.add(
                    new Token(Kind.END_OF_STATEMENT, String.valueOf(c), c == ';' ? new Span(at, at + 1) : afterLast()));
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
        Span span = new Span(at, matcher.end());
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

    private void foreignCharacter() {
        int code = source.codePointAt(at);
        String text = Character.toString(code);
        Span span = new Span(at, at + text.length());
        String cure = FOREIGN.getOrDefault(
                text,
                Character.isLetter(code)
                        ? "Names are made of the letters a to z, digits and '_': write 'alpha' for 'α'."
                        : "Remove it.");
        faults.accept(new Fault(span, "'" + text + "' does not belong to this language.", cure));
        at += text.length();
    }
}
