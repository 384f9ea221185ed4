package org.plegma.tune.search;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.plegma.measure.progress.Progress;
import org.plegma.tune.candidate.Candidate;
import org.plegma.tune.candidate.Check;
import org.plegma.tune.candidate.DeviceModel;
import org.plegma.tune.candidate.Durations;
import org.plegma.tune.candidate.Pruner;
import org.plegma.tune.candidate.Status;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.candidate.Tunable;
import org.plegma.tune.result.TuningInterruptedException;
import org.plegma.tune.result.TuningResult;
import org.plegma.tune.space.Configuration;
import org.plegma.tune.store.TuningKey;
import org.plegma.tune.store.TuningStore;

/**
 * One run of a {@link SearchStrategy}: keeps the budget, compiles and times what the strategy asks for, stores what comes out. With several
 * equal devices it does so in waves of a candidate on each.
 */
public final class TuningSearch implements SearchStrategy.Evaluator {
    private static final int FINALISTS = 4;

    private final Tunable tunable;
    private final List<Tunable> twins;
    private final TuningKey key;
    private final DeviceModel device;
    private final Pruner space;
    private final Optional<TuningStore> store;
    private final Limits limits;
    private final Map<Configuration, TrialResult> stored;
    private final Map<Configuration, TrialResult> tried = new LinkedHashMap<>();
    private final CompilePool compilers;
    private final List<Watchdog> watchdogs;
    private final long startNanos = System.nanoTime();
    private @Nullable Progress progress;
    private int reused;
    private @Nullable TrialResult best;
    private String ended;

    /** @param twins the same on each of several equal devices, the first of which stands for all */
    public TuningSearch(
            List<Tunable> twins,
            DeviceModel device,
            Pruner space,
            Optional<TuningStore> store,
            boolean fresh,
            Limits limits) {
        this.tunable = twins.get(0);
        this.twins = List.copyOf(twins);
        this.key = TuningKey.of(tunable, device);
        this.device = device;
        this.space = space;
        this.store = store;
        this.limits = limits;
        this.stored = fresh
                ? Map.of()
                : store.map(s -> s.trials(key, tunable.space())).orElse(Map.of());
        this.ended = space.listed().isPresent() ? "all were tried" : "no further combination was found";
        this.compilers = new CompilePool(limits.threads, limits.compile);
        this.watchdogs = twins.stream().map(each -> new Watchdog(limits.run)).toList();
    }

    /** Tries candidates in the order of a strategy, until a limit is reached or it has no more. */
    public TuningResult run(SearchStrategy strategy, long seed) {
        List<Configuration> first = new ArrayList<>(tunable.startingPoints());
        // What is stored of this very key comes back trial by trial; as a start it would change a resumed search's
        // path.
        store.flatMap(s -> s.bestElsewhere(tunable, device))
                .map(TuningStore.Best::configuration)
                .ifPresent(first::add);
        first.removeIf(c -> !space.admits(c));
        long total =
                space.listed().map(all -> Math.min(all.size(), limits.trials)).orElse(limits.trials);
        try (Progress bar = Progress.start("Tuning " + tunable.name(), total)) {
            progress = bar;
            strategy.search(space, first.stream().distinct().toList(), this);
            timeFinalistsAgain();
        } catch (InterruptedException | CancellationException e) {
            ended = "interrupted";
            throw new TuningInterruptedException(result(strategy, seed));
        }
        return result(strategy, seed);
    }

    private TuningResult result(SearchStrategy strategy, long seed) {
        return new TuningResult(
                tunable,
                key,
                device,
                List.copyOf(tried.values()),
                space.counts(),
                new TuningResult.Course(
                        strategy + (twins.size() > 1 ? " in waves on " + twins.size() + " devices" : ""),
                        seed,
                        reused,
                        ended,
                        seconds()));
    }

