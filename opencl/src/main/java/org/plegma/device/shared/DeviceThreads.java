package org.plegma.device.shared;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.plegma.array.Preconditions;

/** Threads of the host, one for each device: the calls for all devices, one after the other, take longer than what short kernels do. */
public final class DeviceThreads {
    private DeviceThreads() {}

    /**
     * Does something for each device at once, for the first one by the caller's thread.
     *
     * @throws RuntimeException what was thrown first, when all have ended
     */
    public static void atOnce(int[] devices, IntConsumer action) {
        Preconditions.notNull(devices, "devices");
        Preconditions.notNull(action, "action");
        if (devices.length == 0) {
            return;
        }
        Thread caller = Thread.currentThread();
        AtomicInteger others = new AtomicInteger(devices.length - 1);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        for (int i = 1; i < devices.length; i++) {
            int device = devices[i];
            WakefulThreads.execute(() -> tell(failure, device, action), () -> {
                others.decrementAndGet();
                LockSupport.unpark(caller);
            });
        }
        tell(failure, devices[0], action);
        long asleep = System.nanoTime() + WakefulThreads.AWAKE_NANOS;
        while (others.get() > 0) {
            if (System.nanoTime() < asleep) {
                Thread.yield();
            } else {
                LockSupport.park(others);
            }
        }
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw thrown instanceof RuntimeException exception ? exception : new IllegalStateException(thrown);
        }
    }

    private static void tell(AtomicReference<Throwable> failure, int device, IntConsumer action) {
        try {
            action.accept(device);
        } catch (RuntimeException | Error e) {
            failure.compareAndSet(null, e);
        }
    }
}
