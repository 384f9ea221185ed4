package org.plegma.kernel.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.SourceCodeAnalysis.Completeness;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;

/**
 * Cuts a cell into the snippets that JShell evaluates one by one.
 *
 * <p>JShell's analysis takes time proportional to all of the text it is given, for each snippet; so it is given a
 * window that grows only if a snippet does not end within it, which makes the time linear in the cell.
 */
public final class CellSplitter {
    private static final int WINDOW = 4096;
    private static final int LONGEST_IN_BLOCK = 1000;

    /** Statements that declare nothing: control flow, calls and assignments. Some are missed, as calls on literals are. */
    private static final Pattern DECLARES_NOTHING = Pattern.compile(
            "(?:for|while|if|do|try|switch)\\b.*"
                    + "|[\\w$]+(?:\\.[\\w$]+)*(?:\\[[^;\\]]*])*\\s*(?:\\(|[-+*/%&|^]?=(?!=)|\\+\\+|--).*",
            Pattern.DOTALL);

    private final SourceCodeAnalysis analysis;

    CellSplitter(SourceCodeAnalysis analysis) {
        this.analysis = analysis;
    }

    /**
     * One snippet.
     *
     * @param source what to evaluate, with a semicolon added where JShell wants one; without the blanks and comments
     *     before it, on which JShell loses count of the lines
     * @param offset where it begins in the cell
     * @param end where the next one may begin
     */
    public record Part(String source, int offset, int end, Completeness completeness) {

        /** Whether it may be put into a block with others without any change in meaning; false where in doubt. */
        boolean declaresNothing() {
            boolean ended = source.endsWith(";") || source.endsWith("}");
            return completeness.isComplete()
                    && ended
                    && source.length() <= LONGEST_IN_BLOCK
                    && DECLARES_NOTHING.matcher(source).matches();
        }

        /** Whether the writer ended it by a semicolon, which makes a statement of an expression. */
        boolean isStatement(String cell) {
            String text = cell.substring(offset, end).stripTrailing();
            return text.endsWith(";");
        }
    }

    /** The snippets in order; the last one may be incomplete or wrong, blank rests are left out. */
    public List<Part> split(String cell) {
        return split(cell, () -> {});
    }

    /** @param before is run before each snippet is looked for, and may throw */
    List<Part> split(String cell, Runnable before) {
        List<Part> parts = new ArrayList<>();
        int offset = 0;
        while (offset < cell.length()) {
            before.run();
            Part part = next(cell, offset);
            if (part.completeness != Completeness.EMPTY) {
                parts.add(part);
            }
            offset = part.end;
        }
        return parts;
    }

    private Part next(String cell, int offset) {
        for (int window = WINDOW; ; window *= 4) {
            int end = lineEnd(cell, (int) Math.min((long) offset + window, cell.length()));
            boolean whole = end == cell.length();
            String text = cell.substring(offset, end);
            CompletionInfo info = analysis.analyzeCompletion(text);
            boolean complete = info.completeness().isComplete();
            String rest = info.remaining() == null ? "" : info.remaining();
            if (complete && (whole || decided(rest))) {
                return part(info.source(), offset, offset + text.length() - rest.length(), info.completeness());
            }
            if (whole) {
                return part(text, offset, end, info.completeness());
            }
        }
    }

    private static Part part(String source, int offset, int end, Completeness completeness) {
        int code = skipBlanks(source);
        return new Part(source.substring(code), offset + code, end, completeness);
    }

    /** The index of the first character that is neither white space nor in a comment. */
    static int skipBlanks(String text) {
        int i = 0;
        while (i < text.length()) {
            if (Character.isWhitespace(text.charAt(i))) {
                i++;
            } else if (text.startsWith("//", i)) {
                i = lineEnd(text, i);
            } else if (text.startsWith("/*", i)) {
                int close = text.indexOf("*/", i + 2);
                i = close < 0 ? text.length() : close + 2;
            } else {
                break;
            }
        }
        return i;
    }

    /** Whether the snippet before {@code rest} cannot go on in text beyond the window: another token was seen. */
    private static boolean decided(String rest) {
        return skipBlanks(rest) < rest.length();
    }

    private static int lineEnd(String cell, int from) {
        int end = cell.indexOf('\n', from);
        return end < 0 ? cell.length() : end + 1;
    }
}
