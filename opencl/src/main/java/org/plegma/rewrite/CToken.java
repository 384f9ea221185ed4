package org.plegma.rewrite;

/** A word of OpenCL C. */
record CToken(Kind kind, String text, int start, int end) {
    enum Kind {
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

    boolean is(String symbolOrWord) {
        return (kind == Kind.SYMBOL || kind == Kind.NAME) && text.equals(symbolOrWord);
    }

    String shown() {
        return kind == Kind.END ? "the end" : kind == Kind.DIRECTIVE ? "a directive" : "'" + text + "'";
    }
}
