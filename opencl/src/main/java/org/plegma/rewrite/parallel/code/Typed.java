package org.plegma.rewrite.parallel.code;

import org.plegma.rewrite.term.Term;

/**
 * A translated expression.
 *
 * @param code in OpenCL C
 * @param type in Java
 * @param symbol a whole number in terms of the host's variables and of numbered loop variables; null if it depends on
 *     data, or is no whole number
 */
record Typed(Term code, String type, Term symbol) {
    static Typed of(Term code, String type) {
        return new Typed(code, type, null);
    }
}
