package org.plegma.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plegma.device.errors.OpenClException;

class WaitingTest {
    /** A GPU is asked so often that no more than 0.4 % of a wait is lost, but in waits above a second only each 1,000th part. */
    @ParameterizedTest
    @CsvSource({
        "1000, 10000, 10000",
        "1000000, 10000, 200000",
        "20000000, 78125, 1000000",
        "900000000, 1000000, 1000000",
        "5000000000, 5000000, 5000000"
    })
    void pausesGrowWithTheWait(long waited, long onGpu, long onSharedCores) {
        assertEquals(onGpu, Waiting.pause(waited, false));
        assertEquals(onSharedCores, Waiting.pause(waited, true));
    }

    /** Before it, or in the midst of it: an interrupt is seen once all has been enqueued. */
    @Test
    void aWholeIsNotInterrupted() {
        for (int at = 0; at < 3; at++) {
            int when = at;
            int[] enqueued = {0};
            interruptIf(when == 0);
            Queue.whole(() -> {
                Queue.whole(() -> enqueue("first", enqueued));
                assertEquals(when == 0, Queue.isInterrupted());
                interruptIf(when == 1);
                enqueue("second", enqueued);
                assertEquals(when < 2, Queue.isInterrupted());
                interruptIf(when == 2);
            });
            assertTrue(Queue.isInterrupted());
            assertEquals(2, enqueued[0]);
            assertThrows(CancellationException.class, () -> enqueue("third", enqueued));
            assertFalse(Queue.isInterrupted());
            enqueue("third", enqueued);
            assertEquals(3, enqueued[0]);
        }
    }

    /** More than a queue ever holds, of which none ends before all have been enqueued. */
    @Test
    @Timeout(60)
    void whoHurriesWaitsForNoRoom() {
        try (Session stuck = Session.open();
                DeviceArray counts = stuck.upload(new int[1])) {
            Kernel count = stuck.compile("kernel void count(global int *a) { a[0]++; }")
                    .kernel("count")
                    .global(1)
                    .local(1);
            Failures failures = new Failures(stuck);
            try {
                Queue.hurried(() -> true, () -> {
                    Queue.hurried(() -> false, () -> assertFalse(Waiting.isHurried()));
                    for (int i = 0; i < 300; i++) {
                        count.enqueue(stuck.compute(), counts);
                    }
                });
                assertFalse(Waiting.isHurried());
            } finally {
                failures.fail(List.of());
            }
            assertThrows(OpenClException.class, () -> stuck.compute().finish());
            assertEquals(300, counts.download().get(0));
        }
    }

    private static void enqueue(String what, int[] enqueued) {
        Waiting.checkInterrupt(what);
        enqueued[0]++;
    }

    private static void interruptIf(boolean now) {
        if (now) {
            Thread.currentThread().interrupt();
        }
    }
}
