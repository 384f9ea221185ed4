package org.plegma.rewrite.text;

/**
 * A stretch of a source.
 *
 * @param line of its first character, counted from 1; 0 if it was not read
 * @param column of its first character, counted from 1
 * @param start the offset of its first character
 * @param end the offset after its last character
 * @param rule the part of a rule that made what is there, as it is told; empty if none did, or one without text
 */
public record Place(int line, int column, int start, int end, String rule) {
    /** The place of what was not read. */
    public static final Place NONE = new Place(0, 0, 0, 0);

    public Place(int line, int column, int start, int end) {
        this(line, column, start, end, "");
    }

    /**
     * The place of what a rule makes by its text that begins at a line.
     *
     * @param text that has the line, such as {@code the cell}; empty for the rule's own
     */
    public static Place inRule(String name, int line, String text) {
        return new Place(0, 0, 0, 0, "line " + line + (text.isEmpty() ? "" : " of " + text) + ", in the rule " + name);
    }

    /** The place of what a rule makes by Java, of which no line can be told. */
    public static Place byRule(String name) {
        return new Place(0, 0, 0, 0, "a place made by the rule " + name);
    }

    /** Whether it was read. */
    public boolean isKnown() {
        return line > 0;
    }

    public Place to(Place last) {
        return new Place(line, column, start, last.end, rule);
    }

    /** This place for what is made there by the rule of another, if one is told. */
    public Place madeAs(Place other) {
        return other.rule.isEmpty() ? this : new Place(line, column, start, end, other.rule);
    }

    @Override
    public String toString() {
        if (isKnown()) {
            return "line " + line + ", column " + column;
        }
        return rule.isEmpty() ? "a place made by a rule" : rule;
    }
}
