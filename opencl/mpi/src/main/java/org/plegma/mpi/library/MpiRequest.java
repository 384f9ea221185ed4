package org.plegma.mpi.library;

import com.sun.jna.Memory;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A message or a collective that has begun. */
public final class MpiRequest {
    private static final int SPINS = 20;
    private static final long SHORTEST_PAUSE = 5_000;
    private static final long LONGEST_PAUSE = 200_000;
    /** Who has waited for seconds, as for the next cell of a notebook, asks more seldom: a thousandth of the wait later at most. */
    private static final long LONGEST_PAUSE_OF_LONG_WAITS = 5_000_000;

    private final MpiCalls calls;
    private final String what;
    private final Memory handle;
    /** Memory that the library uses; held until it is over. */
    private @Nullable Object used;

    private boolean over;
    private long ended;

    MpiRequest(MpiCalls calls, String what, Memory handle, @Nullable Object used) {
        this.calls = calls;
        this.what = what;
        this.handle = handle;
        this.used = used;
    }

    /** Whether it is over. Libraries move messages on while they are asked. */
    public boolean isOver() {
        if (!over && calls.test(handle)) {
            over = true;
            ended = System.nanoTime();
            used = null;
        }
        return over;
    }

    /** When it was first seen to be over, by {@link System#nanoTime}. */
    public long endedNanos() {
        return ended;
    }

    /**
     * Waits until it is over, with pauses, as kernels may run on the same cores.
     *
     * @throws CancellationException if the thread is interrupted; the request goes on
     */
    public void await() {
        long began = System.nanoTime();
        long pause = SHORTEST_PAUSE;
        for (int polls = 0; !isOver(); polls++) {
            if (Thread.interrupted()) {
                throw new CancellationException("Interrupted while waiting for other ranks (" + what + ").");
            }
            if (polls < SPINS) {
                Thread.onSpinWait();
            } else {
                long thousandth = (System.nanoTime() - began) / 1000;
                LockSupport.parkNanos(Math.max(pause, Math.min(thousandth, LONGEST_PAUSE_OF_LONG_WAITS)));
                pause = Math.min(pause + pause / 4, LONGEST_PAUSE);
            }
        }
    }
}
