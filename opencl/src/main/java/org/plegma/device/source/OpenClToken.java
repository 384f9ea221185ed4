package org.plegma.device.source;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A piece of OpenCL C: of its text as written, before the preprocessor. All pieces put together are the text again, whatever
 * the text is.
 *
 * @param start its first character, counted from 0
 * @param line counted from 1
 * @param column in characters, counted from 1
 * @param inDirective whether it belongs to a directive, as the body of a macro does
 */
public record OpenClToken(Kind kind, String text, int start, int line, int column, boolean inDirective) {
    /** What a piece can be. */
    public enum Kind {
        /** Blanks, the end of a line, or a backslash with the end of the line that it carries on. */
        SPACE,
        COMMENT,
        NAME,
        NUMBER,
        STRING,
        CHARACTER,
        SYMBOL,
        /** A directive's {@code #} and its name; the rest of the directive follows in pieces. */
        DIRECTIVE,
        /** Where a directive ends: without text. */
        DIRECTIVE_END,
        /** One character that means nothing in OpenCL C. */
        OTHER
    }

    private static final String CARRIED_ON = "\\\\\\r?\\n";
    /** A number as the preprocessor takes it; {@link #isWhole} knows which of them the language has. */
    private static final String NUMBER = "\\.?\\d(?:[eEpP][+-]|[\\w.])*+";

    private static final Pattern TOKEN = Pattern.compile("(?<SPACE>[\\s\\u00a0&&[^\\n]]++|\\n|" + CARRIED_ON + ")"
            + "|(?<COMMENT>//(?:" + CARRIED_ON + "|[^\\r\\n])*+|/\\*[\\s\\S]*?(?:\\*/|\\z))"
            + "|(?<NAME>[A-Za-z_]\\w*+)"
            + "|(?<NUMBER>" + NUMBER + ")"
            + "|(?<STRING>\"(?:[^\"\\\\\\r\\n]|" + CARRIED_ON + "|\\\\.)*+\"?)"
            + "|(?<CHARACTER>'(?:[^'\\\\\\r\\n]|" + CARRIED_ON + "|\\\\.)*+'?)"
            + "|(?<SYMBOL><<=|>>=|\\.\\.\\.|->|\\+\\+|--|<<|>>|<=|>=|==|!=|&&|\\|\\||[-+*/%&|^]="
            + "|[-+*/%&|^~!<>=?:;,.(){}\\[\\]])"
            + "|(?<DIRECTIVE>#[ \\t]*\\w*)");
    /** The kinds of the pattern's groups, in their order. */
    private static final List<Kind> MATCHED = List.of(
            Kind.SPACE, Kind.COMMENT, Kind.NAME, Kind.NUMBER, Kind.STRING, Kind.CHARACTER, Kind.SYMBOL, Kind.DIRECTIVE);

    private static final Pattern WHOLE = Pattern.compile("(?://|/\\*[\\s\\S]*\\*/)[\\s\\S]*"
            + "|(?:0[xX][0-9a-fA-F.]++(?:[pP][+-]?\\d++)?|(?:\\d++\\.?\\d*+|\\.\\d++)(?:[eE][+-]?\\d++)?)[fFhHuUlLdD]*+"
            + "|\"(?:[^\"\\\\]|\\\\[\\s\\S])*+\"|'(?:[^'\\\\]|\\\\[\\s\\S])++'");

    /** All pieces of a text, in order. */
    public static List<OpenClToken> cut(String source) {
        List<OpenClToken> tokens = new ArrayList<>();
        Matcher token = TOKEN.matcher(source);
        boolean beginsLine = true;
        boolean inDirective = false;
        int line = 1;
        int lineStart = 0;
        for (int at = 0; at < source.length(); ) {
            token.region(at, source.length());
            Kind kind = token.lookingAt() ? kind(token) : Kind.OTHER;
            if (kind == Kind.DIRECTIVE && !beginsLine) {
                kind = Kind.OTHER;
            }
            int end = kind == Kind.OTHER ? source.offsetByCodePoints(at, 1) : token.end();
            String text = source.substring(at, end);
            if (inDirective && text.equals("\n")) {
                tokens.add(new OpenClToken(Kind.DIRECTIVE_END, "", at, line, at - lineStart + 1, true));
                inDirective = false;
            }
            inDirective |= kind == Kind.DIRECTIVE;
            tokens.add(new OpenClToken(kind, text, at, line, at - lineStart + 1, inDirective));
            beginsLine = text.equals("\n") || beginsLine && (kind == Kind.SPACE || kind == Kind.COMMENT);
            for (int newline = text.indexOf('\n'); newline >= 0; newline = text.indexOf('\n', newline + 1)) {
                line++;
                lineStart = at + newline + 1;
            }
            at = end;
        }
        if (inDirective) {
            int end = source.length();
            tokens.add(new OpenClToken(Kind.DIRECTIVE_END, "", end, line, end - lineStart + 1, true));
        }
        return tokens;
    }

    private static Kind kind(Matcher token) {
        int group = 1;
        while (token.start(group) < 0) {
            group++;
        }
        return MATCHED.get(group - 1);
    }

    /** A text with a blank in the place of each comment. */
    public static String withoutComments(String source) {
        return cut(source).stream()
                .map(token -> token.kind == Kind.COMMENT ? " " : token.text)
                .collect(Collectors.joining());
    }

    /** Behind its last character. */
    public int end() {
        return start + text.length();
    }

    /** Whether it is this symbol. */
    public boolean is(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }

    /** Whether a compiler passes over it: blanks or a comment. */
    public boolean isBlank() {
        return kind == Kind.SPACE || kind == Kind.COMMENT;
    }

    /** Whether a directive begins or ends here. */
    public boolean isEdge() {
        return kind == Kind.DIRECTIVE || kind == Kind.DIRECTIVE_END;
    }

    /** False for a comment or a string that does not end, for a character with nothing in it, and for a number that is none. */
    public boolean isWhole() {
        return switch (kind) {
            case COMMENT, STRING, CHARACTER, NUMBER -> WHOLE.matcher(text).matches();
            default -> true;
        };
    }
}
