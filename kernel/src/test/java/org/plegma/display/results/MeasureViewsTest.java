package org.plegma.display.results;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plegma.measure.Measurement;
import org.plegma.measure.Statistics;
import org.plegma.measure.Work;

class MeasureViewsTest {
    private static Measurement measured(double attainable, double... seconds) {
        Work work = new Work("stencil", "7-point", "direct", "float", List.of(1000), 7e3, 8e3, 1e3);
        Optional<Statistics> times = Optional.of(Statistics.of(seconds));
        return new Measurement(work, "device", Optional.empty(), times, true, attainable, 0, true, "");
    }

    private static String table(Measurement measurement) {
        return MeasureViews.measurements(List.of(measurement)).toString();
    }

    @Test
    void noiseIsMarked() {
        double[] calm = DoubleStream.generate(() -> 1e-3).limit(20).toArray();
        double[] noisy =
                IntStream.range(0, 20).mapToDouble(i -> 1e-3 + i * 1e-4).toArray();
        assertFalse(table(measured(Double.NaN, calm)).contains("±"));
        assertTrue(table(measured(Double.NaN, noisy)).contains("1.95 ms ± "), table(measured(Double.NaN, noisy)));
        assertTrue(table(measured(Double.NaN, 1e-3, 2e-3, 3e-3)).contains("2.00 ms ± 25 %"));
        assertTrue(MeasureViews.line(measured(Double.NaN, 1e-3, 2e-3, 3e-3)).contains("± 25 %"));
    }

    @Test
    void aTimeThatIsMostlyTheClockIsTold() {
        assertTrue(table(measured(Double.NaN, 7e-7, 7e-7, 7e-7)).contains("%timeit looks once for many runs"));
        assertFalse(table(measured(Double.NaN, 1e-5, 1e-5, 1e-5)).contains("%timeit"));
    }

    @Test
    void aRateAboveTheCeilingIsNotShown() {
        assertTrue(table(measured(1.04e-3, 1e-3)).contains("104 %"));
        String above = table(measured(1.83e-3, 1e-3));
        assertFalse(above.contains("183") || above.contains("of limit"), above);
        assertTrue(above.contains("Rates above the measured ceilings"), above);
    }
}
