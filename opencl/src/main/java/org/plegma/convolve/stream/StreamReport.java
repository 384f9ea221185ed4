package org.plegma.convolve.stream;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.plegma.array.ArrayShapes;
import org.plegma.array.ElementType;
import org.plegma.device.memory.Bytes;
import org.plegma.device.timeline.Span;
import org.plegma.device.timeline.Timeline;

/**
 * What a stream did.
 *
 * @param type of the result
 * @param shape of the result
 * @param method that computed it, such as {@code separable}
 * @param instead why it is not the method that {@code auto} takes for the whole image; empty if it is, or if it was named
 * @param strips that were computed
 * @param rows of the result in a strip
 * @param resumedRows rows of the result that an interrupted run had left
 * @param discarded why rows that an earlier run had left were made again; empty if there were none
 * @param seconds from the first byte read to the last written, without opening and closing files
 * @param devices that worked on it
 * @param deviceBytes the most memory of a device that was in use for it
 * @param hostBytes pinned host memory that was in use for it
 * @param checksums of the strips, in order, those that an interrupted run had left first; empty if nobody asked for them and the
 *     sink is no file
 * @param timeline of the device's queues, and of the host's {@code read} and {@code write}; empty if the stream was to have none
 */
public record StreamReport(
        ElementType type,
        int[] shape,
        String method,
        String instead,
        int strips,
        int rows,
        int resumedRows,
        String discarded,
        double seconds,
        int devices,
        long deviceBytes,
        long hostBytes,
        List<Strip> checksums,
        Timeline timeline) {

    /**
     * Rows of the result as they were written.
     *
     * @param row the first of them
     * @param rows how many they are
     * @param checksum CRC-32C of their bytes, in this machine's order
     */
    public record Strip(int row, int rows, int checksum) {}

    private static final List<String> PARTS = List.of("read", "upload", "compute", "download", "write");

    /** Seconds in which a queue worked: {@code read}, {@code upload}, {@code compute}, {@code download} or {@code write}. */
    public double busy(String queue) {
        return timeline.spans().stream()
                .filter(span -> span.queue().equals(queue))
                .mapToDouble(Span::seconds)
                .sum();
    }

    /**
     * CRC-32C of the bytes of the whole result, such as of a raw file: equal images have equal ones, however they were cut
     * into strips. If two differ, {@link #checksums} of two streams with equal strips tell where.
     *
     * @throws IllegalStateException if it has no checksums
     */
    public int checksum() {
        if (checksums.isEmpty() && shape[0] > 0) {
            throw new IllegalStateException("This stream took no checksums: ask for them by checksums(true).");
        }
        long rowBytes = shape[0] == 0 ? 0 : ArrayShapes.length(shape) / shape[0] * type.bytes();
        int whole = 0;
        for (Strip strip : checksums) {
            whole = StreamChecksum.combined(whole, strip.checksum, strip.rows * rowBytes);
        }
        return whole;
    }

    private String parts() {
        return PARTS.stream()
                .map(queue -> String.format(Locale.ROOT, "%s %.3f", queue, busy(queue)))
                .collect(Collectors.joining(", ", " (", ")"));
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s in %s of %d rows by %s%s%s%s: %.3f s%s; %s on %s, %s pinned%s",
                ArrayShapes.text(shape),
                strips == 1 ? "1 strip" : strips + " strips",
                rows,
                method,
                devices > 1 ? " on " + devices + " devices" : "",
                resumedRows > 0 ? ", " + resumedRows + " rows resumed" : "",
                discarded.isEmpty() ? "" : ", not resumed: " + discarded,
                seconds,
                timeline.spans().isEmpty() ? "" : parts(),
                Bytes.text(deviceBytes),
                devices > 1 ? "each device" : "the device",
                Bytes.text(hostBytes),
                instead.isEmpty() ? "" : ". A faster method is not possible here. " + instead);
    }
}
