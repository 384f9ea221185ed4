package org.plegma.device.timeline;

import java.util.function.BooleanSupplier;
import org.plegma.array.Preconditions;

/** When a thread enqueues commands into full queues, too: who waits for room waits for commands that may never end. */
public final class Hurry {
    private static final ThreadLocal<BooleanSupplier> OF_THREAD = ThreadLocal.withInitial(() -> () -> false);

    private Hurry() {}

    /** Does what enqueues commands. @param hurry whether they wait for no room, or for none any more */
    public static void when(BooleanSupplier hurry, Runnable enqueue) {
        Preconditions.notNull(hurry, "hurry");
        Preconditions.notNull(enqueue, "enqueue");
        BooleanSupplier outer = OF_THREAD.get();
        OF_THREAD.set(hurry);
        try {
            enqueue.run();
        } finally {
            OF_THREAD.set(outer);
        }
    }

    /** Whether this thread is in a hurry. */
    public static boolean isOn() {
        return OF_THREAD.get().getAsBoolean();
    }
}
