package org.plegma.rewrite.parallel.code;

import java.util.Optional;
import org.plegma.rewrite.analysis.Terms;
import org.plegma.rewrite.loops.LoopNest.Loop;
import org.plegma.rewrite.term.Kind;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.term.Tree;
import org.plegma.rewrite.text.Place;

/**
 * What has to hold for a kernel without checks, known when it is launched. Terms are in the host's variables and in
 * numbered loop variables, as {@code i#0}, of which {@link KernelDraft#ranges} has the bounds.
 */
public sealed interface Obligation {
    /** Where in the cell. */
    Place place();

    /** A whole number of which no part overflows its type. */
    record Fits(Term value, Place place) implements Obligation {}

    /**
     * The same for a number on which the analysis of dependences relies: there is no other kernel for a launch where it may
     * overflow.
     *
     * @param array whose subscript it is; empty for a bound of a loop
     */
    record Exact(Term value, Optional<String> array, Place place) implements Obligation {}

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
     * @param lower the least
     * @param upper what it stays below
     * @param both whether the least and the largest value are taken for certain, if there are any
     */
    record Range(Term lower, Term upper, boolean both) {

        /** Those of a loop. */
        public static Range of(Loop loop, Term first, Term limit) {
            boolean both = Math.abs(loop.step()) == 1;
            return loop.isUp() ? new Range(first, limit, both) : new Range(next(limit), next(first), both);
        }

        private static Term next(Term value) {
            return Terms.binary("+", wide(value), Terms.number(1));
        }

        private static Term wide(Term value) {
            return Tree.of(Kind.CAST, JavaTypes.type("long"), value);
        }

        /** What the variable is after the last iteration at most, or at least if it counts down. */
        public static Term after(Loop loop, Term first, Term limit) {
            Term width = Terms.number(Math.abs(loop.step()));
            Term rest = Terms.number(Math.abs(loop.step()) - 1);
            String away = loop.isUp() ? "+" : "-";
            Term span = loop.isUp() ? Terms.binary("-", wide(limit), first) : Terms.binary("-", wide(first), limit);
            Term steps = Terms.binary("*", Terms.binary("/", Terms.binary("+", span, rest), width), width);
            Term after = Terms.call(
                    loop.isUp() ? "min" : "max",
                    Terms.binary(away, wide(limit), rest),
                    Terms.binary(away, wide(first), steps));
            return Tree.of(Kind.CAST, JavaTypes.type("int"), after);
        }
    }
}
