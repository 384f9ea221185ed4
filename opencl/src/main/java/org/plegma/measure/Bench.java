package org.plegma.measure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.plegma.array.Preconditions;
import org.plegma.device.Device;
import org.plegma.device.Event;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.device.errors.OpenClException;
import org.plegma.device.timeline.Timeline;
import org.plegma.measure.progress.Progress;

/**
 * Times cases and checks what they compute.
 *
 * <p>For each case:
 *
 * <ol>
 *   <li>Buffers are made, as many sets as it takes that the next run finds none of its data in the device's cache, unless
 *       the case is {@linkplain BenchCase.Builder#inCache in cache}, or takes so long that it makes no difference of a hundredth.
 *   <li>Each set is run once from random inputs and poisoned outputs, and its result is judged. The time of a case that is
 *       to run {@linkplain BenchCase.Builder#once once} is that of this run.
 *   <li>The sets are run in turn, untimed for the {@linkplain #warmUp warm-up}. Where the case {@linkplain BenchCase.Builder#rested asks
 *       for it}, devices rest, and are warmed up after that, only for so long that clocks rise: the host's code has settled before.
 *   <li>The sets are run in turn, timed until the median is stable.
 *   <li>The results of the timed runs are judged in the same way. A case that works in place is judged on one more run from
 *       fresh inputs.
 * </ol>
 *
 * <p>A result that has an unwritten element, or an error above the case's tolerance, makes the measurement wrong, and its times
 * are withheld.
 *
 * <p>The median is stable when, after {@value #FEWEST_RUNS} runs or more, its 95 % confidence interval is narrower than
 * twice the {@linkplain #stableWithin tolerance} times the median. Otherwise the time limit ends the runs, but not before
 * the third.
 *
 * <p>Not thread-safe: two benches at once on one device would disturb each other anyway.
 */
public final class Bench {

    /** Runs before the median may count as stable. */
    public static final int FEWEST_RUNS = 10;

    /** How long the device rests before a case that is to begin {@linkplain BenchCase.Builder#rested rested}. */
    public static final double REST_SECONDS = 0.5;

    private static final int RUNS_WHATEVER_THEY_TAKE = 3;
    private static final int MOST_RUNS = 100_000;
    private static final int MOST_SETS = 64;
    private static final double LONGEST_WARM_UP = 1;
    /** Of a run for which the cost of a launch and the latency of memory are nothing. */
    private static final double LONG_SECONDS = 0.01;
    /** Bytes a second that every device reads. */
    private static final double SLOW_MEMORY = 4e9;

    private final Optional<Session> session;
    private double timeLimit = 1.0;
    private double warmUp = 0.1;
    private double within = 0.01;
    private long seed = 1;
    private Optional<Ceilings> ceilings;
    private Function<Session, Optional<Ceilings>> ceilingsAgain = Ceilings::measureOnceMore;
    private Optional<BiConsumer<Work, Timeline>> timelines = Optional.empty();

    /** A bench on a session's device, which compares with the device's ceilings if they are stored. */
    public Bench(Session session) {
        Preconditions.notNull(session, "session");
        this.session = Optional.of(session);
        this.ceilings = Ceilings.stored(session.device());
    }

    private Bench() {
        this.session = Optional.empty();
        this.ceilings = Optional.empty();
    }

    /** A bench for host code alone, where there is no device; cases that ask for one fail. */
    public static Bench onHost() {
        return new Bench();
    }

    /** Ends the timed runs of a case after so many seconds (default 1) even if the median is not stable. */
    public Bench timeLimit(double seconds) {
        timeLimit = positive("time limit", seconds);
        return this;
    }

    /**
     * Runs each case untimed for so many seconds first (default 0.1), so that clocks rise.
     *
     * <p>A case that the host computes is warmed up in rounds of that length, for Java begins interpreted and is compiled
     * in two stages as it runs: until the medians of three rounds in a row were not 5 % below the least before, but no
     * longer than the time limit or, if that is more, {@value #LONGEST_WARM_UP} second. With 0, there is no warm-up.
     */
    public Bench warmUp(double seconds) {
        if (!(seconds >= 0)) {
            throw new IllegalArgumentException("The warm-up must be 0 or more seconds, not " + seconds + ".");
        }
        warmUp = seconds;
        return this;
    }

    /** Asks for a median that is known to this fraction of itself (default 0.01). */
    public Bench stableWithin(double fraction) {
        within = positive("tolerance of the median", fraction);
        return this;
    }

    /** The seed of random inputs (default 1). */
    public Bench seed(long value) {
        seed = value;
        return this;
    }

