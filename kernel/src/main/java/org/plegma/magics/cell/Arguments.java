package org.plegma.magics.cell;

import java.util.ArrayList;
import java.util.List;

/**
 * Takes a magic's argument line apart: words divided by blanks, single and double quotes to keep blanks, a backslash
 * before a quote, a blank or another backslash to take it as it is.
 */
public final class Arguments {

    /**
     * One word.
     *
     * @param text the word without its quotes
     * @param start where it starts in the argument line
     * @param end where it ends (exclusive)
     * @param open the quote that was not closed, or 0
     */
    public record Token(String text, int start, int end, char open) {}

    private Arguments() {}

    public static List<Token> split(String line) {
        List<Token> tokens = new ArrayList<>();
        int i = 0;
        while (true) {
            while (i < line.length() && Character.isWhitespace(line.charAt(i))) {
                i++;
            }
            if (i == line.length()) {
                return tokens;
            }
            Token token = word(line, i);
            tokens.add(token);
            i = token.end;
        }
    }

    private static Token word(String line, int start) {
        StringBuilder text = new StringBuilder();
        char quote = 0;
        int i = start;
        for (; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '\\' && i + 1 < line.length() && isEscapable(line.charAt(i + 1))) {
                text.append(line.charAt(++i));
            } else if (quote == 0 && (c == '"' || c == '\'')) {
                quote = c;
            } else if (quote != 0 && c == quote) {
                quote = 0;
            } else if (quote == 0 && Character.isWhitespace(c)) {
                break;
            } else {
                text.append(c);
            }
        }
        return new Token(text.toString(), start, i, quote);
    }

    private static boolean isEscapable(char c) {
        return c == '\\' || c == '"' || c == '\'' || Character.isWhitespace(c);
    }

    /** The word as one would write it in an argument line, with quotes if it needs them. */
    public static String quote(String word) {
        boolean plain = !word.isEmpty() && word.chars().noneMatch(c -> c != '.' && isEscapable((char) c));
        return plain ? word : '"' + word.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
