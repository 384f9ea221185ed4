package org.plegma.rewrite.rule;

import java.util.Optional;
import java.util.function.Predicate;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Precedence;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/**
 * What must hold besides the pattern.
 *
 * @param text what it is called in reports: its source, or a description
 * @param source its source as a term; empty if it is Java code
 */
public record Condition(String text, Optional<Term> source, Predicate<Match> test) {

    /** The text as an operand of {@code &&}. */
    String conjunct() {
        boolean loose = source.filter(term -> term instanceof Tree tree && Precedence.of(tree) <= Precedence.LOGICAL_OR)
                .isPresent();
        return loose ? "(" + text + ")" : text;
    }

    static Condition of(Term source) {
        return new Condition(Code.print(source), Optional.of(source), match -> new Facts(match).isTrue(source));
    }
}
