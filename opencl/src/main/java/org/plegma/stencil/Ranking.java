package org.plegma.stencil;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * The methods that can compute a stencil, the most promising first by the {@link CostModel}, and the others with the reason
 * why they cannot. The same for the same setting and machine.
 *
 * @param estimates of those that can, the least time of a step of the run first
 * @param refused the others with the reason
 */
record Ranking(List<Estimate> estimates, Map<Method, String> refused) {
    /** Tiles of direct that are worth timing where direct is the best. */
    private static final int MOST_TILES = 5;

    private static final int[] STEPS_TOGETHER = {2, 3, 4, 6, 8, 10, 12, 16, 24};

    private static final int[] STEPS_IN_FREQUENCY = {16, 32, 64, 128, 256, 512, 1024, 4096, 16384, 65536};

    /** For a run of so many steps: those that a method leaves over are done by {@code direct}. */
    static Ranking of(Setting setting, Machine machine, long steps) {
        return of(setting, machine, OptionalLong.of(steps));
    }

    /**
     * @param told steps of the run; empty if it may be any number, which refuses products in frequency: one made for 1,000 steps
     *     can take as long for 20
     */
    static Ranking of(Setting setting, Machine machine, OptionalLong told) {
        long steps = told.orElse(MethodChoice.UNTOLD_STEPS);
        CostModel model = new CostModel(setting, machine);
        Estimate direct = model.of(Method.direct());
        List<Estimate> estimates = new ArrayList<>();
        Map<Method, String> refused = new LinkedHashMap<>();
        for (Method method : methods(setting, steps)) {
            try {
                if (!method.fits(steps)) {
                    throw new IllegalArgumentException("the run has only " + steps + " steps");
                }
                Estimate estimate = model.of(method);
                StepCode code = method.code(setting);
                DeviceLimits.check(
                        setting, State.arrays(setting.spec(), code.outputs()), Stage.scratchBytes(code, setting));
                if (method.kind() == Method.Kind.FFT && told.isEmpty()) {
                    throw new IllegalArgumentException(
                            "the number of steps is not told, and a product does only one well");
                }
                estimates.add(estimate);
            } catch (IllegalArgumentException e) {
                refused.put(method, e.getMessage());
            }
        }
        estimates.sort(Comparator.comparingDouble((Estimate e) -> e.seconds(steps, direct.seconds()))
                .thenComparing(e -> e.method().toString()));
        return new Ranking(List.copyOf(estimates), refused);
    }

    private static List<Method> methods(Setting setting, long steps) {
        List<Method> all = new ArrayList<>();
        for (Method.Kind kind : Method.Kind.values()) {
            if (kind.fuses()) {
                (kind == Method.Kind.FFT ? stepsInFrequency(steps) : IntStream.of(STEPS_TOGETHER))
                        .mapToObj(k -> new Method(kind, k))
                        .forEach(all::add);
            } else if (kind != Method.Kind.AUTO) {
                all.add(new Method(kind, 1));
            }
        }
        if (setting.variant() == Variant.GPU) {
            if (PartialSums.wide(setting).isEmpty()) {
                all.add(new Method(Method.Kind.PARTIAL_SUMS, 1, 1));
            }
            int tiles = Math.min(MOST_TILES, DirectTile.candidates(setting).size());
            IntStream.range(1, tiles)
                    .mapToObj(tile -> new Method(Method.Kind.DIRECT, 1, tile))
                    .forEach(all::add);
        }
        return all;
    }

    /** Up to the first number that does the whole run as one product: more would be the same. */
    private static IntStream stepsInFrequency(long steps) {
        long enough = IntStream.of(STEPS_IN_FREQUENCY)
                .filter(k -> k >= steps)
                .findFirst()
                .orElse(Integer.MAX_VALUE);
        return IntStream.of(STEPS_IN_FREQUENCY).filter(k -> k <= enough);
    }

    /** The same, where more methods were found to be of no use. */
    Ranking without(Map<Method, String> more) {
        if (more.isEmpty()) {
            return this;
        }
        Map<Method, String> all = new LinkedHashMap<>(refused);
        all.putAll(more);
        return new Ranking(
                estimates.stream()
                        .filter(estimate -> !more.containsKey(estimate.method()))
                        .toList(),
                all);
    }

    List<Method> order() {
        return estimates.stream().map(Estimate::method).toList();
    }

    Estimate estimate(Method method) {
        return estimates.stream()
                .filter(estimate -> estimate.method().equals(method))
                .findFirst()
                .orElseThrow();
    }

    /** The expected time of one direct step, in seconds. */
    double directSeconds() {
        return estimate(Method.direct()).seconds();
    }

    /** The expected time of a run of so many steps, in seconds. */
    double seconds(Method method, long steps) {
        return steps * estimate(method).seconds(steps, directSeconds());
    }
}
