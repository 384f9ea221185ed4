package org.plegma.stencil.slabs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that enqueue rounds: all do equally many, also if the caller is interrupted, and none is left behind where one fails. */
@Timeout(60)
class RoundThreadsTest {
    private static final int DEVICES = 4;

    private final AtomicInteger released = new AtomicInteger();
    private final RoundThreads threads = new RoundThreads(released::incrementAndGet);
    private final AtomicIntegerArray done = new AtomicIntegerArray(DEVICES);

    @Test
    void allDoAllRoundsAndAgain() {
        assertEquals(16, threads.run(DEVICES, 16, done::incrementAndGet));
        assertDone(16);
        assertEquals(1, threads.run(DEVICES, 1, done::incrementAndGet));
        assertDone(17);
        assertEquals(5, threads.run(1, 5, done::incrementAndGet));
        assertEquals(22, done.get(0));
        assertEquals(0, released.get());
    }

    /** A device that is far ahead, or behind, when the interrupt comes. */
    @Test
    void allDoAsManyAsAnyHasBegunWhenTheCallerIsInterrupted() {
        for (int ahead = 0; ahead < DEVICES; ahead++) {
            int fast = ahead;
            for (int i = 0; i < DEVICES; i++) {
                done.set(i, 0);
            }
            int rounds = threads.run(DEVICES, 1_000_000, device -> {
                if (done.incrementAndGet(device) == 3 && device == 0) {
                    Thread.currentThread().interrupt();
                }
                if (device != fast) {
                    pause();
                }
            });
            assertTrue(Thread.interrupted());
            assertTrue(rounds >= 3 && rounds < 1_000_000, () -> rounds + " rounds");
            assertDone(rounds);
        }
        assertFalse(threads.isStopping(), "an interrupt that is over stops nothing");
    }

    /** The others wait for something that will not come: they are told to wait no longer. */
    @Test
    void thoseThatWaitAreToldOfAnInterrupt() {
        Thread caller = Thread.currentThread();
        int rounds = threads.run(DEVICES, 10, device -> {
            if (done.incrementAndGet(device) == 2) {
                if (device == 1) {
                    caller.interrupt();
                }
                while (!threads.isStopping()) {
                    Thread.onSpinWait();
                }
            }
        });
        assertTrue(Thread.interrupted());
        assertEquals(2, rounds);
        assertDone(2);
    }

    @Test
    void aFailureEndsAllAndIsThrownOnce() {
        for (int i = 0; i < DEVICES; i++) {
            int failing = i;
            IllegalStateException failure = new IllegalStateException("device " + failing);
            IllegalStateException thrown = assertThrows(
                    IllegalStateException.class,
                    () -> threads.run(DEVICES, 10, device -> {
                        if (device == failing) {
                            throw failure;
                        }
                        while (!threads.hasFailed()) {
                            Thread.onSpinWait();
                        }
                    }));
            assertSame(failure, thrown);
            assertEquals(failing + 1, released.get());
        }
        assertEquals(3, threads.run(DEVICES, 3, done::incrementAndGet));
        assertDone(3);
    }

    private void assertDone(int rounds) {
        IntStream.range(0, DEVICES).forEach(i -> assertEquals(rounds, done.get(i), "device " + i));
    }

    private static void pause() {
        long end = System.nanoTime() + 20_000;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }
}
