package org.plegma.expr;

import java.util.concurrent.CancellationException;

/** Long formulas can be worked on for seconds: an interrupt ends that. */
final class Interrupts {
    private Interrupts() {}

    /** @throws CancellationException if the thread was interrupted */
    static void check() {
        if (Thread.interrupted()) {
            throw new CancellationException("The work on the formula was interrupted.");
        }
    }
}
