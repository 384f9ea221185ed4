package org.plegma.device.shared;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each device has a thread, all at once, and what fails is told when all have ended. */
@Timeout(60)
class DeviceThreadsTest {
    @Test
    void allAreDoneAtOnceAndTheFirstByTheCaller() {
        for (int round = 0; round < 50; round++) {
            Map<Integer, Thread> threads = new ConcurrentHashMap<>();
            CountDownLatch here = new CountDownLatch(3);
            DeviceThreads.atOnce(new int[] {5, 0, 7}, device -> {
                threads.put(device, Thread.currentThread());
                here.countDown();
                await(here); // comes to an end only if all three are there
            });
            assertEquals(3, threads.values().stream().distinct().count());
            assertSame(Thread.currentThread(), threads.get(5));
        }
        DeviceThreads.atOnce(new int[0], device -> await(new CountDownLatch(1)));
    }

    @Test
    void aFailureIsToldWhenAllHaveEnded() {
        for (int failing = 0; failing < 3; failing++) {
            int bad = failing;
            AtomicInteger ended = new AtomicInteger();
            RuntimeException thrown = assertThrows(
                    RuntimeException.class,
                    () -> DeviceThreads.atOnce(new int[] {0, 1, 2}, device -> {
                        if (device == bad) {
                            throw new IllegalArgumentException("device " + device);
                        }
                        await(new CountDownLatch(1), 20);
                        ended.incrementAndGet();
                    }));
            assertEquals("device " + bad, thrown.getMessage());
            assertEquals(2, ended.get());
        }
        AssertionError error = new AssertionError("no exception");
        assertSame(
                error,
                assertThrows(
                                IllegalStateException.class,
                                () -> DeviceThreads.atOnce(new int[] {0, 1}, device -> {
                                    throw error;
                                }))
                        .getCause());
    }

    private static void await(CountDownLatch latch) {
        await(latch, 30_000);
    }

    private static void await(CountDownLatch latch, long millis) {
        try {
            latch.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
