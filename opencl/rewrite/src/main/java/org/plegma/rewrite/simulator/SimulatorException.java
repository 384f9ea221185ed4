package org.plegma.rewrite.simulator;

import org.plegma.rewrite.term.Term;

/** The simulator cannot run a kernel: it does not know a construct, or the kernel does what no kernel may. */
public final class SimulatorException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SimulatorException(String message) {
        super(message);
    }

    static SimulatorException unknown(Term term) {
        String code = term.toString().strip().lines().findFirst().orElse("");
        return new SimulatorException(
                "The simulator does not know '" + code + "' at " + term.place()
                        + ". It runs scalar and vector arithmetic, loops, conditions, arrays, barriers and the common functions.");
    }
}
