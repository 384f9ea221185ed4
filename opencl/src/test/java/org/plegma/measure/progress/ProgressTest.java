package org.plegma.measure.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProgressTest {

    private final List<String> calls = new ArrayList<>();
    private ProgressReporter previous;
    private long millis;

    @BeforeEach
    void listen() {
        Progress.clock(() -> millis * 1_000_000);
        previous = Progress.reporter(new ProgressReporter() {
            @Override
            public void started(Progress p) {
                calls.add("started " + p.title() + " " + p);
            }

            @Override
            public void updated(Progress p) {
                calls.add("updated " + p);
            }

            @Override
            public void finished(Progress p) {
                calls.add("finished " + p.title() + " " + p);
                throw new IllegalStateException("a broken reporter must not break the work");
            }
        });
    }

    @AfterEach
    void restore() {
        Progress.reporter(previous);
        Progress.clock(System::nanoTime);
    }

    @Test
    void startAndEndAreReportedOnceAndUpdatesAreThrottled() {
        Progress progress = Progress.start("work", 1000);
        for (int i = 0; i < 1000; i++) {
            millis++;
            progress.step();
        }
        progress.close();
        progress.close();
        assertEquals("started work 0/1000", calls.get(0));
        assertEquals("finished work 1000/1000", calls.get(calls.size() - 1));
        assertEquals(1000 / Progress.MINIMUM_INTERVAL_MILLIS, calls.size() - 2, calls::toString);
        assertEquals("updated 100/1000", calls.get(1));
    }

    @Test
    void quietWorkIsShownOnceItTakesLong() {
        try (Progress progress = Progress.startQuietly("quick", 5)) {
            progress.step(5);
        }
        assertEquals(List.of(), calls);
        try (Progress progress = Progress.startQuietly("slow", 2)) {
            progress.step();
            millis += Progress.QUIET_MILLIS;
            progress.step();
        }
        assertEquals(
                List.of("started slow 2/2", "finished slow 2/2"), List.of(calls.get(0), calls.get(calls.size() - 1)));
    }

    @Test
    void innerWorkOnTheSameThreadIsNotShown() {
        try (Progress outer = Progress.start("outer", 1)) {
            try (Progress inner = Progress.start("inner", 1)) {
                inner.step();
            }
            outer.step();
        }
        assertEquals(List.of("started outer 0/1", "finished outer 1/1"), calls);
    }

    @Test
    void unknownTotalHasNoFractionAndNoTimeLeft() {
        try (Progress progress = Progress.start("endless", 0)) {
            millis = 1;
            progress.step(7);
            assertEquals("7", progress.toString());
            assertTrue(progress.fraction().isEmpty());
            assertTrue(progress.secondsLeft().isEmpty());
            assertTrue(progress.rate() > 0);
        }
    }

    @Test
    void anInterruptStopsTheWorkAtTheNextStep() {
        try (Progress progress = Progress.start("loop", 3)) {
            progress.step();
            Thread.currentThread().interrupt();
            CancellationException e = assertThrows(CancellationException.class, progress::step);
            assertEquals("'loop' was interrupted at 1/3", e.getMessage());
            assertFalse(Thread.currentThread().isInterrupted());
        }
    }

    @Test
    void theTerminalLineShowsBarCountAndNote() {
        try (Progress progress = Progress.start("work", 4)) {
            millis = 3000;
            progress.step(2);
            progress.note("best 3 ms");
            String line = TerminalReporter.line(progress);
            assertTrue(line.startsWith("work [############------------] 2/4  "), line);
            assertTrue(line.endsWith("  0:03 left  best 3 ms"), line);
        }
    }

    @Test
    void aNegativeTotalIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> Progress.start("x", -1));
    }
}
