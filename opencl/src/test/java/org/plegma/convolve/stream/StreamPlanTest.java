package org.plegma.convolve.stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.convolve.Convolve;
import org.plegma.convolve.StreamConvolve;
import org.plegma.convolve.filter.Filter;
import org.plegma.device.Session;

class StreamPlanTest {
    private static final int ROWS = 300;
    private static final int COLUMNS = 70;
    private static final long BYTES = 200_000;
    private static final Filter BLUR = Filter.gaussian(2, 3);

    private Session session;
    private Convolve settings;
    private StreamConvolve stream;

    @BeforeEach
    void open() {
        session = Session.open();
        settings = Convolve.of(session).method("separable").boundary("reflect");
        stream = settings.stream(BLUR).memory(BYTES, BYTES);
    }

    @AfterEach
    void close() {
        session.close();
    }

    private static Grid image(long seed) {
        return Grid.random(ElementType.FLOAT, seed, ROWS, COLUMNS);
    }

    private void assertBlurred(Grid image, Grid found) {
        assertArrayEquals(settings.convolve(image, BLUR).floats(), found.floats());
    }

    @Test
    void manyImagesShareTheMemoryWhichIsKeptUntilThePlanIsClosed() {
        Grid result = Grid.floats(ROWS, COLUMNS);
        try (StreamPlan plan = stream.plan(StreamSource.of(result), StreamSink.of(result))) {
            long kept = session.memoryInUse();
            assertTrue(kept > 0.75 * BYTES && kept <= BYTES, kept + " bytes");
            for (int i = 0; i < 4; i++) {
                Grid image = image(i);
                StreamReport report = plan.run(StreamSource.of(image), StreamSink.of(result));
                assertBlurred(image, result);
                assertTrue(report.strips() > 3 && report.deviceBytes() <= BYTES, report.toString());
            }
            assertTrue(
                    session.memory().toString().contains("window 0"),
                    session.memory().toString());
            assertTrue(session.memoryInUse() <= BYTES, session.memory().toString());
        }
        assertEquals(0, session.memoryInUse());
    }

    @Test
    void pinnedMemoryIsReadAndWrittenAgainAndAgain() {
        try (StreamPinned in = StreamPinned.of(session, ElementType.FLOAT, ROWS, COLUMNS);
                StreamPinned out = StreamPinned.of(session, ElementType.FLOAT, ROWS, COLUMNS);
                StreamPlan plan = stream.plan(in, out)) {
            for (int i = 0; i < 20; i++) {
                Grid image = image(i);
                StreamSource.of(image).copyTo(in);
                StreamReport report = plan.run(in, out);
                assertBlurred(image, out.toGrid());
                assertEquals(
                        4L * ROWS * COLUMNS,
                        report.timeline().spans().stream()
                                .filter(span -> span.queue().equals("download"))
                                .mapToLong(span -> span.bytes())
                                .sum());
            }
        }
    }

    @Test
    void withoutATimelineTheResultIsTheSame() {
        Grid image = image(7);
        try (StreamPinned in = StreamPinned.of(session, image);
                StreamPinned out = StreamPinned.of(session, ElementType.FLOAT, ROWS, COLUMNS);
                StreamPlan plan = stream.timeline(false).checksums(false).plan(in, out)) {
            for (int i = 0; i < 3; i++) {
                StreamReport report = plan.run(in, out);
                assertBlurred(image, out.toGrid());
                assertEquals(List.of(), report.timeline().spans());
                assertEquals(List.of(), report.checksums());
                assertThrows(IllegalStateException.class, report::checksum);
                assertTrue(
                        report.toString().matches("300 x 70 in .* rows by separable: [\\d.]+ s; .*"),
                        report.toString());
            }
        }
        Grid result = Grid.floats(ROWS, COLUMNS);
        stream.timeline(false).run(StreamSource.of(image), StreamSink.of(result));
        assertBlurred(image, result);
    }

    @Test
    void anInterruptedRunLeavesNothingToTheNext() {
        Grid image = image(1);
        Grid result = Grid.floats(ROWS, COLUMNS);
        Thread user = Thread.currentThread();
        StreamSource interrupting = StreamSource.generate(
                "interrupting",
                (row, values) -> {
                    if (row == ROWS / 2) {
                        user.interrupt();
                    }
                },
                ROWS,
                COLUMNS);
        try (StreamPlan plan = stream.plan(StreamSource.of(image), StreamSink.of(result))) {
            for (int i = 0; i < 3; i++) {
                String message = assertThrows(
                                CancellationException.class, () -> plan.run(interrupting, StreamSink.of(result)))
                        .getMessage();
                assertTrue(message.matches("Interrupted after \\d+ of \\d+ strips\\."), message);
                assertEquals(0, session.memoryInUse());
                plan.run(StreamSource.of(image), StreamSink.of(result));
                assertBlurred(image, result);
            }
        }
    }

    @Test
    void whatItWasNotMadeForIsRefused() {
        Grid image = image(1);
        StreamSource source = StreamSource.of(image);
        StreamSink sink = StreamSink.of(Grid.floats(ROWS, COLUMNS));
        StreamPlan plan = stream.plan(source, sink);
        try (StreamPinned pinned = StreamPinned.of(session, image)) {
            assertRefused(plan, StreamSource.of(Grid.floats(ROWS + 1, COLUMNS)), sink);
            assertRefused(plan, StreamSource.of(Grid.doubles(ROWS, COLUMNS)), sink);
            assertRefused(plan, pinned, sink);
            assertRefused(plan, source, pinned);
        }
        plan.run(source, sink);
        plan.close();
        plan.close();
        String message = assertThrows(IllegalStateException.class, () -> plan.run(source, sink))
                .getMessage();
        assertTrue(message.contains("is closed"), message);
    }

    private static void assertRefused(StreamPlan plan, StreamSource source, StreamSink sink) {
        String message = assertThrows(IllegalArgumentException.class, () -> plan.run(source, sink))
                .getMessage();
        assertTrue(
                message.startsWith("This plan takes float 300 x 70, not from pinned memory, and gives it to other than"
                        + " pinned memory, found "),
                message);
    }
}
