package org.plegma.tune.store;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.plegma.array.Preconditions;
import org.plegma.device.source.CacheFolder;
import org.plegma.tune.candidate.DeviceModel;
import org.plegma.tune.candidate.Pruner;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.candidate.Tunable;
import org.plegma.tune.space.Configuration;
import org.plegma.tune.space.Space;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every trial of every search on this machine, on disk, and the best parameters among them.
 *
 * <p>One file of JSON lines a device and kernel, to which processes may append at the same time. Failures are stored
 * too, so that a resumed search does not repeat them, but only a verified trial can be the best. A device that was never
 * tuned falls back on the {@linkplain ShippedDefaults defaults} that come with Plegma; the user's own results go before
 * them.
 */
public final class TuningStore {
    private static final Logger LOG = LoggerFactory.getLogger(TuningStore.class);

    /** Each message once. */
    private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final ShippedDefaults shipped;

    private TuningStore(Path folder, ShippedDefaults shipped) {
        this.folder = folder;
        this.shipped = shipped;
    }

    /** This user's store, in {@link CacheFolder}. */
    public static TuningStore open() {
        return at(CacheFolder.path().resolve("tuning"));
    }

    /** A store in this folder, which is made when the first trial is appended. */
    public static TuningStore at(Path folder) {
        Preconditions.notNull(folder, "folder");
        return new TuningStore(folder, ShippedDefaults.OF_PLEGMA);
    }

    /** The same store with other defaults. */
    TuningStore withDefaults(ShippedDefaults defaults) {
        return new TuningStore(folder, defaults);
    }

    /** Appends a finished trial; safe against other threads and processes. */
    public void append(TuningKey key, TrialResult trial) {
        Preconditions.notNull(key, "key");
        Preconditions.notNull(trial, "trial");
        file(key).append(TrialJson.write(key, trial));
    }

    /** As {@link #append}, but if that cannot be, the trial is measured again another time: a full disk stops no computation. */
    public void keep(TuningKey key, TrialResult trial) {
        try {
            append(key, trial);
        } catch (UncheckedIOException e) {
            warn("What was measured is not kept for another time. " + e.getMessage());
        }
    }

    private static void warn(String message) {
        if (WARNED.add(message)) {
            LOG.warn(message);
        }
    }

    /**
     * The trials of exactly this key, its size included, by configuration, in the order of their first appearance. If
     * a configuration was tried again, the last trial counts.
     */
    public Map<Configuration, TrialResult> trials(TuningKey key, Space space) {
        Preconditions.notNull(key, "key");
        Preconditions.notNull(space, "space");
        Map<Configuration, TrialResult> trials = new LinkedHashMap<>();
        lines(key)
                .filter(line -> line.key().equals(key))
                .flatMap(line -> line.in(space).stream())
                .forEach(trial -> trials.put(trial.configuration(), trial));
        return trials;
    }

    /**
     * The best parameters known for a kernel on a device: from the nearest size bucket, and there from the nearest size,
     * the verified trial with the least time. Only configurations that the space and the device admit are considered.
     *
     * @return empty if neither this store nor the shipped defaults know any
     */
    public Optional<Best> best(Tunable tunable, DeviceModel device) {
        Preconditions.notNull(tunable, "tunable");
        Preconditions.notNull(device, "device");
        return best(tunable, device, line -> true);
    }

    private Optional<Best> best(Tunable tunable, DeviceModel device, Predicate<TrialJson.Line> among) {
        TuningKey key = TuningKey.of(tunable, device);
        Stream<TrialJson.Line> own =
                lines(key).filter(line -> line.key().matchesExceptSize(key)).filter(among);
        return best(own, key, tunable, device, Best.Origin.STORE)
                .or(() -> best(
                        shipped.lines(device.name()).filter(line -> line.key().matchesKernel(key)),
                        key,
                        tunable,
                        device,
                        Best.Origin.SHIPPED));
    }

    /** The best parameters for a kernel on a device at any other size: where a search may begin. */
    public Optional<Best> bestElsewhere(Tunable tunable, DeviceModel device) {
        Preconditions.notNull(tunable, "tunable");
        Preconditions.notNull(device, "device");
        TuningKey key = TuningKey.of(tunable, device);
        return best(tunable, device, line -> !line.key().equals(key));
    }

