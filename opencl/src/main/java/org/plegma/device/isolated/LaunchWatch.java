package org.plegma.device.isolated;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.plegma.process.WorkLimit;

/** Ends a process if its launch does more than a limit allows. */
final class LaunchWatch implements AutoCloseable {
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile Optional<String> exceeded = Optional.empty();

    private LaunchWatch() {}

    static LaunchWatch of(ProcessHandle process, WorkLimit limit) {
        LaunchWatch watch = new LaunchWatch();
        Thread thread = new Thread(() -> watch.watch(process, limit), "plegma-launch-limit");
        thread.setDaemon(true);
        thread.start();
        return watch;
    }

    private void watch(ProcessHandle process, WorkLimit limit) {
        try {
            WorkLimit.End end = limit.await(process, millis -> over.await(millis, TimeUnit.MILLISECONDS));
            if (end != WorkLimit.End.OVER) {
                exceeded = Optional.of(limit.text(end));
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody does
        }
    }

    /** What the process did too much, if that has ended it. */
    Optional<String> exceeded() {
        return exceeded;
    }

    /** The launch is over. */
    @Override
    public void close() {
        over.countDown();
    }
}
