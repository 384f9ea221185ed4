package org.plegma.expr;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.plegma.expr.tree.Expr;

/** The names that hold only here: parameters of a definition and indices of sums. Immutable. */
final class Scope {
    /** What a local name stands for: a value, or an axis that was passed to a definition. */
    sealed interface Binding {
        record Value(Expr expr) implements Binding {}

        record Axis(String name) implements Binding {}
    }

    private final Map<String, Binding> names;
    private final boolean explicitTime;
    private final List<String> expanding;

    private Scope(Map<String, Binding> names, boolean explicitTime, List<String> expanding) {
        this.names = names;
        this.explicitTime = explicitTime;
        this.expanding = expanding;
    }

    /** Where no local name is known; {@code explicitTime} says whether the left side is written with t+1. */
    static Scope outermost(boolean explicitTime) {
        return new Scope(Map.of(), explicitTime, List.of());
    }

    Scope with(String name, Binding binding) {
        Map<String, Binding> inner = new HashMap<>(names);
        inner.put(name, binding);
        return new Scope(inner, explicitTime, expanding);
    }

    /** The scope of a definition's body: its parameters only, not the names around the place of use. */
    Scope inside(String definition, Map<String, Binding> parameters) {
        List<String> deeper = new ArrayList<>(expanding);
        deeper.add(definition);
        return new Scope(Map.copyOf(parameters), explicitTime, deeper);
    }

    Optional<Binding> binding(String name) {
        return Optional.ofNullable(names.get(name));
    }

    Set<String> names() {
        return names.keySet();
    }

    boolean explicitTime() {
        return explicitTime;
    }

    /** The definitions that are being put in, outermost first. */
    List<String> expanding() {
        return expanding;
    }
}
