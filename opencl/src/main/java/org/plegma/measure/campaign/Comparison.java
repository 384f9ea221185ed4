package org.plegma.measure.campaign;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.measure.Measurement;
import org.plegma.measure.Provenance;
import org.plegma.measure.Statistics;
import org.plegma.measure.Work;
import tech.tablesaw.api.BooleanColumn;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.LongColumn;
import tech.tablesaw.api.NumericColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;

/**
 * What differs between two campaigns: results beyond a tolerance, and times beyond their noise.
 *
 * <p>A time counts as changed if the 95 % confidence intervals of the two medians have no value in common and each median
 * lies outside the range of the other's middle half of samples.
 *
 * @param differences results, settings, sources and facts of provenance (if both have them, without date and command) that are not the same
 * @param times one entry for each case that both campaigns timed
 */
public record Comparison(List<Difference> differences, List<TimeChange> times) {

    /** Of what sort a difference is. */
    public enum Kind {
        /** Only one campaign has it. */
        MISSING,
        /** Numbers or texts of a table or an array, or a measurement's error or validity. */
        RESULT,
        SETTING,
        SOURCE,
        PROVENANCE
    }

    /**
     * One thing that is not the same.
     *
     * @param where for example {@code table runs, column error}
     * @param first in short, what the first campaign has
     * @param second in short, what the second has
     * @param amount the largest difference relative to the largest number; NaN if they are not numbers
     */
    public record Difference(Kind kind, String where, String first, String second, double amount) {}

    /**
     * The times of one case in both campaigns.
     *
     * @param ratio second median over first; below 1 is faster
     * @param changed whether that is more than noise
     */
    public record TimeChange(
            Work work, String device, Statistics first, Statistics second, double ratio, boolean changed) {}

    public Comparison {
        differences = List.copyOf(differences);
        times = List.copyOf(times);
    }

    static Comparison of(Campaign a, Campaign b, double tolerance) {
        if (!(tolerance >= 0)) {
            throw new IllegalArgumentException("The tolerance must be 0 or more, not " + tolerance + ".");
        }
        List<Difference> found = new ArrayList<>();
        forBoth("table ", a.tables(), b.tables(), found, (name, pair) -> tables(name, pair, tolerance, found));
        forBoth("array ", a.arrays(), b.arrays(), found, (name, pair) -> arrays(name, pair, tolerance, found));
        List<TimeChange> times = new ArrayList<>();
        forBoth("", byCase(a), byCase(b), found, (name, pair) -> measured(name, pair, tolerance, found, times));
        compareTexts(Kind.SETTING, "setting ", a.settings(), b.settings(), found);
        compareTexts(Kind.SOURCE, "source ", a.sources(), b.sources(), found);
        if (a.provenance().isPresent() && b.provenance().isPresent()) {
            compareTexts(Kind.PROVENANCE, "", facts(a), facts(b), found);
        }
        return new Comparison(found, times);
    }

    /** Whether the results agree: nothing is missing and nothing differs but settings, sources, provenance and times. */
    public boolean isSameResult() {
        return differences.stream().noneMatch(d -> d.kind() == Kind.RESULT || d.kind() == Kind.MISSING);
    }

    /** The cases whose times changed beyond noise. */
    public List<TimeChange> changedTimes() {
        return times.stream().filter(TimeChange::changed).toList();
    }

    /** Columns kind, where, first, second, amount. */
    public Table differencesTable() {
        return Table.create(
                "differences",
                StringColumn.create(
                        "kind", differences.stream().map(d -> d.kind().name().toLowerCase(Locale.ROOT))),
                StringColumn.create("where", differences.stream().map(Difference::where)),
                StringColumn.create("first", differences.stream().map(Difference::first)),
                StringColumn.create("second", differences.stream().map(Difference::second)),
                DoubleColumn.create(
                        "amount",
                        differences.stream().mapToDouble(Difference::amount).toArray()));
    }

