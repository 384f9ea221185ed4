package org.plegma.convolve.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.HostBuffer;
import org.plegma.device.Queue;
import org.plegma.expr.tree.Boundary;

/** Brings rows of the input, counted beyond the image's edges too, to the device: through a pinned buffer, or from one. */
final class StripReader {
    private final StreamSource source;
    private final @Nullable StreamPinned pinned;
    private final Boundary boundary;
    private final int rows;
    private final long rowBytes;
    private final int rowLength;

    StripReader(StreamSource source, Boundary boundary) {
        this.source = source;
        this.pinned = source instanceof StreamPinned memory ? memory : null;
        this.boundary = boundary;
        this.rows = source.shape()[0];
        this.rowBytes = source.rowBytes();
        this.rowLength = Math.toIntExact(rowBytes / source.type().bytes());
    }

    /** Rows that follow each other in the image. */
    private record Run(int image, int count) {}

    private List<Run> runs(int first, int end) {
        if (first >= 0 && end <= rows) {
            return first < end ? List.of(new Run(first, end - first)) : List.of();
        }
        List<Run> runs = new ArrayList<>();
        int row = first;
        while (row < end) {
            int image = boundary.fold(row, rows);
            int count = 1;
            while (row + count < end && boundary.fold(row + count, rows) == image + count) {
                count++;
            }
            runs.add(new Run(image, count));
            row += count;
        }
        return runs;
    }

    /** Puts rows into a buffer, one behind the other. */
    void stage(int first, int end, ByteBuffer into) throws IOException {
        long at = 0;
        for (Run run : runs(first, end)) {
            source.read(run.image, run.count, StreamCopy.part(into, at, run.count * rowBytes));
            at += run.count * rowBytes;
        }
    }

    /**
     * Starts the copies of rows to a window.
     *
     * @param staged what {@link #stage} has filled; null if the source is in pinned memory itself
     * @param row of the window where the first goes
     */
    List<Event> upload(Queue queue, int first, int end, @Nullable HostBuffer staged, DeviceArray window, int row) {
        List<Event> events = new ArrayList<>();
        long to = (long) row * rowLength;
        if (staged != null) {
            if (first < end) {
                events.add(window.uploadAsync(queue, staged, 0, to, (long) (end - first) * rowLength));
            }
            return events;
        }
        for (Run run : runs(first, end)) {
            for (StreamPinned.Piece piece : Objects.requireNonNull(pinned).pieces(run.image, run.count)) {
                long count = (long) piece.rows() * rowLength;
                events.add(window.uploadAsync(queue, piece.buffer(), piece.offset(), to, count));
                to += count;
            }
        }
        return events;
    }
}