    /**
     * The defaults that come with Plegma for a kernel and type on a device of this name, all of them and in the order of
     * their file: for a kernel that chooses among them by itself.
     *
     * @param space those with values that are not of this space, or that break its constraints, are left out
     */
    public static List<Best> shipped(String deviceName, String kernel, String type, Space space) {
        Preconditions.notNull(deviceName, "deviceName");
        Preconditions.notNull(kernel, "kernel");
        Preconditions.notNull(type, "type");
        Preconditions.notNull(space, "space");
        return ShippedDefaults.OF_PLEGMA
                .lines(deviceName)
                .filter(line ->
                        line.key().kernel().equals(kernel) && line.key().type().equals(type))
                .filter(line -> line.trial().ok())
                .flatMap(line -> line.in(space).stream()
                        .filter(trial -> space.violated(trial.configuration()).isEmpty())
                        .map(trial ->
                                new Best(trial.configuration(), trial.seconds(), line.key(), Best.Origin.SHIPPED)))
                .toList();
    }

    /**
     * The winners of a device, one a kernel, source, type and size, as lines of a defaults file (see
     * {@link ShippedDefaults}).
     */
    public List<String> winners(String kernel, DeviceModel device) {
        Preconditions.notNull(kernel, "kernel");
        Preconditions.notNull(device, "device");
        Map<TuningKey, TrialJson.Line> winners = new LinkedHashMap<>();
        latest(new AppendFile(path(device.key(), kernel))
                        .lines().stream().flatMap(text -> TrialJson.read(text).stream()))
                .filter(line -> line.trial().ok())
                .forEach(line -> winners.merge(
                        line.key(),
                        line,
                        (a, b) -> a.trial().seconds() <= b.trial().seconds() ? a : b));
        return winners.values().stream().map(TrialJson.Line::text).toList();
    }

    /** The last trial of each configuration at each size: what was right once may have become wrong. */
    private static Stream<TrialJson.Line> latest(Stream<TrialJson.Line> lines) {
        Map<List<Object>, TrialJson.Line> latest = new LinkedHashMap<>();
        lines.forEach(line -> latest.put(List.of(line.key(), line.macros()), line));
        return latest.values().stream();
    }

    private static Optional<Best> best(
            Stream<TrialJson.Line> lines, TuningKey key, Tunable tunable, DeviceModel device, Best.Origin origin) {
        Predicate<TrialResult> admitted =
                trial -> Pruner.rule(tunable, device, trial.configuration()).isEmpty();
        return latest(lines)
                .filter(line -> line.trial().ok())
                .sorted(Comparator.comparingDouble(
                                (TrialJson.Line line) -> line.key().bucketDistance(key))
                        .thenComparingDouble(line -> line.key().sizeDistance(key))
                        .thenComparingDouble(line -> line.trial().seconds()))
                .flatMap(line -> line
                        .in(tunable.space())
                        .filter(admitted)
                        .map(trial -> new Best(trial.configuration(), trial.seconds(), line.key(), origin))
                        .stream())
                .findFirst();
    }

    private Stream<TrialJson.Line> lines(TuningKey key) {
        List<String> texts = List.of();
        try {
            texts = file(key).lines();
        } catch (UncheckedIOException e) {
            warn("What was measured before is not used. " + e.getMessage());
        }
        List<TrialJson.Line> lines =
                texts.stream().flatMap(text -> TrialJson.read(text).stream()).toList();
        if (lines.size() < texts.size()) {
            LOG.debug(
                    "{}: {} of {} lines skipped",
                    path(key.device(), key.kernel()),
                    texts.size() - lines.size(),
                    texts.size());
        }
        return lines.stream();
    }

    private AppendFile file(TuningKey key) {
        return new AppendFile(path(key.device(), key.kernel()));
    }

    private Path path(String device, String kernel) {
        return folder.resolve(fileName(device)).resolve(fileName(kernel) + ".jsonl");
    }

    private static String fileName(String text) {
        return text.replaceAll("[^A-Za-z0-9._-]+", "_");
    }

    /**
     * The best known parameters.
     *
     * @param configuration the parameters, admitted by the space and the device
     * @param seconds the time that they were measured with, at the size of {@code key}
     * @param key what they were measured for: the size may be another than the one asked for
     * @param origin where they come from
     */
    public record Best(Configuration configuration, double seconds, TuningKey key, Origin origin) {

        /** Where parameters come from. */
        public enum Origin {
            /** A search on this machine. */
            STORE,
            /** The defaults that come with Plegma for this device. */
            SHIPPED
        }
    }
}
