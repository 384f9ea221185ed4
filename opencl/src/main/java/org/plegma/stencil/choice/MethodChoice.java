package org.plegma.stencil.choice;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import org.plegma.device.Program;
import org.plegma.device.Session;
import org.plegma.stencil.code.DeviceLimits;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.CostModel;
import org.plegma.stencil.method.KeptCode;
import org.plegma.stencil.method.Machine;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.State;
import org.plegma.stencil.method.StencilSettings;
import org.plegma.tune.candidate.DeviceModel;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.choice.Choice;
import org.plegma.tune.choice.Choice.Origin;
import org.plegma.tune.choice.Chooser;
import org.plegma.tune.choice.Contest;
import org.plegma.tune.store.TuningStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How the method {@code auto} chooses. A run that is short anyway is not worth a look at anything; on a GPU many such runs
 * together are, see {@link RepeatedRuns}. Where the number of steps is not told, no product in frequency is chosen: it does one
 * number of steps well, and parts of it badly.
 */
public final class MethodChoice {
    /** What times are compared by where the number of steps is not told. */
    static final long USUAL_STEPS = 1000;

    private static final Chooser<Method> CHOOSER = new Chooser<>();

    /** Runs shorter than this are direct, without a look at anything else. */
    private static final double SHORT_SECONDS = 0.03;

    private static final RepeatedRuns REPEATED = new RepeatedRuns();

    private static final Logger LOG = LoggerFactory.getLogger(MethodChoice.class);

    private static final String ALWAYS_DIRECT = "So short a run is direct by auto, whatever is measured.";

    private static final Duration BUDGET_ON_GPU = Duration.ofMillis(1200);
    private static final Duration BUDGET_ON_CPU = Duration.ofMillis(2500);
    /** Cells that are timed at most; a larger grid is cut along its first axis. */
    private static final long TIMED_CELLS_ON_GPU = 1L << 27;
    /** The same on CPUs, where memory that is touched for the first time takes longer than the steps. */
    private static final long TIMED_BYTES_ON_CPU = 1L << 25;

    private MethodChoice() {}

    /**
     * The method for a run, the one of the settings or chosen, and why. What was chosen is remembered as long as this process lives;
     * on a GPU the first runs of a problem may be direct before.
     */
    public static Choice<Method> remembered(
            Session session, StencilSettings settings, StencilInstance instance, RunLength length) {
        if (!settings.method().isAuto()) {
            return new Choice<>(settings.method(), Origin.ASKED, List.of(), List.of());
        } else if (Method.isLong(instance.shape())) {
            return RepeatedRuns.direct(Origin.SUITED, List.of());
        }
        List<Object> problem = List.of(Refusals.key(instance), length.steps());
        return CHOOSER.remembered(
                problem,
                () -> anew(session, settings, instance, length, problem),
                choice -> instance.variant() == Variant.CPU
                        || choice.origin() != Origin.SHORT && choice.origin() != Origin.COMPILED);
    }

    private static Choice<Method> anew(
            Session session,
            StencilSettings settings,
            StencilInstance instance,
            RunLength length,
            List<Object> problem) {
        if (instance.variant() == Variant.GPU) {
            return REPEATED.choice(problem, instance, length.runs(), look(session, settings, instance, length));
        }
        return of(session, settings, instance, length.steps(), false, TuningStore.open());
    }

    private static RepeatedRuns.Look look(
            Session session, StencilSettings settings, StencilInstance instance, RunLength length) {
        long steps = length.steps().orElse(USUAL_STEPS);
        return new RepeatedRuns.Look() {
            @Override
            public double directSeconds() {
                return MethodChoice.directSeconds(instance, length.steps());
            }

            @Override
            public boolean isWorthPlans(double seconds) {
                return MethodRanking.isWorthPlans(instance, steps, seconds);
            }

            @Override
            public Choice<Method> best(boolean timed) {
                return among(
                        instance,
                        length,
                        false,
                        TuningStore.open(),
                        contest -> timed ? timing(session, settings, contest) : (candidates, known) -> known);
            }

            @Override
            public void compile(Method method) {
                long from = System.nanoTime();
                try (Program program = KeptCode.of(method, instance).compile(session)) {
                    if (!program.fromCache()) {
                        pace().tell(instance, method, (System.nanoTime() - from) * 1e-9);
                    }
                } catch (RuntimeException e) {
                    LOG.debug("{} is not compiled ahead: {}", method, e.toString());
                }
            }

            @Override
            public double compilerFactor() {
                return pace().factor();
            }

            private CompilerPace pace() {
                return new CompilerPace(TuningStore.open(), instance.device());
            }
        };
    }

