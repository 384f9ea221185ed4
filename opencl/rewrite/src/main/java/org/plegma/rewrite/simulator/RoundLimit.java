package org.plegma.rewrite.simulator;

import java.util.concurrent.CancellationException;
import java.util.function.LongSupplier;
import org.plegma.rewrite.term.Term;

/**
 * Ends the simulation of a group that does not end by itself: by the steps that it takes, so that the same is found on each
 * machine, or by an interrupt. Each group begins anew, so that a long launch of many groups comes to its end.
 */
final class RoundLimit {
    /** Operations of its warps, and rounds of loops, which may have none. Simulated in some seconds. */
    static final long MOST_STEPS = 1 << 21;

    private static final int STEPS_BETWEEN_LOOKS = 64;

    private final LongSupplier operations;
    private final long begun;
    private long rounds;

    /** @param operations of warps until now */
    RoundLimit(LongSupplier operations) {
        this.operations = operations;
        begun = operations.getAsLong();
    }

    /**
     * Called in each round of a loop.
     *
     * @throws SimulatorException if the group has taken too many steps
     * @throws CancellationException if the thread is interrupted
     */
    void round(Term loop, long round) {
        if (++rounds % STEPS_BETWEEN_LOOKS != 0) {
            return;
        }
        if (Thread.interrupted()) {
            throw new CancellationException(
                    "The simulation was interrupted in round " + round + " of the loop at " + loop.place() + ".");
        }
        long steps = rounds + operations.getAsLong() - begun;
        if (steps > MOST_STEPS) {
            throw new SimulatorException("One work-group has taken " + steps + " steps, of " + MOST_STEPS
                    + " that the simulator allows, and is in round " + round + " of the loop at " + loop.place()
                    + ": it has no end in the simulator. Look for what should end it, or try a smaller problem.");
        }
    }
}
