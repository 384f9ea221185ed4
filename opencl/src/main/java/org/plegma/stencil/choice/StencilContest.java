package org.plegma.stencil.choice;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plegma.expr.StencilSpec;
import org.plegma.expr.tree.Boundary;
import org.plegma.expr.tree.Footprint;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.SpecHash;
import org.plegma.stencil.method.State;
import org.plegma.tune.candidate.DeviceModel;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.choice.Choice.Option;
import org.plegma.tune.choice.Choice.Origin;
import org.plegma.tune.choice.ChoiceKey;
import org.plegma.tune.choice.Contest;
import org.plegma.tune.store.TuningStore;

/**
 * The methods of a stencil on a grid, for a run of so many steps.
 *
 * <p>In the store, the name has the shape of the stencil, the hash its formula and boundary, so that what was measured here holds
 * for these only, and the defaults that come with Plegma, which ignore the hash, for all of the same shape.
 */
record StencilContest(StencilInstance instance, MethodRanking ranking, long steps) implements Contest<Method> {
    /** Changes when generators become so different that old times mislead. */
    private static final String GENERATION = "2";

    private static final String GENERATION_ON_CPUS = "4";

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

    /**
     * By how much a method should be faster than direct steps, to be taken untimed, on NVIDIA's GPUs, where it is linear, of radius 1 and
     * of one field. Of 63 stencils on an H200 what promised that much kept 1.5 or more.
     */
    private static final double PROMISED_BY_SUMS = 1.6;

    /** The same of other stencils. What promised less lost up to 1.45, what promised more kept 1.2 or more. */
    private static final double PROMISED = 2;

    /** The same of a product in frequency with strips near edges. Of 11 that promised so much all kept 1.7 or more. */
    private static final double PROMISED_WITH_STRIPS = 1.6;

    @Override
    public ChoiceKey<Method> key() {
        Footprint footprint = instance.spec().footprint();
        String name = "stencil-%sd-%s-radius-%s-points-%s%s"
                .formatted(
                        footprint.rank(),
                        footprint.shape().name().toLowerCase(Locale.ROOT),
                        footprint.radius(),
                        instance.spec().cost().points(),
                        instance.spec().linear().isPresent() ? "" : "-nonlinear");
        String hash = SpecHash.of(instance.spec())
                + instance.boundaries().stream()
                        .map(boundary -> "-" + boundary.kind().name().toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining())
                + "-" + (instance.variant() == Variant.CPU ? GENERATION_ON_CPUS : GENERATION);
        // The size class: each extent rounded to a power of two.
        long[] size = Arrays.stream(instance.shape())
                .mapToLong(n -> 1L << Math.round(Math.log(n) / Math.log(2)))
                .toArray();
        return ChoiceKey.ofMethods(name, hash, instance.type().openclName(), size, ranking.order());
    }

    @Override
    public List<Option<Method>> options() {
        List<Option<Method>> options = new ArrayList<>();
        ranking.estimates()
                .forEach(estimate -> options.add(new Option<>(
                        estimate.method(),
                        OptionalDouble.of(estimate.seconds()),
                        Optional.empty(),
                        "bound by " + estimate.bound())));
        ranking.refused()
                .forEach((method, reason) ->
                        options.add(new Option<>(method, OptionalDouble.empty(), Optional.empty(), reason)));
        return options;
    }

    /** A budget may have ended before the method that promises most was compiled. */
    @Override
    public boolean isDecidedBy(Map<Method, TrialResult> known) {
        return known.containsKey(Method.direct())
                && known.containsKey(ranking.order().get(0));
    }

    @Override
    public Optional<TuningStore.Best> near(TuningStore store, DeviceModel device) {
        return store.best(key(), device).filter(this::isNear);
    }

    /** Sizes that differ so little that the same method is best: an eighth to eight times the cells. */
    private boolean isNear(TuningStore.Best best) {
        double ratio = cells(Arrays.stream(best.key().size()).asDoubleStream().toArray())
                / cells(Arrays.stream(instance.shape()).asDoubleStream().toArray());
        return ratio >= 1 / 8.0 && ratio <= 8;
    }

    private static double cells(double[] shape) {
        return Arrays.stream(shape).reduce(1, (a, b) -> a * b);
    }

