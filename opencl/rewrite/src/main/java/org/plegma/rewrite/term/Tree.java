package org.plegma.rewrite.term;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.plegma.rewrite.text.Notes;
import org.plegma.rewrite.text.Place;

/**
 * A term that is known: a kind, its text and its parts.
 *
 * @param text operator, name or literal, as {@link Kind} says; empty if the kind has none
 */
public record Tree(Kind kind, String text, List<Term> children, Notes notes, Place place) implements Term {

    /** @throws IllegalArgumentException if the parts do not fit the kind */
    public Tree {
        children = List.copyOf(children);
        if (!kind.accepts(children)) {
            throw new IllegalArgumentException("A term of kind " + kind + " cannot have the parts "
                    + children.stream().map(child -> child.sort().toString()).toList() + ".");
        }
    }

    /** A term made by a program, not read. */
    public static Tree of(Kind kind, String text, List<? extends Term> children) {
        return new Tree(kind, text, List.copyOf(children), Notes.NONE, Place.NONE);
    }

    /** A term without text. */
    public static Tree of(Kind kind, Term... children) {
        return of(kind, "", List.of(children));
    }

    /** A term without parts. */
    public static Tree leaf(Kind kind, String text) {
        return of(kind, text, List.of());
    }

    @Override
    public Sort sort() {
        return kind.sort();
    }

    @Override
    public Tree withNotes(Notes other) {
        return other.equals(notes) ? this : new Tree(kind, text, children, other, place);
    }

    @Override
    public Tree withPlace(Place other) {
        return new Tree(kind, text, children, notes, other);
    }

    /** The same kind and text over other parts; this very term if they are the same objects. */
    public Tree withChildren(List<? extends Term> other) {
        if (other.size() == children.size()) {
            boolean same = true;
            for (int i = 0; same && i < other.size(); i++) {
                same = other.get(i) == children.get(i);
            }
            if (same) {
                return this;
            }
        }
        return new Tree(kind, text, List.copyOf(other), notes, place);
    }

    @Override
    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof Tree)) {
            return false;
        }
        Deque<Term> mine = new ArrayDeque<>(List.of(this)); // no recursion, which deep terms would end
        Deque<Term> theirs = new ArrayDeque<>(List.of((Tree) other));
        while (!mine.isEmpty()) {
            Term a = mine.pop();
            Term b = theirs.pop();
            if (a == b) {
                continue;
            }
            boolean alike = a instanceof Tree one && b instanceof Tree two ? one.isLike(two) : a.equals(b);
            if (!alike) {
                return false;
            }
            a.children().forEach(mine::push);
            b.children().forEach(theirs::push);
        }
        return true;
    }

    /** Whether the terms are equal but for their parts. */
    private boolean isLike(Tree other) {
        return kind == other.kind && meaning().equals(other.meaning()) && children.size() == other.children.size();
    }

    @Override
    public int hashCode() {
        int hash = 1;
        Deque<Term> rest = new ArrayDeque<>(List.of(this));
        while (!rest.isEmpty()) {
            Term term = rest.pop();
            hash = 31 * hash
                    + (term instanceof Tree tree
                            ? 31 * tree.kind.ordinal() + tree.meaning().hashCode() + tree.children.size()
                            : term.hashCode());
            term.children().forEach(rest::push);
        }
        return hash;
    }

    /** The text, {@code __local} being the same as {@code local}. */
    public String meaning() {
        return kind == Kind.QUALIFIER && text.startsWith("__") && !text.endsWith(")") ? text.substring(2) : text;
    }

    /** The term as source, in its canonical form. */
    @Override
    public String toString() {
        return Code.print(this);
    }
}
