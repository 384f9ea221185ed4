package org.plegma.expr.syntax;

/** A word of the source. */
public record Token(Kind kind, String text, TextRange span) {
    public enum Kind {
        NAME,
        NUMBER,
        SYMBOL,
        /** The end of a statement: a line end outside brackets, or a semicolon. */
        END_OF_STATEMENT,
        END_OF_SOURCE
    }

    boolean is(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }

    /** The token as an error message names it. */
    String shown() {
        return switch (kind) {
            case END_OF_STATEMENT -> text.equals(";") ? "';'" : "the end of the line";
            case END_OF_SOURCE -> "the end of the formula";
            default -> "'" + text + "'";
        };
    }
}
