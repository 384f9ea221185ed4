package org.plegma.expr;

/** What is wrong at one place of the source; caught a statement at a time and collected. */
final class Fault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Span span;
    private final String cause;
    private final String cure;

    Fault(Span span, String cause, String cure) {
        super(cause, null, false, false);
        this.span = span;
        this.cause = cause;
        this.cure = cure;
    }

    FormulaException.Problem in(String source) {
        int lineStart = source.lastIndexOf('\n', span.start() - 1) + 1;
        int lineEnd = source.indexOf('\n', span.start());
        String text = source.substring(lineStart, lineEnd < 0 ? source.length() : lineEnd)
                .replace('\t', ' ')
                .stripTrailing();
        int line = 1
                + (int) source.substring(0, lineStart)
                        .chars()
                        .filter(c -> c == '\n')
                        .count();
        int column = span.start() - lineStart + 1;
        int marked = Math.max(1, Math.min(span.end() - span.start(), text.length() - column + 1));
        return new FormulaException.Problem(line, column, text, marked, cause, cure);
    }
}
