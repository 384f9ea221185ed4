package org.plegma.device.driver;

import java.util.BitSet;

/**
 * Numbers the open contexts of PoCL, so that each compiles programs of its own. PoCL 3.1 knows what a launch uses by its program and the size
 * of its groups alone: where launches of one program by two contexts overlap, and one has more work-items, it ends the process
 * ({@code pocl_release_dlhandle_cache: Assertion `found->ref_count > 0' failed}).
 */
public final class PoclContexts {
    /**
     * Set by tests for which PoCL offers the processor as several devices: on two cores launches seldom overlap, and each program is compiled
     * once for all contexts. It is no rule for all machines of two cores, where users must not lose their process, and no parameter, as
     * every {@code Session} opens a context.
     */
    private static final boolean SHARED = Boolean.getBoolean("plegma.pocl.shared");

    private static final BitSet TAKEN = new BitSet();

    private PoclContexts() {}

    /** The least number that is free: what one context compiles, PoCL has for the next that gets its number. */
    public static int take() {
        if (SHARED) {
            return 0;
        }
        synchronized (TAKEN) {
            int number = TAKEN.nextClearBit(0);
            TAKEN.set(number);
            return number;
        }
    }

    /** That its context is closed. */
    public static void giveBack(int number) {
        synchronized (TAKEN) {
            TAKEN.clear(number);
        }
    }
}
