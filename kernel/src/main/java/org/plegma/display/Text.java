package org.plegma.display;

/** Small operations on text. */
final class Text {
    private Text() {}

    /** The text itself, or its beginning with an ellipsis, at most {@code length} UTF-16 units and no half character. */
    static String abbreviate(String text, int length) {
        if (text.length() <= length) {
            return text;
        }
        int end = length - 1;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
    }

    /** The number of characters as a reader counts them: code points, without combining marks. */
    static int width(String text) {
        return (int) text.codePoints()
                .filter(c -> Character.getType(c) != Character.NON_SPACING_MARK)
                .count();
    }
}
