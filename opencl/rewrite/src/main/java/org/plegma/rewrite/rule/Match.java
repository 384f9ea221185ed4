package org.plegma.rewrite.rule;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.plegma.rewrite.analysis.Macros;
import org.plegma.rewrite.analysis.Names;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.analysis.Types;
import org.plegma.rewrite.term.Bindings;
import org.plegma.rewrite.term.Location;
import org.plegma.rewrite.term.Term;

/** A place where the source of a rule fits, as its conditions and actions see it. */
public final class Match {
    private final Term root;
    private final Location location;
    private final Types types;
    private final Macros macros;
    private final Set<String> taken;
    private Bindings bindings;

    /** A rule that fits at a place. */
    public Match(Term root, Location location, Types types, Macros macros, Bindings bindings) {
        this.root = root;
        this.location = location;
        this.types = types;
        this.macros = macros;
        this.bindings = bindings;
        this.taken = new java.util.HashSet<>();
    }

    /** What the variables stand for. */
    public Bindings bindings() {
        return bindings;
    }

    /** The one term of a variable. */
    public Term term(String name) {
        return bindings.term(name);
    }

    /** The terms of a sequence variable. */
    public List<Term> terms(String name) {
        return bindings.all(name);
    }

    /** The type of an expression here, as {@code float} or {@code int[]}; empty if it is not known. */
    public String type(Term expression) {
        return types.of(expression);
    }

    /** The whole program before the step. */
    public Term root() {
        return root;
    }

    /** Where the matched term is in it. */
    public Location location() {
        return location;
    }

    /** Gives a variable of the destination its meaning. */
    public void bind(String name, Term value) {
        bindings = bindings.with(name, Objects.requireNonNull(value, () -> "$" + name + " gets null."));
    }

    /** Gives a sequence variable of the destination its meaning. */
    public void bind(String name, List<? extends Term> values) {
        bindings = bindings.with(name, values);
    }

    Macros macros() {
        return macros;
    }

    /**
     * A name that is nowhere in the program.
     *
     * @throws IllegalArgumentException if the wish is no name
     */
    public Term fresh(String wish) {
        if (!wish.matches("[A-Za-z_]\\w*")) {
            throw new IllegalArgumentException("'" + wish + "' is no name that a variable could have.");
        }
        taken.addAll(Names.in(root));
        String name = Names.fresh(wish, taken);
        taken.add(name);
        return Terms.name(name);
    }
}