    @Override
    public List<TrialResult> evaluate(List<Configuration> batch) throws InterruptedException {
        int step = 2 * Math.max(limits.threads, twins.size());
        List<Configuration> fresh = new ArrayList<>();
        for (Configuration configuration : batch) {
            if (!knows(configuration) && !fresh.contains(configuration)) {
                fresh.add(configuration);
            }
            if (fresh.size() == step) {
                tryAll(fresh);
                fresh.clear();
            }
        }
        tryAll(fresh);
        return batch.stream().filter(tried::containsKey).map(tried::get).toList();
    }

    @Override
    public boolean exhausted() {
        if (tried.size() >= limits.trials) {
            ended = "the budget of " + limits.trials + " trials was used up";
        } else if (timeIsUp()) {
            ended = "the budget of " + Durations.text(limits.time.toNanos() * 1e-9) + " was used up";
        } else if (compilers.stuck()) {
            ended = "the compiler hangs: " + CompilePool.MOST_STUCK + " compilations never came back";
        } else if (isLost()) {
            ended = "the device hangs: a candidate never came back";
        } else {
            return false;
        }
        return true;
    }

    @Override
    public boolean knows(Configuration configuration) {
        return tried.containsKey(configuration);
    }

    private void tryAll(List<Configuration> configurations) throws InterruptedException {
        List<Configuration> unknown = new ArrayList<>();
        for (Configuration configuration : configurations) {
            if (tried.size() + unknown.size() >= limits.trials) {
                break;
            }
            TrialResult known = stored.get(configuration);
            if (known == null) {
                unknown.add(configuration);
            } else {
                reused++;
                record(known);
            }
        }
        if (unknown.isEmpty() || exhausted()) {
            return;
        }
        List<CompilePool.Compiled> compiled = new ArrayList<>(compilers.compile(twins, unknown));
        try {
            for (int first = 0; first < unknown.size(); first += twins.size()) {
                List<Integer> wave = new ArrayList<>();
                for (int i = first; i < Math.min(first + twins.size(), unknown.size()); i++) {
                    // What was compiled for nothing is left; but a failure to compile is known, whatever the budget.
                    if (compiled.get(i).failure() != null || !exhausted()) {
                        wave.add(i);
                    }
                }
                for (TrialResult trial : wave(unknown, compiled, wave)) {
                    store.ifPresent(s -> s.append(key, trial));
                    record(trial);
                }
            }
        } finally {
            compiled.forEach(CompilePool.Compiled::close);
        }
    }

    /** Tries some candidates at once, each on the device that it was compiled for. */
    private List<TrialResult> wave(
            List<Configuration> configurations, List<CompilePool.Compiled> compiled, List<Integer> wave)
            throws InterruptedException {
        List<TrialResult> results = new ArrayList<>();
        if (wave.size() == 1) {
            int i = wave.get(0);
            CompilePool.Compiled candidate = compiled.set(i, CompilePool.Compiled.NONE);
            return List.of(trial(configurations.get(i), candidate, watchdogs.get(i % twins.size())));
        }
        List<FutureTask<TrialResult>> tasks = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i : wave) {
            Configuration configuration = configurations.get(i);
            CompilePool.Compiled candidate = compiled.set(i, CompilePool.Compiled.NONE);
            Watchdog watchdog = watchdogs.get(i % twins.size());
            FutureTask<TrialResult> task = new FutureTask<>(() -> trial(configuration, candidate, watchdog));
            Thread thread = new Thread(task, "try " + tunable.name() + " " + configuration);
            thread.setDaemon(true);
            thread.start();
            tasks.add(task);
            threads.add(thread);
        }
        try {
            for (FutureTask<TrialResult> task : tasks) {
                results.add(task.get());
            }
        } catch (ExecutionException e) {
            end(threads);
            if (e.getCause() instanceof InterruptedException) {
                throw new InterruptedException();
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            end(threads);
            throw e;
        }
        return results;
    }

    private static void end(List<Thread> threads) throws InterruptedException {
        threads.forEach(Thread::interrupt);
        for (Thread thread : threads) {
            thread.join(); // a watchdog waits a second at most for what was interrupted
        }
    }

    private boolean isLost() {
        return watchdogs.stream().anyMatch(Watchdog::lost);
    }

