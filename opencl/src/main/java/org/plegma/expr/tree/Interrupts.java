package org.plegma.expr.tree;

import java.util.concurrent.CancellationException;

/** Long formulas can be worked on for seconds: an interrupt ends that. */
public final class Interrupts {
    private Interrupts() {}

    /** @throws CancellationException if the thread was interrupted */
    public static void check() {
        if (Thread.interrupted()) {
            throw new CancellationException("The work on the formula was interrupted.");
        }
    }
}