    @Override
    public Optional<Untimed<Method>> untimed(Map<Method, TrialResult> known, Optional<TuningStore.Best> near) {
        Optional<Method> usual = near.map(best -> key().choice(best.configuration()));
        Optional<Origin> origin =
                near.map(best -> best.origin() == TuningStore.Best.Origin.SHIPPED ? Origin.SHIPPED : Origin.MEASURED);
        return untimed(usual, origin)
                .or(() -> candidates(usual).equals(List.of(Method.direct()))
                        ? Optional.of(new Untimed<>(Method.direct(), Origin.ALONE))
                        : Optional.empty());
    }

    /**
     * What was measured at such a size or on such a device, unless a product in frequency should take far less; else what should
     * take far less than direct steps; and whatever seems best if the run is short by it.
     *
     * @param usual what was measured
     * @param where it was measured
     */
    Optional<Untimed<Method>> untimed(Optional<Method> usual, Optional<Origin> where) {
        Untimed<Method> best = new Untimed<>(usual.orElse(Method.direct()), where.orElse(Origin.SHORT));
        double promised = best.origin() == Origin.SHIPPED ? FAR_BETTER : WORTH_TIMING;
        double withStrips = usual.isPresent() ? Math.max(promised, PROMISED_WITH_STRIPS) : PROMISED_WITH_STRIPS;
        Optional<Method> product = betterInFrequency(best.method(), isInSums() || isPeriodic() ? promised : withStrips);
        if (usual.isPresent() && product.isEmpty()) {
            return Optional.of(best);
        } else if (product.isPresent() && instance.variant() == Variant.GPU) {
            best = new Untimed<>(product.get(), Origin.EXPECTED);
        } else if (instance.variant() == Variant.GPU && instance.device().isNvidia()) {
            best = betterThanDirect()
                    .map(method -> new Untimed<>(method, Origin.PROMISING))
                    .orElse(new Untimed<>(Method.direct(), Origin.LEVEL));
        }
        return ranking.seconds(best.method(), steps) < WORTH_TRIALS_SECONDS ? Optional.of(best) : Optional.empty();
    }

    /** Whether the steps are such that they, and strips near edges, are done as partial sums in time. */
    private boolean isInSums() {
        StencilSpec spec = instance.spec();
        return spec.linear().isPresent()
                && State.keys(spec).size() == 1
                && spec.footprint().radius() == 1;
    }

    private boolean isPeriodic() {
        return instance.boundaries().stream().allMatch(boundary -> boundary.kind() == Boundary.Kind.PERIODIC);
    }

    /** The method that promises most, if it should take far less time than direct steps; no product in frequency. */
    private Optional<Method> betterThanDirect() {
        double enough = ranking.seconds(Method.direct(), steps) / (isInSums() ? PROMISED_BY_SUMS : PROMISED);
        return ranking.order().stream()
                .filter(method -> !method.way().isForGivenSteps())
                .filter(method -> ranking.seconds(method, steps) < enough)
                .findFirst();
    }

    /**
     * The product in frequency that should take far less time than a method, if there is one: what was measured for other runs
     * and boundaries knows of none.
     *
     * @param times by how much at least
     */
    Optional<Method> betterInFrequency(Method method, double times) {
        Method first = ranking.order().get(0);
        return first.way().isForGivenSteps() && ranking.seconds(method, steps) > times * ranking.seconds(first, steps)
                ? Optional.of(first)
                : Optional.empty();
    }

    /** The best of each name, then what was measured elsewhere, then the next best, of those that may well be the fastest. */
    @Override
    public List<Method> candidates(Optional<Method> near) {
        double worth = instance.variant() == Variant.GPU ? WORTH_TIMING : WORTH_TIMING_ON_CPU;
        double enough = worth * ranking.seconds(ranking.order().get(0), steps);
        List<Method> order = ranking.order().stream()
                .filter(method -> ranking.seconds(method, steps) <= enough)
                .toList();
        Map<String, Method> firsts = new LinkedHashMap<>();
        order.forEach(method -> firsts.putIfAbsent(method.name(), method));
        firsts.remove(Method.direct().name());
        return Stream.of(firsts.values().stream(), near.stream(), order.stream())
                .flatMap(methods -> methods)
                .distinct()
                .limit(TIMED)
                .toList();
    }

    /** The least time of the run among those that gave the right values; direct if there is none. */
    @Override
    public Method best(Map<Method, TrialResult> trials) {
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
}
