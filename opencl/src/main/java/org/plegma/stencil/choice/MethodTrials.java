package org.plegma.stencil.choice;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.errors.OpenClException;
import org.plegma.measure.progress.Progress;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.State;
import org.plegma.stencil.method.StencilSettings;
import org.plegma.stencil.plan.ChangeMeter;
import org.plegma.stencil.plan.StencilPlan;
import org.plegma.stencil.source.SourceCheck;
import org.plegma.tune.candidate.Status;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.choice.ChoiceKey;
import org.plegma.tune.space.Configuration;

/**
 * Times methods once, each after its values agree with those of {@code direct} in every cell, within a time budget:
 * {@code direct} first, then in the order given, until the budget is used up, which only the most promising may outlast.
 *
 * <p>On GPUs two methods are compiled at once before any is timed. A CPU compiles with the cores that run the kernels,
 * so there each is compiled when its turn comes.
 */
final class MethodTrials implements AutoCloseable {
    private static final int SAMPLES = 3;
    private static final double SAMPLE_SECONDS = 2e-3;
    private static final int COMPILED_TOGETHER = 2;

    /** By how much the most promising method may outlast the budget. */
    private static final long MORE_NANOS = 4_000_000_000L;

    private final Session session;
    private final StencilSettings settings;
    private final StencilInstance instance;
    private final ElementType type;
    private final int[] shape;
    private final double scale;
    private final Map<String, DeviceArray> start = new LinkedHashMap<>();
    private final Map<Method, TrialResult> done = new LinkedHashMap<>();
    private @Nullable StencilPlan direct;

    /**
     * @param instance of the trials
     * @param scale by which the cells of the grid that is meant are more
     */
    MethodTrials(Session session, StencilSettings settings, StencilInstance instance, double scale) {
        this.scale = scale;
        this.session = session;
        this.settings = settings;
        this.instance = instance;
        this.type = instance.type();
        this.shape = instance.shape();
    }

    /** What became of each method, as far as the budget went; names of configurations are by the key. */
    Map<Method, TrialResult> run(List<Method> order, ChoiceKey<Method> key, Duration budget) {
        List<Method> all = new ArrayList<>(order);
        all.remove(Method.direct());
        all.add(0, Method.direct());
        int together = session.device().kind() == org.plegma.device.Device.Kind.CPU ? 1 : COMPILED_TOGETHER;
        ExecutorService compilers = Executors.newFixedThreadPool(together, work -> {
            Thread thread = new Thread(work, "compile stencil");
            thread.setDaemon(true);
            return thread;
        });
        try (Progress progress = Progress.start("Choosing a method", all.size())) {
            fillStart();
            long end = System.nanoTime() + budget.toNanos();
            // While others are compiled a driver may keep a program back that is done, so direct comes alone.
            for (int first = 0, next; first < all.size() && System.nanoTime() < end; first = next) {
                next = first == 0 ? 1 : Math.min(all.size(), first + together);
                List<Method> batch = all.subList(first, next);
                List<CompletableFuture<Compiled>> compiled = batch.stream()
                        .map(method -> CompletableFuture.supplyAsync(() -> compile(method), compilers))
                        .toList();
                for (int i = 0; i < batch.size(); i++) {
                    Method method = batch.get(i);
                    progress.note(method.toString());
                    // Without direct there is nothing to compare with, without what promises most nothing to choose.
                    long until = done.isEmpty() ? Long.MAX_VALUE : first + i == 1 ? end + MORE_NANOS : end;
                    Optional<Compiled> ready = await(compiled.get(i), until);
                    if (ready.isPresent()) {
                        try (Compiled held = ready.get()) {
                            done.put(method, trial(method, key.configuration(method), held));
                        }
                    }
                    progress.step();
                }
            }
            // What the budget did not reach is decided too: the bar is not broken off.
            progress.step(all.size() - progress.done());
            return done;
        } finally {
            compilers.shutdown();
        }
    }

    /** A program that is held so that the plan's own compilation finds it; or why there is none. */
    private record Compiled(@Nullable Program program, @Nullable OpenClException failure, double seconds)
            implements AutoCloseable {
        @Override
        public void close() {
            if (program != null) {
                program.close();
            }
        }
    }

    private Compiled compile(Method method) {
        long from = System.nanoTime();
        try {
            StepCode code = method.code(instance);
            return new Compiled(code.compile(session), null, (System.nanoTime() - from) * 1e-9);
        } catch (OpenClException e) {
            return new Compiled(null, e, (System.nanoTime() - from) * 1e-9);
        }
    }

