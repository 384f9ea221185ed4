package org.plegma.rewrite.model;

import org.plegma.rewrite.term.Term;

/** The simulator cannot run a kernel: it does not know a construct, or the kernel does what no kernel may. */
public final class ModelException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ModelException(String message) {
        super(message);
    }

    static ModelException unknown(Term term) {
        String code = term.toString().strip().lines().findFirst().orElse("");
        return new ModelException(
                "The simulator does not know '" + code + "' at " + term.place()
                        + ". It runs scalar and vector arithmetic, loops, conditions, arrays, barriers and the common functions.");
    }
}