    /** Chooses another method from now on, since this one cannot be used here; {@code explain} tells why. */
    public static void refuse(StencilInstance instance, Method method, RuntimeException failure) {
        Refusals.add(instance, method, failure);
        forget();
    }

    private static void forget() {
        CHOOSER.forget();
        REPEATED.forget();
    }

    /**
     * For one run.
     *
     * @param given its number of steps; empty if it may be any
     * @param thorough times methods even if the run is short
     */
    public static Choice<Method> of(
            Session session,
            StencilSettings settings,
            StencilInstance instance,
            OptionalLong given,
            boolean thorough,
            TuningStore store) {
        RunLength length = new RunLength(given, 1);
        return !thorough && directSeconds(instance, given) < SHORT_SECONDS
                ? RepeatedRuns.direct(Origin.SHORT, List.of())
                : among(instance, length, thorough, store, contest -> timing(session, settings, contest));
    }

    /** What is said of runs that are too short for a look at methods; empty if one run is not. */
    public static String remark(StencilInstance instance, OptionalLong given) {
        if (given.isEmpty()) {
            return "";
        }
        double seconds = directSeconds(instance, given);
        if (instance.variant() == Variant.CPU) {
            return seconds < SHORT_SECONDS ? ALWAYS_DIRECT : "";
        }
        if (!MethodRanking.isWorthPlans(instance, given.getAsLong(), seconds)) {
            return ALWAYS_DIRECT;
        }
        long direct = (long) Math.ceil(RepeatedRuns.LOOK / seconds) - 1;
        return direct < 1
                ? ""
                : String.format(
                        Locale.ROOT,
                        "Too short for a look: by auto the first %,d of such runs in a process are direct.",
                        direct);
    }

    private static double directSeconds(StencilInstance instance, OptionalLong given) {
        DeviceLimits.check(instance, State.arrays(instance.spec(), 1), 0);
        CostModel model = new CostModel(instance, Machine.of(instance.device()));
        return given.orElse(USUAL_STEPS) * model.of(Method.direct()).seconds();
    }

    private static MethodRanking ranking(StencilInstance instance, RunLength length, boolean thorough) {
        MethodRanking ranking = MethodRanking.of(instance, Machine.of(instance.device()), length.steps())
                .without(Refusals.of(instance));
        return thorough || instance.variant() == Variant.CPU
                ? ranking
                : ranking.worthPlans(instance, length.steps().orElse(USUAL_STEPS), length.runs());
    }

    private static Choice<Method> among(
            StencilInstance instance,
            RunLength length,
            boolean thorough,
            TuningStore store,
            Function<StencilContest, Contest.Trials<Method>> timing) {
        StencilContest contest = new StencilContest(
                instance, ranking(instance, length, thorough), length.steps().orElse(USUAL_STEPS));
        return CHOOSER.choose(contest, timing.apply(contest), DeviceModel.of(instance.device()), store, thorough);
    }

    private static Contest.Trials<Method> timing(Session session, StencilSettings settings, StencilContest contest) {
        return (candidates, known) -> time(session, settings, contest, candidates);
    }

    private static Map<Method, TrialResult> time(
            Session session, StencilSettings settings, StencilContest contest, List<Method> candidates) {
        StencilInstance instance = contest.instance();
        boolean gpu = instance.variant() == Variant.GPU;
        long most =
                gpu ? TIMED_CELLS_ON_GPU : TIMED_BYTES_ON_CPU / instance.type().bytes();
        StencilInstance cut = instance.withShape(cut(instance.shape(), most));
        try (MethodTrials trials = new MethodTrials(session, settings, cut, (double) instance.cells() / cut.cells())) {
            return trials.run(candidates, contest.key(), gpu ? BUDGET_ON_GPU : BUDGET_ON_CPU);
        } finally {
            forget();
        }
    }

    private static int[] cut(int[] shape, long cells) {
        int[] part = shape.clone();
        long row = Arrays.stream(shape).skip(1).asLongStream().reduce(1, DeviceLimits::multiply);
        part[0] = (int) Math.max(1, Math.min(shape[0], cells / Math.max(1, row)));
        return part;
    }
}
