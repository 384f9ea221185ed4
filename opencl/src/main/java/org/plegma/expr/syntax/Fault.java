package org.plegma.expr.syntax;

import java.util.Optional;
import java.util.stream.Collectors;
import org.plegma.expr.hints.Characters;

/** What is wrong at one place of the source; caught a statement at a time and collected. */
public final class Fault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Longer lines are shown in part. */
    private static final int MAX_EXCERPT = 120;

    private final transient TextRange span;
    private final String cause;
    private final String cure;
    private final transient Optional<TextRange> opening;
    private final boolean fatal;

    public Fault(TextRange span, String cause, String cure) {
        this(span, cause, cure, Optional.empty(), false);
    }

    private Fault(TextRange span, String cause, String cure, Optional<TextRange> opening, boolean fatal) {
        super(cause, null, false, false);
        this.span = span;
        this.cause = cause;
        this.cure = cure;
        this.opening = opening;
        this.fatal = fatal;
    }

    /** A bracket that is not closed where it should be. */
    static Fault unclosed(Token opening, Token found, String closing) {
        return new Fault(
                found.span(),
                "Expected an operator or '" + closing + "', found " + found.shown() + ".",
                "Close the '" + opening.text() + "'",
                Optional.of(opening.span()),
                false);
    }

    /** A fault after which it is of no use to go on. */
    public static Fault fatal(TextRange span, String cause, String cure) {
        return new Fault(span, cause, cure, Optional.empty(), true);
    }

    public boolean isFatal() {
        return fatal;
    }

    public FormulaException.Problem in(String source) {
        int lineStart = lineStart(source, span);
        int lineEnd = source.indexOf('\n', span.start());
        String line = source.substring(lineStart, lineEnd < 0 ? source.length() : lineEnd)
                .codePoints()
                .mapToObj(Fault::visible)
                .collect(Collectors.joining())
                .stripTrailing();
        int at = span.start() - lineStart;
        int length = Math.max(1, Math.min(span.end() - span.start(), line.length() - at));
        int from = line.length() <= MAX_EXCERPT ? 0 : Math.max(0, at - MAX_EXCERPT / 2);
        int to = Math.min(line.length(), from + MAX_EXCERPT);
        String before = from > 0 ? "…" : "";
        String excerpt = before + line.substring(Math.min(from, to), to) + (to < line.length() ? "…" : "");
        int markStart = at - from + before.length();
        int marked = Math.min(length, Math.max(1, to - at));
        return new FormulaException.Problem(
                lineNumber(source, lineStart), at + 1, excerpt, markStart, marked, cause, cureIn(source));
    }

    /** A character as an excerpt shows it, in as many columns as before. */
    private static String visible(int code) {
        return code == '\t'
                ? " "
                : Characters.isInvisible(code) ? "□".repeat(Character.charCount(code)) : Character.toString(code);
    }

    /** Says how many lines above a bracket stands rather than in which: the formula may begin anywhere in a cell. */
    private String cureIn(String source) {
        return opening.map(bracket -> {
                    int lineStart = lineStart(source, bracket);
                    int above = lineNumber(source, lineStart(source, span)) - lineNumber(source, lineStart);
                    return cure + " of column " + (bracket.start() - lineStart + 1)
                            + (above == 0 ? "." : above == 1 ? " one line above." : " " + above + " lines above.");
                })
                .orElse(cure);
    }

    private static int lineStart(String source, TextRange span) {
        return source.lastIndexOf('\n', span.start() - 1) + 1;
    }

    private static int lineNumber(String source, int lineStart) {
        return 1
                + (int) source.substring(0, lineStart)
                        .chars()
                        .filter(c -> c == '\n')
                        .count();
    }
}
