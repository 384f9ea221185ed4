package org.plegma.graph.read;

import java.io.BufferedReader;
import java.io.IOException;

/** Lines of a text, one at a time, and the words of the line. */
final class GraphLines {
    /** What Windows puts before a text, byte by byte. */
    private static final String MARK = "\u00ef\u00bb\u00bf";

    private final BufferedReader reader;
    private final String name;
    private String text = "";
    private long number;
    private int at;

    GraphLines(BufferedReader reader, String name) {
        this.reader = reader;
        this.name = name;
    }

    /** Goes to the next line, if there is one. */
    boolean next() throws IOException {
        String line = reader.readLine();
        if (line == null) {
            return false;
        }
        text = number == 0 && line.startsWith(MARK) ? line.substring(MARK.length()) : line;
        number++;
        at = 0;
        return true;
    }

    String text() {
        return text;
    }

    /** Whether there is another word in the line. Words end at blanks, tabs and commas. */
    boolean hasWord() {
        while (at < text.length() && isBetween(text.charAt(at))) {
            at++;
        }
        return at < text.length();
    }

    private static boolean isBetween(char c) {
        return c == ' ' || c == '\t' || c == ',';
    }

    /** Whether the line has nothing, or a comment after one of these characters. */
    boolean isEmptyOr(String comments) {
        return !hasWord() || comments.indexOf(text.charAt(at)) >= 0;
    }

    /**
     * The next word as a whole number.
     *
     * @param expected what the line should be, for the message
     */
    long whole(long least, long most, String expected) {
        if (!hasWord()) {
            throw wrong(expected, shown());
        }
        long value = 0;
        int digits = 0;
        for (; at < text.length() && !isBetween(text.charAt(at)); at++, digits++) {
            int digit = text.charAt(at) - '0';
            if (digit < 0 || digit > 9 || digits > 17) {
                throw wrong(expected, shown());
            }
            value = 10 * value + digit;
        }
        if (value < least || value > most) {
            throw wrong(expected, shown());
        }
        return value;
    }

    /** Passes over a word that must be a number. */
    void number(String expected) {
        if (!hasWord()) {
            throw wrong(expected, shown());
        }
        int from = at;
        while (at < text.length() && !isBetween(text.charAt(at))) {
            at++;
        }
        try {
            Double.parseDouble(text.substring(from, at));
        } catch (NumberFormatException e) {
            throw wrong(expected, shown());
        }
    }

    /** The line ends here. */
    void end(String expected) {
        if (hasWord()) {
            throw wrong(expected, shown());
        }
    }

    /** The line in quotes, cut if it is long. */
    String shown() {
        return text.length() > 60 ? "'" + text.substring(0, 60) + "…'" : "'" + text + "'";
    }

    GraphFormatException wrong(String expected, String found) {
        return new GraphFormatException(name, Math.max(1, number), expected, found);
    }
}
