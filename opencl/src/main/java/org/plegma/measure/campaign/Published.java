package org.plegma.measure.campaign;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.plegma.array.DataFiles;
import tech.tablesaw.api.ColumnType;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;
import tech.tablesaw.io.csv.CsvReadOptions;

/** Figures that others published, beside those of records: see {@link Records#beside(Path)}. */
final class Published {
    private static final List<String> OWN = List.of("figure", "here", "published", "of", "pick");

    private Published() {}

    static Table beside(Records records, Table published) {
        List<String> wanted = published.columnNames();
        OWN.stream().filter(name -> !wanted.contains(name)).findFirst().ifPresent(name -> {
            throw new IllegalArgumentException(
                    "'" + published.name() + "' has no column '" + name + "'; expected are " + OWN + ".");
        });
        for (String name : wanted) {
            if (!OWN.contains(name) && !records.containsColumn(name)) {
                throw new IllegalArgumentException("The column '" + name + "' of '" + published.name()
                        + "' is none of the records, and none of " + OWN + ".");
            }
        }
        StringColumn figures = StringColumn.create("figure");
        StringColumn places = StringColumn.create("here");
        DoubleColumn theirs = DoubleColumn.create("published");
        DoubleColumn ours = DoubleColumn.create("ours");
        DoubleColumn ratios = DoubleColumn.create("ours / published");
        StringColumn found = StringColumn.create("of ours");
        for (Row row : published) {
            double figure = number(row);
            OptionalInt best = best(records, row);
            double value = best.isPresent()
                    ? records.doubleColumn(row.getString("of")).getDouble(best.getAsInt())
                    : Double.NaN;
            figures.append(row.getString("figure"));
            places.append(row.getString("here"));
            theirs.append(figure);
            ours.append(value);
            ratios.append(value / figure);
            found.append(
                    best.isPresent()
                            ? text(records, best.getAsInt())
                            : row.getString("of").isEmpty() ? "" : "not in these records");
        }
        return new Figures(published.name(), List.<Column<?>>of(figures, places, theirs, ours, ratios, found));
    }

    /** A table of texts only, as numbers and words may stand in one column. */
    static Table read(Path file) {
        try {
            DataFiles.reading(file);
            CsvReadOptions texts = CsvReadOptions.builder(file.toFile())
                    .columnTypes(name -> ColumnType.STRING)
                    .tableName("Published figures, and ours")
                    .build();
            return Table.read().usingOptions(texts);
        } catch (RuntimeException e) {
            throw new CampaignException(file, "it is no table of published figures (" + e.getMessage() + ").", e);
        }
    }

    /** The row with the largest figure, or the least, of those that fulfil all conditions of a published one. */
    private static OptionalInt best(Records records, Row row) {
        String column = row.getString("of");
        if (column.isEmpty()) {
            return OptionalInt.empty();
        }
        if (!records.containsColumn(column)) {
            throw new IllegalArgumentException("The records have no column '" + column + "', which is asked for '"
                    + row.getString("figure") + "'.");
        }
        DoubleColumn figures = records.doubleColumn(column);
        List<String> conditions = row.columnNames().stream()
                .filter(name -> !OWN.contains(name) && !row.getString(name).isEmpty())
                .toList();
        int sign = sign(row);
        return IntStream.range(0, records.rowCount())
                .filter(i -> !figures.isMissing(i))
                .filter(i -> conditions.stream()
                        .allMatch(name -> Arrays.asList(row.getString(name).split("\\|"))
                                .contains(Records.text(records.column(name), i))))
                .reduce((a, b) -> sign * figures.getDouble(b) > sign * figures.getDouble(a) ? b : a);
    }

    private static int sign(Row row) {
        return switch (row.getString("pick")) {
            case "most" -> 1;
            case "least" -> -1;
            default -> throw new IllegalArgumentException("Pick 'most' or 'least' for '" + row.getString("figure")
                    + "', not '" + row.getString("pick") + "'.");
        };
    }

    private static double number(Row row) {
        String text = row.getString("published");
        try {
            return text.isEmpty() ? Double.NaN : Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "What is published of '" + row.getString("figure") + "' must be a number or nothing, found '" + text
                            + "'.",
                    e);
        }
    }

    private static String text(Records records, int row) {
        String k = Records.text(records.column("k"), row);
        String threads = Records.text(records.column("threads"), row);
        return records.stringColumn("method").get(row) + (k.isEmpty() ? "" : "(" + k + ")")
                + (threads.isEmpty() ? "" : ", " + threads + (threads.equals("1") ? " thread" : " threads")) + ", "
                + records.stringColumn("shape").get(row).replace("x", " × ");
    }
}
