package org.plegma.kernel.editor;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jshell.Snippet;
import jdk.jshell.TypeDeclSnippet;
import jdk.jshell.VarSnippet;
import org.plegma.kernel.cell.CellSplitter.Part;
import org.plegma.kernel.cell.JavaEvaluator;

/**
 * The snippet of a cell that the cursor is in, up to the cursor, after the variables and types that the cell declares before it:
 * so that these are known though the cell has not run yet.
 *
 * @param code what JShell is to look at; the cursor is at its end
 * @param own the snippet's own text
 * @param names of the variables that the cell declares before it
 */
record CellContext(String code, String own, List<String> names) {
    /** Context is for cells that people write; a cell full of data gets none. */
    private static final int LONGEST_CELL = 50_000;

    private static final Pattern INFERRED = Pattern.compile("^\\s*(?:final\\s+)?var\\s+([\\w$]+)\\s*=");

    /** Those that a class within a method may not have. */
    private static final Pattern MODIFIERS = Pattern.compile("^\\s*(?:(?:public|protected|private|static)\\s+)+");

    /** A word at the end that follows no dot. */
    private static final Pattern WORD = Pattern.compile("(?<![\\w$.])[\\p{L}_$][\\w$]*$");

    /** The context at a cursor. */
    static CellContext of(JavaEvaluator java, String cell, int cursor) {
        String before = cell.substring(0, cursor);
        List<Part> parts = java.splitter().split(before);
        boolean between = parts.isEmpty() || ended(before);
        int start = between ? cursor : parts.get(parts.size() - 1).offset();
        String own = before.substring(start);
        Map<String, List<String>> declared =
                variables(java, between ? parts : parts.subList(0, parts.size() - 1), before);
        List<String> names =
                declared.values().stream().flatMap(List::stream).distinct().toList();
        return new CellContext(String.join(" ", declared.keySet()) + own, own, names);
    }

    /** The variables among {@link #names} that begin as the word at the cursor: JShell offers their members, not their names. */
    List<String> declared() {
        Matcher word = WORD.matcher(own.substring(own.lastIndexOf('\n') + 1));
        return word.find()
                ? names.stream().filter(name -> name.startsWith(word.group())).toList()
                : List.of();
    }

    private static boolean ended(String before) {
        String text = before.stripTrailing();
        return text.endsWith(";") || text.endsWith("}");
    }

    /** The names of variables by the source that declares them; none for a type. */
    private static Map<String, List<String>> variables(JavaEvaluator java, List<Part> parts, String cell) {
        Map<String, List<String>> declared = new LinkedHashMap<>();
        if (cell.length() <= LONGEST_CELL) {
            for (Part part : parts) {
                List<Snippet> snippets = java.analysis().sourceToSnippets(part.source());
                Matcher inferred = INFERRED.matcher(part.source());
                List<String> names = inferred.find() // no variable to JShell if its type is the cell's
                        ? List.of(inferred.group(1))
                        : snippets.stream()
                                .filter(VarSnippet.class::isInstance)
                                .map(snippet -> ((VarSnippet) snippet).name())
                                .toList();
                if (!names.isEmpty()) {
                    declared.put(part.source(), names);
                } else if (snippets.stream().anyMatch(TypeDeclSnippet.class::isInstance)) {
                    // A statement first, or JShell takes all for members of a class.
                    declared.put(";" + MODIFIERS.matcher(part.source()).replaceFirst(""), names);
                }
            }
        }
        return declared;
    }
}
