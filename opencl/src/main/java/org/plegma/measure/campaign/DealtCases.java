package org.plegma.measure.campaign;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.plegma.array.Preconditions;
import org.plegma.measure.Bench;
import org.plegma.measure.BenchCase;
import org.plegma.measure.Measurement;
import org.plegma.measure.progress.Progress;

/** Cases of one device, dealt out to several that are equal: each measures one after another, all at the same time. */
public final class DealtCases {
    private final List<Bench> benches;
    private final List<BenchCase> cases;
    private final Predicate<Measurement> goOn;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicBoolean over = new AtomicBoolean();
    private final List<Measurement> measurements = new ArrayList<>();

    private DealtCases(List<Bench> benches, List<BenchCase> cases, Predicate<Measurement> goOn) {
        this.benches = benches;
        this.cases = cases;
        this.goOn = goOn;
    }

    /**
     * Measures, and returns when all have ended.
     *
     * @param benches one for each device
     * @param goOn takes what was measured, one at a time, and tells whether to begin further cases
     * @return in the order in which they were measured
     * @throws CancellationException if the thread is interrupted; the cases under way are broken off
     */
    public static List<Measurement> run(List<Bench> benches, List<BenchCase> cases, Predicate<Measurement> goOn) {
        Preconditions.notNull(benches, "benches");
        Preconditions.notNull(cases, "cases");
        Preconditions.notNull(goOn, "goOn");
        return benches.size() == 1
                ? benches.get(0).run(cases, goOn)
                : new DealtCases(List.copyOf(benches), List.copyOf(cases), goOn).run();
    }

    private List<Measurement> run() {
        List<FutureTask<Boolean>> tasks = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < benches.size(); i++) {
            Bench bench = benches.get(i);
            FutureTask<Boolean> task = new FutureTask<>(() -> measured(bench));
            Thread thread = new Thread(task, "bench " + i);
            thread.setDaemon(true);
            thread.start();
            tasks.add(task);
            threads.add(thread);
        }
        try {
            for (FutureTask<Boolean> task : tasks) {
                task.get();
            }
        } catch (InterruptedException e) {
            end(threads);
            throw new CancellationException("Interrupted while measuring; the devices finish what they have begun.");
        } catch (ExecutionException e) {
            end(threads);
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        }
        return measurements;
    }

    /** Measures what is left, and says whether it is over because it was to end. */
    private boolean measured(Bench bench) {
        // The bench's own bars, one for each case, are inside of this one.
        try (Progress progress =
                Progress.start("Measuring on " + Thread.currentThread().getName(), 0)) {
            for (int i = next.getAndIncrement(); i < cases.size() && !over.get(); i = next.getAndIncrement()) {
                progress.note(cases.get(i).toString());
                Measurement measured = bench.run(cases.get(i));
                synchronized (this) {
                    measurements.add(measured);
                    if (!over.get() && !goOn.test(measured)) {
                        over.set(true);
                    }
                }
                progress.step();
            }
        }
        return over.get();
    }

    private void end(List<Thread> threads) {
        over.set(true);
        threads.forEach(Thread::interrupt);
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
