package org.plegma.tune.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.plegma.tune.candidate.Candidate;
import org.plegma.tune.candidate.Check;

class SamplerTest {
    private static final double NO_BEST = Double.POSITIVE_INFINITY;

    @Test
    void steadyTimesNeedAsManyRunsAsAnIntervalOfTheMedianDoes() throws Exception {
        assertEquals(6, sample(i -> 1e-3, NO_BEST).length);
    }

    @Test
    void scatteredTimesAreTakenAsOftenAsAllowed() throws Exception {
        double[] runs = sample(i -> 1e-3 * (1 + i % 7), NO_BEST);
        assertEquals(50, runs.length);
        assertEquals(3e-3, runs[2]);
    }

    @Test
    void aCandidateThatCannotWinIsNotRunLonger() throws Exception {
        assertArrayEquals(new double[] {2.1e-3, 2.2e-3, 2.3e-3}, sample(i -> 2.1e-3 + i * 1e-4, 1e-3), 1e-12);
        assertEquals(6, sample(i -> 1.9e-3, 1e-3).length);
    }

    @Test
    void longRunsEndAfterThree() throws Exception {
        assertEquals(3, sample(i -> 0.2 * (1 + i), NO_BEST).length);
    }

    @Test
    void anInterruptEndsTheRuns() {
        Thread.currentThread().interrupt();
        assertThrows(InterruptedException.class, () -> sample(i -> 1e-3, NO_BEST));
        assertFalse(Thread.interrupted());
    }

    private static double[] sample(IntToDoubleFunction secondsOfRun, double bestSeconds) throws Exception {
        int[] run = {0};
        return Sampler.sample(
                new Candidate() {
                    @Override
                    public Check verify() {
                        return Check.PASSED;
                    }

                    @Override
                    public double run() {
                        return secondsOfRun.applyAsDouble(run[0]++);
                    }
                },
                bestSeconds);
    }
}
