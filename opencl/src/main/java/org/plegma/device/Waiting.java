package org.plegma.device;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for devices such that an interrupt of the thread gets the user out at once. */
final class Waiting {
    /**
     * A thread that sleeps wakes some 50 microseconds late. Several devices that wait for each other after each step of 1.5 ms
     * lost a tenth of their time to that.
     */
    private static final long SPIN_NANOS = 20_000_000;

    private static final int SPINS_ON_SHARED_CORES = 200;
    private static final int BRIEF_SPINS = 5;
    private static final long SHORTEST_PAUSE = 10_000;
    private static final long LONGEST_PAUSE = 1_000_000;
    /** Of what was waited for already, until that is the longest pause. Where cores are shared, asking takes the device's time. */
    private static final double PAUSE_SHARE = 1.0 / 256;

    private static final double PAUSE_SHARE_ON_SHARED_CORES = 0.2;
    /** The same when so much was waited for that asking each millisecond is of no use. */
    private static final double PAUSE_SHARE_OF_LONG_WAITS = 1e-3;

    private static final ExecutorService WATCHERS = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "OpenCL watcher");
        thread.setDaemon(true);
        return thread;
    });

    /** Whether the thread is to see an interrupt later. */
    private static final ThreadLocal<Boolean> LATER = ThreadLocal.withInitial(() -> false);

    /** Whether an interrupt that came before is kept from it until then. */
    private static final ThreadLocal<Boolean> HELD = ThreadLocal.withInitial(() -> false);

    private static final ThreadLocal<BooleanSupplier> HURRY = ThreadLocal.withInitial(() -> () -> false);

    private Waiting() {}

    /** As {@link Queue#whole}. */
    static void whole(Runnable enqueue) {
        boolean outer = LATER.get();
        boolean held = HELD.get();
        boolean interrupted = Thread.interrupted(); // with it the thread could not sleep
        LATER.set(true);
        HELD.set(held || interrupted);
        try {
            enqueue.run();
        } finally {
            LATER.set(outer);
            HELD.set(held);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** As {@link Queue#hurried}. */
    static void hurried(BooleanSupplier hurry, Runnable enqueue) {
        BooleanSupplier outer = HURRY.get();
        HURRY.set(hurry);
        try {
            enqueue.run();
        } finally {
            HURRY.set(outer);
        }
    }

    static boolean isHurried() {
        return HURRY.get().getAsBoolean();
    }

    /** As {@link Queue#isInterrupted}. */
    static boolean isInterrupted() {
        return HELD.get() || Thread.currentThread().isInterrupted();
    }

    /**
     * Throws if the thread has been interrupted, and clears the interrupt; not within {@link #whole}.
     *
     * @param what for the message of the exception
     */
    static void checkInterrupt(String what) {
        if (!LATER.get() && Thread.interrupted()) {
            throw new CancellationException(
                    "Interrupted while waiting for " + what + "; the device finishes what it has begun.");
        }
    }

    /**
     * @param what for messages
     * @param context what is waited for; {@link LongWaits} says what else it does
     * @throws CancellationException if the thread is, or gets, interrupted; the interrupt is then cleared
     */
    static void until(BooleanSupplier done, String what, DeviceContext context) {
        long start = System.nanoTime();
        boolean shared = context.sharesCores();
        boolean reported = false;
        for (int polls = 0; !done.getAsBoolean(); polls++) {
            checkInterrupt(what);
            long waited = System.nanoTime() - start;
            if (shared ? polls < SPINS_ON_SHARED_CORES : waited < SPIN_NANOS) {
                Thread.onSpinWait();
            } else {
                reported = reported || waited > LongWaits.NANOS && LongWaits.tell(context, what);
                LockSupport.parkNanos(pause(waited, shared));
            }
        }
    }

    /** As {@link #until}, for room in a full queue; not while the thread is {@link #hurried}. */
    static void forRoom(BooleanSupplier room, String label, DeviceContext context) {
        until(() -> room.getAsBoolean() || isHurried(), label + " (the queue is full)", context);
    }

    /** Until the device is asked again, after so long a wait; both in nanoseconds. */
    static long pause(long waited, boolean sharedCores) {
        double share = sharedCores ? PAUSE_SHARE_ON_SHARED_CORES : PAUSE_SHARE;
        long usual = Math.min(LONGEST_PAUSE, (long) (share * waited));
        return Math.max(Math.max(SHORTEST_PAUSE, usual), (long) (PAUSE_SHARE_OF_LONG_WAITS * waited));
    }

    /**
     * Waits without taking time from the processor's cores: a call that blocks, in a thread apart, which nobody has to
     * interrupt. For devices that are the processor itself.
     *
     * @param done asked a few times first, as brief commands are over sooner than a thread wakes
     * @param block returns when it is done
     */
    static void asleep(BooleanSupplier done, Runnable block, String what, DeviceContext context) {
        for (int polls = 0; polls < BRIEF_SPINS; polls++) {
            if (done.getAsBoolean()) {
                return;
            }
            Thread.onSpinWait();
        }
        Thread waiting = Thread.currentThread();
        AtomicBoolean over = new AtomicBoolean();
        WATCHERS.execute(() -> {
            try {
                block.run();
            } finally {
                over.set(true);
                LockSupport.unpark(waiting);
            }
        });
        long start = System.nanoTime();
        boolean reported = false;
        while (!over.get()) {
            checkInterrupt(what);
            long left = LongWaits.NANOS - (System.nanoTime() - start);
            if (reported || left > 0) {
                LockSupport.parkNanos(over, reported ? Long.MAX_VALUE : left);
            } else {
                LongWaits.tell(context, what);
                reported = true;
            }
        }
    }
}
