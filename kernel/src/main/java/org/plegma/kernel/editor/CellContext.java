package org.plegma.kernel.editor;

import java.util.List;
import java.util.stream.Collectors;
import jdk.jshell.Snippet;
import org.plegma.kernel.cell.CellSplitter.Part;
import org.plegma.kernel.cell.JavaEvaluator;

/**
 * The snippet of a cell that the cursor is in, up to the cursor, after the variables that the cell declares before it:
 * so that these are known though the cell has not run yet.
 *
 * @param code what JShell is to look at; the cursor is at its end
 * @param start where in the cell the snippet's own text begins
 * @param own the snippet's own text
 */
record CellContext(String code, int start, String own) {
    /** Context is for cells that people write; a cell full of data gets none. */
    private static final int LONGEST_CELL = 50_000;

    /** The context at a cursor. */
    static CellContext of(JavaEvaluator java, String cell, int cursor) {
        String before = cell.substring(0, cursor);
        List<Part> parts = java.splitter().split(before);
        Part last = parts.isEmpty() ? null : parts.get(parts.size() - 1);
        if (last == null || ended(before)) {
            return new CellContext(variables(java, parts, before), cursor, "");
        }
        String own = before.substring(last.offset());
        String code = variables(java, parts.subList(0, parts.size() - 1), before) + own;
        return new CellContext(code, last.offset(), own);
    }

    private static boolean ended(String before) {
        String text = before.stripTrailing();
        return text.endsWith(";") || text.endsWith("}");
    }

    private static String variables(JavaEvaluator java, List<Part> parts, String cell) {
        if (cell.length() > LONGEST_CELL) {
            return "";
        }
        return parts.stream()
                .map(Part::source)
                .filter(source -> java.analysis().sourceToSnippets(source).stream()
                        .anyMatch(snippet -> snippet.kind() == Snippet.Kind.VAR))
                .collect(Collectors.joining(" "));
    }
}
