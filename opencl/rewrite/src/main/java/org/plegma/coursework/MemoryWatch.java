package org.plegma.coursework;

import java.util.concurrent.locks.LockSupport;
import org.plegma.device.Session;

/** Looks at a session's memory again and again, and keeps the most that it had beyond what was there before. */
final class MemoryWatch implements AutoCloseable {
    private static final long POLL_NANOS = 20_000;

    private final long before;
    private volatile boolean done;
    private volatile long most;

    MemoryWatch(Session session) {
        before = session.memoryInUse();
        most = before;
        Thread thread = new Thread(
                () -> {
                    while (!done) {
                        most = Math.max(most, session.memoryInUse());
                        LockSupport.parkNanos(POLL_NANOS);
                    }
                },
                "memory-watch");
        thread.setDaemon(true);
        thread.start();
    }

    long mostBytes() {
        return most - before;
    }

    @Override
    public void close() {
        done = true;
    }
}
