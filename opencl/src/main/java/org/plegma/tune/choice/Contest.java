package org.plegma.tune.choice;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plegma.tune.candidate.DeviceModel;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.store.TuningStore;

/**
 * What a family tells the {@link Chooser} of one problem.
 *
 * @param <M> methods, told apart by their text
 */
public interface Contest<M> {

    /** The methods that can be used, as the tuning store knows them. */
    ChoiceKey<M> key();

    /** All methods without trials: those that can be used, the most promising first, then the others with the reason. */
    List<Choice.Option<M>> options();

    /** Whether what was measured for exactly this problem says enough. */
    boolean isDecidedBy(Map<M, TrialResult> known);

    /** The best at another size, or what comes with Plegma, if that holds for this problem too. */
    default Optional<TuningStore.Best> near(TuningStore store, DeviceModel device) {
        return Optional.empty();
    }

    /**
     * The choice that needs no trials; empty if they are worth their time.
     *
     * @param known what was measured for exactly this problem
     * @param near what was measured at another size or comes with Plegma
     */
    Optional<Untimed<M>> untimed(Map<M, TrialResult> known, Optional<TuningStore.Best> near);

    /** A method and why it is taken without a trial. */
    record Untimed<M>(M method, Choice.Origin origin) {}

    /** The methods to time, the most promising first. */
    List<M> candidates(Optional<M> near);

    /** The best by what was measured. */
    M best(Map<M, TrialResult> trials);

    /** Times methods; what is not told ran out of time. */
    @FunctionalInterface
    interface Trials<M> {
        /** @param known what was measured before for exactly this problem; what is returned as it is is not stored again */
        Map<M, TrialResult> run(List<M> candidates, Map<M, TrialResult> known);
    }
}
