package org.plegma.measure.campaign;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.DoublePredicate;
import java.util.function.IntPredicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.plegma.array.Preconditions;
import org.plegma.measure.Measurement;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.NumericColumn;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;
import tech.tablesaw.selection.Selection;

/**
 * Measurements as one Tablesaw table, whatever file they come from, with what one asks of them.
 *
 * <pre>{@code
 * Records h200 = Records.load("stencils-h200.h5", "stencils-single-h200.h5");
 * h200.where("case", "star").speedupOver("direct").pivot("k", "method", "speedup")
 * Charts.lines(h200.where("case", "random").titled("density"), "density", "gcells_per_s", "method")
 * }</pre>
 *
 * <p>Columns, a row a measurement: {@code family}, {@code case}; the parameters of cases, each a column of numbers or words, such as
 * {@code radius}; {@code method}, without its own numbers, which are in {@code k} (as of {@code blocked(4)}), {@code cubes} (as of
 * {@code skip(8³)}) and {@code threads}; {@code type}, {@code shape}, {@code rank}, {@code side} (of squares and cubes), {@code device};
 * {@code ms} and {@code seconds_median, _min, _max}, with {@code seconds_low} and {@code seconds_high} the 95 % interval of the median
 * (the range, where single times were not kept), {@code seconds_host} by the host's clock and {@code seconds_floor} the least that the
 * device's ceilings allow; {@code runs}; {@code gflops, gbytes_per_s, gcells_per_s, fraction_of_limit}; {@code error, valid, problem};
 * {@code why}, what a method such as {@code auto} stood for; {@code file, driver, date}. What does not apply is missing.
 */
public final class Records extends Figures {
    static final List<String> METHOD = List.of("method", "k", "cubes", "threads");

    private static final List<String> FIGURES = List.of(
            "device",
            "ms",
            "seconds_median",
            "seconds_min",
            "seconds_max",
            "seconds_low",
            "seconds_high",
            "seconds_host",
            "seconds_floor",
            "runs",
            "gflops",
            "gbytes_per_s",
            "gcells_per_s",
            "fraction_of_limit",
            "error",
            "valid",
            "problem",
            "why",
            "file",
            "driver",
            "date");

    Records(String name, Collection<Column<?>> columns) {
        super(name, columns);
    }

    /**
     * All measurements of some files, which {@code plegma bench} wrote with {@code --record} or {@code --json}.
     *
     * @throws CampaignException if one is missing or is not such a file
     */
    public static Records load(String... files) {
        Preconditions.notNull(files, "files");
        return load(Arrays.stream(files).map(Path::of).toArray(Path[]::new));
    }

    /** As {@link #load(String...)}. */
    public static Records load(Path... files) {
        Preconditions.notNull(files, "files");
        return RecordColumns.of(
                Arrays.stream(files).flatMap(f -> RecordLines.read(f).stream()).toList());
    }

    /** What was just measured. */
    public static Records of(List<Measurement> measurements) {
        Preconditions.notNull(measurements, "measurements");
        return RecordColumns.of(
                measurements.stream().map(m -> RecordLines.of(m, "", "", "")).toList());
    }

    /** The same under another title, which charts have, too. */
    public Records titled(String title) {
        Preconditions.notNull(title, "title");
        return new Records(title, columns());
    }

    /** A row a file: its name, device, driver, date, cases, and how many of them are wrong. */
    public Table sources() {
        Table table = Table.create("records");
        List<String> names = List.of("file", "device", "driver", "date");
        Map<List<String>, int[]> counts = new LinkedHashMap<>();
        for (Row row : this) {
            int[] count =
                    counts.computeIfAbsent(names.stream().map(row::getString).toList(), key -> new int[2]);
            count[0]++;
            count[1] += row.getBoolean("valid") ? 0 : 1;
        }
        for (int i = 0; i < names.size(); i++) {
            int at = i;
            table.addColumns(
                    StringColumn.create(names.get(i), counts.keySet().stream().map(key -> key.get(at))));
        }
        return table.addColumns(
                IntColumn.create(
                        "cases", counts.values().stream().mapToInt(c -> c[0]).toArray()),
                IntColumn.create(
                        "wrong", counts.values().stream().mapToInt(c -> c[1]).toArray()));
    }

