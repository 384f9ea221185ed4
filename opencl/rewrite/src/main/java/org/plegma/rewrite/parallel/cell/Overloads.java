package org.plegma.rewrite.parallel.cell;

import java.util.ArrayList;
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
    private final Map<String, List<Own>> named = new LinkedHashMap<>();
    /** Methods that cannot be read, which the compiler may mean all the same. */
    private final Set<String> unread;

    /** A method with its own name. */
    private record Own(Tree method, String name) {
        List<String> parameters() {
            return Overloads.parameters(method);
        }
    }

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
        Set<String> taken = new LinkedHashSet<>();
        variables.forEach(variable -> taken.add(names.of(variable)));
        for (Tree method : signed.values()) {
            boolean overloaded = signed.values().stream()
                    .anyMatch(other -> other != method && name(other).equals(name(method)));
            named.computeIfAbsent(name(method), key -> new ArrayList<>())
                    .add(new Own(method, ownName(method, overloaded, taken, names)));
        }
    }

    /** Variables and functions share their names in C. */
    private static String ownName(Tree method, boolean overloaded, Set<String> taken, TameNames names) {
        StringBuilder wish = new StringBuilder(name(method));
        if (overloaded) {
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
        List<Own> all = named.getOrDefault(name, List.of());
        if (unread.contains(name)) {
            return new Choice(
                    "",
                    "one of the methods '" + name + "' has annotations, type parameters or exceptions, and"
                            + " is not read: which is called cannot be told. Give it another name.");
        } else if (all.isEmpty()) {
            return new Choice(name, "");
        }
        List<Own> meant = JavaTyping.meant(all, Own::parameters, arguments);
        if (meant.size() == 1) {
            return new Choice(meant.get(0).name, "");
        } else if (all.size() == 1 && arguments.contains("")) {
            return new Choice(all.get(0).name, "");
        }
        String given =
                arguments.stream().map(type -> type.isEmpty() ? "?" : type).collect(Collectors.joining(", "));
        String there = all.stream()
                .map(each -> name + "(" + String.join(", ", each.parameters()) + ")")
                .collect(Collectors.joining(", "));
        return new Choice(
                "",
                "the call " + name + "(" + given + ") fits "
                        + (meant.isEmpty() ? "none" : "more than one") + " of " + there
                        + " without boxing and variable numbers of arguments. Cast its arguments.");
    }

    /** The result's type of a call by a method's own name. */
    String result(String ownName, List<String> arguments) {
        return named.values().stream()
                .flatMap(List::stream)
                .filter(each -> each.name.equals(ownName))
                .map(each -> each.method.child(0).text())
                .findFirst()
                .orElse("");
    }

    /** All methods by their own names, but those that may be taken for one that is not read. */
    Map<String, Tree> byOwnName() {
        Map<String, Tree> all = new LinkedHashMap<>();
        named.forEach((name, methods) -> {
            for (Own each : unread.contains(name) ? List.<Own>of() : methods) {
                List<Term> parts = new ArrayList<>(each.method.children());
                parts.set(
                        1, Terms.name(each.name).withPlace(each.method.child(1).place()));
                all.put(each.name, each.method.withChildren(parts));
            }
        });
        return all;
    }
}
