package org.plegma.convolve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.convolve.filter.Filter;
import org.plegma.convolve.filter.Mode;
import org.plegma.convolve.stream.StreamReport;
import org.plegma.convolve.stream.StreamSink;
import org.plegma.convolve.stream.StreamSource;
import org.plegma.device.OnDevice;

/** Streams by transforms and by {@code auto} have the bits of the whole image, as those by sums have. */
@Tag("optimized")
class StreamMethodsTest extends OnDevice {
    private static final List<String> BOUNDARIES =
            List.of("zero", "constant(-1.5)", "reflect", "mirror", "nearest", "wrap");

    private static Grid noise(long seed, int... shape) {
        Grid grid = Grid.random(ElementType.FLOAT, seed, shape);
        return grid.fill(at -> grid.get(at) - 0.5);
    }

    /** The least memory in which the stream runs. */
    private static StreamReport runIn(long bytes, StreamConvolve stream, Grid image, Grid result) {
        while (true) {
            try {
                return stream.memory(bytes, bytes).run(StreamSource.of(image), StreamSink.of(result));
            } catch (IllegalArgumentException e) {
                assertTrue(e.getMessage().contains("does not hold one strip"), e.getMessage());
                bytes = bytes * 9 / 8;
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fft(16)", "fft(24)", "fft"})
    void transformsOfStripsAreThoseOfTheWholeImage(String method) {
        Random random = new Random(7);
        int most = 0;
        for (int i = 0; i < 8; i++) {
            int rank = i == 6 ? 3 : i == 7 ? 1 : 2;
            int[] shape =
                    random.ints(rank, rank == 3 ? 20 : 40, rank == 3 ? 40 : 90).toArray();
            int[] taps = new int[] {7, 6, 9};
            taps[0] = i == 5 ? 1 : taps[0]; // rows that are not transformed
            Grid image = noise(i, shape);
            Filter filter = Filter.of(noise(100 + i, Arrays.copyOf(taps, rank)).to(ElementType.DOUBLE));
            Convolve settings = Convolve.of(session)
                    .method(method)
                    .mode(i % 3 == 2 ? Mode.FULL : Mode.SAME)
                    .boundary(BOUNDARIES.get(i % BOUNDARIES.size()));
            Grid expected = settings.convolve(image, filter);
            Grid result = Grid.zeros(image.type(), expected.shape());
            StreamReport report = runIn(1 << 12, settings.stream(filter).buffers(2 + i % 2), image, result);
            assertArrayEquals(
                    expected.floats(), result.floats(), settings + " " + Arrays.toString(shape) + ": " + report);
            most = Math.max(most, report.strips());
            if (method.equals("fft")) {
                assertEquals(1, i == 5 ? 1 : report.strips(), report.toString());
            }
        }
        assertTrue(most > 3, most + " strips at most");
    }

    @Test
    void autoTakesTheMethodOfTheWholeImage() {
        List<Filter> filters = List.of(
                Filter.of(noise(1, 3, 3).to(ElementType.DOUBLE)),
                Filter.gaussian(2, 4),
                Filter.of(noise(2, 41, 41).to(ElementType.DOUBLE)));
        for (int[] shape : List.of(new int[] {150, 190}, new int[] {900, 700})) {
            for (Filter filter : filters) {
                Convolve auto = Convolve.of(session).boundary("reflect");
                Grid image = noise(3, shape);
                Grid result = Grid.floats(shape);
                StreamReport report = auto.stream(filter).run(StreamSource.of(image), StreamSink.of(result));
                assertEquals("", report.instead());
                assertEquals(auto.explain(ElementType.FLOAT, filter, shape).method(), report.method());
                assertArrayEquals(
                        auto.convolve(image, filter).floats(), result.floats(), filter + " " + Arrays.toString(shape));
            }
        }
    }

    @Test
    void autoTakesAnotherMethodIfTheMemoryHoldsNoTileAndSaysSo() {
        // So many taps that transforms are best whatever rates a busy machine has measured.
        Filter filter = Filter.of(noise(2, 81, 81).to(ElementType.DOUBLE));
        Convolve auto = Convolve.of(session).boundary("reflect");
        String best = auto.explain(ElementType.FLOAT, filter, 500, 480).method();
        assertTrue(best.startsWith("fft"), best);
        Grid image = noise(3, 500, 480);
        Grid result = Grid.floats(500, 480);
        StreamReport report =
                auto.stream(filter).memory(1_000_000, 1_000_000).run(StreamSource.of(image), StreamSink.of(result));
        assertEquals("direct", report.method());
        assertTrue(report.instead().startsWith("The method " + best + ": The memory"), report.instead());
        assertTrue(report.toString().endsWith(report.instead()), report.toString());
        assertArrayEquals(auto.method("direct").convolve(image, filter).floats(), result.floats());

        StreamConvolve none = auto.stream(filter).memory(1000, 1000);
        String message = assertThrows(
                        IllegalArgumentException.class, () -> none.run(StreamSource.of(image), StreamSink.of(result)))
                .getMessage();
        assertTrue(message.contains("The method " + best + ": ") && message.contains("\nThe method direct: "), message);
    }

    @Test
    void aTileThatIsTooLargeIsToldWithItsRows() {
        Filter filter = Filter.of(noise(2, 9, 9).to(ElementType.DOUBLE));
        String message = assertThrows(
                        IllegalArgumentException.class, () -> Convolve.of(session).method("fft").stream(filter)
                                .memory(100_000, 100_000)
                                .run(StreamSource.of(noise(1, 300, 300)), StreamSink.of(Grid.floats(300, 300))))
                .getMessage();
        assertTrue(message.contains("1 buffer of 308 rows in"), message);
    }
}