    /** Columns case, device, first_median, second_median (seconds), ratio, changed. */
    public Table timesTable() {
        return Table.create(
                "times",
                StringColumn.create("case", times.stream().map(t -> t.work().toString())),
                StringColumn.create("device", times.stream().map(TimeChange::device)),
                DoubleColumn.create(
                        "first_median",
                        times.stream().mapToDouble(t -> t.first().median()).toArray()),
                DoubleColumn.create(
                        "second_median",
                        times.stream().mapToDouble(t -> t.second().median()).toArray()),
                DoubleColumn.create(
                        "ratio", times.stream().mapToDouble(TimeChange::ratio).toArray()),
                BooleanColumn.create(
                        "changed", times.stream().map(TimeChange::changed).toList()));
    }

    @Override
    public String toString() {
        return (isSameResult() ? "same results" : "results differ") + ", "
                + changedTimes().size() + " of " + times.size() + " times changed\n"
                + differencesTable().printAll() + "\n" + timesTable().printAll();
    }

    private record Pair<T>(T first, T second) {}

    private static <T> void forBoth(
            String what,
            Map<String, T> a,
            Map<String, T> b,
            List<Difference> found,
            BiConsumer<String, Pair<T>> compare) {
        Set<String> names = new LinkedHashSet<>(a.keySet());
        names.addAll(b.keySet());
        for (String name : names) {
            if (a.containsKey(name) && b.containsKey(name)) {
                compare.accept(what + name, new Pair<>(a.get(name), b.get(name)));
            } else {
                found.add(new Difference(
                        Kind.MISSING,
                        what + name,
                        a.containsKey(name) ? "present" : "missing",
                        b.containsKey(name) ? "present" : "missing",
                        Double.NaN));
            }
        }
    }

    private static void compareTexts(
            Kind kind, String what, Map<String, ?> a, Map<String, ?> b, List<Difference> found) {
        Set<String> names = new LinkedHashSet<>(a.keySet());
        names.addAll(b.keySet());
        for (String name : names) {
            if (!Objects.equals(a.get(name), b.get(name))) {
                found.add(new Difference(kind, what + name, brief(a.get(name)), brief(b.get(name)), Double.NaN));
            }
        }
    }

