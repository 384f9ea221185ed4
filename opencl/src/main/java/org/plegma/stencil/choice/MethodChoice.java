package org.plegma.stencil.choice;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.plegma.device.Device;
import org.plegma.device.Session;
import org.plegma.stencil.code.DeviceLimits;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.code.Variant;
import org.plegma.stencil.method.CostModel;
import org.plegma.stencil.method.Machine;
import org.plegma.stencil.method.Method;
import org.plegma.stencil.method.State;
import org.plegma.stencil.method.StencilSettings;
import org.plegma.tune.candidate.DeviceModel;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.choice.Choice;
import org.plegma.tune.choice.Choice.Origin;
import org.plegma.tune.choice.Chooser;
import org.plegma.tune.store.TuningStore;

/**
 * How the method {@code auto} chooses. A run that is short anyway is not worth a look at anything. Where the number of steps is
 * not told, no product in frequency is chosen: it does one number of steps well, and parts of it badly.
 */
public final class MethodChoice {
    /** What times are compared by where the number of steps is not told. */
    static final long USUAL_STEPS = 1000;

    private static final Chooser<Method> CHOOSER = new Chooser<>();

    /** Runs shorter than this are direct, without a look at anything else. */
    private static final double SHORT_SECONDS = 0.03;

    private static final Duration BUDGET_ON_GPU = Duration.ofMillis(1200);
    private static final Duration BUDGET_ON_CPU = Duration.ofMillis(2500);
    /** Cells that are timed at most; a larger grid is cut along its first axis. */
    private static final long TIMED_CELLS_ON_GPU = 1L << 27;
    /** The same on CPUs, where memory that is touched for the first time takes longer than the steps. */
    private static final long TIMED_BYTES_ON_CPU = 1L << 25;

    private MethodChoice() {}

    /** The method for a run, remembered as long as this process lives. */
    public static Method remembered(
            Session session, StencilSettings settings, StencilInstance instance, OptionalLong given) {
        return CHOOSER.remembered(
                        List.of(Refusals.key(instance), given),
                        () -> of(session, settings, instance, given, false, TuningStore.open()))
                .method();
    }

    /** Chooses another method from now on, since this one cannot be used here; {@code explain} tells why. */
    public static void refuse(StencilInstance instance, Method method, RuntimeException failure) {
        Refusals.add(instance, method, failure);
        CHOOSER.forget();
    }

    /**
     * For a run.
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
        long steps = given.orElse(USUAL_STEPS);
        DeviceLimits.check(instance, State.arrays(instance.spec(), 1), 0);
        Device device = instance.device();
        Machine machine = Machine.of(device);
        double direct = new CostModel(instance, machine).of(Method.direct()).seconds();
        if (!thorough && direct * steps < SHORT_SECONDS) {
            return new Choice<>(Method.direct(), Origin.SHORT, List.of(), List.of());
        }
        MethodRanking ranking = MethodRanking.of(instance, machine, given).without(Refusals.of(instance));
        StencilContest contest = new StencilContest(instance, ranking, steps);
        return CHOOSER.choose(
                contest,
                (candidates, known) -> time(session, settings, contest, candidates),
                DeviceModel.of(device),
                store,
                thorough);
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
            CHOOSER.forget();
        }
    }

    private static int[] cut(int[] shape, long cells) {
        int[] part = shape.clone();
        long row = Arrays.stream(shape).skip(1).asLongStream().reduce(1, DeviceLimits::multiply);
        part[0] = (int) Math.max(1, Math.min(shape[0], cells / Math.max(1, row)));
        return part;
    }
}
