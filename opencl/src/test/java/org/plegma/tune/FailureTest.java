package org.plegma.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plegma.tune.candidate.Check;
import org.plegma.tune.candidate.Status;
import org.plegma.tune.candidate.TrialResult;
import org.plegma.tune.result.TuningInterruptedException;
import org.plegma.tune.result.TuningResult;
import org.plegma.tune.space.Configuration;
import org.plegma.tune.store.TuningStore;

/** Candidates that fail in every way: each failure is a trial, none of them wins, and the search goes on. */
class FailureTest {
    /** For searches in which all candidates hang. */
    private static final Duration SHORT = Duration.ofMillis(150);

    @TempDir
    Path folder;

    private final Synthetic tunable = Synthetic.small();

    @Test
    void everyFailureIsATrialWithItsCause() {
        tunable.compiling = c -> {
            if (is(c, 8, false)) {
                throw new IllegalStateException("error: use of undeclared identifier 'x'\n 1 error generated");
            }
            if (is(c, 8, true)) {
                throw new StackOverflowError("generator");
            }
        };
        tunable.running = c -> {
            if (is(c, 32, false)) {
                throw new IllegalStateException("CL_OUT_OF_RESOURCES");
            }
        };
        // The fastest is the wrong one.
        tunable.check = c -> is(c, 16, true) ? Check.failed("y[3]: expected 1.0, found 0.5") : Check.PASSED;
        TuningResult result = tuner().tune(tunable);
        assertEquals(6, result.trials().size());
        assertEquals(
                Map.of(Status.OK, 2, Status.COMPILE_ERROR, 2, Status.RUN_ERROR, 1, Status.WRONG_RESULT, 1),
                result.statuses());
        assertEquals(
                "error: use of undeclared identifier 'x'",
                trial(result, 8, false).message());
        assertEquals("generator", trial(result, 8, true).message());
        assertEquals("CL_OUT_OF_RESOURCES", trial(result, 32, false).message());
        assertEquals("y[3]: expected 1.0, found 0.5", trial(result, 16, true).message());
        assertEquals("TILE=16 PAD=0", result.winner().configuration().toString());
        assertEquals(
                "TILE=16 PAD=0",
                TuningStore.at(folder)
                        .best(tunable, Synthetic.DEVICE)
                        .orElseThrow()
                        .configuration()
                        .toString());
    }

    @Test
    void ifAllAreWrongThereIsNoWinner() {
        tunable.check = c -> Check.failed("y[0]: expected 1.0, found NaN");
        TuningResult result = tuner().tune(tunable);
        assertTrue(result.best().isEmpty());
        RuntimeException e = assertThrows(RuntimeException.class, result::winner);
        assertTrue(e.getMessage().startsWith("No configuration of synthetic is valid: 6 wrong result;"), e::getMessage);
        assertTrue(e.getMessage().endsWith(": y[0]: expected 1.0, found NaN"), e::getMessage);
        assertTrue(TuningStore.at(folder).best(tunable, Synthetic.DEVICE).isEmpty());
        assertThrows(IllegalArgumentException.class, result::scatter);
        assertEquals(6, result.table().rowCount());
    }

    @Test
    void timesThatAreNotPositiveAreErrors() {
        Synthetic timeless = new Synthetic(tunable.space(), c -> is(c, 8, false) ? 0 : is(c, 8, true) ? Double.NaN : 1);
        TuningResult result = tuner().tune(timeless);
        assertEquals(Map.of(Status.OK, 4, Status.RUN_ERROR, 2), result.statuses());
    }

    @Test
    @Timeout(600)
    void aHangingCompilationIsAbandonedAndItsCandidateNotUsed() {
        CountDownLatch never = new CountDownLatch(1);
        tunable.compiling = c -> {
            if (is(c, 16, true)) {
                awaitInSpiteOfInterrupts(never);
            }
        };
        assertOneTimesOut(limit -> {
            TuningResult result = tuner().fresh().compileLimit(limit).tune(tunable);
            assertTrue(trial(result, 16, true).message().startsWith("compiling was abandoned after "));
            return result;
        });
        never.countDown();
    }

    @Test
    @Timeout(600)
    void aCompilerThatHangsOnEverythingEndsTheSearch() {
        CountDownLatch never = new CountDownLatch(1);
        tunable.compiling = c -> awaitInSpiteOfInterrupts(never);
        TuningResult result = tuner().threads(2).compileLimit(SHORT).tune(tunable);
        never.countDown();
        assertEquals(
                "the compiler hangs: 3 compilations never came back",
                result.course().ended());
        assertTrue(result.statuses().get(Status.TIMEOUT) >= 3);
    }

