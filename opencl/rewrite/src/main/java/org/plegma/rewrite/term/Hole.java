package org.plegma.rewrite.term;

import java.util.List;
import org.plegma.rewrite.text.Notes;
import org.plegma.rewrite.text.Place;

/**
 * A variable of a rule: {@code $name}, {@code $name:Class}, or for any number of terms {@code $name...}.
 *
 * @param name without the dollar sign
 * @param sort what it stands for
 * @param restriction the class of terms that it takes, as {@code Literal} or {@code float}; empty for any
 * @param sequence whether it stands for a row of terms, none included
 */
public record Hole(String name, Sort sort, String restriction, boolean sequence) implements Term {

    @Override
    public List<Term> children() {
        return List.of();
    }

    @Override
    public Notes notes() {
        return Notes.NONE;
    }

    @Override
    public Place place() {
        return Place.NONE;
    }

    @Override
    public Term withNotes(Notes notes) {
        return this;
    }

    @Override
    public Term withPlace(Place place) {
        return this;
    }

    Hole as(Sort other) {
        return new Hole(name, other, restriction, sequence);
    }

    @Override
    public String toString() {
        return "$" + name + (restriction.isEmpty() ? "" : ":" + restriction) + (sequence ? "..." : "");
    }
}
