package org.plegma.convolve;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.plegma.array.Shapes;
import org.plegma.device.Bytes;
import org.plegma.device.Span;
import org.plegma.device.Timeline;

/**
 * What a stream did.
 *
 * @param shape of the result
 * @param strips that were computed
 * @param rows of the result in a strip
 * @param resumedRows rows of the result that an interrupted run had left
 * @param discarded why rows that an earlier run had left were made again; empty if there were none
 * @param seconds from the first byte read to the last written, without opening and closing files
 * @param deviceBytes the most device memory that was in use for it
 * @param hostBytes pinned host memory that was in use for it
 * @param timeline of the device's queues, and of the host's {@code read} and {@code write}; empty if the stream was to have none
 */
public record StreamReport(
        int[] shape,
        int strips,
        int rows,
        int resumedRows,
        String discarded,
        double seconds,
        long deviceBytes,
        long hostBytes,
        Timeline timeline) {

    private static final List<String> PARTS = List.of("read", "upload", "compute", "download", "write");

    /** Seconds in which a queue worked: {@code read}, {@code upload}, {@code compute}, {@code download} or {@code write}. */
    public double busy(String queue) {
        return timeline.spans().stream()
                .filter(span -> span.queue().equals(queue))
                .mapToDouble(Span::seconds)
                .sum();
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
                "%s in %s of %d rows%s%s: %.3f s%s; %s on the device, %s pinned",
                Shapes.text(shape),
                strips == 1 ? "1 strip" : strips + " strips",
                rows,
                resumedRows > 0 ? ", " + resumedRows + " rows resumed" : "",
                discarded.isEmpty() ? "" : ", not resumed: " + discarded,
                seconds,
                timeline.spans().isEmpty() ? "" : parts(),
                Bytes.text(deviceBytes),
                Bytes.text(hostBytes));
    }
}
