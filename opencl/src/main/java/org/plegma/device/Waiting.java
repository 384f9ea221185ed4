package org.plegma.device;

import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for devices by polling, so that an interrupt of the thread gets the user out at once. */
final class Waiting {
    private static final int SPINS = 200;
    private static final long SHORTEST_PAUSE = 10_000;
    private static final long LONGEST_PAUSE = 1_000_000;

    private Waiting() {}

    /**
     * Throws if the thread has been interrupted, and clears the interrupt.
     *
     * @param what for the message of the exception
     */
    static void checkInterrupt(String what) {
        if (Thread.interrupted()) {
            throw new CancellationException(
                    "Interrupted while waiting for " + what + "; the device finishes what it has begun.");
        }
    }

    /**
     * @param what for the message of the exception
     * @throws CancellationException if the thread is, or gets, interrupted; the interrupt is then cleared
     */
    static void until(BooleanSupplier done, String what) {
        long pause = SHORTEST_PAUSE;
        for (int polls = 0; !done.getAsBoolean(); polls++) {
            checkInterrupt(what);
            if (polls < SPINS) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(pause);
                pause = Math.min(LONGEST_PAUSE, pause + pause / 4);
            }
        }
    }
}
