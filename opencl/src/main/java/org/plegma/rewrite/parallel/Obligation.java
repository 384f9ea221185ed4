package org.plegma.rewrite.parallel;

import org.plegma.rewrite.Place;
import org.plegma.rewrite.Term;

/**
 * What has to hold for a kernel without checks, known when it is launched. Terms are in the host's variables and in
 * numbered loop variables, as {@code i#0}, of which {@link KernelDraft#ranges} has the bounds.
 */
sealed interface Obligation {
    /** Where in the cell. */
    Place place();

    /**
     * A whole number that does not overflow.
     *
     * @param inSubscript whether the analysis of dependences relies on it
     */
    record Fits(Term value, String type, boolean inSubscript, Place place) implements Obligation {}

    /**
     * A subscript within its array.
     *
     * @param length the number of elements or of rows
     * @param exact whether each value of the range really is a subscript at run time, so that one outside is an error
     */
    record Inside(Term subscript, Term length, boolean exact, Term access, Place place) implements Obligation {}

    /** A whole-number divisor that is neither 0, which throws in Java, nor -1, which may overflow. */
    record Divides(Term divisor, Place place) implements Obligation {}

    /**
     * The values of a loop's variable.
     *
     * @param lower the first
     * @param upper what it stays below
     */
    record Range(Term lower, Term upper) {}
}
