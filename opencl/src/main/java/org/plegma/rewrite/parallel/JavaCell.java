package org.plegma.rewrite.parallel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jshell.JShell;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;
import org.plegma.rewrite.Code;
import org.plegma.rewrite.CodeException;
import org.plegma.rewrite.Kind;
import org.plegma.rewrite.Names;
import org.plegma.rewrite.Term;
import org.plegma.rewrite.Tree;

/**
 * Java of a notebook's cell: statements, and methods that they may call.
 *
 * @param source as written
 * @param statements in order, with their places in the source
 * @param methods by name, those of the cell before those of the notebook
 * @param types of the variables that the statements use and do not declare
 */
record JavaCell(String source, List<Term> statements, Map<String, Tree> methods, Map<String, String> types) {

    /**
     * Reads a cell.
     *
     * @param types the notebook's variables
     * @param notebookMethods the sources of its methods; those that cannot be read are left out
     * @throws CodeException if the cell is not Java
     */
    static JavaCell read(String source, Map<String, String> types, List<String> notebookMethods) {
        List<Term> statements = new ArrayList<>();
        Map<String, Tree> methods = new LinkedHashMap<>();
        for (Term part : parts(source)) {
            if (part.is(Kind.FUNCTION)) {
                methods.put(part.child(1).text(), (Tree) part);
            } else {
                statements.add(part);
            }
        }
        for (String method : notebookMethods) {
            try {
                Code.java(method).children().stream()
                        .filter(part -> part.is(Kind.FUNCTION))
                        .forEach(part -> methods.putIfAbsent(part.child(1).text(), (Tree) part));
            } catch (CodeException notOfUse) {
                continue; // if the cell calls it, it is named then
            }
        }
        Map<String, String> used = new LinkedHashMap<>();
        Tree unit = Tree.of(Kind.UNIT, "", statements);
        Set<String> names = Names.in(unit);
        names.stream().filter(types::containsKey).forEach(name -> used.put(name, types.get(name)));
        removeDeclared(unit, used); // the cell's own variable hides the notebook's
        return new JavaCell(source, List.copyOf(statements), methods, used);
    }

    private static void removeDeclared(Term term, Map<String, String> used) {
        if (term.is(Kind.DECLARATOR)) {
            used.remove(term.child(0).text());
        }
        term.children().forEach(part -> removeDeclared(part, used));
    }

    private static List<Term> parts(String source) {
        try {
            return Code.java(source).children();
        } catch (CodeException mixed) {
            List<Term> parts = new ArrayList<>();
            List<int[]> snippets = snippets(source);
            if (snippets.size() < 2) {
                throw mixed;
            }
            for (int[] snippet : snippets) {
                String before = source.substring(0, snippet[0]).replaceAll("[^\\n]", " "); // keeps the places
                parts.addAll(Code.java(before + source.substring(snippet[0], snippet[1]))
                        .children());
            }
            return parts;
        }
    }

    /** Where JShell sees the snippets of a cell of methods and statements. */
    private static List<int[]> snippets(String source) {
        List<int[]> found = new ArrayList<>();
        try (JShell shell = JShell.builder().executionEngine("local").build()) {
            SourceCodeAnalysis analysis = shell.sourceCodeAnalysis();
            String rest = source;
            while (!rest.isBlank()) {
                CompletionInfo info = analysis.analyzeCompletion(rest);
                int start = source.length() - rest.length();
                String next = info.remaining() == null ? "" : info.remaining();
                if (!info.completeness().isComplete() || next.length() >= rest.length()) {
                    found.add(new int[] {start, source.length()});
                    break;
                }
                found.add(new int[] {start, source.length() - next.length()});
                rest = next;
            }
        }
        return found;
    }
}
