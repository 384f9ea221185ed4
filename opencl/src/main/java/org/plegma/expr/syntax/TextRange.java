package org.plegma.expr.syntax;

/** A stretch of the source: character positions from {@code start} to before {@code end}. */
public record TextRange(int start, int end) {
    TextRange to(TextRange last) {
        return new TextRange(start, last.end);
    }
}
