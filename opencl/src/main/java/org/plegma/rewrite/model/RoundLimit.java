package org.plegma.rewrite.model;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.CancellationException;
import org.plegma.rewrite.term.Term;

/** Ends the simulation of a group that does not end by itself: by the time that the processor worked on it, or an interrupt. */
final class RoundLimit {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int STEPS_BETWEEN_LOOKS = 64;
    private static final long MOST_SECONDS = 8;

    private final long seconds;
    private final long begun = THREADS.getCurrentThreadCpuTime();
    private int steps;

    RoundLimit() {
        this(MOST_SECONDS);
    }

    RoundLimit(long seconds) {
        this.seconds = seconds;
    }

    /**
     * Called in each round of a loop.
     *
     * @throws ModelException if the time is up
     * @throws CancellationException if the thread is interrupted
     */
    void round(Term body, long round) {
        if (++steps % STEPS_BETWEEN_LOOKS != 0) {
            return;
        }
        if (Thread.interrupted()) {
            throw new CancellationException(
                    "The simulation was interrupted in round " + round + " of the loop at " + body.place() + ".");
        }
        if (THREADS.getCurrentThreadCpuTime() - begun > seconds * 1_000_000_000L) {
            throw new ModelException("One work-group has been simulated for " + seconds + " s and is in round " + round
                    + " of the loop at " + body.place() + ": it has no end in the simulator. Look for what should end"
                    + " it, or try a smaller problem.");
        }
    }
}
