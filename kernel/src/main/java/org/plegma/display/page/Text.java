package org.plegma.display.page;

import java.util.regex.Pattern;

/** Small operations on text. */
public final class Text {
    /** JShell's classes around what cells declare. */
    private static final Pattern WRAPPER = Pattern.compile("(?:REPL\\.)?\\$JShell\\$\\w+[.$]");

    private static final Pattern NAMELESS = Pattern.compile(WRAPPER + "\\$?\\d+@");
    private static final Pattern LAMBDA = Pattern.compile("\\$Lambda\\$\\d+/(?:0x)?\\w+@[0-9a-f]+");

    /** In UTF-16 units; a notebook keeps what an error says, and a message may be all of a file. */
    private static final int LONGEST_MESSAGE = 10_000;

    private static final int LONGEST_RESULT = 10_000;
    private static final int LONGEST_ELEMENT = 200;

    private Text() {}

    /** The text itself, or its beginning with an ellipsis, at most {@code length} UTF-16 units and no half character. */
    public static String abbreviate(String text, int length) {
        if (text.length() <= length) {
            return text;
        }
        int end = length - 1;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
    }

    /** What Java says of an object or a class that a cell has made, by the names of the cell. */
    public static String withoutWrappers(String text) {
        String named = NAMELESS.matcher(text).replaceAll("nameless class@");
        return LAMBDA.matcher(WRAPPER.matcher(named).replaceAll("")).replaceAll("a lambda");
    }

    /** A text as the result of a cell: a long one is cut, and a note says so. */
    public static String result(String text) {
        return text.length() <= LONGEST_RESULT
                ? text
                : abbreviate(text, LONGEST_RESULT) + "\n(the first " + Numbers.grouped(LONGEST_RESULT) + " of "
                        + Numbers.grouped(text.length()) + " characters; System.out.println shows all of them)";
    }

    /** The beginning and the end of a message, and between them how much was left out; a shorter text as it is. */
    public static String ends(String text) {
        if (text.length() <= LONGEST_MESSAGE) {
            return text;
        }
        int head = LONGEST_MESSAGE * 3 / 4;
        int tail = text.length() - (LONGEST_MESSAGE - head);
        head -= Character.isHighSurrogate(text.charAt(head - 1)) ? 1 : 0;
        tail += Character.isLowSurrogate(text.charAt(tail)) ? 1 : 0;
        return text.substring(0, head) + "\n… (" + Numbers.grouped(tail - head) + " characters left out) …\n"
                + text.substring(tail);
    }

    /** A text within something larger: a long one is cut, and its length follows. */
    public static String element(String text) {
        return text.length() <= LONGEST_ELEMENT
                ? text
                : abbreviate(text, LONGEST_ELEMENT) + " (" + Numbers.grouped(text.length()) + " characters)";
    }

    /** The number of characters as a reader counts them: code points, without combining marks. */
    public static int width(String text) {
        return (int) text.codePoints()
                .filter(c -> Character.getType(c) != Character.NON_SPACING_MARK)
                .count();
    }
}
