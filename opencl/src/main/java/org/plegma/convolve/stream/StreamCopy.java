package org.plegma.convolve.stream;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.stream.IntStream;
import org.plegma.measure.progress.Progress;

/** Moves rows about on the host. */
final class StreamCopy {
    /** What a thread copies at least; less is done sooner than another thread is woken. */
    private static final long PIECE_BYTES = 2 << 20;

    private static final long COPY_BYTES = 16 << 20;

    private StreamCopy() {}

    /** Works on some of the rows. */
    @FunctionalInterface
    interface Part {
        void run(int first, int rows) throws IOException;
    }

    /** Shares rows out to threads: one core does not keep up with the link to a device. */
    static void inParallel(int row, int count, long rowBytes, Part part) {
        int pieces = (int) Math.max(1, Math.min(count, count * rowBytes / PIECE_BYTES));
        IntStream range = IntStream.range(0, pieces);
        (pieces == 1 ? range : range.parallel()).forEach(i -> {
            int first = (int) ((long) count * i / pieces);
            int end = (int) ((long) count * (i + 1) / pieces);
            try {
                part.run(row + first, end - first);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** Bytes of a buffer, counted from its position, in native order. */
    static ByteBuffer part(ByteBuffer buffer, long from, long bytes) {
        return buffer.slice(buffer.position() + Math.toIntExact(from), Math.toIntExact(bytes))
                .order(ByteOrder.nativeOrder());
    }

    /** Copies an image; see {@link StreamSource#copyTo}. */
    static void copy(StreamSource source, StreamSink sink) {
        int[] shape = source.shape();
        int rows = (int) Math.max(1, Math.min(shape[0], COPY_BYTES / Math.max(1, source.rowBytes())));
        ByteBuffer buffer = ByteBuffer.allocateDirect(Math.toIntExact(rows * source.rowBytes()))
                .order(ByteOrder.nativeOrder());
        try (Progress progress = Progress.startQuietly("Copying " + source, shape[0]);
                StreamSink.Output output =
                        sink.open(source.type(), shape, () -> StreamKey.of(source, Map.of("method", "copy")))) {
            progress.step(output.finishedRows());
            for (int row = output.finishedRows(); row < shape[0]; row += rows) {
                int count = Math.min(rows, shape[0] - row);
                source.read(row, count, buffer.clear());
                output.write(row, count, buffer.clear().limit(Math.toIntExact(count * source.rowBytes())));
                progress.step(count);
            }
            output.complete();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot copy " + source + ": " + e.getMessage(), e);
        }
    }
}
