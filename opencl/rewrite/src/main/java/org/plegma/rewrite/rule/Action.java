package org.plegma.rewrite.rule;

import java.util.Optional;
import java.util.function.Consumer;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Term;

/**
 * What a rule does before its destination is built: it gives further variables their meaning.
 *
 * @param text its source, or a description
 * @param source its source as a term; empty if it is Java code
 */
public record Action(String text, Optional<Term> source, Consumer<Match> run) {

    static Action of(Term assignment) {
        return new Action(
                Code.print(assignment), Optional.of(assignment), match -> new Facts(match).assign(assignment));
    }
}
