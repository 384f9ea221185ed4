package org.plegma.tune.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.knowm.xchart.XYChart;
import org.plegma.tune.candidate.DeviceModel;
import org.plegma.tune.candidate.Durations;
import org.plegma.tune.candidate.Pruning;
import org.plegma.tune.candidate.Status;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.candidate.Tunable;
import org.plegma.tune.space.Parameter;
import org.plegma.tune.store.TuningKey;
import tech.tablesaw.api.Table;

/** What a search found: every trial, the winner, and how the search went. */
public final class TuningResult {
    private final Tunable tunable;
    private final TuningKey key;
    private final DeviceModel device;
    private final List<TrialResult> trials;
    private final Pruning pruning;
    private final Course course;

    public TuningResult(
            Tunable tunable,
            TuningKey key,
            DeviceModel device,
            List<TrialResult> trials,
            Pruning pruning,
            Course course) {
        this.tunable = tunable;
        this.key = key;
        this.device = device;
        this.trials = trials;
        this.pruning = pruning;
        this.course = course;
    }

    /** The trials in the order in which they were made, failures included. */
    public List<TrialResult> trials() {
        return trials;
    }

    /** How much of the space was ruled out before compiling, and by which rule. */
    public Pruning pruning() {
        return pruning;
    }

    /** How the search went. */
    public Course course() {
        return course;
    }

    /** The fastest valid trial; empty if none was valid. */
    public Optional<TrialResult> best() {
        return trials.stream().filter(TrialResult::ok).min(Comparator.comparingDouble(TrialResult::seconds));
    }

    /**
     * The fastest valid trial.
     *
     * @throws NoSuchElementException if none was valid; the message tells what became of them
     */
    public TrialResult winner() {
        return best().orElseThrow(() -> new NoSuchElementException("No configuration of " + tunable.name()
                + " is valid: " + outcomes() + "; " + pruning + "."
                + trials.stream()
                        .findFirst()
                        .map(t -> " The first, " + t.configuration() + ": " + t.message())
                        .orElse(" Every configuration breaks a constraint or a limit of the device.")));
    }

    /** The trial that the winner is compared with: the first starting point, if the tunable named one that is valid. */
    public Optional<TrialResult> baseline() {
        return tunable.startingPoints().stream().findFirst().flatMap(c -> trials.stream()
                .filter(t -> t.configuration().equals(c) && t.ok())
                .findFirst());
    }

    /** How often each status occurred. */
    public Map<Status, Integer> statuses() {
        Map<Status, Integer> counts = new EnumMap<>(Status.class);
        trials.forEach(t -> counts.merge(t.status(), 1, Integer::sum));
        return counts;
    }

    /**
     * All trials, the fastest first, failures last: one column a parameter, then status, time and fastest run in
     * milliseconds, the tunable's rates, the candidates' figures, seconds of compiling and, if there is any failure, its cause.
     */
    public Table table() {
        return TuningTable.of(tunable, trials);
    }

    /** The time of every trial in the order of the search, the winner marked; failures at the upper edge. */
    public XYChart scatter() {
        return TuningChart.overOrder(title(), trials);
    }

    /** The time of every valid trial over one parameter, the winner marked; failures at the upper edge. */
    public XYChart scatter(String parameter) {
        Parameter<?> axis = tunable.space().parameters().stream()
                .filter(p -> p.name().equals(parameter))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("No parameter is called " + parameter + ": there are "
                        + tunable.space().parameters().stream()
                                .map(Parameter::name)
                                .toList()
                        + "."));
        return TuningChart.overParameter(title(), trials, axis);
    }

    /** All trials in the T4 results format of Kernel Tuner and its kin, times in milliseconds. */
    public String t4() {
        return T4.json(trials);
    }

    /** Writes {@link #t4} to a file. */
    public void saveT4(Path file) throws IOException {
        Files.writeString(file, t4());
    }

    /** A few lines: the winner, what became of the candidates, how the search ended. */
    public String summary() {
        String head = "Tuned " + key.kernel() + " (" + key.type() + ", " + extents() + ") on " + device.name() + ": ";
        String winner = best().map(t -> t.configuration() + " takes " + Durations.text(t.seconds()) + speedup(t))
                .orElse("no configuration is valid");
        return head + winner + ".\n" + trials.size() + " tried: " + outcomes()
                + (course.reused() > 0 ? " (" + course.reused() + " from the store)" : "") + "; " + pruning + ".\n"
                + course + ".";
    }

    private String speedup(TrialResult winner) {
        return baseline()
                .filter(b -> !b.configuration().equals(winner.configuration()))
                .map(b -> String.format(
                        Locale.ROOT, ", %.2f times as fast as %s", b.seconds() / winner.seconds(), b.configuration()))
                .orElse("");
    }

    private String outcomes() {
        return trials.isEmpty()
                ? "none"
                : String.join(
                        ", ",
                        statuses().entrySet().stream()
                                .map(e -> e.getValue() + " " + e.getKey())
                                .toList());
    }

    private String extents() {
        return String.join(
                "x", Arrays.stream(key.size()).mapToObj(Long::toString).toList());
    }

    private String title() {
        return key.kernel() + " " + extents() + " on " + device.name();
    }

    @Override
    public String toString() {
        return summary();
    }

    /**
     * How a search went.
     *
     * @param strategy the method
     * @param seed of its random choices
     * @param reused trials that were taken from the store
     * @param ended why it ended
     * @param seconds how long it took
     */
    public record Course(String strategy, long seed, int reused, String ended, double seconds) {
        @Override
        public String toString() {
            return strategy.substring(0, 1).toUpperCase(Locale.ROOT) + strategy.substring(1) + ", seed " + seed + ", "
                    + Durations.text(seconds) + "; ended: " + ended;
        }
    }
}
