package org.plegma.display.results;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plegma.display.page.Numbers;
import org.plegma.display.page.Sheet;
import org.plegma.measure.Ceilings;
import org.plegma.measure.Measurement;
import org.plegma.measure.Provenance;
import org.plegma.measure.Statistics;
import org.plegma.measure.campaign.Campaign;
import org.plegma.measure.campaign.Comparison;
import org.plegma.measure.campaign.Comparison.Difference;
import org.plegma.measure.campaign.Comparison.TimeChange;
import org.plegma.measure.waiting.WaitingShares;

/** Measurements, ceilings, provenance, campaigns and their comparison as tables. */
public final class MeasureViews {

    private MeasureViews() {}

    /** One column of a table of measurements: its head, whether it is a number, and its text; null for none. */
    private record Column(String name, boolean number, Function<Measurement, String> text) {}

    private static final List<Column> COLUMNS = List.of(
            new Column("case", false, m -> blankToNull(m.work().caseText())),
            new Column("method", false, m -> blankToNull(m.work().method())),
            new Column("type", false, m -> blankToNull(m.work().type())),
            new Column("shape", false, m -> blankToNull(m.work().shapeText().replace("x", " × "))),
            new Column("median", true, m -> m.seconds()
                    .map(s -> Numbers.seconds(s.median()) + noise(m))
                    .orElse(null)),
            new Column("min", true, m -> m.seconds()
                    .map(s -> Numbers.seconds(s.min()))
                    .orElse(null)),
            new Column("max", true, m -> m.seconds()
                    .map(s -> Numbers.seconds(s.max()))
                    .orElse(null)),
            new Column("runs", true, m -> m.seconds()
                    .map(s -> Numbers.grouped(s.count()))
                    .orElse(null)),
            new Column(
                    "clock", false, m -> !m.valid() ? null : m.deviceSeconds().isPresent() ? "device" : "host"),
            new Column("GFLOP/s", true, m -> rate(m.gflops())),
            new Column("GB/s", true, m -> rate(m.gbytesPerSecond())),
            new Column("GCell/s", true, m -> rate(m.gcellsPerSecond())),
            new Column("of limit", true, m -> Double.isNaN(m.fractionOfLimit()) ? null : percent(m.fractionOfLimit())),
            new Column("error", true, m -> Double.isNaN(m.error()) ? null : Numbers.significant(m.error(), 2)),
            new Column("result", false, m -> m.valid() && m.problem().isEmpty() ? "right" : m.problem()),
            new Column("why", false, m -> blankToNull(m.why())));

    /** A median whose runs are further from it than this is marked. */
    private static final double NOISY = 0.05;

    /** A median below this is for a good part the look at the host's clock, which each run has. */
    private static final double SHORT = 2e-6;

    private static final Set<String> SPREAD = Set.of("min", "max", "runs", "clock");

    /**
     * A row a measurement, without the columns that apply to none. Times of wrong results are not shown; their last column
     * says what is wrong.
     */
    public static Sheet measurements(Collection<Measurement> measurements) {
        return measurements(measurements, COLUMNS);
    }

    /** As {@link #measurements(Collection)}, with a column for the speed-up over the baseline method for the same task. */
    public static Sheet measurements(Collection<Measurement> measurements, String baseline) {
        Map<List<Object>, Double> base = new HashMap<>();
        for (Measurement m : measurements) {
            if (m.valid() && m.work().method().equals(baseline)) {
                base.put(m.work().task(), m.medianSeconds());
            }
        }
        List<Column> columns = new ArrayList<>(COLUMNS);
        columns.add(
                5,
                new Column(
                        "speed-up",
                        true,
                        m -> m.valid() && base.containsKey(m.work().task())
                                ? Numbers.figure(base.get(m.work().task()) / m.medianSeconds())
                                : null));
        return measurements(measurements, columns);
    }

    /** One measurement as a line of text: {@code 7-point  direct  float  512 × 512  median 1.23 ms  ...  right}. */
    public static String line(Measurement measurement) {
        return COLUMNS.stream()
                .filter(c -> !SPREAD.contains(c.name()) && c.text().apply(measurement) != null)
                .map(c -> (c.number() ? c.name() + " " : "") + c.text().apply(measurement))
                .collect(Collectors.joining("  "));
    }

