package org.plegma.rewrite.parallel;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.rewrite.KernelProgram.Access;
import org.plegma.rewrite.KernelProgram.Argument;
import org.plegma.rewrite.Place;

/**
 * The copies of Java arrays on the device during a run: made when an array is first used, brought back once at the end
 * if a kernel may have written them. Rows of an array of arrays lie one after the other.
 */
final class ArraysOnDevice implements AutoCloseable {
    private static final class Copy {
        final DeviceArray buffer;
        boolean written;

        Copy(DeviceArray buffer) {
            this.buffer = buffer;
        }
    }

    private final Session session;
    private final Map<Object, Copy> copies = new IdentityHashMap<>();

    ArraysOnDevice(Session session) {
        this.session = session;
    }

    /** The copy of an array, made if it is not there. */
    DeviceArray of(String name, Object array, boolean written) {
        if (array == null) {
            throw new NullPointerException("The array '" + name + "' is null.");
        }
        Copy copy = copies.computeIfAbsent(array, key -> new Copy(upload(name, key)));
        copy.written |= written;
        return copy.buffer;
    }

    private DeviceArray upload(String name, Object array) {
        Object flat = array instanceof Object[] rows ? flatten(name, rows) : array;
        int length = Array.getLength(flat);
        if (length == 0) {
            return session.allocate(ElementType.of(flat), 1); // there is no buffer without elements
        }
        return session.upload(flat, length).named(name);
    }

    private static Object flatten(String name, Object[] rows) {
        Class<?> element = rows.getClass().getComponentType().getComponentType();
        int columns = rows.length == 0 || rows[0] == null ? 0 : Array.getLength(rows[0]);
        Map<Object, Object> seen = new IdentityHashMap<>();
        for (int i = 0; i < rows.length; i++) {
            if (rows[i] == null || Array.getLength(rows[i]) != columns) {
                throw new ParallelException(
                        Place.NONE,
                        "row " + i + " of '" + name + "' has "
                                + (rows[i] == null ? "no elements" : Array.getLength(rows[i]) + " elements")
                                + ", row 0 has " + columns + ": an array on the device has rows of one length.");
            }
            if (seen.put(rows[i], rows) != null) {
                throw new ParallelException(
                        Place.NONE, "row " + i + " of '" + name + "' is the same array as another of its rows.");
            }
        }
        Object flat = Array.newInstance(element, Math.multiplyExact(rows.length, columns));
        for (int i = 0; i < rows.length; i++) {
            System.arraycopy(rows[i], 0, flat, i * columns, columns);
        }
        return flat;
    }

    /**
     * Checks what the analysis takes for granted: arrays of different names are different arrays.
     *
     * @throws ParallelException if they are not, and one of them is written
     */
    void checkAliases(ParallelKernel kernel, Map<String, Object> values) {
        Map<Object, String> seen = new IdentityHashMap<>();
        List<String> written = new ArrayList<>();
        List<String[]> same = new ArrayList<>();
        for (Argument argument : kernel.plain().program().arguments()) {
            String name = argument instanceof Argument.Array ? kernel.plain().javaName(argument.name()) : null;
            Object array = name == null ? null : values.get(name);
            if (array == null) {
                continue;
            }
            if (((Argument.Array) argument).access() != Access.IN) {
                written.add(name);
            }
            for (Object part : array instanceof Object[] rows ? List.of(with(rows)) : List.of(array)) {
                String other = seen.put(part, name);
                if (other != null && !other.equals(name)) {
                    same.add(new String[] {other, name});
                }
            }
        }
        for (String[] pair : same) {
            boolean rows = values.get(pair[0]) instanceof Object[] || values.get(pair[1]) instanceof Object[];
            if ((written.contains(pair[0]) || written.contains(pair[1]))
                    && (kernel.assumed().isEmpty() || rows)) {
                throw new ParallelException(
                        kernel.loop().place(),
                        "'" + pair[0] + "' and '" + pair[1] + "' are the same array, so that iterations may depend on"
                                + " each other. Copy one of them: " + pair[1] + " = " + pair[1] + ".clone().");
            }
        }
    }

    private static Object[] with(Object[] rows) {
        List<Object> parts = new ArrayList<>(List.of((Object) rows));
        for (Object row : rows) {
            if (row != null) {
                parts.add(row);
            }
        }
        return parts.toArray();
    }

    /** Brings back what kernels may have written. */
    void download() {
        copies.forEach((array, copy) -> {
            if (!copy.written) {
                return;
            }
            if (!(array instanceof Object[] rows)) {
                if (Array.getLength(array) > 0) {
                    copy.buffer.download(array);
                }
                return;
            }
            Object flat = Array.newInstance(
                    rows.getClass().getComponentType().getComponentType(), Math.toIntExact(copy.buffer.length()));
            copy.buffer.download(flat);
            int columns = rows.length == 0 ? 0 : Array.getLength(rows[0]);
            for (int i = 0; i < rows.length; i++) {
                System.arraycopy(flat, i * columns, rows[i], 0, columns);
            }
        });
    }

    @Override
    public void close() {
        copies.values().forEach(copy -> copy.buffer.close());
    }
}
