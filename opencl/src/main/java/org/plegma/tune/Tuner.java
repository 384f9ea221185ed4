package org.plegma.tune;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plegma.array.Preconditions;
import org.plegma.device.Device;
import org.plegma.tune.candidate.DeviceModel;
import org.plegma.tune.candidate.Pruner;
import org.plegma.tune.candidate.Tunable;
import org.plegma.tune.result.TuningResult;
import org.plegma.tune.search.FullEnumeration;
import org.plegma.tune.search.GreedySearch;
import org.plegma.tune.search.SearchStrategy;
import org.plegma.tune.search.TuningSearch;
import org.plegma.tune.store.TuningKey;
import org.plegma.tune.store.TuningStore;

/**
 * Finds the fastest valid configuration of a {@link Tunable} on a device.
 *
 * <p>Combinations that break a constraint or a limit of the device are pruned. If no more than
 * {@link #enumerateUpTo} are left and the budget covers them, all are tried; otherwise {@link GreedySearch} looks for a
 * good one. A candidate is compiled, verified and timed, each within its time limit; nothing is compiled while a
 * candidate is timed, for on a CPU device both would share the cores. A failure is a result like any other. In the end the
 * best few are verified and timed once more if their times overlap; all their runs count.
 *
 * <p>With a store, finished candidates of the same kernel, source, type, size, device and driver are taken from it: a
 * search that was killed goes on where it was, along the same path if the seed is the same.
 *
 * <p>To be used by one thread.
 */
public final class Tuner {
    /** Configurations up to which all are tried, unless set otherwise. */
    public static final int ENUMERATED = 256;

    /** Candidates tried, unless set otherwise. */
    public static final int TRIALS = 256;

    private final DeviceModel device;
    private @Nullable TuningStore store;
    private int trials = TRIALS;
    private int enumerateUpTo = ENUMERATED;
    private Duration time = Duration.ofDays(365);
    private Duration compileLimit = Duration.ofSeconds(60);
    private Duration runLimit = Duration.ofSeconds(30);
    private int threads = Math.max(1, Math.min(4, Runtime.getRuntime().availableProcessors()));
    private long seed = 1;
    private boolean fresh;

    private Tuner(DeviceModel device) {
        this.device = device;
    }

    /** A tuner for a device of this machine, with the user's store. */
    public static Tuner on(Device device) {
        Preconditions.notNull(device, "device");
        return on(DeviceModel.of(device)).store(TuningStore.open());
    }

    /** A tuner for a device with these limits, without a store. */
    public static Tuner on(DeviceModel device) {
        Preconditions.notNull(device, "device");
        return new Tuner(device);
    }

    /** Where trials are kept. */
    public Tuner store(TuningStore where) {
        Preconditions.notNull(where, "where");
        this.store = where;
        return this;
    }

    /** Keeps nothing: the trials are forgotten with the result. */
    public Tuner withoutStore() {
        this.store = null;
        return this;
    }

    /** Try so many candidates at most, those found in the store included. */
    public Tuner trials(int most) {
        this.trials = positive("number of trials", most);
        return this;
    }

    /** Start no further candidate after this time. */
    public Tuner time(Duration budget) {
        Preconditions.notNull(budget, "budget");
        this.time = positive("time budget", budget);
        return this;
    }

    /** Try all configurations if no more than so many are left after pruning. */
    public Tuner enumerateUpTo(int most) {
        this.enumerateUpTo = positive("limit of enumeration", most);
        return this;
    }

    /** Abandon a compilation after this time. */
    public Tuner compileLimit(Duration limit) {
        Preconditions.notNull(limit, "limit");
        this.compileLimit = positive("compile limit", limit);
        return this;
    }

    /** Abandon a candidate if its verification and all its runs take longer than this. */
    public Tuner runLimit(Duration limit) {
        Preconditions.notNull(limit, "limit");
        this.runLimit = positive("run limit", limit);
        return this;
    }

    /** Compile on so many threads. */
    public Tuner threads(int count) {
        this.threads = positive("number of threads", count);
        return this;
    }

    /** The seed of the search's random choices. */
    public Tuner seed(long value) {
        this.seed = value;
        return this;
    }

    /** Try again what the store already knows; the new trials replace the old ones. */
    public Tuner fresh() {
        this.fresh = true;
        return this;
    }

    /**
     * Searches.
     *
     * @return all trials, valid or not; {@link TuningResult#winner} is the best
     * @throws org.plegma.tune.result.TuningInterruptedException if this thread was interrupted; it holds the trials so far
     */
    public TuningResult tune(Tunable tunable) {
        Preconditions.notNull(tunable, "tunable");
        return tune(List.of(tunable));
    }

    /**
     * Searches on several equal devices, see {@link EqualDevices}: candidates are dealt out to them in waves, and as the devices are equal,
     * so are their times. The best few are timed once more on the first.
     *
     * @param twins the same for each of the devices
     * @return as {@link #tune(Tunable)}
     * @throws IllegalArgumentException if they are not the same
     */
    public TuningResult tune(List<? extends Tunable> twins) {
        Preconditions.notNull(twins, "twins");
        Tunable tunable =
                twins.stream().findFirst().orElseThrow(() -> new IllegalArgumentException("There is nothing to tune."));
        for (Tunable twin : twins) {
            TuningKey key = TuningKey.of(twin, device);
            if (!key.equals(TuningKey.of(tunable, device))) {
                throw new IllegalArgumentException("What is tuned on several devices must be the same on all: found "
                        + tunable.name() + " and " + twin.name() + ", or other sources, types or sizes.");
            }
        }
        Pruner space = new Pruner(tunable, device);
        boolean enumerable = space.listed()
                .map(List::size)
                .filter(n -> n <= enumerateUpTo && n <= trials)
                .isPresent();
        SearchStrategy strategy = enumerable ? new FullEnumeration(seed) : new GreedySearch(seed);
        TuningSearch search = new TuningSearch(
                List.copyOf(twins),
                device,
                space,
                Optional.ofNullable(store),
                fresh,
                new TuningSearch.Limits(trials, time, threads, compileLimit, runLimit));
        return search.run(strategy, seed);
    }

    /** The best parameters known without a search, see {@link TuningStore#best}. */
    public Optional<TuningStore.Best> best(Tunable tunable) {
        Preconditions.notNull(tunable, "tunable");
        return store == null ? Optional.empty() : store.best(tunable, device);
    }

    private static int positive(String what, int value) {
        if (value < 1) {
            throw new IllegalArgumentException("The " + what + " must be positive, not " + value + ".");
        }
        return value;
    }

    private static Duration positive(String what, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException("The " + what + " must be positive, not " + value + ".");
        }
        return value;
    }
}
