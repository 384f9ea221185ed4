package org.plegma.expr.syntax;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A formula that cannot be understood. The message shows every problem that was found, each with its line and column,
 * the line itself with the place marked, what is wrong and how to put it right.
 */
public final class FormulaException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    /**
     * One problem.
     *
     * @param line counted from 1; 0 in a text that is not the formula, which the cause names
     * @param column counted from 1
     * @param excerpt the source line, in part if it is long
     * @param markStart the first character of the excerpt that is meant, counted from 0
     * @param marked how many characters are meant
     * @param cause what is wrong, one sentence
     * @param cure what to write instead, one sentence
     */
    public record Problem(int line, int column, String excerpt, int markStart, int marked, String cause, String cure) {

        /** The problem as a user reads it, over four lines, the place marked by carets. */
        public String text() {
            return (line == 0 ? "" : "line " + line + ", ") + "column " + column + ": " + cause + "\n  " + excerpt
                    + "\n  " + " ".repeat(markStart) + "^".repeat(marked) + "\n" + cure;
        }

        /** The same problem in a text that is not the formula itself. */
        public Problem about(String where) {
            return new Problem(
                    0, column, excerpt, markStart, marked, cause.replaceFirst("\\.$", " (" + where + ")."), cure);
        }
    }

    public FormulaException(List<Problem> problems) {
        super(problems.stream().map(Problem::text).collect(Collectors.joining("\n\n")));
        this.problems = List.copyOf(problems);
    }

    /** All problems in the order of the source, at least one. */
    public List<Problem> problems() {
        return problems;
    }
}
