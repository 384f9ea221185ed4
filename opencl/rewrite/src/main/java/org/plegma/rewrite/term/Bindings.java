package org.plegma.rewrite.term;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What the variables of a rule stand for at one place. Immutable. */
public final class Bindings {
    /** No variable bound. */
    public static final Bindings NONE = new Bindings(Map.of());

    private final Map<String, List<Term>> terms;

    private Bindings(Map<String, List<Term>> terms) {
        this.terms = terms;
    }

    /** With one more variable. */
    public Bindings with(String name, List<? extends Term> value) {
        Map<String, List<Term>> more = new LinkedHashMap<>(terms);
        more.put(name, List.copyOf(value));
        return new Bindings(more);
    }

    /** With one more variable. */
    public Bindings with(String name, Term value) {
        return with(name, List.of(value));
    }

    /** Whether the variable stands for something. */
    public boolean has(String name) {
        return terms.containsKey(name);
    }

    /**
     * The one term of a variable.
     *
     * @throws IllegalArgumentException if it stands for none or several
     */
    public Term term(String name) {
        List<Term> all = all(name);
        if (all.size() != 1) {
            throw new IllegalArgumentException(
                    "'$" + name + "' stands for " + all.size() + " terms here, not for one.");
        }
        return all.get(0);
    }

    /**
     * The terms of a variable.
     *
     * @throws IllegalArgumentException if there is no such variable
     */
    public List<Term> all(String name) {
        List<Term> all = terms.get(name);
        if (all == null) {
            throw new IllegalArgumentException("There is no variable '$" + name + "'; there are " + names() + ".");
        }
        return all;
    }

    private String names() {
        return terms.keySet().stream().map(name -> "$" + name).collect(Collectors.joining(", "));
    }

    /** The variables and their terms, one a line. */
    @Override
    public String toString() {
        return terms.entrySet().stream()
                .map(entry -> "$" + entry.getKey() + " = "
                        + entry.getValue().stream().map(Code::print).collect(Collectors.joining(", ")))
                .collect(Collectors.joining("\n"));
    }
}
