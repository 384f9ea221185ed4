package org.plegma.stencil.choice;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.plegma.stencil.code.DeviceLimits;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.StepCode;
import org.plegma.stencil.method.CostModel;
import org.plegma.stencil.method.Estimate;
import org.plegma.stencil.method.Machine;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.MethodCatalogue;
import org.plegma.stencil.method.State;

/**
 * The methods that can compute a stencil, the most promising first by the {@link CostModel}, and the others with the reason
 * why they cannot. The same for the same instance and machine.
 *
 * @param estimates of those that can, the least time of a step of the run first
 * @param refused the others with the reason
 */
public record MethodRanking(List<Estimate> estimates, Map<Method, String> refused) {
    /** For a run of so many steps: those that a method leaves over are done by {@code direct}. */
    static MethodRanking of(StencilInstance instance, Machine machine, long steps) {
        return of(instance, machine, OptionalLong.of(steps));
    }

    /**
     * @param given steps of the run; empty if it may be any number, which refuses products in frequency: one made for 1,000 steps
     *     can take as long for 20
     */
    static MethodRanking of(StencilInstance instance, Machine machine, OptionalLong given) {
        long steps = given.orElse(MethodChoice.USUAL_STEPS);
        CostModel model = new CostModel(instance, machine);
        Estimate direct = model.of(Method.direct());
        // To write the code of all takes up to a second in a process that has just begun.
        List<Ranked> all = Beside.each(
                MethodCatalogue.ALL.stream()
                        .flatMap(way -> way.candidates(instance, steps).stream())
                        .toList(),
                method -> ranked(method, model, given));
        List<Estimate> estimates = new ArrayList<>(
                all.stream().flatMap(each -> each.estimate().stream()).toList());
        Map<Method, String> refused = new LinkedHashMap<>();
        all.stream()
                .filter(each -> each.estimate().isEmpty())
                .forEach(each -> refused.put(each.method(), each.refusal()));
        estimates.sort(Comparator.comparingDouble((Estimate e) -> e.seconds(steps, direct.seconds()))
                .thenComparing(e -> e.method().toString()));
        return new MethodRanking(List.copyOf(estimates), refused);
    }

    /** What is expected of a method, or why it cannot be used. */
    private record Ranked(Method method, Optional<Estimate> estimate, String refusal) {}

    private static Ranked ranked(Method method, CostModel model, OptionalLong given) {
        StencilInstance instance = model.instance();
        long steps = given.orElse(MethodChoice.USUAL_STEPS);
        try {
            if (!method.fits(steps)) {
                throw new IllegalArgumentException("the run has only " + steps + " steps");
            }
            Estimate estimate = model.of(method);
            StepCode code = method.code(instance);
            DeviceLimits.check(
                    instance,
                    State.arrays(instance.spec(), code.outputs()),
                    method.way().scratchBytes(code, instance));
            if (method.way().isForGivenSteps() && given.isEmpty()) {
                throw new IllegalArgumentException("the number of steps is not told, and a product does only one well");
            }
            return new Ranked(method, Optional.of(estimate), "");
        } catch (IllegalArgumentException e) {
            return new Ranked(method, Optional.empty(), String.valueOf(e.getMessage()));
        }
    }

    /** Whether a plan of another method takes less time to make than its runs take by direct steps: one that takes more is of no use. */
    static boolean isWorthPlans(StencilInstance instance, long steps, double directSeconds) {
        return MethodCatalogue.ALL.stream()
                .filter(way -> !way.name().equals(Method.direct().name()))
                .flatMap(way -> way.candidates(instance, steps).stream())
                .anyMatch(method -> method.way().planSeconds(instance, method.steps()) < directSeconds);
    }

    /** The same, where more methods were found to be of no use. */
    MethodRanking without(Map<Method, String> more) {
        if (more.isEmpty()) {
            return this;
        }
        Map<Method, String> all = new LinkedHashMap<>(refused);
        all.putAll(more);
        return new MethodRanking(
                estimates.stream()
                        .filter(estimate -> !more.containsKey(estimate.method()))
                        .toList(),
                all);
    }

    /**
     * The same without what takes so long to plan that it saves nothing, and without products in frequency that some other method beats by
     * that.
     *
     * @param runs of so many steps by one plan
     */
    MethodRanking worthPlans(StencilInstance instance, long steps, long runs) {
        double least = order().stream()
                .filter(method -> !method.way().isForGivenSteps())
                .mapToDouble(method -> planned(method, instance, steps, runs))
                .min()
                .orElseThrow();
        double direct = planned(Method.direct(), instance, steps, runs);
        Map<Method, String> slow = new LinkedHashMap<>();
        for (Method method : order()) {
            if (planned(method, instance, steps, runs) > (method.way().isForGivenSteps() ? least : direct)) {
                slow.put(method, "to make its plan takes longer than it saves");
            }
        }
        return without(slow);
    }

    private double planned(Method method, StencilInstance instance, long steps, long runs) {
        return runs * seconds(method, steps) + method.way().planSeconds(instance, method.steps());
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
