package org.plegma.stencil.choice;

import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.plegma.device.Device;
import org.plegma.device.Session;
import org.plegma.stencil.code.DeviceLimits;
import org.plegma.stencil.code.Setting;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.CostModel;
import org.plegma.stencil.method.Machine;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.State;
import org.plegma.stencil.method.StencilSettings;
import org.plegma.tune.candidate.DeviceModel;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.space.Configuration;
import org.plegma.tune.store.TuningKey;
import org.plegma.tune.store.TuningStore;

/**
 * How the method {@code auto} chooses: what was measured here before, else what comes with Plegma for this device, else a
 * few methods that the cost model thinks best are timed. A run that is short anyway is not worth any of that. Where the number
 * of steps is not told, no product in frequency is chosen: it does one number of steps well, and parts of it badly.
 *
 * @param method what was chosen
 * @param origin why
 * @param ranking of all methods by the cost model
 * @param trials what was measured, now or before
 */
public record MethodChoice(Method method, Origin origin, MethodRanking ranking, Map<Method, TrialResult> trials) {
    /** What times are compared by where the number of steps is not told. */
    static final long UNTOLD_STEPS = 1000;

    private static final Map<List<Object>, Method> REMEMBERED = new ConcurrentHashMap<>();

    /** Runs shorter than this are direct, without a look at anything else. */
    private static final double SHORT_SECONDS = 0.03;
    /** Runs shorter than this, by direct steps, do not wait for trials. */
    private static final double WORTH_TRIALS_SECONDS = 1;

    private static final int TIMED = 4;
    /** A method that should take more than so many times the best one's time is not timed. */
    private static final double WORTH_TIMING = 2;
    /** The same on CPUs, where it takes longer to compile. */
    private static final double WORTH_TIMING_ON_CPU = 1.4;

    /**
     * By how much a product in frequency should be faster, to be taken untimed, than what comes with Plegma for a device: there
     * the model's times of both are within a fifth of those measured.
     */
    static final double FAR_BETTER = 1.25;

    private static final Duration BUDGET_ON_GPU = Duration.ofMillis(1200);
    private static final Duration BUDGET_ON_CPU = Duration.ofMillis(2500);
    /** Cells that are timed at most; a larger grid is cut along its first axis. */
    private static final long TIMED_CELLS_ON_GPU = 1L << 27;
    /** The same on CPUs, where memory that is touched for the first time takes longer than the steps. */
    private static final long TIMED_BYTES_ON_CPU = 1L << 25;

    /** Where a choice comes from. */
    public enum Origin {
        SHORT("the run is short"),
        ALONE("all others should take far longer"),
        MEASURED("measured before on this device"),
        SHIPPED("measured on such a device, comes with Plegma"),
        EXPECTED("a product in frequency should take far less than all others"),
        TIMED("timed now");

        private final String text;

