package org.plegma.rewrite.parallel.launch;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.device.DeviceArray;
import org.plegma.device.Session;
import org.plegma.rewrite.parallel.errors.ParallelException;
import org.plegma.rewrite.program.KernelProgram.Access;
import org.plegma.rewrite.program.KernelProgram.Argument;
import org.plegma.rewrite.text.Place;

/**
 * The copies of Java arrays on the device during a run: made when an array is first used, brought back once at the end
 * if a kernel may have written them. Rows of an array of arrays lie one after the other. An array that is also a row of another
 * is in both copies; what a kernel writes into one is copied into the other before that is used.
 */
public final class ArraysOnDevice implements AutoCloseable {
    private static final class Copy {
        final DeviceArray buffer;
        /** The arrays of one dimension whose elements it holds one after the other: the array itself, or its rows. */
        final List<Object> parts;

        final int partLength;
        final boolean isRows;
        /** Whether kernels have written what the host does not have. */
        boolean written;
        /** Whether the host has written what the device does not have. */
        boolean old;

        Copy(DeviceArray buffer, List<Object> parts, int partLength, boolean isRows) {
            this.isRows = isRows;
            this.buffer = buffer;
            this.parts = parts;
            this.partLength = partLength;
        }
    }

    private final Session session;
    private final Map<Object, Copy> copies = new IdentityHashMap<>();
    /** By an array of one dimension the copy that has its elements last written, for those that are in several copies. */
    private final Map<Object, Copy> shared = new IdentityHashMap<>();

    public ArraysOnDevice(Session session) {
        this.session = session;
    }

    /** The copy of an array, made if it is not there, with what kernels have written into arrays that share storage. */
    public DeviceArray of(String name, @Nullable Object array, boolean written) {
        if (array == null) {
            throw new NullPointerException("The array '" + name + "' is null.");
        }
        Copy copy = copies.get(array);
        if (copy == null) {
            copy = upload(name, array);
            share(copy);
            copies.put(array, copy);
        }
        if (copy.old) {
            Object flat = array instanceof Object[] rows ? flatten(name, rows) : array;
            if (Array.getLength(flat) > 0) {
                copy.buffer.upload(flat);
            }
            copy.old = false;
        }
        if (!shared.isEmpty()) {
            refresh(copy);
        }
        if (written) {
            checkApart(name, copy);
            copy.written = true;
            for (int i = 0; i < copy.parts.size() && !shared.isEmpty(); i++) {
                shared.replace(copy.parts.get(i), copy);
            }
        }
        return copy.buffer;
    }

    /** Finds the arrays of a new copy that are in others too. */
    private void share(Copy copy) {
        for (Copy other : copies.values()) {
            if (!other.isRows && !copy.isRows) {
                continue; // two whole arrays are two
            }
            Map<Object, Object> there = new IdentityHashMap<>();
            other.parts.forEach(part -> there.put(part, part));
            for (Object part : copy.parts) {
                if (there.containsKey(part) && !shared.containsKey(part)) {
                    shared.put(part, other);
                }
            }
        }
    }

    /** Copies what another copy has newer, on the device. */
    private void refresh(Copy copy) {
        for (int i = 0; i < copy.parts.size(); i++) {
            Copy newest = shared.get(copy.parts.get(i));
            if (newest != null && newest != copy && newest.written) {
                long from = (long) newest.partLength * place(newest, copy.parts.get(i));
                newest.buffer
                        .copyAsync(session.compute(), from, copy.buffer, (long) copy.partLength * i, copy.partLength)
                        .await();
            }
        }
    }

    private static int place(Copy copy, Object part) {
        int place = 0;
        while (copy.parts.get(place) != part) {
            place++;
        }
        return place;
    }

    private static void checkApart(String name, Copy copy) {
        if (copy.written || copy.parts.size() < 2) {
            return;
        }
        Map<Object, Object> seen = new IdentityHashMap<>();
        for (int i = 0; i < copy.parts.size(); i++) {
            if (seen.put(copy.parts.get(i), name) != null) {
                throw new ParallelException(
                        Place.NONE, "row " + i + " of '" + name + "' is the same array as another of its rows.");
            }
        }
    }

    private Copy upload(String name, Object array) {
        Object flat = array instanceof Object[] rows ? flatten(name, rows) : array;
        List<Object> parts = array instanceof Object[] rows ? List.of(rows) : List.of(array);
        int length = Array.getLength(flat);
        DeviceArray buffer = length == 0
                ? session.allocate(ElementType.of(flat), 1) // there is no buffer without elements
                : session.upload(flat, length).named(name);
        return new Copy(buffer, parts, parts.isEmpty() ? 0 : Array.getLength(parts.get(0)), array instanceof Object[]);
    }

    private static Object flatten(String name, Object[] rows) {
        Class<?> element = rows.getClass().getComponentType().getComponentType();
        int columns = rows.length == 0 || rows[0] == null ? 0 : Array.getLength(rows[0]);
        for (int i = 0; i < rows.length; i++) {
            if (rows[i] == null || Array.getLength(rows[i]) != columns) {
                throw new ParallelException(
                        Place.NONE,
                        "row " + i + " of '" + name + "' has "
                                + (rows[i] == null ? "no elements" : Array.getLength(rows[i]) + " elements")
                                + ", row 0 has " + columns + ": an array on the device has rows of one length.");
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
    public void checkAliases(ParallelKernel kernel, Map<String, Object> values) {
        Map<Object, String> seen = new IdentityHashMap<>();
        List<String> written = new ArrayList<>();
        List<String[]> same = new ArrayList<>();
        for (Argument argument : kernel.plain().program().arguments()) {
            String name = kernel.plain().javaName(argument.name());
            Object value = values.get(name);
            if (!(argument instanceof Argument.Array array) || value == null) {
                continue;
            }
            if (array.access() != Access.IN) {
                written.add(name);
            }
            for (Object part : value instanceof Object[] rows ? List.of(with(rows)) : List.of(value)) {
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
                        "'" + pair[0] + "' and '" + pair[1] + "' share elements, so that iterations may depend on"
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
    public void download() {
        download(part -> {});
    }

    private void download(Consumer<Object> beforehand) {
        if (!shared.isEmpty()) {
            copies.values().forEach(this::refresh);
        }
        copies.forEach((array, copy) -> {
            if (copy.written) {
                copy.parts.forEach(beforehand);
                download(array, copy);
                copy.written = false;
            }
        });
    }

    private static void download(Object array, Copy copy) {
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
    }

    /** Whether kernels have written elements of an array that the host does not have; true in doubt. */
    public boolean isNewer(@Nullable Object array) {
        Copy copy = copies.get(array);
        return shared.isEmpty()
                ? copy != null && copy.written
                : copies.values().stream().anyMatch(each -> each.written);
    }

    /**
     * Brings back an array, with those that share elements with others.
     *
     * @param beforehand is given each array of one dimension before its elements change
     */
    public void bring(@Nullable Object array, Consumer<Object> beforehand) {
        if (!shared.isEmpty()) {
            download(beforehand);
            return;
        }
        Copy copy = copies.get(array);
        if (array != null && copy != null && copy.written) {
            copy.parts.forEach(beforehand);
            download(array, copy);
            copy.written = false;
        }
    }

    /** Tells that the host has written elements of an array, which it had brought back before. */
    public void changedOnHost(Object array) {
        copies.forEach((each, copy) -> {
            if (each == array || copy.parts.stream().anyMatch(part -> part == array)) {
                copy.old = true;
            }
        });
    }

    @Override
    public void close() {
        copies.values().forEach(copy -> copy.buffer.close());
    }
}
