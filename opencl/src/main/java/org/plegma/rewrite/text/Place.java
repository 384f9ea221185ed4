package org.plegma.rewrite.text;

/**
 * A stretch of a source.
 *
 * @param line of its first character, counted from 1; 0 if it was not read
 * @param column of its first character, counted from 1
 * @param start the offset of its first character
 * @param end the offset after its last character
 */
public record Place(int line, int column, int start, int end) {
    /** The place of what was not read. */
    public static final Place NONE = new Place(0, 0, 0, 0);

    /** Whether it was read. */
    public boolean isKnown() {
        return line > 0;
    }

    public Place to(Place last) {
        return new Place(line, column, start, last.end);
    }

    @Override
    public String toString() {
        return isKnown() ? "line " + line + ", column " + column : "a place made by a rule";
    }
}
