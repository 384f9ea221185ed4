package org.plegma.stencil.choice;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plegma.device.Device;
import org.plegma.stencil.code.StencilInstance;
import org.plegma.stencil.method.Method;
import org.plegma.tune.candidate.DeviceModel;
import org.plegma.tune.candidate.Status;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.choice.ChoiceKey;
import org.plegma.tune.store.TuningKey;
import org.plegma.tune.store.TuningStore;

/**
 * How many times as long the compiler of a device takes as that of an H200, whose seconds methods tell: what was compiled beside runs says
 * so, and the tuning store keeps it for later processes.
 */
final class CompilerPace {
    private static final String FACTOR = "factor";

    /** More, or less than the inverse, is not believed of one program. */
    private static final double MOST = 8;

    /** Seconds of a program of direct steps on an H200, by which methods tell their own to be longer. */
    private static final double DIRECT_SECONDS = 0.15;

    private final ChoiceKey<String> key =
            new ChoiceKey<>("PACE", "compiler-of-stencils", "1", "all", new long[] {1}, List.of("all"));
    private final TuningStore store;
    private final TuningKey place;

    CompilerPace(TuningStore store, Device device) {
        this.store = store;
        this.place = TuningKey.of(key, DeviceModel.of(device));
    }

    /** The factor, as a power of two, so that another process seldom has another; 1 as long as nothing was compiled. */
    double factor() {
        return Math.pow(2, Math.rint(Math.log(known().orElse(1.0)) / Math.log(2)));
    }

    private Optional<Double> known() {
        return Optional.ofNullable(store.trials(place, key.space()).get(key.configuration("all")))
                .map(trial -> trial.figures().get(FACTOR));
    }

    /** Tells what a method took: one that was slow for once has half of the say, by logarithms. */
    void tell(StencilInstance instance, Method method, double seconds) {
        double expected = DIRECT_SECONDS + method.way().firstUseSeconds(instance, method.steps());
        double now = Math.max(1 / MOST, Math.min(MOST, seconds / expected));
        double factor = known().map(before -> Math.sqrt(before * now)).orElse(now);
        store.keep(
                place,
                new TrialResult(
                        key.configuration("all"),
                        Status.OK,
                        new double[] {seconds},
                        "",
                        seconds,
                        0,
                        Instant.now(),
                        Map.of(FACTOR, factor)));
    }
}
