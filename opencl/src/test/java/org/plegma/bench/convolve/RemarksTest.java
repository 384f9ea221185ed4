package org.plegma.bench.convolve;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.plegma.measure.Measurement;
import org.plegma.measure.Statistics;
import org.plegma.measure.Work;

/** What the families of this package say of their measurements together. */
class RemarksTest {
    private static Measurement took(String family, String name, String method, double seconds, int... shape) {
        List<Integer> extents = new ArrayList<>();
        for (int extent : shape) {
            extents.add(extent);
        }
        Work work = new Work(family, name, method, "float", extents, 1, 1, 1);
        Optional<Statistics> times = Optional.of(Statistics.of(seconds));
        return new Measurement(work, "device", Optional.empty(), times, true, Double.NaN, 0, true, "");
    }

    @Test
    void autoIsComparedWithTheBestMethodOfEachChoice() {
        List<Measurement> measured = List.of(
                took("convolve", "choice-gaussian-9", "direct", 4, 64, 64),
                took("convolve", "choice-gaussian-9", "fft", 2, 64, 64),
                took("convolve", "choice-gaussian-9", "auto", 2.1, 64, 64),
                took("convolve", "choice-gaussian-9", "direct", 10, 256, 256),
                took("convolve", "choice-gaussian-9", "auto", 12, 256, 256),
                took("convolve", "choice-random-7", "direct", 1, 64, 64),
                took("convolve", "direct-3x3", "direct", 1, 64, 64));
        assertEquals(
                List.of(
                        "choice-gaussian-9 64x64: auto takes 1.05 times the best method",
                        "choice-gaussian-9 256x256: auto takes 1.20 times the best method",
                        "auto takes at most 1.20 times the best method in 2 choices"),
                new ConvolveFamily().remarks(measured));
        assertEquals(List.of(), new ConvolveFamily().remarks(measured.subList(5, 7)));
    }

    @Test
    void aStreamIsComparedWithItsLongestPartAndWithTheBus() {
        List<Measurement> measured = new ArrayList<>();
        double[] seconds = {77, 5, 80, 88, 92};
        for (String method : List.of("upload", "compute", "download", "both ways", "overlapped")) {
            assertEquals(List.of(), new StreamFamily().remarks(measured));
            measured.add(took("streams", "separable", method, seconds[measured.size()], 64, 64));
        }
        assertEquals(
                List.of(
                        "overlapped takes 1.15 times the longest part, and 1.05 times what the bus needs for both copies"
                                + " at once"),
                new StreamFamily().remarks(measured));
    }
}