    /**
     * The rows that have one of these values in a column.
     *
     * @param values texts, numbers or truth values
     * @throws IllegalArgumentException if no row has any of them, naming those that there are
     */
    public Records where(String column, Object... values) {
        Preconditions.notNull(values, "values");
        Set<String> wanted = Arrays.stream(values).map(Records::text).collect(Collectors.toSet());
        Column<?> among = named(column);
        return kept(row -> wanted.contains(text(among, row)), column, "is " + String.join(" or ", wanted));
    }

    /**
     * The rows whose number in a column is as asked for; those that have none are left out.
     *
     * @throws IllegalArgumentException if there is no such row
     */
    public Records where(String column, DoublePredicate asked) {
        Preconditions.notNull(asked, "asked");
        NumericColumn<?> among = number(column);
        return kept(row -> !among.isMissing(row) && asked.test(among.getDouble(row)), column, "is as asked for");
    }

    /** The rows that have none of these values in a column. */
    public Records except(String column, Object... values) {
        Preconditions.notNull(values, "values");
        Set<String> unwanted = Arrays.stream(values).map(Records::text).collect(Collectors.toSet());
        Column<?> among = named(column);
        return kept(
                row -> !unwanted.contains(text(among, row)), column, "is another than " + String.join(", ", unwanted));
    }

    /** The rows that have a value in a column. */
    public Records having(String column) {
        Column<?> among = named(column);
        return kept(row -> !among.isMissing(row), column, "has a value");
    }

    /** Of rows that measure the same by the same method on the same device the first, as of a case that is in several files. */
    public Records distinct() {
        Set<List<String>> seen = new LinkedHashSet<>();
        List<String> key = new ArrayList<>(task());
        key.addAll(METHOD);
        key.add("device");
        return only(row -> seen.add(key(key, row)));
    }

    /** The row with the shortest time of those that are equal in these columns. */
    public Records fastest(String... by) {
        List<String> columns = List.of(by);
        columns.forEach(this::named);
        Map<List<String>, Integer> best = new LinkedHashMap<>();
        DoubleColumn seconds = doubleColumn("seconds_median");
        for (int row = 0; row < rowCount(); row++) {
            if (!seconds.isMissing(row)) {
                int at = row;
                best.merge(key(columns, row), row, (a, b) -> seconds.getDouble(at) < seconds.getDouble(a) ? at : a);
            }
        }
        return only(best.values()::contains);
    }

    /** With one more column, computed from each row. */
    public Records with(String name, ToDoubleFunction<Row> value) {
        Preconditions.notNull(name, "name");
        Preconditions.notNull(value, "value");
        double[] values = new double[rowCount()];
        for (Row row : this) {
            values[row.getRowNumber()] = value.applyAsDouble(row);
        }
        return plus(DoubleColumn.create(name, values));
    }

    /**
     * How many times as fast each row is as a method, in a column {@code speedup}, with the half width of its 95 % interval in
     * {@code speedup_error}. Compared is the same case with the same parameters, type, shape and device, or on the one other device where
     * the method was measured; missing where it was not.
     *
     * @throws IllegalArgumentException if no row has the method, or several rows of one case have it
     */
    public Records speedupOver(String method) {
        Peers peers = new Peers(this, where("method", method), task());
        return plus(peers.ratio("speedup"), peers.ratioError("speedup_error"));
    }

    /**
     * The rows that tell on how many {@code devices} they ran, set beside one device: {@code speedup} for the same case and shape,
     * {@code efficiency}, the speed-up over the number of devices, and {@code weak_efficiency}, the time of one device for its part, cut
     * along the first axis, over the time of all; each with the half width of its 95 % interval in {@code …_error}. How the devices share
     * the work, which one of them has no value for, does not matter. Missing where one device was not measured.
     *
     * @throws IllegalArgumentException if no row is of one device, or several are of one case
     */
    public Records scaling() {
        return Scaling.of(this);
    }

    /** The rows that the method has a row beside, with its figures: see {@link #beside(Records, String...)}. */
    public Records beside(String method) {
        return except("method", method).beside(where("method", method));
    }

