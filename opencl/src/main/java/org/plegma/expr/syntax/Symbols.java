package org.plegma.expr.syntax;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.plegma.expr.hints.Spelling;
import org.plegma.expr.hints.Words;
import org.plegma.expr.tree.MathFunction;

/** The names of one source and what they stand for. */
public final class Symbols {
    public static final String TIME = "t";
    private static final Map<String, MathFunction> FUNCTIONS = new HashMap<>();

    static {
        for (MathFunction function : MathFunction.values()) {
            FUNCTIONS.put(function.text(), function);
        }
    }

    /** The axes in array order; empty until an update named them. */
    public List<String> axes = List.of();

    public final Set<String> updated = new LinkedHashSet<>();
    public final Set<String> readOnly = new LinkedHashSet<>();
    public final Map<String, Statement.DeclareParam> params = new LinkedHashMap<>();
    public final Map<String, CoefficientList> coefs = new LinkedHashMap<>();
    public final Map<String, Statement.Define> definitions = new LinkedHashMap<>();

    /** The names of all coefficient lists, also of those that are not read yet. */
    public final Set<String> declaredCoefs = new LinkedHashSet<>();

    public static Optional<MathFunction> function(String name) {
        return name.equals("pow") ? Optional.empty() : Optional.ofNullable(FUNCTIONS.get(name));
    }

    /** The order of the derivative that {@code d1} to {@code d9} stand for. */
    public static Optional<Integer> derivative(String name) {
        return name.matches("d[1-9]") ? Optional.of(name.charAt(1) - '0') : Optional.empty();
    }

    public static boolean isDifference(String name) {
        return name.equals("lap") || derivative(name).isPresent();
    }

    public static boolean isFunction(String name) {
        return name.equals("pow") || FUNCTIONS.containsKey(name);
    }

    public boolean isField(String name) {
        return updated.contains(name) || readOnly.contains(name);
    }

    public boolean isCoef(String name) {
        return declaredCoefs.contains(name);
    }

    /** What a name stands for, in words; empty if it is free. */
    public Optional<String> meaning(String name) {
        if (axes.contains(name)) {
            return Optional.of("an axis");
        } else if (params.containsKey(name)) {
            return Optional.of("a parameter");
        } else if (isCoef(name)) {
            return Optional.of("a coefficient list");
        } else if (definitions.containsKey(name)) {
            return Optional.of("a definition");
        } else if (readOnly.contains(name)) {
            return Optional.of("a read-only field");
        } else if (updated.contains(name)) {
            return Optional.of("an updated field");
        }
        return Optional.empty();
    }

    /** Why nothing may be given this name; empty if it is free to take. */
    public static Optional<String> reserved(String name) {
        if (name.equals(TIME)) {
            return Optional.of("'t' is the time index.");
        } else if (Parser.isKeyword(name)) {
            return Optional.of("'" + name + "' is a word of the language.");
        } else if (name.equals("pi") || isFunction(name)) {
            return Optional.of("'" + name + "' is built in.");
        }
        return Optional.empty();
    }

    /** A sentence that leads from a mistyped name to the right one, among the declared, the local and the built-in. */
    public String suggestion(String name, Set<String> local, String otherwise) {
        List<String> known = new ArrayList<>();
        Stream.of(local, updated, readOnly, params.keySet(), coefs.keySet(), definitions.keySet(), FUNCTIONS.keySet())
                .forEach(known::addAll);
        known.addAll(axes);
        known.addAll(List.of("pow", "pi", "sum", "lap", "d1", "d2"));
        Optional<String> otherCase =
                known.stream().filter(name::equalsIgnoreCase).findFirst();
        Optional<String> elsewhere = Words.value(name);
        if (otherCase.isEmpty() && elsewhere.isPresent()) {
            return elsewhere.get();
        }
        return otherCase
                .or(() -> Optional.ofNullable(Spelling.nearest(name, known)))
                .map(near -> "Did you mean '" + near + "'? Otherwise " + otherwise)
                .orElse(Character.toUpperCase(otherwise.charAt(0)) + otherwise.substring(1));
    }
}
