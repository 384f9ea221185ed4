package org.plegma.rewrite.rule;

import java.util.function.Predicate;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Precedence;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;

/**
 * What must hold besides the pattern.
 *
 * @param text what it is called in reports: its source, or a description
 * @param source its source as a term; null if it is Java code
 */
public record Condition(String text, Term source, Predicate<Match> test) {

    /** The text as an operand of {@code &&}. */
    String conjunct() {
        boolean loose = source instanceof Tree tree && Precedence.of(tree) <= Precedence.LOGICAL_OR;
        return loose ? "(" + text + ")" : text;
    }

    static Condition of(Term source) {
        return new Condition(Code.print(source), source, match -> new Facts(match).isTrue(source));
    }
}
