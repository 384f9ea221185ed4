package org.plegma.tune.choice;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.plegma.tune.candidate.DeviceModel;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.choice.Choice.Option;
import org.plegma.tune.choice.Choice.Origin;
import org.plegma.tune.choice.Contest.Trials;
import org.plegma.tune.choice.Contest.Untimed;
import org.plegma.tune.store.TuningKey;
import org.plegma.tune.store.TuningStore;

/**
 * Chooses a method in place of {@code auto}: what this process remembers, else what was measured before for exactly this
 * problem, else what was measured for one like it or comes with Plegma, else what is expected, else the best of some that are
 * timed now, whose times are stored.
 *
 * @param <M> methods, told apart by their text
 */
public final class Chooser<M> {
    private final Map<List<Object>, Choice<M>> remembered = new ConcurrentHashMap<>();

    /** The choice for a problem as long as this process lives. */
    public Choice<M> remembered(List<Object> problem, Supplier<Choice<M>> other) {
        return remembered(problem, other, choice -> true);
    }

    /** @param lasting whether a choice is kept; one that is not is made anew the next time */
    public Choice<M> remembered(List<Object> problem, Supplier<Choice<M>> other, Predicate<Choice<M>> lasting) {
        Choice<M> known = remembered.get(problem);
        if (known == null) {
            known = other.get();
            if (lasting.test(known)) {
                remembered.put(problem, known);
            }
        }
        return known;
    }

    /** Chooses anew from now on. */
    public void forget() {
        remembered.clear();
    }

    /** The choice that needs no trials, without a word on the other methods; empty if trials are worth their time. */
    public Optional<Untimed<M>> untimed(Contest<M> contest, DeviceModel device, TuningStore store) {
        Map<M, TrialResult> known = known(contest, device, store);
        return contest.isDecidedBy(known)
                ? Optional.of(new Untimed<>(contest.best(known), Origin.MEASURED))
                : contest.untimed(known, contest.near(store, device));
    }

    /** @param thorough times methods even if that is not worth the time */
    public Choice<M> choose(
            Contest<M> contest, Trials<M> timing, DeviceModel device, TuningStore store, boolean thorough) {
        Map<M, TrialResult> known = known(contest, device, store);
        if (contest.isDecidedBy(known)) {
            return choice(contest, contest.best(known), Origin.MEASURED, known, List.of());
        }
        Optional<TuningStore.Best> near = contest.near(store, device);
        Optional<Untimed<M>> untimed = thorough ? Optional.empty() : contest.untimed(known, near);
        if (untimed.isPresent()) {
            return choice(contest, untimed.get().method(), untimed.get().origin(), known, List.of());
        }
        ChoiceKey<M> methods = contest.key();
        TuningKey key = TuningKey.of(methods, device);
        List<M> candidates = contest.candidates(near.map(best -> methods.choice(best.configuration())));
        Map<M, TrialResult> trials = timing.run(candidates, known);
        trials.forEach((method, trial) -> {
            if (known.get(method) != trial) {
                store.keep(key, trial);
            }
        });
        List<M> unreached = candidates.stream()
                .filter(method -> !trials.containsKey(method))
                .toList();
        return choice(contest, contest.best(trials), Origin.TIMED, trials, unreached);
    }

    private static <M> Map<M, TrialResult> known(Contest<M> contest, DeviceModel device, TuningStore store) {
        ChoiceKey<M> methods = contest.key();
        Map<M, TrialResult> known = new LinkedHashMap<>();
        store.trials(TuningKey.of(methods, device), methods.space())
                .forEach((configuration, trial) -> known.put(methods.choice(configuration), trial));
        return known;
    }

    private static <M> Choice<M> choice(
            Contest<M> contest, M method, Origin origin, Map<M, TrialResult> trials, List<M> unreached) {
        List<Option<M>> options = contest.options().stream()
                .map(each -> new Option<>(
                        each.method(), each.predicted(), Optional.ofNullable(trials.get(each.method())), each.note()))
                .toList();
        return new Choice<>(method, origin, options, unreached);
    }
}
