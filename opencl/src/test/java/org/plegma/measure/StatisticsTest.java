package org.plegma.measure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plegma.measure.Statistics.Interval;

class StatisticsTest {

    /** For 1, 2, …, n: mean (n+1)/2, variance n(n+1)/12, every quantile 1 + p (n-1). */
    @Test
    void anArithmeticSequenceHasItsClosedForms() {
        for (int n : new int[] {1, 2, 5, 10, 101}) {
            Statistics s = Statistics.of(shuffled(n));
            assertEquals(n, s.count());
            assertEquals(1, s.min());
            assertEquals(n, s.max());
            assertEquals((n + 1) / 2.0, s.mean(), 1e-12);
            assertEquals((n + 1) / 2.0, s.median(), 1e-12);
            assertEquals(n == 1 ? 0 : Math.sqrt(n * (n + 1) / 12.0), s.standardDeviation(), 1e-12);
            assertEquals(s.standardDeviation() / s.mean(), s.coefficientOfVariation());
            for (double p : new double[] {0, 0.1, 0.25, 0.9, 1}) {
                assertEquals(1 + p * (n - 1), s.quantile(p), 1e-12 * n);
            }
        }
    }

    /** Tabulated ranks of the 95 % interval of the median (for example Conover, table A3; n = 6: whole range). */
    @Test
    void theIntervalOfTheMedianHasTheTabulatedRanks() {
        int[][] lowerRankBySize = {{6, 1}, {8, 1}, {9, 2}, {10, 2}, {15, 4}, {20, 6}, {25, 8}, {50, 18}, {100, 40}};
        for (int[] row : lowerRankBySize) {
            Interval i = Statistics.of(shuffled(row[0])).medianInterval();
            assertEquals(row[1], i.lower(), "lower rank for n = " + row[0]);
            assertEquals(row[0] + 1 - row[1], i.upper(), "upper rank for n = " + row[0]);
        }
    }

    @Test
    void fewerSamplesKeepTheMedian() {
        Statistics all = Statistics.of(5, 1, 9, 4, 2, 8, 7);
        assertArrayEquals(new double[] {5}, all.thinned(1).samples());
        assertArrayEquals(new double[] {1, 3, 5, 7.5, 9}, all.thinned(5).samples());
        assertArrayEquals(all.samples(), all.thinned(7).samples());
        assertThrows(IllegalArgumentException.class, () -> all.thinned(2));
    }

    @Test
    void tooFewSamplesGiveAnInfiniteInterval() {
        Interval i = Statistics.of(1, 2, 3, 4, 5).medianInterval();
        assertEquals(Double.POSITIVE_INFINITY, i.width());
        assertTrue(i.contains(3));
    }

    @Test
    void intervalsCoverTheTrueQuantileAsOftenAsStated() {
        Random random = new Random(7);
        int trials = 2000;
        for (double p : new double[] {0.5, 0.9}) {
            int covered = 0;
            for (int t = 0; t < trials; t++) {
                double[] x = random.doubles(60).toArray();
                covered += Statistics.of(x).interval(p, 0.9).contains(p) ? 1 : 0;
            }
            // Conservative, so above 0.9; at most four standard errors below by chance.
            assertTrue(covered >= trials * 0.9 - 4 * Math.sqrt(trials * 0.09), p + ": " + covered);
        }
    }

    @Test
    void samplesKeepTheirOrderAndAreCopied() {
        double[] x = {3, 1, 2};
        Statistics s = Statistics.of(x);
        x[0] = 99;
        s.samples()[1] = 99;
        assertTrue(Arrays.equals(new double[] {3, 1, 2}, s.samples()));
    }

    @Test
    void nothingAndNaNAreRefused() {
        assertThrows(IllegalArgumentException.class, Statistics::of);
        assertThrows(IllegalArgumentException.class, () -> Statistics.of(1, Double.NaN));
        assertThrows(IllegalArgumentException.class, () -> Statistics.of(1).quantile(1.5));
    }

    private static double[] shuffled(int n) {
        double[] x = IntStream.rangeClosed(1, n).asDoubleStream().toArray();
        Random random = new Random(n);
        for (int i = n - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            double t = x[i];
            x[i] = x[j];
            x[j] = t;
        }
        return x;
    }
}
