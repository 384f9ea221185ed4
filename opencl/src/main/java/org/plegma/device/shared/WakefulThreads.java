package org.plegma.device.shared;

import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Threads that look for their next task for a while before they sleep: one that sleeps begins some 50 microseconds late or more, and runs of
 * a few milliseconds follow one another.
 */
final class WakefulThreads {
    /** So long who waits looks again and again, also the caller for the others. */
    static final long AWAKE_NANOS = 20_000_000;

    private static final Deque<Worker> IDLE = new ConcurrentLinkedDeque<>();

    private WakefulThreads() {}

    /** Does a task by the thread that was idle last, or a new one. @param after is done when the thread can have its next task */
    static void execute(Runnable task, Runnable after) {
        Worker worker = IDLE.pollFirst();
        if (worker == null) {
            worker = new Worker();
            worker.start();
        }
        worker.give(() -> {
            try {
                task.run();
            } finally {
                IDLE.addFirst((Worker) Thread.currentThread());
                after.run();
            }
        });
    }

    private static final class Worker extends Thread {
        private volatile @Nullable Runnable task;

        Worker() {
            super("Device thread");
            setDaemon(true);
        }

        void give(Runnable next) {
            task = next;
            LockSupport.unpark(this);
        }

        @Override
        public void run() {
            while (true) {
                Runnable next = await();
                task = null;
                next.run();
            }
        }

        private Runnable await() {
            long asleep = System.nanoTime() + AWAKE_NANOS;
            Runnable next = task;
            while (next == null) {
                if (System.nanoTime() < asleep) {
                    Thread.yield();
                } else {
                    LockSupport.park(this);
                }
                next = task;
            }
            return next;
        }
    }
}
