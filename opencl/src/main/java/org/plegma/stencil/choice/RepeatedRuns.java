package org.plegma.stencil.choice;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.method.Method;
import org.plegma.tune.choice.Choice;
import org.plegma.tune.choice.Choice.Origin;

/**
 * Runs on GPUs whose problem comes again. One short run is direct: another method would have to be compiled first, which takes longer
 * than all that it saves. What direct steps have lost since then, by the model, is added up, and when compiling would have paid, the other
 * method is taken. So no problem takes much more than twice the time of the best way to do it, however often it comes.
 *
 * <p>Methods are ranked, and the one to come is compiled, while the device does direct steps; which run is the first by it the
 * model alone says.
 */
final class RepeatedRuns {
    /** Seconds of direct steps that are worth a look at all methods, which takes 20 to 400 ms. */
    static final double LOOK = 0.1;

    /** The share of a compilation that one process pays: programs are kept on disk, and later processes wait less. */
    static final double SHARE = 0.25;

    /** The share of {@link #LOOK} from which on somebody looks beside the runs. */
    private static final double AHEAD = 0.25;

    private final Map<List<Object>, RepeatedRuns.Problem> problems = new ConcurrentHashMap<>();
    private final Executor beside;

    private static final class Problem {
        private double run;
        private double seconds;
        private int plans;
        private double compilerFactor;
        private @Nullable CompletableFuture<Choice<Method>> ahead;
        private Optional<Choice<Method>> seen = Optional.empty();
    }

    /** What is asked of a problem, each once, and only when it has to be known. */
    interface Look {
        /** Seconds of one run by direct steps. */
        double directSeconds();

        /** Whether a plan of another method may save more than it takes to make, where direct steps take so many seconds. */
        boolean isWorthPlans(double seconds);

        /** The best of all methods. @param timed whether some may be timed; if not, another thread may ask */
        Choice<Method> best(boolean timed);

        /** How many times as long compilers take here as on the device whose seconds methods tell. */
        double compilerFactor();

        /** Compiles a method, so that its plan will find the program; asked by another thread. */
        void compile(Method method);
    }

    RepeatedRuns() {
        this(Beside.THREADS);
    }

    /** @param beside does what others wait for later */
    RepeatedRuns(Executor beside) {
        this.beside = beside;
    }

    /**
     * The choice for a run, or for a plan of some.
     *
     * @param runs of the plan
     */
    Choice<Method> choice(List<Object> key, StencilInstance instance, long runs, Look look) {
        Problem problem = problems.computeIfAbsent(key, any -> new Problem());
        synchronized (problem) {
            if (problem.plans == 0) {
                problem.run = look.directSeconds();
            }
            double seconds = runs * problem.run;
            problem.seconds += seconds;
            problem.plans++;
            if (!look.isWorthPlans(seconds)) {
                return direct(Origin.BRIEF, List.of());
            }
            if (problem.seconds < LOOK) {
                if (problem.ahead == null && problem.seconds >= AHEAD * LOOK) {
                    problem.ahead = CompletableFuture.supplyAsync(() -> look.best(false), beside);
                }
                return direct(Origin.SHORT, List.of());
            }
            boolean first = problem.seen.isEmpty();
            if (first) {
                problem.compilerFactor = look.compilerFactor();
            }
            Choice<Method> best = first ? found(problem, look) : problem.seen.get();
            problem.seen = Optional.of(best);
            if (pays(best, instance, problem)) {
                return best;
            }
            if (first) {
                beside.execute(() -> look.compile(best.method()));
            }
            return direct(Origin.COMPILED, best.options());
        }
    }

    private static Choice<Method> found(Problem problem, Look look) {
        CompletableFuture<Choice<Method>> ahead = problem.ahead;
        problem.ahead = null;
        try {
            return ahead == null ? look.best(true) : ahead.get();
        } catch (InterruptedException e) {
            problem.ahead = ahead;
            throw new CancellationException("The choice of a method was interrupted.");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
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
        return lost >= SHARE * problem.compilerFactor * method.way().firstUseSeconds(instance, method.steps());
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
