package org.plegma.tune.choice;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.plegma.tune.candidate.TrialResult;

/**
 * A method that was chosen, and why not the others.
 *
 * @param <M> methods, told apart by their text
 * @param method the one that was chosen
 * @param origin why
 * @param options all methods: those that can be used, the most promising first, then those that cannot
 * @param unreached methods that were to be timed, but the time for trials was over before
 */
public record Choice<M>(M method, Origin origin, List<Option<M>> options, List<M> unreached) {
    private static final String LINE = "%-14s %12s %12s  %s%n";

    /** Where a choice comes from. */
    public enum Origin {
        SHORT("the run is short"),
        BRIEF("the run is over before another could be planned"),
        LONG("the run is too long for trials"),
        LARGE("the device has no memory for trials"),
        ALONE("all others should take far longer"),
        MEASURED("measured before on this device"),
        SHIPPED("measured on such a device, comes with Plegma"),
        EXPECTED("a product in frequency should take far less than all others"),
        PROMISING("it should take far less than one step at a time"),
        COMPILED("to prepare another takes longer than such runs have lost so far"),
        LEVEL("no other should take far less"),
        TIMED("timed now"),
        ASKED("asked for"),
        FASTEST("it should be the fastest"),
        SUITED("made for such problems"),
        USUAL("the fastest on such devices, of those that can be used");

        private final String text;

        Origin(String text) {
            this.text = text;
        }

        /** In words, as the second half of a sentence. */
        public String text() {
            return text;
        }
    }

    /**
     * A method that may be chosen.
     *
     * @param predicted seconds that it should take; empty if it cannot be used
     * @param trial what became of it when it was timed; empty if it was not
     * @param note what bounds it, or why it cannot be used; may be empty
     */
    public record Option<M>(M method, OptionalDouble predicted, Optional<TrialResult> trial, String note) {
        /** Seconds that it took; empty if it was not timed or failed. */
        public OptionalDouble measured() {
            return trial.filter(TrialResult::ok)
                    .map(ok -> OptionalDouble.of(ok.seconds()))
                    .orElse(OptionalDouble.empty());
        }

        /** Whether it can be used and has not failed. */
        public boolean isUsable() {
            return predicted.isPresent() && trial.map(TrialResult::ok).orElse(true);
        }
    }

    /**
     * A method in the explanation.
     *
     * @param predicted seconds that it should take; empty if it cannot be used
     * @param measured median of the seconds that it took; empty if it was not timed or failed
     * @param why it was chosen, or what it loses by
     */
    public record Row<M>(M method, OptionalDouble predicted, OptionalDouble measured, String why) {}

    /** The chosen one, then what was timed, the fastest first, then the rest as they promise, then what cannot be used. */
    public List<Row<M>> rows() {
        return ranked().map(each -> new Row<>(each.method(), each.predicted(), each.measured(), why(each)))
                .toList();
    }

    /** The methods that can be used, in the same order. */
    public List<M> usable() {
        return ranked().filter(Option::isUsable).map(Option::method).toList();
    }

    private Stream<Option<M>> ranked() {
        return options.stream()
                .sorted(Comparator.comparing((Option<M> each) -> !each.method().equals(method))
                        .thenComparingDouble(each -> each.measured().orElse(Double.MAX_VALUE)));
    }

    private String why(Option<M> option) {
        String bound = option.note().isEmpty() ? "" : "; " + option.note();
        if (option.predicted().isEmpty()) {
            return "cannot be used: " + firstLine(option.note());
        } else if (option.method().equals(method)) {
            return "chosen, " + origin.text() + bound;
        } else if (option.trial().isEmpty()) {
            double best = options.get(0).predicted().getAsDouble();
            String reason = unreached.contains(option.method())
                    ? "the time for trials was over"
                    : String.format(
                            Locale.ROOT,
                            "predicted %.1f times the best",
                            option.predicted().getAsDouble() / best);
            return "not timed: " + reason + bound;
        } else if (!option.isUsable()) {
            TrialResult failed = option.trial().get();
            return failed.status() + ": " + firstLine(failed.message());
        }
        double measured = option.measured().getAsDouble();
        OptionalDouble winner = ranked().findFirst().orElseThrow().measured();
        String times = winner.isPresent()
                ? String.format(Locale.ROOT, "%.2f times the time", measured / winner.getAsDouble())
                : "slower";
        return times + bound;
    }

    /** The rows as a table of text, with times in milliseconds. */
    public String table() {
        StringBuilder out =
                new StringBuilder(String.format(Locale.ROOT, LINE, "method", "predicted", "measured", "why"));
        for (Row<M> row : rows()) {
            out.append(String.format(
                    Locale.ROOT,
                    LINE,
                    row.method(),
                    milliseconds(row.predicted()),
                    milliseconds(row.measured()),
                    row.why()));
        }
        return out.toString();
    }

    private static String milliseconds(OptionalDouble seconds) {
        return seconds.isPresent() ? String.format(Locale.ROOT, "%.4g ms", 1e3 * seconds.getAsDouble()) : "-";
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }
}
