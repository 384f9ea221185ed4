package org.plegma.rewrite.parallel.code;

import java.util.Optional;
import org.plegma.rewrite.term.Term;

/**
 * A translated expression.
 *
 * @param code in OpenCL C
 * @param type in Java
 * @param symbol a whole number in terms of the host's variables and of numbered loop variables; empty if it depends on
 *     data, or is no whole number
 */
record Typed(Term code, String type, Optional<Term> symbol) {
    static Typed of(Term code, String type) {
        return new Typed(code, type, Optional.empty());
    }

    /** A whole number. */
    static Typed of(Term code, String type, Term symbol) {
        return new Typed(code, type, Optional.of(symbol));
    }
}