    /** Compares with these ceilings. */
    public Bench against(Ceilings limits) {
        Preconditions.notNull(limits, "limits");
        ceilings = Optional.of(limits);
        return this;
    }

    /** Has cases run once more after they were timed, and gives away what ran when, of those that tell it. */
    public Bench timelines(BiConsumer<Work, Timeline> taker) {
        timelines = Optional.of(Preconditions.notNull(taker, "taker"));
        return this;
    }

    /** Runs one case. */
    public Measurement run(BenchCase one) {
        Preconditions.notNull(one, "one");
        return run(List.of(one)).get(0);
    }

    /**
     * Runs cases one after another. A case that fails on the device is reported as wrong, with the reason.
     *
     * @throws CancellationException if the thread is interrupted
     */
    public List<Measurement> run(List<BenchCase> cases) {
        Preconditions.notNull(cases, "cases");
        return run(cases, measured -> true);
    }

    /**
     * As {@link #run(List)}, and gives each measurement away as soon as it is there.
     *
     * @param goOn takes what was measured, and tells whether to go on with the next case
     */
    public List<Measurement> run(List<BenchCase> cases, Predicate<Measurement> goOn) {
        Preconditions.notNull(cases, "cases");
        Preconditions.notNull(goOn, "goOn");
        List<Measurement> measurements = new ArrayList<>();
        try (BufferKernels kernels = new BufferKernels(session);
                Progress progress = Progress.start("Measuring", cases.size())) {
            for (BenchCase one : cases) {
                progress.note(one.toString());
                Measurement measured = doubted(measure(one, kernels));
                measurements.add(measured);
                if (!goOn.test(measured)) {
                    break;
                }
                progress.step();
            }
        }
        return measurements;
    }

    /** A measurement above the ceilings makes these be measured again: it is they that are wrong. */
    private Measurement doubted(Measurement measured) {
        if (!measured.isAboveLimit()) {
            return measured;
        }
        Optional<Ceilings> again = ceilingsAgain.apply(session.orElseThrow());
        again.ifPresent(this::against);
        return again.map(measured::against).orElse(measured);
    }

    /** Measures the ceilings in another way than by the device. */
    Bench ceilingsAgain(Function<Session, Optional<Ceilings>> other) {
        ceilingsAgain = other;
        return this;
    }

    private Measurement measure(BenchCase one, BufferKernels kernels) {
        Map<List<String>, Program> programs = new HashMap<>();
        List<PreparedCase> sets = new ArrayList<>();
        try {
            Measurement measured = measure(one, sets, () -> {
                PreparedCase set = PreparedCase.of(one, new Buffers(kernels, programs, seed));
                sets.add(set);
                return set;
            });
            timelines.ifPresent(
                    taker -> sets.get(0).trial().timeline().ifPresent(found -> taker.accept(one.work(), found)));
            return measured;
        } catch (OpenClException e) {
            return Measurement.wrong(one.work(), deviceName(), Double.NaN, String.valueOf(e.getMessage()));
        } finally {
            sets.forEach(PreparedCase::close);
            programs.values().forEach(Program::close);
        }
    }

    private Measurement measure(BenchCase one, List<PreparedCase> sets, Supplier<PreparedCase> more) {
        PreparedCase.Verdict verdict = PreparedCase.Verdict.RIGHT;
        Times times = new Times();
        int count = 1;
        while (sets.size() < count || sets.isEmpty()) {
            PreparedCase set = more.get();
            times.add(set);
            verdict = verdict.and(set.judge(one.tolerance()));
            count = sets.size() > 1 ? count : setsFor(one, set);
        }
        if (verdict.isWrong()) {
            return Measurement.wrong(one.work(), deviceName(), verdict.error(), verdict.problem());
        }
        boolean checked = sets.get(0).trial().isChecked();
        String why = sets.get(0).trial().why();
        if (one.isOnce()) {
            return right(one, times, false, checked, verdict, why);
        }
        sets.forEach(PreparedCase::restore);
        if (!one.isRested() || times.device().isEmpty()) {
            warmUp(sets);
        }
        if (one.isRested()) {
            rest();
            raiseClocks(sets);
        }
        times = new Times();
        boolean stable = false;
        long end = System.nanoTime() + (long) (timeLimit * 1e9);
        for (int run = 0; run < MOST_RUNS && !stable; run++) {
            if (run >= RUNS_WHATEVER_THEY_TAKE && System.nanoTime() > end) {
                break;
            }
            times.add(sets.get(run % sets.size()));
            stable = times.isStable(within);
        }
        for (PreparedCase set : sets) {
            if (set.buffers().isInPlace()) {
                set.restore();
                set.runOnce();
            }
            if (set.hasRun()) {
                verdict = verdict.and(set.judge(one.tolerance()));
            }
        }
        if (verdict.isWrong()) {
            return Measurement.wrong(one.work(), deviceName(), verdict.error(), verdict.problem());
        }
        return right(one, times, stable, checked, verdict, why);
    }