    private TrialResult trial(Configuration configuration, CompilePool.Compiled compiled, Watchdog watchdog)
            throws InterruptedException {
        if (compiled.failure() != null) {
            return compiled.failure();
        }
        try {
            double bestSeconds = best == null ? Double.POSITIVE_INFINITY : best.seconds();
            return watchdog.call(
                    "run " + tunable.name() + " " + configuration,
                    () -> measured(configuration, compiled, bestSeconds));
        } catch (TimeoutException e) {
            String message = "running was abandoned after " + Durations.text(limits.run.toNanos() * 1e-9);
            return TrialResult.failed(configuration, Status.TIMEOUT, message, compiled.seconds());
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNull(e.getCause());
            if (cause instanceof InterruptedException || cause instanceof CancellationException) {
                throw new InterruptedException();
            }
            Status status = CompilePool.beyondLimits(cause) ? Status.PRUNED : Status.RUN_ERROR;
            return TrialResult.failed(configuration, status, CompilePool.oneLine(cause), compiled.seconds());
        }
    }

    /** Runs on the watchdog's thread. */
    private static TrialResult measured(Configuration configuration, CompilePool.Compiled compiled, double bestSeconds)
            throws Exception {
        Candidate candidate = Objects.requireNonNull(compiled.candidate());
        try {
            long start = System.nanoTime();
            Check check = candidate.verify();
            double verifySeconds = (System.nanoTime() - start) * 1e-9;
            if (!check.passed()) {
                return new TrialResult(
                        configuration,
                        Status.WRONG_RESULT,
                        new double[0],
                        check.message(),
                        compiled.seconds(),
                        verifySeconds,
                        Instant.now(),
                        candidate.figures());
            }
            return new TrialResult(
                    configuration,
                    Status.OK,
                    Sampler.sample(candidate, bestSeconds),
                    "",
                    compiled.seconds(),
                    verifySeconds,
                    Instant.now(),
                    candidate.figures());
        } finally {
            compiled.close();
        }
    }

    /** The best candidates get more runs, all on the first device, if noise may have decided between them; one that fails now is out. */
    private void timeFinalistsAgain() throws InterruptedException {
        boolean nothingNew = reused == tried.size();
        if (best == null || nothingNew || timeIsUp() || compilers.stuck() || isLost()) {
            return;
        }
        List<Configuration> finalists = tried.values().stream()
                .filter(t -> t == best || (t.ok() && t.seconds() > best.seconds() && !t.isSlowerBeyondNoise(best)))
                .sorted(Comparator.comparingDouble(TrialResult::seconds))
                .limit(FINALISTS)
                .map(TrialResult::configuration)
                .toList();
        if (finalists.size() < 2) {
            return;
        }
        progress().note("the best " + finalists.size() + " once more");
        List<CompilePool.Compiled> compiled = new ArrayList<>(compilers.compile(List.of(tunable), finalists));
        try {
            for (int i = 0; i < finalists.size(); i++) {
                TrialResult again =
                        trial(finalists.get(i), compiled.set(i, CompilePool.Compiled.NONE), watchdogs.get(0));
                TrialResult whole = again.ok()
                        ? Objects.requireNonNull(tried.get(finalists.get(i))).withRunsOf(again)
                        : again;
                store.ifPresent(s -> s.append(key, whole));
                tried.put(whole.configuration(), whole);
            }
        } finally {
            compiled.forEach(CompilePool.Compiled::close);
        }
    }

    private boolean timeIsUp() {
        return seconds() >= limits.time.toNanos() * 1e-9;
    }

    private void record(TrialResult trial) {
        tried.put(trial.configuration(), trial);
        if (trial.ok() && (best == null || trial.seconds() < best.seconds())) {
            best = trial;
            progress().note("best " + Durations.text(best.seconds()) + " " + best.configuration());
        }
        progress().step();
    }

    private Progress progress() {
        return Objects.requireNonNull(progress, "No search runs.");
    }

    private double seconds() {
        return (System.nanoTime() - startNanos) * 1e-9;
    }

    /** How far a search may go. */
    public record Limits(int trials, Duration time, int threads, Duration compile, Duration run) {}
}
