package org.plegma.device.memory;

import java.util.List;

/**
 * What a session holds in device memory.
 *
 * @param entries the live arrays, oldest first
 * @param used bytes in use
 * @param peak most bytes that were in use at once
 * @param capacity bytes of global memory of the session's devices
 * @param leaks arrays that were garbage-collected without being closed; their memory has been given back
 * @param leakedBytes bytes of those
 */
public record MemoryReport(List<Entry> entries, long used, long peak, long capacity, int leaks, long leakedBytes) {

    /**
     * A live array.
     *
     * @param device the name of that where it is
     * @param description its name, type and shape
     * @param bytes its size
     * @param where the place in the code that allocated it
     */
    public record Entry(String device, String description, long bytes, String where) {}

    public MemoryReport {
        entries = List.copyOf(entries);
    }

    /** This report and that of another device together. */
    public MemoryReport plus(MemoryReport other) {
        List<Entry> all = new java.util.ArrayList<>(entries);
        all.addAll(other.entries);
        return new MemoryReport(
                all,
                used + other.used,
                peak + other.peak,
                capacity + other.capacity,
                leaks + other.leaks,
                leakedBytes + other.leakedBytes);
    }

    /** The totals, then a line for each live array. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("Device memory: " + Bytes.text(used) + " of " + Bytes.text(capacity)
                + " in " + entries.size() + " arrays, peak " + Bytes.text(peak) + ", leaked " + leaks + " arrays ("
                + Bytes.text(leakedBytes) + ")");
        for (Entry entry : entries) {
            text.append("\n  ").append(entry.description()).append(", ").append(Bytes.text(entry.bytes()));
            text.append(", on ").append(entry.device()).append(", from ").append(entry.where());
        }
        return text.toString();
    }
}
