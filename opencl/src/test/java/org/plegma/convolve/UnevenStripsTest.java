package org.plegma.convolve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.convolve.filter.Executable;
import org.plegma.convolve.filter.Filter;
import org.plegma.convolve.filter.Taps;
import org.plegma.convolve.filter.Window;
import org.plegma.convolve.methods.ConvolutionMethod;
import org.plegma.convolve.methods.ConvolutionMethods;
import org.plegma.convolve.stream.StreamPlan;
import org.plegma.convolve.stream.StreamReport;
import org.plegma.convolve.stream.StreamSink;
import org.plegma.convolve.stream.StreamSource;
import org.plegma.convolve.stream.StripMemory;
import org.plegma.convolve.stream.StripPlan;
import org.plegma.convolve.stream.Strips;
import org.plegma.device.Session;

/**
 * Strips that are lower and lower, which else only large images have: bit for bit against the whole image. All that computes
 * them is made before the first row is read, and stays within the memory that is allowed.
 */
class UnevenStripsTest {
    private static final int AXIS = 1;
    private static final int BUFFERS = 3;

    @TempDir
    Path folder;

    private Session session;

    @BeforeEach
    void open() {
        session = Session.open();
    }

    @AfterEach
    void close() {
        session.close();
    }

    private static Filter filter(int rows) {
        double[] column = Grid.random(ElementType.DOUBLE, 2, rows).doubles();
        return Filter.separable(column, Grid.random(ElementType.DOUBLE, 3, 4).doubles());
    }

    /** One filter on one image by one method, in plans of any strips, and what happens meanwhile. */
    private final class Work {
        final Convolve settings;
        final Grid image;
        final Grid expected;
        private final ConvolutionMethod method;
        private final Window window;
        private final Taps taps;
        final Strips strips;
        private int made;
        /** How many were made when the first row was read. */
        private int madeBefore;

        private int reads;
        private long mostBytes;

        Work(String method, String boundary, Grid image, Filter filter) {
            this.settings = Convolve.of(session).method(method).boundary(boundary);
            this.image = image;
            this.expected = settings.convolve(image, filter);
            this.method = ConvolutionMethods.named(method);
            this.window = settings.window(image.type(), filter, false, image.shape());
            this.taps = new Taps(filter.flipped(), image.type());
            this.strips = strips(settings);
        }

        private Strips strips(Convolve convolve) {
            return StreamConvolve.strips(convolve, method, image.type(), window, AXIS, taps);
        }

        private StripPlan fitting(long bytes) {
            return StripPlan.of(
                    window,
                    AXIS,
                    image.type().bytes(),
                    new StripPlan.Budget(bytes, 1 << 30),
                    BUFFERS,
                    strips.unit(),
                    strips::betweenBytes,
                    4,
                    true,
                    true);
        }

        /** About the least memory that holds strips of so many rows. */
        long bytesFor(int rows) {
            for (long bytes = 1000; ; bytes += bytes / 50) {
                try {
                    if (fitting(bytes).rows() >= rows) {
                        return bytes;
                    }
                } catch (IllegalArgumentException e) {
                    assertTrue(e.getMessage().contains("does not hold one strip"), e.getMessage());
                }
            }
        }

        /** A plan of strips as tall as fit, the last of which have so many rows. */
        StreamPlan plan(long bytes, int least) {
            StripPlan even = fitting(bytes);
            int unit = strips.unit();
            int lowest = Math.min(even.rows(), (least + unit - 1) / unit * unit);
            StripPlan plan = new StripPlan(window, AXIS, even.rows(), lowest, BUFFERS, unit);
            return new StreamPlan(
                    image.type(),
                    image.shape(),
                    method.name(),
                    "",
                    plan,
                    () -> List.of(new StripMemory(session, plan, image.type(), this::compiler, true, true)),
                    true,
                    true,
                    true,
                    source -> "key");
        }

        private Function<Window, Executable> compiler() {
            Strips inTurn = strips(settings.inTurn());
            return strip -> {
                made++;
                return inTurn.executable(strip);
            };
        }

