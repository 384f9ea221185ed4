package org.plegma.rewrite.text;

/** A word of OpenCL C. */
public record CToken(Kind kind, String text, int start, int end) {
    public enum Kind {
        NAME,
        NUMBER,
        STRING,
        SYMBOL,
        /** A line that begins with {@code #}. */
        DIRECTIVE,
        /** A variable of a rule. */
        HOLE,
        END
    }

    public boolean is(String symbolOrWord) {
        return (kind == Kind.SYMBOL || kind == Kind.NAME) && text.equals(symbolOrWord);
    }

    public String shown() {
        return kind == Kind.END ? "the end" : kind == Kind.DIRECTIVE ? "a directive" : "'" + text + "'";
    }
}