        Origin(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    /** The method for a run, remembered as long as this process lives. */
    public static Method remembered(Session session, StencilSettings settings, Setting setting, OptionalLong told) {
        List<Object> key = List.of(Refusals.key(setting), told);
        Method known = REMEMBERED.get(key);
        if (known == null) {
            known = of(session, settings, setting, told, false, TuningStore.open())
                    .method();
            REMEMBERED.put(key, known);
        }
        return known;
    }

    /** Chooses another method from now on, since this one cannot be used here; {@code explain} tells why. */
    public static void refuse(Setting setting, Method method, RuntimeException failure) {
        Refusals.add(setting, method, failure);
        REMEMBERED.clear();
    }

    /**
     * For a run.
     *
     * @param told its number of steps; empty if it may be any
     * @param thorough times methods even if the run is short
     */
    public static MethodChoice of(
            Session session,
            StencilSettings settings,
            Setting setting,
            OptionalLong told,
            boolean thorough,
            TuningStore store) {
        long steps = told.orElse(UNTOLD_STEPS);
        DeviceLimits.check(setting, State.arrays(setting.spec(), 1), 0);
        Device device = setting.device();
        Machine machine = Machine.of(device);
        double direct = new CostModel(setting, machine).of(Method.direct()).seconds();
        if (!thorough && direct * steps < SHORT_SECONDS) {
            return new MethodChoice(Method.direct(), Origin.SHORT, null, Map.of());
        }
        MethodRanking ranking = MethodRanking.of(setting, machine, told).without(Refusals.of(setting));
        MethodChoices choices = new MethodChoices(setting, ranking.order());
        Map<Method, TrialResult> known = known(store, choices, device);
        // A budget may have ended before the method that promises most was compiled.
        if (known.containsKey(Method.direct())
                && known.containsKey(ranking.order().get(0))) {
            return new MethodChoice(best(ranking, known, steps), Origin.MEASURED, ranking, known);
        }
        Optional<TuningStore.Best> near = store.best(choices, DeviceModel.of(device))
                .filter(best -> isNear(best.key(), setting.shape()))
                .filter(best -> ranking.order().contains(MethodChoices.method(best.configuration())));
        Optional<MethodChoice> untimed = thorough ? Optional.empty() : untimed(setting, ranking, near, steps);
        if (untimed.isPresent()) {
            return untimed.get();
        }
        Optional<Method> usual = near.map(best -> MethodChoices.method(best.configuration()));
        List<Method> candidates = candidates(ranking, setting.variant(), steps, usual);
        if (!thorough && candidates.equals(List.of(Method.direct()))) {
            return new MethodChoice(Method.direct(), Origin.ALONE, ranking, Map.of());
        }
        Map<Method, TrialResult> trials = time(session, settings, setting, candidates, choices);
        TuningKey key = TuningKey.of(choices, DeviceModel.of(device));
        trials.values().forEach(trial -> store.append(key, trial));
        REMEMBERED.clear();
        return new MethodChoice(best(ranking, trials, steps), Origin.TIMED, ranking, trials);
    }

    /**
     * The choice that needs no trials: what was measured at such a size or on such a device, unless a product in frequency
     * should take far less; and whatever seems best if the run is short by it. Empty if methods should be timed.
     *
     * @param near what was measured
     */
    static Optional<MethodChoice> untimed(
            Setting setting, MethodRanking ranking, Optional<TuningStore.Best> near, long steps) {
        Method best =
                near.map(known -> MethodChoices.method(known.configuration())).orElse(Method.direct());
        Origin origin = near.map(
                        known -> known.origin() == TuningStore.Best.Origin.SHIPPED ? Origin.SHIPPED : Origin.MEASURED)
                .orElse(Origin.SHORT);
        Optional<Method> product =
                betterInFrequency(ranking, best, steps, origin == Origin.SHIPPED ? FAR_BETTER : WORTH_TIMING);
        if (near.isPresent() && product.isEmpty()) {
            return Optional.of(new MethodChoice(best, origin, ranking, Map.of()));
        } else if (product.isPresent() && setting.variant() == Variant.GPU) {
            best = product.get();
            origin = Origin.EXPECTED;
        }
        return ranking.seconds(best, steps) < WORTH_TRIALS_SECONDS
                ? Optional.of(new MethodChoice(best, origin, ranking, Map.of()))
                : Optional.empty();
    }

    private static Map<Method, TrialResult> time(
            Session session,
            StencilSettings settings,
            Setting setting,
            List<Method> candidates,
            MethodChoices choices) {
        boolean gpu = setting.variant() == Variant.GPU;
        long most =
                gpu ? TIMED_CELLS_ON_GPU : TIMED_BYTES_ON_CPU / setting.type().bytes();
        int[] shape = cut(setting.shape(), most);
        try (MethodTrials trials = new MethodTrials(
                session, settings, setting.withShape(shape), (double) setting.cells() / cells(shape))) {
            return trials.run(candidates, choices.configurations(), gpu ? BUDGET_ON_GPU : BUDGET_ON_CPU);
        }
    }

    /**
     * The best of each name, then what was measured elsewhere, then the next best, of those that may well be the fastest.
     *
     * @param usual what was measured elsewhere
     */
    static List<Method> candidates(MethodRanking ranking, Variant variant, long steps, Optional<Method> usual) {
        double worth = variant == Variant.GPU ? WORTH_TIMING : WORTH_TIMING_ON_CPU;
        double enough = worth * ranking.seconds(ranking.order().get(0), steps);
        List<Method> order = ranking.order().stream()
                .filter(method -> ranking.seconds(method, steps) <= enough)
                .toList();
        Map<String, Method> firsts = new LinkedHashMap<>();
        order.forEach(method -> firsts.putIfAbsent(method.name(), method));
        firsts.remove(Method.direct().name());
        return Stream.of(firsts.values().stream(), usual.stream(), order.stream())
                .flatMap(methods -> methods)
                .distinct()
                .limit(TIMED)
                .toList();
    }

    private static Map<Method, TrialResult> known(TuningStore store, MethodChoices choices, Device device) {
        Map<Method, TrialResult> known = new LinkedHashMap<>();
        Map<Configuration, TrialResult> stored =
                store.trials(TuningKey.of(choices, DeviceModel.of(device)), choices.space());
        stored.forEach((configuration, trial) -> known.put(MethodChoices.method(configuration), trial));
        return known;
    }

    /** The least time of the run among those that gave the right values; direct if there is none. */
    static Method best(MethodRanking ranking, Map<Method, TrialResult> trials, long steps) {
        double direct = Optional.ofNullable(trials.get(Method.direct()))
                .filter(TrialResult::ok)
                .map(TrialResult::seconds)
                .orElse(ranking.directSeconds());
        return trials.entrySet().stream()
                .filter(entry -> entry.getValue().ok() && entry.getKey().fits(steps))
                .min(Comparator.comparingDouble(
                        entry -> entry.getKey().seconds(steps, entry.getValue().seconds(), direct)))
                .map(Map.Entry::getKey)
                .orElse(Method.direct());
    }

    /** Sizes that differ so little that the same method is best: an eighth to eight times the cells. */
    private static boolean isNear(TuningKey key, int[] shape) {
        double ratio = Arrays.stream(key.size()).asDoubleStream().reduce(1, (a, b) -> a * b) / cells(shape);
        return ratio >= 1 / 8.0 && ratio <= 8;
    }

    /**
     * The product in frequency that should take far less time than a method, if there is one: what was measured for other runs
     * and boundaries knows of none.
     *
     * @param times by how much at least
     */
    static Optional<Method> betterInFrequency(MethodRanking ranking, Method method, long steps, double times) {
        Method first = ranking.order().get(0);
        return first.way().isForToldSteps() && ranking.seconds(method, steps) > times * ranking.seconds(first, steps)
                ? Optional.of(first)
                : Optional.empty();
    }

    private static double cells(int[] shape) {
        return Arrays.stream(shape).asDoubleStream().reduce(1, (a, b) -> a * b);
    }

    private static int[] cut(int[] shape, long cells) {
        int[] part = shape.clone();
        long row = Arrays.stream(shape).skip(1).asLongStream().reduce(1, DeviceLimits::multiply);
        part[0] = (int) Math.max(1, Math.min(shape[0], cells / Math.max(1, row)));
        return part;
    }
}
