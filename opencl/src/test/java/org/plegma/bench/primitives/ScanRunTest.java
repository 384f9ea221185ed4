package org.plegma.bench.primitives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plegma.array.ElementType;
import org.plegma.device.Session;
import org.plegma.measure.Bench;
import org.plegma.measure.BenchCase;
import org.plegma.measure.Measurement;

/** Sums that are right have no error, and those of a scan that did not run have one. */
class ScanRunTest {
    private static final int N = 1000;

    @ParameterizedTest
    @EnumSource(
            value = ElementType.class,
            names = {"INT", "LONG", "FLOAT", "DOUBLE"})
    void wrongSumsAreSeen(ElementType type) {
        try (Session session = Session.open()) {
            BenchCase scan = BenchCase.of("primitives", "scan", "plain")
                    .type(type)
                    .shape(N)
                    .tolerance(1e-6)
                    .prepare(buffers -> {
                        ScanRun run = new ScanRun(buffers, type, N);
                        double before = run.error();
                        // All but the first, which is 0, are wrong: poison is no such sum. Of reals the difference is
                        // NaN.
                        assertTrue(type.isFloating() ? !(before <= 1e-6) : before >= N - 1, type + ": " + before);
                        return run;
                    });
            Measurement measured = new Bench(session)
                    .timeLimit(0.001)
                    .warmUp(0)
                    .run(List.of(scan))
                    .get(0);
            assertTrue(measured.valid(), measured::toString);
            assertEquals(0, measured.error(), 1e-6);
        }
    }
}
