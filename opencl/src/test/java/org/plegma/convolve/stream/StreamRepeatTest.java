package org.plegma.convolve.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertIterableEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.bench.convolve.StreamFamily;
import org.plegma.convolve.Convolve;
import org.plegma.convolve.filter.Filter;
import org.plegma.device.Device;
import org.plegma.device.Session;

/** The same again and again: what depends on who comes first would be another result at some time. */
class StreamRepeatTest {
    private static final long LARGE_HEAP = 12L << 30;

    /** The same rows of a grid in memory. */
    private static StreamReport.Strip strip(Grid image, StreamReport.Strip strip) {
        int columns = image.size(1);
        ByteBuffer row = ByteBuffer.allocate(columns * Float.BYTES).order(ByteOrder.nativeOrder());
        int sum = 0;
        for (int i = 0; i < strip.rows(); i++) {
            row.asFloatBuffer().put(image.floats(), (strip.row() + i) * columns, columns);
            sum = StreamChecksum.combined(sum, StreamChecksum.of(row), row.capacity());
        }
        return new StreamReport.Strip(strip.row(), strip.rows(), sum);
    }

    @Test
    void aLargeImageIsTheSameEachTimeStripByStrip() {
        try (Session session = Session.open()) {
            boolean large = session.device().kind() == Device.Kind.GPU
                    && Runtime.getRuntime().maxMemory() > LARGE_HEAP;
            int side = large ? 32_768 : 512;
            int times = large ? 20 : 4;
            long memory = large ? 4L << 30 : 1 << 20;
            Filter filter = StreamFamily.filter(32);
            Convolve settings = Convolve.of(session).method("separable").boundary("reflect");
            Grid image = Grid.floats(side, side);
            StreamFamily.noise(side, side).copyTo(StreamSink.of(image));
            Grid expected = settings.convolve(image, filter);
            try (StreamPinned in = StreamPinned.of(session, image);
                    StreamPinned out = StreamPinned.of(session, ElementType.FLOAT, side, side);
                    StreamPlan plan = settings.stream(filter)
                            .checksums(true)
                            .memory(memory, memory)
                            .plan(in, out)) {
                List<StreamReport.Strip> strips = plan.run(in, out).checksums().stream()
                        .map(strip -> strip(expected, strip))
                        .toList();
                for (int i = 0; i < times; i++) {
                    assertIterableEquals(strips, plan.run(in, out).checksums(), "time " + i);
                }
            }
            // If all streams are equal and another launch on the whole is not, it is that which is not always the same.
            assertEquals(expected, settings.convolve(image, filter));
        }
    }
}