    private Measurement right(
            BenchCase one, Times times, boolean stable, boolean checked, PreparedCase.Verdict verdict, String why) {
        return new Measurement(
                one.work(),
                deviceName(),
                times.device(),
                times.host(),
                stable,
                ceilings.map(c -> c.attainableSeconds(one.work())).orElse(Double.NaN),
                checked ? verdict.error() : Double.NaN,
                true,
                checked ? "" : Measurement.NOT_CHECKED,
                why);
    }

    private String deviceName() {
        return session.map(s -> s.device().name()).orElse("host");
    }

    private void warmUp(List<PreparedCase> sets) {
        if (warmUp == 0) {
            return;
        }
        Settling settling = new Settling();
        long end = System.nanoTime() + (long) (Math.max(timeLimit, LONGEST_WARM_UP) * 1e9);
        Times round;
        do {
            round = round(sets);
        } while (round.device().isEmpty()
                && !settling.isSettledBy(round.host().orElseThrow().median())
                && System.nanoTime() < end);
    }

    private void raiseClocks(List<PreparedCase> sets) {
        if (warmUp > 0) {
            round(sets);
        }
    }

    private static void rest() {
        try {
            Thread.sleep((long) (REST_SECONDS * 1e3));
        } catch (InterruptedException e) {
            throw new CancellationException(PreparedCase.INTERRUPTED);
        }
    }

    private Times round(List<PreparedCase> sets) {
        Times times = new Times();
        long end = System.nanoTime() + (long) (warmUp * 1e9);
        for (int run = 0; run == 0 || (run < MOST_RUNS && System.nanoTime() < end); run++) {
            times.add(sets.get(run % sets.size()));
        }
        return times;
    }

    /** So many sets that all but one together are larger than the cache twice over; one if that makes no difference. */
    private int setsFor(BenchCase one, PreparedCase first) {
        long bytes = first.buffers().bytes();
        if (!one.isRotating() || bytes == 0) {
            return 1;
        }
        Device device = session.orElseThrow().device();
        long mustHold = 2 * device.cacheBytes();
        if (bytes >= mustHold || isLong(first, bytes)) {
            return 1;
        }
        long room = device.globalMemoryBytes() / 4 / bytes;
        return (int) Math.max(1, Math.min(Math.min(MOST_SETS, room), mustHold / bytes + 2));
    }

    /** Whether memory is read in less than a hundredth of a run. The run that was judged may have compiled, so here is another. */
    private static boolean isLong(PreparedCase set, long bytes) {
        long start = System.nanoTime();
        set.runOnce();
        double seconds = (System.nanoTime() - start) * 1e-9;
        return seconds > LONG_SECONDS && seconds * SLOW_MEMORY > 100.0 * bytes;
    }

    private static double positive(String what, double value) {
        if (!(value > 0)) {
            throw new IllegalArgumentException("The " + what + " must be above 0, not " + value + ".");
        }
        return value;
    }

    /** The timed runs so far. */
    private static final class Times {
        private final List<Double> device = new ArrayList<>();
        private final List<Double> host = new ArrayList<>();

        void add(PreparedCase set) {
            long start = System.nanoTime();
            List<Event> events = set.runOnce();
            double elapsed = (System.nanoTime() - start) * 1e-9;
            host.add(set.trial().ownSeconds().orElse(elapsed));
            if (!events.isEmpty()) {
                long first =
                        events.stream().mapToLong(Event::startedNanos).min().orElseThrow();
                long last = events.stream().mapToLong(Event::endedNanos).max().orElseThrow();
                if (last > first) {
                    device.add((last - first) * 1e-9);
                }
            }
        }

        /** Empty unless every run was timed by the device; simulators report no times. */
        Optional<Statistics> device() {
            return device.size() == host.size() ? Optional.of(statistics(device)) : Optional.empty();
        }

        Optional<Statistics> host() {
            return Optional.of(statistics(host));
        }

        boolean isStable(double within) {
            int runs = host.size();
            // Sorting at every tenth run is enough: the interval narrows slowly.
            if (runs < FEWEST_RUNS || runs % FEWEST_RUNS != 0) {
                return false;
            }
            Statistics s = device().or(this::host).orElseThrow();
            return s.medianInterval().width() <= 2 * within * s.median();
        }

        private static Statistics statistics(List<Double> samples) {
            return Statistics.of(samples.stream().mapToDouble(d -> d).toArray());
        }
    }
}
