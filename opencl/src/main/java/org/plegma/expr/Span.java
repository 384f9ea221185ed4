package org.plegma.expr;

/** A stretch of the source: character positions from {@code start} to before {@code end}. */
record Span(int start, int end) {
    Span to(Span last) {
        return new Span(start, last.end);
    }
}