    /** What tables have to have in common so that their columns can be compared. */
    private static String form(Table table) {
        return table.columns().stream()
                .map(column -> column.name() + " " + column.type().name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", ", table.rowCount() + " rows of ", ""));
    }

    private static void tables(String name, Pair<Table> pair, double tolerance, List<Difference> found) {
        Table a = pair.first();
        Table b = pair.second();
        if (a.rowCount() != b.rowCount()
                || !a.columnNames().equals(b.columnNames())
                || !a.types().equals(b.types())) {
            found.add(new Difference(Kind.RESULT, name, form(a), form(b), Double.NaN));
            return;
        }
        for (Column<?> column : a.columns()) {
            Column<?> other = b.column(column.name());
            String where = name + ", column " + column.name();
            if (column instanceof NumericColumn<?> x && other instanceof NumericColumn<?> y) {
                numbers(where, x.asDoubleArray(), y.asDoubleArray(), tolerance, found);
                if (tolerance == 0 && x instanceof LongColumn m && y instanceof LongColumn n) {
                    longs(where, m.asLongArray(), n.asLongArray(), found);
                }
                continue;
            }
            for (int i = 0; i < column.size(); i++) {
                if (!column.getString(i).equals(other.getString(i))) {
                    found.add(new Difference(
                            Kind.RESULT,
                            where + ", row " + i,
                            brief(column.getString(i)),
                            brief(other.getString(i)),
                            Double.NaN));
                    break;
                }
            }
        }
    }

    private static void arrays(String name, Pair<Grid> pair, double tolerance, List<Difference> found) {
        Grid a = pair.first();
        Grid b = pair.second();
        if (a.type() != b.type() || !Arrays.equals(a.shape(), b.shape())) {
            found.add(new Difference(Kind.RESULT, name, a.toString(), b.toString(), Double.NaN));
        } else {
            numbers(
                    name,
                    a.to(ElementType.DOUBLE).doubles(),
                    b.to(ElementType.DOUBLE).doubles(),
                    tolerance,
                    found);
            if (tolerance == 0 && a.type() == ElementType.LONG) {
                longs(name, a.longs(), b.longs(), found);
            }
        }
    }

    /** Adds the first longs that differ although one double stands for both. */
    private static void longs(String where, long[] a, long[] b, List<Difference> found) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] != b[i] && (double) a[i] == b[i]) {
                found.add(new Difference(
                        Kind.RESULT,
                        where + ", at " + i,
                        Long.toString(a[i]),
                        Long.toString(b[i]),
                        Math.abs((double) (a[i] - b[i]) / a[i])));
                return;
            }
        }
    }

    /** Adds the largest difference, relative to the largest finite number of either side, if it is above the tolerance. */
    private static void numbers(String where, double[] a, double[] b, double tolerance, List<Difference> found) {
        double scale = 0;
        for (int i = 0; i < a.length; i++) {
            scale = Double.isFinite(a[i]) ? Math.max(scale, Math.abs(a[i])) : scale;
            scale = Double.isFinite(b[i]) ? Math.max(scale, Math.abs(b[i])) : scale;
        }
        double most = 0;
        int at = -1;
        for (int i = 0; i < a.length; i++) {
            if (Double.compare(a[i], b[i]) == 0 || a[i] == b[i]) {
                continue;
            }
            double relative = Math.abs(a[i] - b[i]) / scale;
            double amount = Double.isNaN(relative) ? Double.POSITIVE_INFINITY : relative;
            if (amount > most) {
                most = amount;
                at = i;
            }
        }
        if (most > tolerance) {
            found.add(new Difference(Kind.RESULT, where + ", most at " + at, text(a[at]), text(b[at]), most));
        }
    }

    /** A number as short as its type allows: a float is not shown with the digits of a double. */
    private static String text(double value) {
        return (float) value == value ? Float.toString((float) value) : Double.toString(value);
    }

    private static void measured(
            String name, Pair<Measurement> pair, double tolerance, List<Difference> found, List<TimeChange> times) {
        Measurement a = pair.first();
        Measurement b = pair.second();
        boolean sameError = Double.compare(a.error(), b.error()) == 0 || Math.abs(a.error() - b.error()) <= tolerance;
        if (a.valid() != b.valid() || !sameError) {
            found.add(new Difference(Kind.RESULT, name, outcome(a), outcome(b), Math.abs(a.error() - b.error())));
        }
        if (a.valid() && b.valid()) {
            // Device time against host time says nothing; the host's time is there in both.
            boolean byDevice =
                    a.deviceSeconds().isPresent() && b.deviceSeconds().isPresent();
            Statistics first = (byDevice ? a.deviceSeconds() : a.hostSeconds()).orElseThrow();
            Statistics second = (byDevice ? b.deviceSeconds() : b.hostSeconds()).orElseThrow();
            double ratio = second.median() / first.median();
            times.add(new TimeChange(b.work(), b.device(), first, second, ratio, isBeyondNoise(first, second)));
        }
    }

    static boolean isBeyondNoise(Statistics a, Statistics b) {
        return a.medianInterval().isDisjointFrom(b.medianInterval())
                && !a.middleHalf().contains(b.median())
                && !b.middleHalf().contains(a.median());
    }

    private static String outcome(Measurement m) {
        return (m.valid() ? "valid, error " : "wrong, error ") + m.error();
    }

    private static Map<String, String> facts(Campaign campaign) {
        Map<String, String> facts =
                new LinkedHashMap<>(campaign.provenance().map(Provenance::facts).orElse(Map.of()));
        facts.remove("date");
        return facts;
    }

    /** Measurements by what they are; the second of the same name gets a number, and so on. */
    private static Map<String, Measurement> byCase(Campaign campaign) {
        Map<String, Measurement> named = new LinkedHashMap<>();
        for (Measurement m : campaign.measurements()) {
            String name = m.work() + " on " + m.device();
            String free = name;
            for (int n = 2; named.containsKey(free); n++) {
                free = name + " (" + n + ")";
            }
            named.put(free, m);
        }
        return named;
    }

    private static String brief(@Nullable Object value) {
        String text = value == null ? "missing" : value.toString();
        return text.length() <= 60 ? text : text.substring(0, 57) + "...";
    }
}
