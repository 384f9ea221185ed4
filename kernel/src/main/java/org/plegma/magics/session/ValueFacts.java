package org.plegma.magics.session;

import java.lang.reflect.Array;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ArrayShapes;
import org.plegma.array.Grid;
import org.plegma.device.DeviceArray;
import org.plegma.display.page.Text;
import tech.tablesaw.api.Table;

/**
 * What a list of variables tells of a value.
 *
 * @param shape its extents; empty if it has none
 * @param place "host", or the device that holds it
 * @param bytes what its elements take, negative if that is not known
 * @param preview its beginning as text
 */
record ValueFacts(String shape, String place, long bytes, String preview) {
    private static final int PREVIEW = 60;
    private static final int FIRST = 5;
    private static final String HOST = "host";

    static ValueFacts of(@Nullable Object value) {
        if (value == null) {
            return new ValueFacts("", "", -1, "null");
        }
        if (value instanceof DeviceArray array) {
            String closed = array.isClosed() ? " (closed)" : "";
            return new ValueFacts(
                    ArrayShapes.text(array.shape()), array.device().name() + closed, array.bytes(), array.name());
        }
        if (value instanceof Grid grid) {
            return new ValueFacts(ArrayShapes.text(grid.shape()), HOST, grid.bytes(), preview(value));
        }
        if (value instanceof Table table) {
            return new ValueFacts(table.rowCount() + " x " + table.columnCount(), HOST, -1, table.name());
        }
        if (value.getClass().isArray()) {
            return ofArray(value);
        }
        if (value instanceof Collection<?> collection) {
            return new ValueFacts(Integer.toString(collection.size()), HOST, -1, preview(value));
        }
        if (value instanceof Map<?, ?> map) {
            return new ValueFacts(Integer.toString(map.size()), HOST, -1, preview(value));
        }
        if (value instanceof CharSequence text) {
            return new ValueFacts(Integer.toString(text.length()), HOST, -1, preview(value));
        }
        return new ValueFacts("", HOST, -1, preview(value));
    }

    /** The shape of an array of arrays is told where all rows have one length. */
    private static ValueFacts ofArray(Object array) {
        int length = Array.getLength(array);
        Class<?> element = array.getClass().getComponentType();
        if (element.isPrimitive()) {
            return new ValueFacts(
                    Integer.toString(length), HOST, (long) length * bytesOf(element), beginning(array, length));
        }
        String shape = Integer.toString(length);
        long bytes = element.isArray() ? 0 : -1;
        String inner = null;
        for (int i = 0; i < length && element.isArray(); i++) {
            ValueFacts row = of(Array.get(array, i));
            bytes = row.bytes < 0 || bytes < 0 ? -1 : bytes + row.bytes;
            inner = inner == null || inner.equals(row.shape) ? row.shape : "?";
        }
        return new ValueFacts(inner == null ? shape : shape + " x " + inner, HOST, bytes, "");
    }

    private static String beginning(Object array, int length) {
        String values = IntStream.range(0, Math.min(length, FIRST))
                .mapToObj(i -> String.valueOf(Array.get(array, i)))
                .collect(Collectors.joining(", "));
        return length > FIRST ? values + ", …" : values;
    }

    private static int bytesOf(Class<?> primitive) {
        if (primitive == boolean.class || primitive == byte.class) {
            return 1;
        } else if (primitive == short.class || primitive == char.class) {
            return 2;
        }
        return primitive == long.class || primitive == double.class ? 8 : 4;
    }

    private static String preview(Object value) {
        String text;
        try {
            text = Text.withoutWrappers(String.valueOf(value));
        } catch (RuntimeException e) { // a toString() of the user's
            text = "toString() failed: " + e;
        }
        text = text.replaceAll("\\s+", " ").strip();
        return text.length() <= PREVIEW ? text : text.substring(0, PREVIEW - 1) + "…";
    }
}