    /** What a compiler made before the end of the budget; later, it is thrown away, but remains in the cache on disk. */
    private static Optional<Compiled> await(CompletableFuture<Compiled> compiled, long end) {
        try {
            long left = end == Long.MAX_VALUE ? end : Math.max(0, end - System.nanoTime());
            return Optional.of(compiled.get(left, TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            compiled.thenAccept(Compiled::close);
            return Optional.empty();
        } catch (InterruptedException e) {
            compiled.thenAccept(Compiled::close);
            throw new CancellationException("The choice of a method was interrupted.");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
        }
    }

    private TrialResult trial(Method method, Configuration choice, Compiled compiled) {
        if (compiled.failure() != null) {
            return TrialResult.failed(choice, compiled.failure(), compiled.seconds());
        }
        long from = System.nanoTime();
        try {
            if (direct == null) {
                direct = plan(method);
                return timed(direct, choice, compiled, from);
            }
            try (StencilPlan plan = plan(method)) {
                double difference = difference(plan);
                if (!(difference <= tolerance(stepsCompared(method)))) {
                    String message = Double.isFinite(difference)
                            ? String.format(Locale.ROOT, "differs from direct by %.2g of the largest value", difference)
                            : "from random values " + method.steps()
                                    + " steps lead beyond all numbers, so it could not be checked";
                    return new TrialResult(
                            choice,
                            Status.WRONG_RESULT,
                            new double[0],
                            message,
                            compiled.seconds(),
                            (System.nanoTime() - from) * 1e-9,
                            Instant.now(),
                            Map.of());
                }
                return timed(plan, choice, compiled, from);
            }
        } catch (OpenClException e) {
            return TrialResult.failed(choice, e, compiled.seconds());
        }
    }

    private StencilPlan plan(Method method) {
        StencilSettings with = settings.withMethod(method);
        return new StencilPlan(session, with, instance, at -> SourceCheck.code(session, with, at), Map.of());
    }

    private TrialResult timed(StencilPlan plan, Configuration choice, Compiled compiled, long from) {
        int steps = plan.method().steps();
        double round = seconds(plan, steps);
        double checked = (System.nanoTime() - from) * 1e-9;
        int rounds = (int) Math.max(1, Math.min(64, Math.ceil(SAMPLE_SECONDS / round)));
        int together = rounds * steps;
        double[] runs = new double[SAMPLES];
        for (int i = 0; i < SAMPLES; i++) {
            runs[i] = scale * seconds(plan, together) / together;
        }
        return new TrialResult(choice, Status.OK, runs, "", compiled.seconds(), checked, Instant.now(), Map.of());
    }

    private double seconds(StencilPlan plan, int steps) {
        plan.state().set(start);
        long host = System.nanoTime();
        List<Event> events = plan.launch(steps);
        session.compute().finish();
        long from = events.stream().mapToLong(Event::startedNanos).min().orElseThrow();
        long to = events.stream().mapToLong(Event::endedNanos).max().orElseThrow();
        // Simulators tell no times.
        return 1e-9 * Math.max(1, to > from ? to - from : System.nanoTime() - host);
    }

    private static int stepsCompared(Method method) {
        return method.way().stepsCompared(method.steps());
    }

    /** The largest difference from {@code direct} after the steps of a round, in parts of the largest value. */
    private double difference(StencilPlan plan) {
        int steps = stepsCompared(plan.method());
        plan.state().set(start);
        plan.launch(steps);
        StencilPlan plain = Objects.requireNonNull(direct, "direct is timed first");
        plain.state().set(start);
        plain.launch(steps);
        double worst = 0;
        try (ChangeMeter meter = new ChangeMeter(session, type)) {
            for (String field : settings.spec().updatedFields()) {
                DeviceArray expected = plain.state().current(field);
                double difference = meter.largest(plan.state().current(field), expected);
                DeviceArray zero = plan.state().current(field);
                zero.fill(0);
                double largest = meter.largest(expected, zero);
                worst = Math.max(worst, difference == 0 ? 0 : difference / largest);
            }
        }
        return worst;
    }

    /** Rounding errors of a cell that depends on many, with room: wrong code is wrong by far more somewhere. */
    private double tolerance(int steps) {
        double unit = type == ElementType.FLOAT ? 0x1p-24 : 0x1p-53;
        return unit * 32 * steps * (3 + settings.spec().cost().points());
    }

    private void fillStart() {
        // Formulas that compare are tried on 0 and 1: rounding must not decide. Products of small positive numbers stay
        // so.
        int kind = settings.spec().cost().comparisons() > 0
                ? 1
                : settings.spec().linear().isPresent() ? 0 : 2;
        long items = Math.min(1 << 18, session.device().computeUnits() * 2048L);
        try (Program program = ChangeMeter.compile(session, type)) {
            for (String key : State.keys(settings.spec())) {
                DeviceArray array = session.allocate(type, shape).named(key + " at the start");
                start.put(key, array);
                program.kernel("fill_noise").global(items).call(array, array.length(), 77L * start.size(), kind);
            }
            session.compute().finish();
        }
    }

    @Override
    public void close() {
        start.values().forEach(DeviceArray::close);
        if (direct != null) {
            direct.close();
        }
    }
}
