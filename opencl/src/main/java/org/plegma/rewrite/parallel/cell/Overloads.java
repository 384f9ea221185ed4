package org.plegma.rewrite.parallel.cell;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.plegma.rewrite.analysis.JavaTyping;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/**
 * The methods that a cell may call, each under a name of its own: those of which there are several by one name get the types of
 * their parameters into theirs, so that {@code g(long)} is {@code g_long}.
 */
final class Overloads {
    private final Map<String, List<Tree>> named = new LinkedHashMap<>();
    private final Map<Tree, String> own = new IdentityHashMap<>();
    /** Methods that cannot be read, which the compiler may mean all the same. */
    private final Set<String> unread;

    /**
     * @param cell methods of the cell; of the same parameters the last counts
     * @param notebook methods of the notebook; one that the cell has too, does not count
     * @param unread names of methods whose declarations cannot be read
     * @param variables the names in Java of the cell's and the methods' variables
     */
    Overloads(List<Tree> cell, List<Tree> notebook, Set<String> unread, TameNames names, Set<String> variables) {
        this.unread = unread;
        Map<String, Tree> signed = new LinkedHashMap<>();
        cell.forEach(method -> signed.put(signature(method), method));
        notebook.forEach(method -> signed.putIfAbsent(signature(method), method));
        signed.values().forEach(method -> named.computeIfAbsent(name(method), key -> new ArrayList<>())
                .add(method));
        Set<String> taken = new LinkedHashSet<>();
        variables.forEach(variable -> taken.add(names.of(variable)));
        signed.values().forEach(method -> own.put(method, ownName(method, taken, names)));
    }

    /** Variables and functions share their names in C. */
    private String ownName(Tree method, Set<String> taken, TameNames names) {
        StringBuilder wish = new StringBuilder(name(method));
        if (named.get(name(method)).size() > 1) {
            parameters(method).forEach(type -> wish.append('_')
                    .append(type.replace("[]", "s").replaceAll("\\W", "")));
        }
        String tame = names.of(wish.toString());
        return taken.add(tame) ? tame : names.another(wish.toString());
    }

    private static String name(Tree method) {
        return method.child(1).text();
    }

    private static List<String> parameters(Tree method) {
        return method.child(2).children().stream()
                .map(parameter -> parameter.child(0).text())
                .toList();
    }

    /** Its name and the types of its parameters. */
    static String signature(Tree method) {
        return name(method) + parameters(method);
    }

    /**
     * What a call means.
     *
     * @param name the method's own name; empty if it cannot be told
     * @param reason why it cannot
     */
    record Choice(String name, String reason) {}

    Choice choice(String name, List<String> arguments) {
        List<Tree> all = named.getOrDefault(name, List.of());
        if (unread.contains(name)) {
            return new Choice(
                    "",
                    "one of the methods '" + name + "' has annotations, type parameters or exceptions, and"
                            + " is not read: which is called cannot be told. Give it another name.");
        } else if (all.isEmpty()) {
            return new Choice(name, "");
        }
        List<Tree> meant = JavaTyping.meant(all, Overloads::parameters, arguments);
        if (meant.size() == 1) {
            return new Choice(own.get(meant.get(0)), "");
        } else if (all.size() == 1 && arguments.contains("")) {
            return new Choice(own.get(all.get(0)), "");
        }
        String given =
                arguments.stream().map(type -> type.isEmpty() ? "?" : type).collect(Collectors.joining(", "));
        String there = all.stream()
                .map(method -> name + "(" + String.join(", ", parameters(method)) + ")")
                .collect(Collectors.joining(", "));
        return new Choice(
                "",
                "the call " + name + "(" + given + ") fits "
                        + (meant.isEmpty() ? "none" : "more than one") + " of " + there
                        + " without boxing and variable numbers of arguments. Cast its arguments.");
    }

    /** The result's type of a call by a method's own name. */
    String result(String ownName, List<String> arguments) {
        return own.entrySet().stream()
                .filter(each -> each.getValue().equals(ownName))
                .map(each -> each.getKey().child(0).text())
                .findFirst()
                .orElse("");
    }

    /** All methods by their own names, but those that may be taken for one that is not read. */
    Map<String, Tree> byOwnName() {
        Map<String, Tree> all = new LinkedHashMap<>();
        for (List<Tree> methods : named.values()) {
            for (Tree method : methods) {
                if (!unread.contains(name(method))) {
                    Tree name = Terms.name(own.get(method));
                    List<Term> parts = new ArrayList<>(method.children());
                    parts.set(1, name.withPlace(method.child(1).place()));
                    all.put(own.get(method), method.withChildren(parts));
                }
            }
        }
        return all;
    }
}
