package org.plegma.rewrite.parallel.cell;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.plegma.rewrite.analysis.JavaTyping;
import org.plegma.rewrite.analysis.Names;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/** The variables of a cell with their types, and free names for more of them. */
final class CellVariables {
    /** The types of all variables, by their names. */
    private final Map<String, String> types;

    private final Set<String> taken;
    private final JavaTyping typing;

    /**
     * @param unit elaborated statements
     * @param methods each by its own name
     * @param outside the types of the variables that the statements do not declare
     */
    CellVariables(Term unit, Map<String, Tree> methods, Map<String, String> outside) {
        this.types = new HashMap<>(outside);
        this.taken = new HashSet<>(outside.keySet());
        taken.addAll(methods.keySet());
        taken.addAll(Names.in(unit));
        types.putAll(declared(unit));
        this.typing = new JavaTyping(
                types::get,
                (name, arguments) ->
                        methods.containsKey(name) ? methods.get(name).child(0).text() : "");
    }

    /** The types of the variables that a term declares, by their names, in their order. */
    static Map<String, String> declared(Term term) {
        Map<String, String> found = new LinkedHashMap<>();
        declared(term, found);
        return found;
    }

    private static void declared(Term term, Map<String, String> found) {
        if (term.is(Kind.DECLARE)) {
            term.children().stream()
                    .skip(1)
                    .forEach(part -> found.put(part.child(0).text(), type(term, part)));
        }
        term.children().forEach(part -> declared(part, found));
    }

    /** The type of a variable or parameter: dimensions may stand behind its name. */
    static String type(Term declaration, Term declarator) {
        long more = declarator.children().stream()
                .filter(part -> part.is(Kind.DIMENSION))
                .count();
        return declaration.child(0).text() + "[]".repeat((int) more);
    }

    /** The type of an expression; empty text if it is unknown. */
    String typeOf(Term expression) {
        return typing.of(expression);
    }

    /** A new variable. It has the name that is wished if no variable and no method has it, else one with a number. */
    String fresh(String wish, String type) {
        String base = wish.replaceAll("_v\\d+$", "");
        String name = base;
        for (int i = 1; !(TameNames.isTame(name) || name.matches(".*_v\\d+")) || taken.contains(name); i++) {
            name = base + "_v" + i;
        }
        taken.add(name);
        types.put(name, type);
        return name;
    }
}
