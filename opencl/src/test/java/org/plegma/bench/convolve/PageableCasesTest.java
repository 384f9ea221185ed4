package org.plegma.bench.convolve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.convolve.filter.Filter;
import org.plegma.device.Session;
import org.plegma.measure.Bench;
import org.plegma.measure.BenchCase;
import org.plegma.measure.Measurement;

/** What reports set beside pinned memory and local memory is right, on images that no group divides. */
class PageableCasesTest {
    @Test
    void copiesAndAllocationsAreRight() {
        right(PageableCases.cases("demo", "image", 192), 3);
    }

    @Test
    void globalLinesAreRightBeyondTheImageToo() {
        right(List.of(line(1, 9), line(9, 1), line(1, 61)), 3);
    }

    private static BenchCase line(int height, int width) {
        double[] taps = new double[height * width];
        for (int i = 0; i < taps.length; i++) {
            taps[i] = (i + 1.0) / taps.length / taps.length;
        }
        Filter filter =
                height == 1 ? Filter.separable(new double[] {1}, taps) : Filter.separable(taps, new double[] {1});
        return BenchCase.of("demo", "line", GlobalLines.METHOD)
                .type(ElementType.FLOAT)
                .shape(17, 23)
                .tolerance((taps.length + 2) * 0x1p-24)
                .prepare(buffers -> new GlobalLines(buffers, filter, 17, 23));
    }

    private static void right(List<BenchCase> cases, int count) {
        try (Session session = Session.open()) {
            List<Measurement> measured =
                    new Bench(session).timeLimit(0.001).warmUp(0).run(cases);
            assertEquals(count, measured.size());
            for (Measurement measurement : measured) {
                assertTrue(measurement.valid(), measurement + " " + measurement.problem());
            }
        }
    }
}