    @Test
    @Timeout(600)
    void aRunThatTakesTooLongIsATimeoutAndTheSearchGoesOn() {
        tunable.running = c -> {
            if (is(c, 16, true)) {
                Thread.sleep(3_600_000);
            }
        };
        assertOneTimesOut(limit -> tuner().fresh().runLimit(limit).tune(tunable));
    }

    @Test
    @Timeout(600)
    void aRunThatNeverComesBackEndsTheSearch() {
        CountDownLatch never = new CountDownLatch(1);
        tunable.running = c -> awaitInSpiteOfInterrupts(never);
        TuningResult result = tuner().runLimit(SHORT).tune(tunable);
        never.countDown();
        assertEquals(Map.of(Status.TIMEOUT, 1), result.statuses());
        assertEquals(
                "the device hangs: a candidate never came back", result.course().ended());
    }

    @Test
    @Timeout(600)
    void anInterruptStopsTheSearchAndKeepsWhatItFound() throws Exception {
        for (boolean whileCompiling : new boolean[] {true, false}) {
            Synthetic slow = Synthetic.small();
            CountDownLatch reached = new CountDownLatch(3);
            Synthetic.Action action = c -> {
                reached.countDown();
                if (reached.getCount() == 0) {
                    Thread.sleep(3_600_000);
                }
            };
            if (whileCompiling) {
                slow.compiling = action;
            } else {
                slow.running = action;
            }
            Thread tuning = Thread.currentThread();
            Thread interrupter = new Thread(() -> {
                try {
                    reached.await();
                    tuning.interrupt();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            interrupter.start();
            Path own = folder.resolve("interrupted" + whileCompiling);
            Tuner tuner = Tuner.on(Synthetic.DEVICE).store(TuningStore.at(own)).threads(1);
            TuningInterruptedException e = assertThrows(TuningInterruptedException.class, () -> tuner.tune(slow));
            interrupter.join();
            assertFalse(Thread.interrupted());
            assertEquals("interrupted", e.result().course().ended());
            int finished = e.result().trials().size();
            assertTrue(finished < 6, "finished " + finished);
            TuningResult resumed =
                    Tuner.on(Synthetic.DEVICE).store(TuningStore.at(own)).tune(Synthetic.small());
            assertEquals(finished, resumed.course().reused());
        }
    }

    @Test
    void theTimeBudgetEndsTheSearch() {
        tunable.running = c -> Thread.sleep(20);
        TuningResult result = tuner().threads(1).time(Duration.ofMillis(30)).tune(tunable);
        assertTrue(result.trials().size() < 6);
        assertEquals("the budget of 30.0 ms was used up", result.course().ended());
    }

    @Test
    void budgetsAndLimitsMustBePositive() {
        assertThrows(IllegalArgumentException.class, () -> tuner().trials(0));
        assertThrows(IllegalArgumentException.class, () -> tuner().time(Duration.ZERO));
        assertThrows(IllegalArgumentException.class, () -> tuner().compileLimit(Duration.ofSeconds(-1)));
    }

    private Tuner tuner() {
        return Tuner.on(Synthetic.DEVICE).store(TuningStore.at(folder));
    }

    /** With limits that grow until the sound candidates keep them, however busy the machine is. */
    private void assertOneTimesOut(Function<Duration, TuningResult> search) {
        Duration limit = Duration.ofSeconds(1);
        TuningResult result = search.apply(limit);
        while (result.statuses().get(Status.TIMEOUT) > 1) {
            limit = limit.multipliedBy(2);
            result = search.apply(limit);
        }
        assertEquals(Map.of(Status.OK, 5, Status.TIMEOUT, 1), result.statuses());
        TrialResult hung = trial(result, 16, true);
        assertEquals(Status.TIMEOUT, hung.status());
        assertEquals("TILE=16 PAD=0", result.winner().configuration().toString());
    }

    private static boolean is(Configuration c, int tile, boolean pad) {
        return c.integer("TILE") == tile && c.flag("PAD") == pad;
    }

    private static TrialResult trial(TuningResult result, int tile, boolean pad) {
        return result.trials().stream()
                .filter(t -> is(t.configuration(), tile, pad))
                .findFirst()
                .orElseThrow();
    }

    private static void awaitInSpiteOfInterrupts(CountDownLatch latch) {
        while (true) {
            try {
                latch.await();
                return;
            } catch (InterruptedException e) {
                // as a native call would
            }
        }
    }
}