        /** The image, of which so many reads succeed. */
        StreamSource source(int successes) {
            StreamSource whole = StreamSource.of(image);
            reads = 0;
            mostBytes = 0;
            return new StreamSource() {
                @Override
                public ElementType type() {
                    return whole.type();
                }

                @Override
                public int[] shape() {
                    return whole.shape();
                }

                @Override
                public void read(int row, int count, ByteBuffer into) throws IOException {
                    madeBefore = reads == 0 ? made : madeBefore;
                    mostBytes = Math.max(mostBytes, session.memoryInUse());
                    if (reads++ == successes) {
                        throw new IOException("broken");
                    }
                    whole.read(row, count, into);
                }

                @Override
                public String identity() throws IOException {
                    return whole.identity();
                }
            };
        }

        /** What a run of even strips has left that broke off after so many reads goes on in strips of this plan. */
        StreamReport goOn(long evenBytes, int readsBefore, long bytes, int least) {
            Path file = folder.resolve("strips.raw");
            StreamSink sink = StreamSink.raw(file);
            try (StreamPlan even = plan(evenBytes, image.shape()[0])) {
                assertThrows(UncheckedIOException.class, () -> even.run(source(readsBefore), sink));
            }
            try (StreamPlan plan = plan(bytes, least)) {
                StreamReport report = plan.run(source(Integer.MAX_VALUE), sink);
                Grid found = Grid.zeros(image.type(), image.shape());
                StreamSource.raw(file, image.type(), image.shape()).copyTo(StreamSink.of(found));
                assertEquals(expected, found, report.toString());
                assertTrue(report.resumedRows() > 0, report.toString());
                assertEquals("", report.discarded());
                assertAllowed(report, bytes);
                return report;
            }
        }

        void assertAllowed(StreamReport report, long bytes) {
            assertEquals(madeBefore, made, "made while strips were on their way: " + report);
            assertTrue(report.deviceBytes() <= bytes && mostBytes <= bytes, mostBytes + " of " + bytes + ": " + report);
            assertTrue(mostBytes > 0.7 * bytes, mostBytes + " of " + bytes + ": " + report);
        }
    }

    private static List<Integer> heights(StreamReport report) {
        return report.checksums().stream().map(StreamReport.Strip::rows).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "separable, zero",
        "separable, reflect",
        "separable, wrap",
        "direct, reflect",
        "fft(16), zero",
        "fft(16), wrap"
    })
    void areWhatTheWholeImageIsAlsoIfOthersWereThereBefore(String method, String boundary) {
        Work work = new Work(method, boundary, Grid.random(ElementType.FLOAT, 1, 331, 24), filter(6));
        int unit = work.strips.unit();
        long bytes = work.bytesFor(20);
        try (StreamPlan plan = work.plan(bytes, 7)) {
            for (int run = 0; run < 2; run++) {
                Grid found = Grid.floats(331, 24);
                StreamReport report = plan.run(work.source(Integer.MAX_VALUE), StreamSink.of(found));
                assertEquals(work.expected, found, report.toString());
                List<Integer> heights = heights(report);
                assertEquals(heights.stream().sorted(Comparator.reverseOrder()).toList(), heights);
                assertTrue(heights.stream().distinct().count() > (unit == 1 ? 8 : 2), heights.toString());
                work.assertAllowed(report, bytes);
            }
        }
        assertEquals(0, session.memoryInUse(), () -> session.memory().toString());

        StreamReport report = work.goOn(work.bytesFor(13), 8, bytes, 7);
        assertTrue(report.resumedRows() < 200, report.toString());
        assertTrue(
                heights(report).stream().distinct().count() > (unit == 1 ? 8 : 2),
                heights(report).toString());
    }

    /** Rows of the whole are folded by the kernel; a part that wraps has them once more, and is taller. */
    @Test
    void aPartMayBeTallerThanTheWhole() {
        Work work = new Work("separable", "wrap", Grid.random(ElementType.FLOAT, 1, 40, 200), filter(40));
        long bytes = work.bytesFor(40);
        StreamReport report = work.goOn(work.bytesFor(2), 13, bytes, 40);
        assertTrue(report.resumedRows() > 20 && report.resumedRows() < 26, report.toString());
    }
}
