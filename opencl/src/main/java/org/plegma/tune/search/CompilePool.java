package org.plegma.tune.search;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plegma.device.errors.BuildException;
import org.plegma.device.errors.Diagnostic;
import org.plegma.device.errors.LaunchLimitException;
import org.plegma.device.errors.OutOfDeviceMemoryException;
import org.plegma.tune.candidate.Candidate;
import org.plegma.tune.candidate.Durations;
import org.plegma.tune.candidate.Status;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.candidate.Tunable;
import org.plegma.tune.space.Configuration;

/**
 * Compiles candidates on a few threads, each within a time limit.
 *
 * <p>A native compiler cannot be stopped from outside: one that exceeds its limit is interrupted and left behind on its
 * daemon thread; should it come back after all, its candidate is closed. PoCL builds under one lock a context, so more
 * threads do no harm there, and a build that hangs makes all later ones hang: after {@value #MOST_STUCK} that never came
 * back, the pool reports itself {@linkplain #stuck stuck}.
 */
final class CompilePool {
    /** Abandoned compilations after which no other is worth starting. */
    static final int MOST_STUCK = 3;

    private final int threads;
    private final long limitNanos;
    private final List<Job> abandoned = new ArrayList<>();

    CompilePool(int threads, Duration limit) {
        this.threads = threads;
        this.limitNanos = limit.toNanos();
    }

    /**
     * Compiles a batch, dealt out to tunables that are the same on several devices.
     *
     * @return a result each, in order
     * @throws InterruptedException if this thread is interrupted; all compilations under way are abandoned
     */
    List<Compiled> compile(List<Tunable> twins, List<Configuration> batch) throws InterruptedException {
        int started = 0;
        List<Job> running = new ArrayList<>();
        BlockingQueue<Job> finished = new LinkedBlockingQueue<>();
        Map<Configuration, Compiled> results = new HashMap<>();
        try {
            while (results.size() < batch.size()) {
                while (running.size() < threads && started < batch.size()) {
                    running.add(new Job(twins.get(started % twins.size()), batch.get(started), finished));
                    started++;
                }
                long now = System.nanoTime();
                long untilNextLimit = running.stream()
                        .mapToLong(job -> job.startNanos + limitNanos - now)
                        .min()
                        .orElse(0);
                Job done = finished.poll(Math.max(0, untilNextLimit), TimeUnit.NANOSECONDS);
                if (done != null) {
                    if (running.remove(done)) {
                        results.put(done.configuration, done.result);
                    }
                } else {
                    abandonOverdue(running, results);
                }
            }
        } catch (InterruptedException e) {
            running.forEach(Job::abandon);
            results.values().forEach(Compiled::close);
            throw e;
        }
        return batch.stream().map(results::get).toList();
    }

    private void abandonOverdue(List<Job> running, Map<Configuration, Compiled> results) {
        for (Iterator<Job> i = running.iterator(); i.hasNext(); ) {
            Job job = i.next();
            double seconds = (System.nanoTime() - job.startNanos) * 1e-9;
            if (seconds * 1e9 >= limitNanos) {
                i.remove();
                job.abandon();
                abandoned.add(job);
                String message = "compiling was abandoned after " + Durations.text(seconds);
                results.put(
                        job.configuration,
                        new Compiled(
                                null,
                                TrialResult.failed(job.configuration, Status.TIMEOUT, message, seconds),
                                seconds));
            }
        }
    }

    /** Whether so many compilations hang that the compiler must be taken for lost. */
    boolean stuck() {
        return abandoned.stream().filter(job -> job.thread.isAlive()).count() >= MOST_STUCK;
    }

    /** What to say of a failure, in one line: of a build, its first error. */
    static String oneLine(Throwable failure) {
        if (failure instanceof BuildException build && !build.diagnostics().isEmpty()) {
            return build.diagnostics().stream()
                    .filter(d -> d.severity() == Diagnostic.Severity.ERROR)
                    .findFirst()
                    .orElse(build.diagnostics().get(0))
                    .toString();
        }
        String message = failure.getMessage();
        String text = message == null || message.isBlank() ? failure.getClass().getSimpleName() : message.strip();
        return text.lines().findFirst().orElse(text);
    }

    /** Whether the device's limits are to blame rather than the candidate. */
    static boolean beyondLimits(Throwable failure) {
        return failure instanceof LaunchLimitException || failure instanceof OutOfDeviceMemoryException;
    }

    /** A candidate, or the trial that its failure makes. */
    record Compiled(@Nullable Candidate candidate, @Nullable TrialResult failure, double seconds) {
        /** What is left in a batch of one that was handed on. */
        static final Compiled NONE = new Compiled(null, null, 0);

        void close() {
            if (candidate != null) {
                try {
                    candidate.close();
                } catch (RuntimeException e) {
                    // Its result is known; what it failed to free, the session's leak report tells.
                }
            }
        }
    }

    /** One compilation on a thread of its own. */
    private static final class Job implements Runnable {
        private final Tunable tunable;
        private final Configuration configuration;
        private final BlockingQueue<Job> finished;
        private final long startNanos = System.nanoTime();
        private final Thread thread;
        private @Nullable Compiled result;
        private boolean isAbandoned;

        Job(Tunable tunable, Configuration configuration, BlockingQueue<Job> finished) {
            this.tunable = tunable;
            this.configuration = configuration;
            this.finished = finished;
            this.thread = new Thread(this, "compile " + tunable.name() + " " + configuration);
            thread.setDaemon(true);
            thread.start();
        }

        @Override
        public void run() {
            Compiled compiled = compile();
            synchronized (this) {
                if (!isAbandoned) {
                    result = compiled;
                    finished.add(this);
                    return;
                }
            }
            compiled.close();
        }

        private Compiled compile() {
            Candidate candidate = null;
            TrialResult failure = null;
            try {
                candidate = tunable.compile(configuration);
            } catch (Exception | LinkageError | OutOfMemoryError | StackOverflowError e) {
                Status status = beyondLimits(e) ? Status.PRUNED : Status.COMPILE_ERROR;
                failure = TrialResult.failed(configuration, status, oneLine(e), seconds());
            }
            return new Compiled(candidate, failure, seconds());
        }

        private double seconds() {
            return (System.nanoTime() - startNanos) * 1e-9;
        }

        synchronized void abandon() {
            isAbandoned = true;
            thread.interrupt();
            if (result != null) {
                result.close();
            }
        }
    }
}
