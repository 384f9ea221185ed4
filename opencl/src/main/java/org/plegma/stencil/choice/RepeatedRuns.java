package org.plegma.stencil.choice;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.method.Method;
import org.plegma.tune.choice.Choice;
import org.plegma.tune.choice.Choice.Origin;

/**
 * Runs on GPUs whose problem comes again. One short run is direct: another method would have to be compiled first, which takes longer
 * than all that it saves. What direct steps have lost since then, by the model, is added up, and when compiling would have paid, the other
 * method is taken. So no problem takes much more than twice the time of the best way to do it, however often it comes.
 */
final class RepeatedRuns {
    /** Seconds of direct steps that are worth a look at all methods, which takes 20 to 400 ms. */
    static final double LOOK = 0.1;

    /** The share of a compilation that one process pays: programs are kept on disk, and later processes wait less. */
    static final double SHARE = 0.25;

    private final Map<List<Object>, RepeatedRuns.Problem> problems = new ConcurrentHashMap<>();

    private static final class Problem {
        private double seconds;
        private int plans;
        private Optional<Choice<Method>> seen = Optional.empty();
    }

    /**
     * The choice for a run, or for a plan of some.
     *
     * @param seconds that they take by direct steps
     * @param look what is best
     */
    Choice<Method> choice(List<Object> key, StencilInstance instance, double seconds, Supplier<Choice<Method>> look) {
        Problem problem = problems.computeIfAbsent(key, any -> new Problem());
        synchronized (problem) {
            problem.seconds += seconds;
            problem.plans++;
            if (problem.seconds < LOOK) {
                return direct(Origin.SHORT, List.of());
            }
            Choice<Method> best = problem.seen.orElseGet(look);
            problem.seen = Optional.of(best);
            return pays(best, instance, problem) ? best : direct(Origin.COMPILED, best.options());
        }
    }

    /** Counts and looks anew from now on. */
    void forget() {
        problems.clear();
    }

    static Choice<Method> direct(Origin why, List<Choice.Option<Method>> options) {
        return new Choice<>(Method.direct(), why, options, List.of());
    }

    /** Whether direct steps have lost what the first use of another method takes; each run by it would have had to make its plan. */
    private static boolean pays(Choice<Method> best, StencilInstance instance, Problem problem) {
        if (best.origin() == Origin.MEASURED
                || best.origin() == Origin.TIMED
                || best.method().equals(Method.direct())) {
            return true;
        }
        Method method = best.method();
        double gained = problem.seconds * (1 - predicted(best, method) / predicted(best, Method.direct()));
        double lost = gained - problem.plans * method.way().planSeconds(instance, method.steps());
        return lost >= SHARE * method.way().firstUseSeconds(instance, method.steps());
    }

    private static double predicted(Choice<Method> choice, Method method) {
        return choice.options().stream()
                .filter(option -> option.method().equals(method))
                .findFirst()
                .orElseThrow()
                .predicted()
                .orElseThrow();
    }
}
