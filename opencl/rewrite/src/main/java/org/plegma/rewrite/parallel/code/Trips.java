package org.plegma.rewrite.parallel.code;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plegma.rewrite.analysis.TermEvaluator;
import org.plegma.rewrite.loops.LoopNest.Loop;
import org.plegma.rewrite.parallel.errors.ParallelException;
import org.plegma.rewrite.term.Code;
import org.plegma.rewrite.term.Term;
import org.plegma.rewrite.text.Place;

/**
 * How often a loop runs, counted so that nothing overflows.
 *
 * @param first in the host's variables
 * @param limit likewise
 */
public record Trips(Loop loop, Term first, Term limit, Place place) {
    /**
     * The number of iterations.
     *
     * @param values those of the host's variables
     * @throws ParallelException if a bound overflows, or the loop's variable does, so that Java would not end here
     */
    public long count(Function<String, @Nullable Object> values) {
        long from = exact(first, values);
        long to = exact(limit, values);
        boolean up = loop.isUp();
        if (up ? from >= to : from <= to) {
            return 0;
        }
        long width = Math.abs(loop.step());
        try {
            long span = up ? Math.subtractExact(to, from) : Math.subtractExact(from, to);
            long count = (span - 1) / width + 1;
            long after = Math.addExact(from, Math.multiplyExact(count, loop.step()));
            boolean fits = loop.type().equals("long") || after == (int) after;
            if (fits) {
                return count;
            }
        } catch (ArithmeticException beyondLong) {
            // the same as beyond an int
        }
        throw new ParallelException(
                place,
                "the loop's variable '" + loop.variable() + "' overflows: from " + from + " to " + to + " by steps of "
                        + loop.step() + " it leaves the range of a"
                        + (loop.type().equals("int") ? "n int." : " long."));
    }

    /** The value in Java, which is that in more bits too, or the analysis of the loop does not hold. */
    private long exact(Term bound, Function<String, @Nullable Object> values) {
        long java = ((Number) new TermEvaluator(values).value(bound)).longValue();
        long wide = ((Number) TermEvaluator.wide(values).value(bound)).longValue();
        if (java != wide) {
            throw new ParallelException(
                    place,
                    "the bound '" + Code.print(bound) + "' of the loop overflows an int: it is " + wide + ", and "
                            + java + " in Java.");
        }
        return java;
    }
}
