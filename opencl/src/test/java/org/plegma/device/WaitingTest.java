package org.plegma.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
