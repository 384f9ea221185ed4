package org.plegma.measure.campaign;

import io.jhdf.api.Dataset;
import io.jhdf.api.DatasetCreationOptions;
import io.jhdf.api.Group;
import io.jhdf.api.WritableDataset;
import io.jhdf.api.WritableGroup;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tech.tablesaw.api.BooleanColumn;
import tech.tablesaw.api.ColumnType;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.FloatColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.LongColumn;
import tech.tablesaw.api.ShortColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;

/**
 * Tablesaw tables as HDF5 groups, one dataset a column.
 *
 * <p>Numbers are stored as they are in memory, so NaN payloads and Tablesaw's missing values (NaN, or the least integer)
 * survive; booleans as bytes (1, 0, -128 missing); text as fixed-length UTF-8; dates and times as ISO text, empty if
 * missing. Names and types, in order, are in {@code _index}. An empty table has no datasets besides.
 */
final class HdfTables {

    private static final int CHUNK_ROWS = 1 << 14;
    private static final String INDEX = "_index";

    private HdfTables() {}

    static void write(WritableGroup group, Table table) {
        group.putAttribute("title", checkedText("table name", table.name()));
        group.putAttribute("rows", table.rowCount());
        group.putAttribute("columns", table.columnCount());
        if (table.columnCount() == 0) {
            return;
        }
        WritableGroup index = group.putGroup(INDEX);
        putText(index, "names", table.columnNames());
        putText(index, "types", table.types().stream().map(ColumnType::name).toList());
        if (table.rowCount() > 0) {
            table.columns().forEach(column -> put(group, escape(column.name()), column));
        }
    }

    static Table read(Group group) {
        Table table = Table.create((String) group.getAttribute("title").getData());
        int rows = (Integer) group.getAttribute("rows").getData();
        if ((Integer) group.getAttribute("columns").getData() == 0) {
            return table;
        }
        String[] names = (String[]) data(group, INDEX + "/names");
        String[] types = (String[]) data(group, INDEX + "/types");
        for (int i = 0; i < names.length; i++) {
            Object values = rows == 0 ? null : data(group, escape(names[i]));
            table.addColumns(column(names[i], types[i], values));
        }
        return table;
    }

    /** Text as a dataset of its own; attributes are for short values, as all of one object share 64 KiB. */
    static void putText(WritableGroup group, String name, List<String> values) {
        values.forEach(v -> checkedText(name, v));
        putDeflated(group, name, values.toArray(String[]::new), values.size());
    }

    /** A dataset of one dimension and at least one element, in deflated chunks. */
    static WritableDataset putDeflated(WritableGroup group, String name, Object array, int length) {
        return group.putDataset(
                name,
                array,
                DatasetCreationOptions.builder()
                        .chunkDimensions(Math.min(length, CHUNK_ROWS))
                        .deflate()
                        .build());
    }

    /**
     * The text itself, if HDF5's null-terminated UTF-8 can hold it.
     *
     * @throws IllegalArgumentException if it has a NUL character or an unpaired surrogate
     */
    static String checkedText(String what, String text) {
        int nul = text.indexOf('\0');
        if (nul >= 0) {
            throw new IllegalArgumentException(
                    "HDF5 text cannot hold the NUL character at position " + nul + " of " + what + ".");
        }
        try {
            StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("HDF5 text cannot hold the unpaired surrogate in " + what + ".", e);
        }
        return text;
    }

    /** A column's name as the name of a link: without slashes, and not taken for the index. */
    static String escape(String name) {
        StringBuilder escaped = new StringBuilder();
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            boolean first = escaped.length() == 0;
            if (b == '/' || b == '%' || (first && (b == '_' || b == '.'))) {
                escaped.append(String.format(Locale.ROOT, "%%%02X", b));
            } else {
                escaped.append((char) (b & 0xff));
            }
        }
        byte[] bytes = escaped.toString().getBytes(StandardCharsets.ISO_8859_1);
        return bytes.length == 0
                ? "%"
                : StandardCharsets.UTF_8.decode(ByteBuffer.wrap(bytes)).toString();
    }

    private static void put(WritableGroup group, String name, Column<?> column) {
        Object array = array(column);
        if (array instanceof String[] text) {
            putText(group, name, Arrays.asList(text));
        } else {
            putDeflated(group, name, array, column.size());
        }
    }

    private static Object array(Column<?> column) {
        if (column instanceof DoubleColumn c) {
            return c.asDoubleArray();
        } else if (column instanceof FloatColumn c) {
            return c.asFloatArray();
        } else if (column instanceof IntColumn c) {
            return c.asIntArray();
        } else if (column instanceof LongColumn c) {
            return c.asLongArray();
        } else if (column instanceof ShortColumn c) {
            return c.asShortArray();
        } else if (column instanceof BooleanColumn c) {
            byte[] bytes = new byte[c.size()];
            IntStream.range(0, bytes.length).forEach(i -> bytes[i] = c.getByte(i));
            return bytes;
        }
        String[] text = new String[column.size()];
        IntStream.range(0, text.length)
                .forEach(i -> text[i] = column.isMissing(i) ? "" : column.get(i).toString());
        return text;
    }

    private static Column<?> column(String name, String type, @Nullable Object values) {
        if (values == null) {
            return columnType(type).create(name);
        } else if (values instanceof double[] v) {
            return DoubleColumn.create(name, v);
        } else if (values instanceof float[] v) {
            return FloatColumn.create(name, v);
        } else if (values instanceof int[] v) {
            return IntColumn.create(name, v);
        } else if (values instanceof long[] v) {
            return LongColumn.create(name, v);
        } else if (values instanceof short[] v) {
            return ShortColumn.create(name, v);
        } else if (values instanceof byte[] v) {
            BooleanColumn column = BooleanColumn.create(name);
            for (byte b : v) {
                column.append(b);
            }
            return column;
        } else if (type.equals(ColumnType.STRING.name())) {
            return StringColumn.create(name, (String[]) values);
        }
        Column<?> column = columnType(type).create(name);
        for (String text : (String[]) values) {
            if (text.isEmpty()) {
                column.appendMissing();
            } else {
                column.appendObj(time(type, text));
            }
        }
        return column;
    }

    private static Object time(String type, String text) {
        return switch (type) {
            case "LOCAL_DATE" -> LocalDate.parse(text);
            case "LOCAL_TIME" -> LocalTime.parse(text);
            case "LOCAL_DATE_TIME" -> LocalDateTime.parse(text);
            case "INSTANT" -> Instant.parse(text);
            default -> throw new IllegalArgumentException("unknown column type " + type);
        };
    }

    private static ColumnType columnType(String name) {
        return Arrays.stream(ColumnType.values())
                .filter(t -> t.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown column type " + name));
    }

    private static Object data(Group group, String path) {
        return ((Dataset) group.getByPath(path)).getData();
    }
}
