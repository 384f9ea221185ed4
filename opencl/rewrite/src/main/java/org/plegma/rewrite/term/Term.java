package org.plegma.rewrite.term;

import java.util.List;
import org.plegma.rewrite.text.Notes;
import org.plegma.rewrite.text.Place;

/**
 * A piece of a program, or a pattern for one. Immutable: rewriting makes new terms that share what did not change.
 *
 * <p>Java and OpenCL C have the same terms, so that a rule for {@code $x + 0} serves both, and a loop of the one becomes
 * a kernel of the other by few changes. Two terms are equal if they say the same: comments, redundant parentheses and
 * places do not count.
 */
public sealed interface Term permits Tree, Hole {

    /** The parts, in the order of the source; empty for a leaf. */
    List<Term> children();

    /** What it is for the term around it. */
    Sort sort();

    /** Comments and other marks that mean nothing to a compiler. */
    Notes notes();

    /** Where it was read; {@link Place#NONE} if a rule made it. */
    Place place();

    /** The same term with other marks. */
    Term withNotes(Notes notes);

    /** The same term, read elsewhere. */
    Term withPlace(Place place);

    /** Whether this is of a kind; a {@link Hole} is of none. */
    default boolean is(Kind kind) {
        return this instanceof Tree tree && tree.kind() == kind;
    }

    /** Whether this is of a kind and has this text, as an operator or a name. */
    default boolean is(Kind kind, String text) {
        return this instanceof Tree tree && tree.kind() == kind && tree.text().equals(text);
    }

    /** Whether its parts are statements or functions, one after the other. */
    default boolean isList() {
        return this instanceof Tree tree && tree.kind().isList();
    }

    /** The operator, name or literal, empty if it has none. */
    default String text() {
        return "";
    }

    /** The part at an index. */
    default Term child(int index) {
        return children().get(index);
    }
}
