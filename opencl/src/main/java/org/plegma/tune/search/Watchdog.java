package org.plegma.tune.search;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs a candidate on a thread of its own, so that one that hangs does not take the search with it.
 *
 * <p>A kernel under way cannot be stopped. After its limit it gets {@value #GRACE_FACTOR} times as long to end by itself,
 * because the next candidate would only queue behind it; if it does not, the device is {@linkplain #lost lost}.
 */
final class Watchdog {
    private static final int GRACE_FACTOR = 4;

    /** How long an interrupted search waits for the candidate under way. */
    private static final Duration INTERRUPT_GRACE = Duration.ofSeconds(1);

    private final Duration limit;
    private volatile boolean lost;

    Watchdog(Duration limit) {
        this.limit = limit;
    }

    /**
     * The result of {@code work}.
     *
     * @throws TimeoutException if it took longer than the limit
     * @throws ExecutionException around what it threw
     * @throws InterruptedException if this thread was interrupted; the work was interrupted, too
     */
    <T> T call(String name, Callable<T> work) throws TimeoutException, ExecutionException, InterruptedException {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            thread.interrupt();
            thread.join(limit.multipliedBy(GRACE_FACTOR).toMillis() + 1);
            lost = thread.isAlive();
            throw e;
        } catch (InterruptedException e) {
            thread.interrupt();
            thread.join(INTERRUPT_GRACE.toMillis());
            throw e;
        }
    }

    /** Whether the last candidate never came back, so that the device can run no other. */
    boolean lost() {
        return lost;
    }
}