    /**
     * The rows for which others measured the same, with their figures: a column for each of {@code ms, gflops, gbytes_per_s, gcells_per_s}
     * that they have, named after their method, such as {@code cublas gflops}, and {@code × cublas}, how many times as fast this one is.
     *
     * @param others rows of one method
     * @param but columns in which the two may differ
     */
    public Records beside(Records others, String... but) {
        Preconditions.notNull(others, "others");
        Set<String> methods = new TreeSet<>(others.stringColumn("method").asSet());
        if (methods.size() != 1) {
            throw new IllegalArgumentException("The others must be of one method, found " + methods + ".");
        }
        String peer = methods.iterator().next();
        List<String> key = new ArrayList<>(task());
        key.removeAll(List.of(but));
        Peers peers = new Peers(this, others, key);
        List<Column<?>> more = new ArrayList<>();
        for (String figure : List.of("ms", "gflops", "gbytes_per_s", "gcells_per_s")) {
            DoubleColumn column = peers.figure(figure, peer + " " + figure);
            if (column.countMissing() < column.size()) {
                more.add(column);
            }
        }
        more.add(peers.ratio("× " + peer));
        return plus(more.toArray(Column[]::new)).kept(peers::has, "method", "has " + peer + " beside it");
    }

    /**
     * Figures that others published, and ours beside them. The file is CSV with a row for each: {@code figure}, what it is; {@code here},
     * where the reader finds it; {@code published}, their number; {@code of}, the column of these records in which ours is, nothing if ours is
     * no number, and {@code pick}, {@code most} or {@code least}, which of several counts; all further columns are those of these records, and
     * hold the value that a row must have, values with {@code |} between them, or nothing.
     *
     * @return columns figure, here, published, ours, their ratio, and the method and shape of ours; missing if there is none
     */
    public Table beside(Path published) {
        Preconditions.notNull(published, "published");
        return Published.beside(this, Published.read(published));
    }

    /**
     * A table with a row for each value of one column, a column for each value of another, and in each place the figure of the row that has
     * both; missing where none has.
     *
     * @throws IllegalArgumentException if several rows have both, naming the columns in which they differ
     */
    public Table pivot(String rows, String columns, String figure) {
        return new Pivot(this, rows, columns).table(figure);
    }

    /**
     * The number that the only row has in a column.
     *
     * @throws IllegalArgumentException if there are several rows
     */
    public double value(String column) {
        NumericColumn<?> numbers = number(column);
        if (rowCount() != 1) {
            throw new IllegalArgumentException("One row of '" + name() + "' is expected, and there are " + rowCount()
                    + (rowCount() < 2 ? "." : "; the first two differ in " + Pivot.differing(this, 0, 1) + "."));
        }
        return numbers.getDouble(0);
    }

    /** The columns that say what is measured, without the method; computed columns are behind all others. */
    List<String> task() {
        return columnNames().subList(0, columnIndex("date")).stream()
                .filter(name -> !METHOD.contains(name) && !FIGURES.contains(name))
                .toList();
    }

    List<String> key(List<String> columns, int row) {
        return columns.stream().map(name -> text(column(name), row)).toList();
    }

    Records plus(Column<?>... more) {
        List<Column<?>> all = new ArrayList<>(columns());
        Set<String> names = Arrays.stream(more).map(Column::name).collect(Collectors.toSet());
        all.removeIf(column -> names.contains(column.name()));
        all.addAll(List.of(more));
        return new Records(name(), all);
    }

    private Records kept(IntPredicate asked, String column, String what) {
        Records left = only(asked);
        if (left.rowCount() == 0) {
            Set<String> there = IntStream.range(0, rowCount())
                    .mapToObj(row -> text(column(column), row))
                    .collect(Collectors.toCollection(LinkedHashSet::new));
            throw new IllegalArgumentException(
                    "In no row of '" + name() + "' the column '" + column + "' " + what + "; there are " + there + ".");
        }
        return left;
    }

    private Records only(IntPredicate asked) {
        int[] rows = IntStream.range(0, rowCount()).filter(asked).toArray();
        return new Records(name(), where(Selection.with(rows)).columns());
    }

    private Column<?> named(String column) {
        if (!containsColumn(column)) {
            throw new IllegalArgumentException("There is no column '" + column + "'; there are " + columnNames() + ".");
        }
        return column(column);
    }

    private NumericColumn<?> number(String column) {
        if (named(column) instanceof NumericColumn<?> numbers) {
            return numbers;
        }
        throw new IllegalArgumentException("The column '" + column + "' has no numbers, but "
                + named(column).type().getPrinterFriendlyName() + ".");
    }

    /** A value as text; equal numbers have equal texts, whatever their types. */
    static String text(Column<?> column, int row) {
        return column.isMissing(row) ? "" : text(column.get(row));
    }

    static String text(Object value) {
        boolean whole = value instanceof Number number && number.doubleValue() == number.longValue();
        return whole ? String.valueOf(((Number) value).longValue()) : String.valueOf(value);
    }
}
