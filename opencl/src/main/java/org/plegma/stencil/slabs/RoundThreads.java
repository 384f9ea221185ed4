package org.plegma.stencil.slabs;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.plegma.device.Queue;
import org.plegma.device.shared.DeviceThreads;

/**
 * Threads of the host, one for each device, that enqueue rounds: the calls for all devices take longer than some steps. No thread waits for
 * another, as devices keep their order themselves. If the caller is interrupted, all do as many rounds as any has begun.
 */
final class RoundThreads {
    /** A round of a device. */
    interface Round {
        void enqueue(int device);
    }

    private final Runnable release;
    private Thread caller = Thread.currentThread();
    private int most;
    private int begun;
    private boolean stopped;
    private @Nullable RuntimeException failure;

    /** @param release ends what devices wait for, as one of them has failed */
    RoundThreads(Runnable release) {
        this.release = release;
    }

    /**
     * Enqueues rounds of all devices.
     *
     * @return how many: fewer if the caller's thread was interrupted, which it stays
     */
    int run(int devices, int rounds, Round round) {
        begin(rounds);
        DeviceThreads.atOnce(IntStream.range(0, devices).toArray(), device -> enqueue(device, round));
        return ended();
    }

    private void enqueue(int device, Round round) {
        try {
            Queue.hurried(this::isStopping, () -> {
                for (int next = 0; begins(next); next++) {
                    round.enqueue(device);
                }
            });
        } catch (RuntimeException | Error e) {
            fail(e instanceof RuntimeException exception ? exception : new IllegalStateException(e));
            release.run(); // other threads may wait for room behind what waits for this device
        }
    }

    private synchronized void begin(int rounds) {
        caller = Thread.currentThread();
        most = rounds;
        begun = 0;
        stopped = false;
    }

    private synchronized boolean begins(int round) {
        if (isStopping()) {
            most = begun;
        }
        if (failure != null || round >= most) {
            return false;
        }
        begun = Math.max(begun, round + 1);
        return true;
    }

    /** Whether rounds that have begun are to be enqueued, with no waiting, and no others. */
    synchronized boolean isStopping() {
        stopped = stopped || caller == Thread.currentThread() && Queue.isInterrupted();
        return stopped || failure != null;
    }

    private synchronized void fail(RuntimeException e) {
        if (failure == null) {
            failure = e;
        }
    }

    /** Whether a thread has ended by an exception. */
    synchronized boolean hasFailed() {
        return failure != null;
    }

    private synchronized int ended() {
        RuntimeException thrown = failure;
        stopped = false;
        failure = null;
        if (thrown != null) {
            throw thrown;
        }
        return begun;
    }
}
