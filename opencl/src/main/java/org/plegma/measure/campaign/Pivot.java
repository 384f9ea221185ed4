package org.plegma.measure.campaign;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.plegma.array.Preconditions;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.NumericColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;

/** A table's rows by the values of two of its columns: numbers in rising order, words in the order in which they first come. */
public final class Pivot {
    private static final int NONE = -1;

    private final Table table;
    private final Column<?> across;
    private final List<Object> downValues;
    private final List<Object> acrossValues;
    private final String downName;
    private final int[][] rows;

    /**
     * Finds the row of each pair of values; rows without a value in either column are left out.
     *
     * @param down the column whose values are the pivot's rows
     * @param across the column whose values are its columns
     * @throws IllegalArgumentException if several rows have the same pair, naming the columns in which they differ
     */
    public Pivot(Table table, String down, String across) {
        this.table = Preconditions.notNull(table, "table");
        this.across = named(table, across);
        Column<?> downColumn = named(table, down);
        downName = down;
        downValues = values(downColumn);
        acrossValues = values(this.across);
        rows = new int[downValues.size()][acrossValues.size()];
        Arrays.stream(rows).forEach(row -> Arrays.fill(row, NONE));
        for (int row = 0; row < table.rowCount(); row++) {
            if (!downColumn.isMissing(row) && !this.across.isMissing(row)) {
                int i = downValues.indexOf(downColumn.get(row));
                int j = acrossValues.indexOf(this.across.get(row));
                if (rows[i][j] != NONE) {
                    throw new IllegalArgumentException("Several rows of '" + table.name() + "' have " + down + " = "
                            + downValues.get(i) + " and " + across + " = " + acrossValues.get(j)
                            + "; they differ in " + differing(table, rows[i][j], row)
                            + ". Choose among them with where(…).");
                }
                rows[i][j] = row;
            }
        }
    }

    /** The values of the pivot's rows. */
    public List<Object> downValues() {
        return downValues;
    }

    /** The values of its columns. */
    public List<Object> acrossValues() {
        return acrossValues;
    }

    /** The table's row that has both values. */
    public OptionalInt row(int down, int across) {
        return rows[down][across] == NONE ? OptionalInt.empty() : OptionalInt.of(rows[down][across]);
    }

    /** A figure by row and column of the pivot; NaN where there is none. */
    public double[][] figures(String figure) {
        if (!(named(table, figure) instanceof NumericColumn<?> numbers)) {
            throw new IllegalArgumentException("The column '" + figure + "' has no numbers.");
        }
        return Arrays.stream(rows)
                .map(line -> Arrays.stream(line)
                        .mapToDouble(row -> row == NONE || numbers.isMissing(row) ? Double.NaN : numbers.getDouble(row))
                        .toArray())
                .toArray(double[][]::new);
    }

    /** The figures as a table under the old one's name. */
    Table table(String figure) {
        double[][] figures = figures(figure);
        Table pivot = Table.create(table.name());
        Column<?> names = named(table, downName);
        pivot.addColumns(
                names instanceof NumericColumn
                        ? copy(names)
                        : StringColumn.create(downName, downValues.stream().map(String::valueOf)));
        for (int j = 0; j < acrossValues.size(); j++) {
            int at = j;
            String head = across instanceof NumericColumn
                    ? across.name() + " " + Records.text(acrossValues.get(j))
                    : String.valueOf(acrossValues.get(j));
            pivot.addColumns(DoubleColumn.create(
                    head, Arrays.stream(figures).mapToDouble(line -> line[at]).toArray()));
        }
        return Figures.of(pivot);
    }

    private Column<?> copy(Column<?> names) {
        Column<?> column = names.emptyCopy();
        downValues.forEach(column::appendObj);
        return column;
    }

    private static List<Object> values(Column<?> column) {
        var there = IntStream.range(0, column.size())
                .filter(row -> !column.isMissing(row))
                .mapToObj(row -> (Object) column.get(row))
                .distinct();
        return (column instanceof NumericColumn
                        ? there.sorted(Comparator.comparingDouble(v -> ((Number) v).doubleValue()))
                        : there)
                .toList();
    }

    /** The first columns in which two rows differ, that say what they are. */
    static String differing(Table table, int one, int other) {
        String names = table.columnNames().stream()
                .filter(name -> !Records.text(table.column(name), one).equals(Records.text(table.column(name), other)))
                .limit(4)
                .map(name -> name + " (" + Records.text(table.column(name), one) + ", "
                        + Records.text(table.column(name), other) + ")")
                .collect(Collectors.joining(", "));
        return Optional.of(names).filter(text -> !text.isEmpty()).orElse("nothing");
    }

    /**
     * A column of a table.
     *
     * @throws IllegalArgumentException with the names of those that there are, if it is none of them
     */
    public static Column<?> named(Table table, String name) {
        Preconditions.notNull(table, "table");
        Preconditions.notNull(name, "name");
        if (!table.containsColumn(name)) {
            throw new IllegalArgumentException(
                    "There is no column '" + name + "'; there are " + table.columnNames() + ".");
        }
        return table.column(name);
    }
}
