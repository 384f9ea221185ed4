package org.plegma.device;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.device.errors.ClosedException;
import org.slf4j.LoggerFactory;

/** What is said of a kernel that does not end, and how one gets away from it. The kernels of these tests end when they are told. */
class LongWaitsTest {
    private static final String SPIN =
            "kernel void spin(volatile global int *flag) { while (flag[0] == 0) {} flag[1] = 5; }";
    private static final String ADD = "kernel void add(global int *x) { x[get_global_id(0)] += 1; }";

    private final Session session = Session.open();
    private final DeviceArray flag = session.upload(new int[2]);
    private final HostBuffer one = session.pinned(ElementType.INT, 1);
    private final List<String> told = new CopyOnWriteArrayList<>();

    private void endSpin() {
        flag.uploadAsync(session.upload(), one, 0, 0, 1);
        session.upload().flush();
    }

    private Event spin() {
        one.ints().put(0, 1);
        Event event = session.compile(SPIN).kernel("spin").global(1).call(flag);
        session.compute().flush();
        return event;
    }

    @AfterEach
    void logAgain() {
        LongWaits.tellTo(LoggerFactory.getLogger(LongWaits.class)::warn);
    }

    @Test
    void aWaitBehindAnotherTasksKernelIsToldOnce() {
        LongWaits.tellTo(text -> {
            told.add(text);
            endSpin();
        });
        Kernel add = session.compile(ADD).kernel("add").global(3); // drivers of GPUs compile when spin has ended
        Event event = spin();
        LongWaits.beginTask();
        int[] x = {1, 2, 3};
        add.call(x);
        assertArrayEquals(new int[] {2, 3, 4}, x);
        event.await();
        assertEquals(1, told.size(), told::toString);
        String text = told.get(0);
        assertTrue(
                text.matches(
                        "'spin', begun \\d+ s ago \\(\\d\\d:\\d\\d:\\d\\d\\), still runs on .*\\. upload int 3 waits for that\\."),
                text);
        assertEquals(List.of(), LongWaits.running());
        session.close();
    }

    @Test
    void whatAnEarlierTaskHasBegunIsWaitedForButNotForLong() throws InterruptedException {
        Event event = spin();
        assertEquals(Optional.empty(), LongWaits.earlier(session), "it is this task's own");
        LongWaits.beginTask();
        String running = LongWaits.earlier(session).orElseThrow();
        assertTrue(running.matches("'spin', begun \\d+ s ago \\(.*\\), still runs on .*\\."), running);
        try (Session other = Session.open()) {
            assertEquals(Optional.empty(), LongWaits.earlier(other));
        }
        Thread ends = new Thread(this::endSpin);
        ends.start();
        assertEquals(Optional.empty(), LongWaits.earlier(session));
        ends.join();
        event.await();
        session.close();
    }

    @Test
    void waitingForWhatOneHasAskedForIsNotTold() throws InterruptedException {
        LongWaits.beginTask();
        LongWaits.tellTo(told::add);
        Event event = spin();
        assertTrue(LongWaits.running().get(0).startsWith("'spin', begun "), LongWaits.running()::toString);
        Thread waiting = new Thread(event::await);
        waiting.start();
        waiting.join(LongWaits.NANOS / 1_000_000 + 1000);
        assertTrue(waiting.isAlive());
        endSpin();
        waiting.join();
        assertEquals(List.of(), told);
        session.close();
    }

    @Test
    void aDeviceThatIsGivenUpLosesItsArraysAndServesANewSession() {
        DeviceArray named = session.upload(new float[6], 2, 3).named("u");
        DeviceArray closed = session.upload(new int[2]);
        closed.close();
        Kernel add = session.compile(ADD).kernel("add");
        spin();
        Thread.currentThread().interrupt();
        assertThrows(CancellationException.class, session::finish);
        endSpin(); // after the interrupted wait, before the new session, so that a device of one core serves it
        session.giveUp();
        assertTrue(session.isClosed());
        assertTrue(named.isClosed());
        String reset = " was lost when " + session.device().name() + " was reset. Make it anew: what is on the host,";
        assertTrue(lost(() -> named.download()).startsWith("Device array u (float 2 x 3)" + reset));
        assertTrue(lost(() -> flag.download()).startsWith("Device array int 2" + reset));
        assertTrue(lost(() -> add.global(1).call(new int[1])).startsWith("Program with kernels [add]" + reset));
        assertEquals("Device array int 2 was used after it was closed.", lost(() -> closed.download()));
        try (Session next = Session.open()) {
            int[] x = {4};
            Kernel again = next.compile(ADD).kernel("add").global(1);
            again.call(x);
            assertEquals(5, x[0]);
            assertTrue(lost(() -> again.call(named)).startsWith("Device array u (float 2 x 3)" + reset));
            assertFalse(next.isClosed());
        }
        session.close(); // once more does nothing
    }

    @Test
    void aKernelThatIsGivenUpIsNamedUntilItEnds() throws InterruptedException {
        String source = "kernel void slow(volatile global int *x) { for (int i = 0; i < 500000000; i++) x[0] = i; }";
        session.compile(source).kernel("slow").global(1).call(flag);
        session.giveUp();
        assertTrue(LongWaits.running().get(0).startsWith("'slow', begun "), LongWaits.running()::toString);
        while (!LongWaits.running().isEmpty()) {
            Thread.sleep(50);
        }
    }

    private static String lost(Runnable use) {
        return assertThrows(ClosedException.class, use::run).getMessage();
    }
}
