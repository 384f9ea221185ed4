package org.plegma.display.page;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.DoubleFunction;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.plegma.measure.campaign.Figures;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.FloatColumn;
import tech.tablesaw.api.LongColumn;
import tech.tablesaw.api.NumericColumn;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;
import tech.tablesaw.columns.numbers.NumberColumnFormatter;

/**
 * A Tablesaw table to show: the first rows and the count of all, numbers with digits in common and aligned right. Numbers have five
 * digits, measured ones three.
 *
 * <p>A table by itself is shown with the defaults; {@code TableView.of(table).rows(100)} shows more of it. Columns with a
 * print formatter of their own keep it.
 */
public final class TableView {
    private static final int MAX_COLUMNS = 50;

    private static final int DIGITS = 5;

    /** Of what was measured. */
    private static final int MEASURED_DIGITS = 3;

    private final Table table;
    private final int rows;
    private final @Nullable String title;

    private TableView(Table table, int rows, @Nullable String title) {
        this.table = Objects.requireNonNull(table);
        this.rows = rows;
        this.title = title;
    }

    /** The first 20 rows of a table, under its name if it has one. */
    public static TableView of(Table table) {
        String name = table.name();
        return new TableView(table, 20, name == null || name.isBlank() ? null : name);
    }

    /** The first 20 values of a column. */
    public static TableView of(Column<?> column) {
        return of(Table.create(column.name() + " (" + column.type().getPrinterFriendlyName() + ")", column));
    }

    /** One row, under its number. */
    public static TableView of(Row row) {
        Table table = Table.create("row " + row.getRowNumber());
        for (int c = 0; c < row.columnCount(); c++) {
            Column<?> column = row.type(c).create(row.columnNames().get(c));
            Object value = row.getObject(c);
            if (value == null) {
                column.appendMissing();
            } else {
                column.appendObj(value);
            }
            table.addColumns(column);
        }
        return of(table);
    }

    /** With another number of rows at most. */
    public TableView rows(int most) {
        if (most < 0) {
            throw new IllegalArgumentException("The number of rows to show must not be negative: " + most);
        }
        return new TableView(table, most, title);
    }

    /** With another title. */
    public TableView title(@Nullable String text) {
        return new TableView(table, rows, text);
    }

    /** The table, as a cell shows it. */
    public MimeBundle render() {
        Sheet sheet = new Sheet(title);
        int shownRows = Math.min(rows, table.rowCount());
        int shownColumns = Math.min(MAX_COLUMNS, table.columnCount());
        Object[][] cells = new Object[shownRows][shownColumns];
        for (int c = 0; c < shownColumns; c++) {
            Column<?> column = table.column(c);
            String heading = table instanceof Figures ? Figures.heading(column.name()) : column.name();
            sheet.column(column.name(), heading, column instanceof NumericColumn);
            IntFunction<String> format = format(column, shownRows);
            for (int r = 0; r < shownRows; r++) {
                cells[r][c] = column.isMissing(r) ? null : format.apply(r);
            }
        }
        for (Object[] row : cells) {
            sheet.row(row);
        }
        return sheet.note(count(shownRows, shownColumns)).bundle();
    }

    private String count(int shownRows, int shownColumns) {
        String rowCount = Numbers.counted(table.rowCount(), "row");
        String columnCount = Numbers.counted(table.columnCount(), "column");
        return (shownRows < table.rowCount() ? Numbers.grouped(shownRows) + " of " + rowCount : rowCount)
                + (shownColumns < table.columnCount() ? ", " + shownColumns + " of " + columnCount : "");
    }

    /**
     * The text of a column's cells by row: aligned digits for floating point, the same digits in every country for whole numbers,
     * else what the column itself prints.
     */
    private IntFunction<String> format(Column<?> column, int shownRows) {
        if (!(column instanceof NumericColumn<?> numbers)) {
            return column::getString;
        }
        IntFunction<String> initial = initialText(numbers);
        boolean formattedByUser = IntStream.range(0, shownRows)
                .filter(r -> !column.isMissing(r))
                .anyMatch(r -> !column.getString(r).equals(initial.apply(r)));
        if (formattedByUser) {
            return column::getString;
        }
        if (!isFloatingPoint(column)) {
            return column::getUnformattedString;
        }
        double[] values =
                IntStream.range(0, shownRows).mapToDouble(numbers::getDouble).toArray();
        boolean measured =
                table instanceof Figures && (areWithin(MEASURED_DIGITS, values) || !areWithin(DIGITS, values));
        DoubleFunction<String> text = Numbers.column(values, measured ? MEASURED_DIGITS : DIGITS);
        return r -> text.apply(values[r]);
    }

    /** Whether no digits are lost: what somebody chose, such as a density of 0.03125, is shown as it is. */
    private static boolean areWithin(int digits, double[] values) {
        return Arrays.stream(values)
                .filter(Double::isFinite)
                .allMatch(v -> new BigDecimal(v).round(new MathContext(digits)).doubleValue() == v);
    }

    /** What a column prints that has no formatter of the user's own. */
    private static IntFunction<String> initialText(NumericColumn<?> column) {
        NumberColumnFormatter initial =
                isFloatingPoint(column) ? NumberColumnFormatter.floatingPointDefault() : NumberColumnFormatter.ints();
        initial.setColumnType(column.type());
        if (column instanceof FloatColumn floats) {
            return r -> initial.format(floats.getFloat(r));
        } else if (column instanceof DoubleColumn) {
            return r -> initial.format(column.getDouble(r));
        }
        return column instanceof LongColumn longs
                ? r -> initial.format(longs.getLong(r))
                : r -> initial.format((int) column.getDouble(r));
    }

    /** By class: the constants of ColumnType can differ from the types of columns, by the order in which classes load. */
    private static boolean isFloatingPoint(Column<?> column) {
        return column instanceof FloatColumn || column instanceof DoubleColumn;
    }
}
