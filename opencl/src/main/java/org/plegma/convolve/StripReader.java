package org.plegma.convolve;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.plegma.device.DeviceArray;
import org.plegma.device.Event;
import org.plegma.device.HostBuffer;
import org.plegma.device.Queue;
import org.plegma.expr.Boundary;

/** Brings rows of the input, counted beyond the image's edges too, to the device: through a pinned buffer, or at once. */
final class StripReader {
    private final StreamSource source;
    private final StreamPinned pinned;
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
    private record Run(int row, int count, int image) {
        boolean isInside() {
            return row == image;
        }
    }

    private List<Run> runs(int first, int end) {
        List<Run> runs = new ArrayList<>();
        int row = first;
        while (row < end) {
            int image = boundary.fold(row, rows);
            int count = 1;
            // Inside and outside are kept apart, as only what lies inside may be taken from pinned memory.
            while (row + count < end
                    && boundary.fold(row + count, rows) == image + count
                    && (row + count == image + count) == (row == image)) {
                count++;
            }
            runs.add(new Run(row, count, image));
            row += count;
        }
        return runs;
    }

    /** Puts what does not lie in pinned memory into a buffer, row behind row. */
    void stage(int first, int end, ByteBuffer into) throws IOException {
        long at = 0;
        for (Run run : runs(first, end)) {
            if (pinned == null || !run.isInside()) {
                source.read(run.image, run.count, StreamCopy.part(into, at, run.count * rowBytes));
                at += run.count * rowBytes;
            }
        }
    }

    /**
     * Starts the copies of rows to a window.
     *
     * @param staged what {@link #stage} has filled
     * @param row of the window where the first goes
     */
    List<Event> upload(Queue queue, int first, int end, HostBuffer staged, DeviceArray window, int row) {
        List<Event> events = new ArrayList<>();
        long from = 0;
        long pending = 0;
        long to = (long) row * rowLength;
        for (Run run : runs(first, end)) {
            long count = (long) run.count * rowLength;
            if (pinned != null && run.isInside()) {
                flush(events, queue, staged, window, from, to, pending);
                from += pending;
                to += pending;
                pending = 0;
                for (StreamPinned.Piece piece : pinned.pieces(run.image, run.count)) {
                    long some = (long) piece.rows() * rowLength;
                    events.add(window.uploadAsync(queue, piece.buffer(), piece.offset(), to, some));
                    to += some;
                }
            } else {
                pending += count;
            }
        }
        flush(events, queue, staged, window, from, to, pending);
        return events;
    }

    private static void flush(
            List<Event> events, Queue queue, HostBuffer staged, DeviceArray window, long from, long to, long count) {
        if (count > 0) {
            events.add(window.uploadAsync(queue, staged, from, to, count));
        }
    }
}
