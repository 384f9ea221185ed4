package org.plegma.rewrite.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.plegma.rewrite.term.Bindings;
import org.plegma.rewrite.term.Hole;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Sort;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;
import org.plegma.rewrite.text.Place;

/** Makes and changes terms. */
public final class Terms {
    private Terms() {}

    /** A name. */
    public static Tree name(String name) {
        return Tree.leaf(Kind.NAME, name);
    }

    /** A whole number, with a minus sign as an operator if it is negative. */
    public static Tree number(long value) {
        String digits = Long.toString(value);
        String suffix = value == (int) value ? "" : "L";
        return value < 0
                ? Tree.of(Kind.UNARY, "-", List.of(Tree.leaf(Kind.LITERAL, digits.substring(1) + suffix)))
                : Tree.leaf(Kind.LITERAL, digits + suffix);
    }

    /** A literal as it is written. */
    public static Tree literal(String text) {
        return Tree.leaf(Kind.LITERAL, text);
    }

    /** {@code left operator right}. */
    public static Tree binary(String operator, Term left, Term right) {
        return Tree.of(Kind.BINARY, operator, List.of(left, right));
    }

    /** {@code function(arguments)}. */
    public static Tree call(String function, Term... arguments) {
        List<Term> parts = new ArrayList<>(List.of(name(function)));
        parts.addAll(List.of(arguments));
        return Tree.of(Kind.CALL, "", parts);
    }

    /** The term with each part changed by a function, from the inside out. */
    public static Term transform(Term term, UnaryOperator<Term> function) {
        if (!(term instanceof Tree tree) || tree.children().isEmpty()) {
            return function.apply(term);
        }
        List<Term> parts = new ArrayList<>(tree.children().size());
        for (Term part : tree.children()) {
            parts.add(transform(part, function));
        }
        return function.apply(tree.withChildren(parts));
    }

    /**
     * The term with every use of a variable replaced. Where a declaration within hides the name, its uses stay; a variable that
     * is declared within and has a name of the new term's is renamed.
     */
    public static Term substitute(Term term, String name, Term by) {
        return Substitution.in(term, name, by);
    }

    /** The term without places: those in the text of a rule are none in a program. */
    public static Term unplaced(Term term) {
        return transform(term, part -> part.withPlace(Place.NONE));
    }

    /** The term with this place wherever it has none. */
    public static Term placed(Term term, Place place) {
        if (!(term instanceof Tree tree) || tree.place().isKnown()) {
            return term;
        }
        List<Term> parts = new ArrayList<>(tree.children().size());
        tree.children().forEach(part -> parts.add(placed(part, place)));
        return tree.withChildren(parts).withPlace(place.madeAs(tree.place()));
    }

    /**
     * The pattern with terms in place of its variables.
     *
     * @throws IllegalArgumentException if a variable stands for nothing, or a term does not fit where it comes
     */
    public static List<Term> instantiate(Term pattern, Bindings bindings) {
        if (pattern instanceof Hole hole) {
            List<Term> bound = bindings.all(hole.name());
            return hole.sequence() ? bound : List.of(bindings.term(hole.name()));
        }
        Tree tree = (Tree) pattern;
        if (tree.children().isEmpty()) {
            return List.of(tree);
        }
        List<Term> parts = new ArrayList<>(tree.children().size());
        for (Term part : tree.children()) {
            boolean start = tree.kind() == Kind.FOR && parts.isEmpty();
            instantiate(part, bindings).forEach(made -> parts.add(start ? made : executed(part, made)));
        }
        return List.of(tree.withChildren(parts));
    }

    /** What a variable stands for, as a statement if it comes as one: {@code $x;} may be any expression. */
    public static Term executed(Term pattern, Term made) {
        boolean expression = made.sort() == Sort.EXPRESSION || made.sort() == Sort.NAME;
        return pattern.sort() == Sort.STATEMENT && expression
                ? Tree.of(Kind.EXECUTE, made).withPlace(pattern.place())
                : made;
    }
}
