package org.plegma.rewrite.parallel.cell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import jdk.jshell.JShell;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;
import org.plegma.rewrite.analysis.Names;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;
import org.plegma.rewrite.text.CodeException;
import org.plegma.rewrite.text.Place;

/**
 * Java of a notebook's cell: statements, and methods that they may call.
 *
 * @param source as written
 * @param statements in order, with their places in the source, elaborated (see {@link JavaElaborator})
 * @param methods each by a name of its own, those of the cell before those of the notebook
 * @param types of the variables that the statements use and do not declare, by their names there
 * @param names the names in Java of variables that have others in the statements
 * @param unresolved why it cannot be told which method a call means, by the name that is called
 * @param methodPlaces where the cell's own methods are in the source
 * @param notebookMethods the sources of the notebook's methods that the cell does not declare anew
 */
public record JavaCell(
        String source,
        List<Term> statements,
        Map<String, Tree> methods,
        Map<String, String> types,
        Map<String, String> names,
        Map<String, String> unresolved,
        List<Place> methodPlaces,
        List<String> notebookMethods) {

    /**
     * Reads a cell.
     *
     * @param types the notebook's variables
     * @param notebookMethods the sources of its methods; a call of one that cannot be read is refused
     * @throws CodeException if the cell is not Java
     */
    public static JavaCell read(String source, Map<String, String> types, List<String> notebookMethods) {
        List<Term> written = new ArrayList<>();
        List<Tree> own = new ArrayList<>();
        for (Term part : parts(source)) {
            if (part.is(Kind.FUNCTION)) {
                own.add((Tree) part);
            } else {
                written.add(part);
            }
        }
        List<Tree> others = new ArrayList<>();
        Set<String> unread = new LinkedHashSet<>();
        List<String> counting = new ArrayList<>();
        for (String method : notebookMethods) {
            Optional<Tree> read = method(method);
            read.ifPresentOrElse(others::add, () -> unread.add(Code.methodName(method)));
            boolean anew = read.map(Overloads::signature)
                    .filter(signature -> own.stream().map(Overloads::signature).anyMatch(signature::equals))
                    .isPresent();
            if (!anew) {
                counting.add(method);
            }
        }
        Set<String> all = new LinkedHashSet<>(types.keySet());
        Set<String> variables = new LinkedHashSet<>();
        for (List<? extends Term> terms : List.of(written, own, others)) {
            terms.forEach(term -> all.addAll(Names.in(term)));
            terms.forEach(term -> variables(term, variables));
        }
        TameNames names = new TameNames(all);
        Overloads overloads = new Overloads(own, others, unread, names, variables);
        JavaElaborator elaborator = new JavaElaborator(types, overloads, names);
        List<Term> statements = elaborator.statements(written);
        Map<String, Tree> methods = new LinkedHashMap<>();
        overloads.byOwnName().forEach((name, method) -> methods.put(name, elaborator.method(method)));
        Map<String, String> used = new LinkedHashMap<>();
        Tree unit = Tree.of(Kind.UNIT, "", statements);
        Map<String, String> inJava = new LinkedHashMap<>();
        all.forEach(name -> inJava.put(names.of(name), name));
        Names.in(unit).stream()
                .filter(name -> inJava.containsKey(name) && types.containsKey(inJava.get(name)))
                .forEach(name -> used.put(name, types.get(inJava.get(name))));
        removeDeclared(unit, used); // the cell's own variable hides the notebook's
        inJava.entrySet().removeIf(each -> each.getKey().equals(each.getValue()));
        return new JavaCell(
                source,
                List.copyOf(statements),
                methods,
                used,
                inJava,
                elaborator.unresolved(),
                own.stream().map(Term::place).toList(),
                counting);
    }

    /** The names of variables: all that do not stand for a method. */
    private static void variables(Term term, Set<String> names) {
        if (term.is(Kind.NAME)) {
            names.add(term.text());
        }
        List<Term> parts = term.children();
        for (int i = 0; i < parts.size(); i++) {
            boolean method =
                    term.is(Kind.CALL) && i == 0 && parts.get(0).is(Kind.NAME) || term.is(Kind.FUNCTION) && i == 1;
            if (!method) {
                variables(parts.get(i), names);
            }
        }
    }

    /** The name in Java of a variable of the statements. */
    public String inJava(String name) {
        return names.getOrDefault(name, name);
    }

    /** A method of the notebook; empty if it is of a form that is not read, as one with annotations. */
    private static Optional<Tree> method(String source) {
        try {
            List<Term> read = Code.java(source).children();
            boolean one = read.size() == 1 && read.get(0).is(Kind.FUNCTION);
            return one ? Optional.of((Tree) read.get(0)) : Optional.empty();
        } catch (CodeException notOfUse) {
            return Optional.empty(); // if the cell calls it, it is named then
        }
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