    private static Sheet measurements(Collection<Measurement> measurements, List<Column> all) {
        Sheet sheet = new Sheet(null);
        List<Column> columns = all.stream()
                .filter(c -> measurements.stream().map(c.text()).anyMatch(Objects::nonNull))
                .toList();
        columns.forEach(c -> {
            if (c.number()) {
                sheet.number(c.name());
            } else {
                sheet.text(c.name());
            }
        });
        measurements.forEach(
                m -> sheet.row(columns.stream().map(c -> c.text().apply(m)).toArray()));
        measurements.stream()
                .map(Measurement::device)
                .distinct()
                .reduce((a, b) -> a + ", " + b)
                .ifPresent(sheet::note);
        if (measurements.stream().anyMatch(m -> m.valid() && !m.stable())) {
            sheet.note("The time limit ended some cases before their median was stable.");
        }
        if (measurements.stream().anyMatch(m -> m.spread() > NOISY)) {
            sheet.note("± is how far the middle half of the runs is from the median, shown where it is more than "
                    + percent(NOISY) + ".");
        }
        if (measurements.stream()
                .anyMatch(m -> m.valid() && m.deviceSeconds().isEmpty() && m.medianSeconds() < SHORT)) {
            sheet.note("Each run has a look at the host's clock, which is much of a time below "
                    + Numbers.seconds(SHORT) + ". %timeit looks once for many runs, and is right there.");
        }
        if (measurements.stream().anyMatch(Measurement::isAboveLimit)) {
            sheet.note("Rates above the measured ceilings are set against none: the ceilings were measured while the"
                    + " device was busy, or the data was in a cache.");
        }
        return sheet;
    }

    /** A row a ceiling. */
    public static Sheet ceilings(Ceilings ceilings) {
        Sheet sheet = new Sheet("Ceilings of " + ceilings.device())
                .text("ceiling")
                .number("measured")
                .text("unit")
                .text("of");
        for (Ceilings.Limit limit : Ceilings.Limit.values()) {
            ceilings.value(limit).ifPresent(value -> sheet.row(limit.label(), rate(value), limit.unit(), limit.note()));
        }
        return sheet;
    }

    /** A row a fact. */
    public static Sheet provenance(Provenance provenance) {
        Sheet sheet = new Sheet("Provenance").text("").text("");
        provenance.facts().forEach(sheet::row);
        return sheet;
    }

    /** How long each of several devices waits for the others. */
    public static Sheet waiting(WaitingShares shares) {
        Sheet sheet = new Sheet(shares.title())
                .text("device")
                .text("part")
                .number("computing, predicted")
                .number("exchange not hidden")
                .number("waits, predicted")
                .number("in the last run");
        for (WaitingShares.Row row : shares.rows()) {
            sheet.row(
                    row.device().index() + " " + row.device().name(),
                    row.part(),
                    Numbers.seconds(row.computing()),
                    Numbers.seconds(row.exchanging()),
                    percent(row.predicted()),
                    row.measured().isPresent() ? percent(row.measured().getAsDouble()) : null);
        }
        return sheet;
    }

    /** What is in a campaign, and its measurements. */
    public static Sheet campaign(Campaign campaign) {
        Sheet sheet = measurements(campaign.measurements());
        sheet.note(campaign.toString());
        return sheet;
    }

    /** What differs, and the times that changed. */
    public static Sheet comparison(Comparison comparison) {
        Sheet sheet = new Sheet(comparison.isSameResult() ? "Same results" : "The results differ")
                .text("what")
                .text("where")
                .text("first")
                .text("second")
                .number("difference");
        for (Difference d : comparison.differences()) {
            sheet.row(
                    d.kind().name().toLowerCase(Locale.ROOT),
                    d.where(),
                    d.first(),
                    d.second(),
                    Double.isNaN(d.amount()) ? null : Numbers.significant(d.amount(), 3));
        }
        for (TimeChange t : comparison.times()) {
            sheet.row(
                    t.changed() ? "time, changed" : "time, within noise",
                    t.work().toString(),
                    time(t.first()),
                    time(t.second()),
                    String.format(Locale.ROOT, "× %.3f", t.ratio()));
        }
        return sheet;
    }

    private static String time(Statistics s) {
        return Numbers.seconds(s.median());
    }

    /** How far the runs are from their median, where that is far. */
    private static String noise(Measurement m) {
        return m.spread() > NOISY ? " ± " + percent(m.spread()) : "";
    }

    private static @Nullable String rate(double value) {
        return Double.isNaN(value) ? null : Numbers.figure(value);
    }

    private static String percent(double fraction) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * fraction);
    }

    private static @Nullable String blankToNull(String text) {
        return text.isBlank() ? null : text;
    }
}
