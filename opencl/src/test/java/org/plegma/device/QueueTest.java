package org.plegma.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jocl.CL;
import org.jocl.cl_event;
import org.junit.jupiter.api.Test;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.device.errors.OpenClException;
import org.plegma.device.timeline.Span;
import org.plegma.testing.Patience;

class QueueTest extends OnDevice {
    /** Runs for about as many milliseconds as the argument says on one core of a few GHz. */
    private static final String SLOW =
            """
            kernel void slow(int n, global float *a) {
                float x = a[0];
                for (int i = 0; i < n; i++)
                    for (int j = 0; j < 100000; j++)
                        x = sqrt(x + j);
                a[0] = x;
            }
            """;

    private static Kernel slow() {
        return session.compile(SLOW).kernel("slow").global(1).local(1);
    }

    @Test
    void eventsTellTheirTimesInOrder() {
        try (DeviceArray a = session.upload(new float[1])) {
            Event event = slow().call(3, a);
            assertTrue(event.queuedNanos() <= event.startedNanos());
            assertTrue(event.startedNanos() < event.endedNanos());
            assertEquals((event.endedNanos() - event.startedNanos()) * 1e-9, event.seconds());
            assertEquals("slow", event.label());
            assertEquals(Span.Kind.KERNEL, event.kind());
            assertTrue(event.isDone());
            assertTrue(event.toString().startsWith("slow "), event.toString());
        }
    }

    @Test
    void aCommandEndsWhoeverLooksWithoutWaiting() throws InterruptedException {
        try (DeviceArray a = session.upload(new float[1])) {
            slow().call(1, a);
            Event second = slow().call(1, a); // at once behind the first, so that the device is not told of it yet
            Patience.until(second::isDone, "still running");
        }
    }

    @Test
    void commandsInOneLastFromTheFirstStartToTheLastEnd() {
        try (DeviceArray a = session.upload(new float[1])) {
            Event first = slow().call(1, a);
            Event second = slow().call(1, a);
            Event third = slow().call(1, a);
            session.finish(); // each command that ends may tell more of how the clocks differ
            long started = first.startedNanos();
            long queued = first.queuedNanos();
            Event whole = third.continuing(second.continuing(first));
            assertEquals(started, whole.startedNanos());
            assertEquals(queued, whole.queuedNanos());
            assertEquals((third.endedNanos() - started) * 1e-9, whole.seconds());
        }
    }

    @Test
    void commandsOfAnUntimedQueueRunInOrderAndHaveNoTimes() {
        int n = 1000;
        int copies = 100; // more than may be pending
        try (DeviceArray a = session.allocate(ElementType.INT, n);
                HostBuffer in = session.pinned(ElementType.INT, (long) n * copies);
                HostBuffer out = session.pinned(ElementType.INT, n)) {
            for (int i = 0; i < n * copies; i++) {
                in.ints().put(i, i);
            }
            session.recordTimeline(true);
            Queue up = session.untimedUpload();
            Event last = null;
            for (int copy = 0; copy < copies; copy++) {
                last = a.uploadAsync(up, in, (long) copy * n, 0, n);
            }
            Queue down = session.untimedDownload();
            down.waitFor(last);
            Event back = a.downloadAsync(down, out);
            back.await();
            session.finish();
            session.recordTimeline(false);
            assertEquals((copies - 1) * n, out.ints().get(0));
            assertEquals(copies * n - 1, out.ints().get(n - 1));
            assertEquals(List.of(), session.timeline().spans());
            assertEquals(back.label() + " (done)", back.toString());
            assertFalse(up.isTimed());
            String message =
                    assertThrows(IllegalStateException.class, back::seconds).getMessage();
            assertTrue(message.contains("untimed download queue"), message);
        }
    }

    @Test
    void theTimelineHasWhatWasRecorded() {
        try (DeviceArray a = session.allocate(ElementType.FLOAT, 100_000).named("a")) {
            session.finish();
            session.recordTimeline(true);
            long before = System.nanoTime();
            a.upload(Grid.floats(100_000));
            slow().call(1, a);
            a.download();
            session.finish();
            long after = System.nanoTime();
            session.recordTimeline(false);
            a.download();

            List<Span> spans = session.timeline().spans();
            assertEquals(
                    List.of("upload a", "slow", "download a"),
                    spans.stream().map(Span::label).toList());
            assertEquals(
                    List.of(Span.Kind.COPY_IN, Span.Kind.KERNEL, Span.Kind.COPY_OUT),
                    spans.stream().map(Span::kind).toList());
            assertEquals(400_000, spans.get(0).bytes());
            assertEquals("compute", spans.get(1).queue());
            for (int i = 1; i < spans.size(); i++) {
                assertTrue(spans.get(i - 1).endNanos() <= spans.get(i).startNanos(), "the queue is in order");
            }
            long slack =
                    1_000_000_000; // the clocks' origins are hours apart, but a busy machine may pause between readings
            assertTrue(spans.get(0).startNanos() >= before - slack, "on the host's clock");
            assertTrue(spans.get(2).endNanos() <= after + slack, "on the host's clock");
            assertTrue(session.timeline().seconds() >= session.timeline().seconds(Span.Kind.KERNEL));
            assertTrue(session.timeline().seconds(Span.Kind.KERNEL) > 0);
        }
    }

    @Test
    void eventsOfAnotherSessionCannotBeWaitedFor() {
        try (Session other = Session.open();
                DeviceArray a = other.upload(new float[1])) {
            Event foreign = a.fill(1);
            assertThrows(IllegalArgumentException.class, () -> session.compute().waitFor(foreign));
        }
    }

    @Test
    void aQueueThatOnlyWaitsForAnotherOneHasNotEndedBeforeIt() {
        try (DeviceArray a = session.upload(new float[1])) {
            Event before = slow().launch(session.upload(), 3, a);
            session.compute().waitFor(before);
            session.compute().finish();
            assertTrue(before.isDone(), before.toString());
        }
    }

    @Test
    void launchesWithoutAnEventRunInOrderAndAreWaitedFor() {
        Kernel add = session.compile("kernel void add(int n, global int *a) { a[0] = 3 * a[0] + n; }")
                .kernel("add")
                .global(1)
                .local(1);
        try (DeviceArray a = session.upload(new int[1])) {
            int expected = 0;
            for (int i = 0; i < 2000; i++) {
                add.enqueue(session.compute(), i, a);
                expected = 3 * expected + i;
            }
            session.finish();
            assertEquals(expected, a.download().ints()[0]);
            session.recordTimeline(true);
            add.enqueue(session.compute(), 0, a);
            session.finish();
            session.recordTimeline(false);
            assertEquals(1, session.timeline().spans().size(), "recorded launches have events");
            int[] host = {5};
            add.enqueue(session.compute(), 1, host);
            assertEquals(16, host[0], "host arrays are waited for");
        }
    }

    /** A command that fails when the device comes to it. */
    private static Event doomed() {
        Queue queue = session.compute();
        // PoCL may end the process if a command fails while one before it in the queue still runs.
        queue.whileOpen(CL::clFinish);
        cl_event user = CL.clCreateUserEvent(queue.context().handle(), null);
        Event event = queue.submit(
                "doomed",
                Span.Kind.KERNEL,
                0,
                (q, e) -> CL.clEnqueueMarkerWithWaitList(q, 1, new cl_event[] {user}, e));
        CL.clSetUserEventStatus(user, CL.CL_OUT_OF_RESOURCES);
        CL.clReleaseEvent(user);
        return event;
    }

    @Test
    void aFailureIsReportedOnceAndNeverLost() {
        Event awaited = doomed();
        var error = assertThrows(OpenClException.class, awaited::await);
        assertTrue(error.getMessage().startsWith("doomed failed with CL_"), error.getMessage());
        assertThrows(OpenClException.class, awaited::seconds);
        session.finish();

        doomed();
        assertThrows(OpenClException.class, () -> session.finish());
        session.finish();

        try (DeviceArray a = session.allocate(ElementType.FLOAT, 1)) {
            Event event = doomed();
            Waiting.until(event::isDone, "doomed", session.compute().context());
            session.compute().harvest();
            assertThrows(OpenClException.class, () -> a.fill(1));
            a.fill(2);
            assertEquals(2, a.download().get(0));
        }
    }

    private static Kernel count() {
        return session.compile("kernel void count(global int *a) { a[0]++; }")
                .kernel("count")
                .global(1)
                .local(1);
    }

    @Test
    void aFailureAmongManyCommandsIsReportedOnce() {
        Kernel count = count();
        try (DeviceArray a = session.upload(new int[1])) {
            for (int before : new int[] {0, 5, 300}) {
                String when = "behind " + before + " commands";
                var error = assertThrows(
                        OpenClException.class,
                        () -> {
                            for (int i = 0; i < before; i++) {
                                count.call(a);
                            }
                            doomed();
                            for (int i = 0; i < 300; i++) {
                                count.call(a);
                            }
                            session.finish();
                        },
                        when);
                assertTrue(error.getMessage().startsWith("doomed failed with CL_"), error.getMessage());
                assertThrowsAtMostOnceMore();
            }
        }
    }

    /** Commands behind one that failed may fail with it. */
    private static void assertThrowsAtMostOnceMore() {
        try {
            session.finish();
        } catch (OpenClException e) {
            assertTrue(e.getMessage().startsWith("count failed with CL_"), e.getMessage());
        }
        session.finish();
    }

    @Test
    void manyBriefCommandsHaveTheirTimesAndTheirPlacesInTheTimeline() {
        Kernel count = count();
        try (DeviceArray a = session.upload(new int[1])) {
            session.finish();
            session.recordTimeline(true);
            List<Event> events = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                events.add(count.call(a));
            }
            assertTrue(events.get(299).seconds() > 0);
            session.recordTimeline(false);
            assertEquals(300, a.download().ints()[0]);
            List<Span> spans = session.timeline().spans();
            assertEquals(300, spans.size());
            for (int i = 1; i < 300; i++) {
                Event before = events.get(i - 1);
                assertTrue(before.isDone());
                assertTrue(before.startedNanos() <= before.endedNanos());
                assertTrue(before.endedNanos() <= events.get(i).startedNanos(), "the queue is in order");
            }
        }
    }

    /**
     * Runs an action on a thread of its own, interrupts it some time after it has said that it is about to wait, and gives
     * what it threw.
     */
    private static Throwable interrupted(Consumer<Runnable> action) throws InterruptedException {
        CountDownLatch aboutToWait = new CountDownLatch(1);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            try {
                action.accept(aboutToWait::countDown);
            } catch (RuntimeException e) {
                thrown.set(e);
            }
        });
        thread.start();
        Patience.until(() -> aboutToWait.getCount() == 0, "it never came to wait");
        Thread.sleep(50);
        thread.interrupt();
        Patience.until(() -> !thread.isAlive(), "still waiting");
        return thrown.get();
    }

    @Test
    void anInterruptEndsTheWaitForALongKernel() throws InterruptedException {
        try (DeviceArray a = session.upload(new float[1])) {
            Event event = slow().call(2000, a);
            Throwable thrown = interrupted(aboutToWait -> {
                aboutToWait.run();
                event.await();
            });
            assertTrue(thrown instanceof CancellationException, String.valueOf(thrown));
            assertTrue(thrown.getMessage().contains("waiting for slow"), thrown.getMessage());
            event.await();
        }
    }

    @Test
    void anInterruptEndsALoopThatFillsTheQueue() throws InterruptedException {
        Kernel count = count();
        try (DeviceArray a = session.upload(new float[1]);
                DeviceArray counts = session.upload(new int[1])) {
            Kernel slow = session.compile(SLOW.replace("slow", "unheard_of"))
                    .kernel("unheard_of")
                    .global(1)
                    .local(1);
            for (int i = 0; i < 1000; i++) {
                count.call(counts);
            }
            AtomicInteger calls = new AtomicInteger();
            Throwable thrown = interrupted(aboutToWait -> {
                aboutToWait.run();
                while (true) {
                    slow.call(100, a);
                    calls.incrementAndGet();
                }
            });
            assertTrue(thrown instanceof CancellationException, String.valueOf(thrown));
            assertTrue(calls.get() < 100, calls + " long commands were enqueued, since those before were brief");
            session.finish();
        }
    }

    @Test
    void anInterruptEndsACopyBehindALongKernel() throws InterruptedException {
        try (DeviceArray a = session.upload(new float[1])) {
            slow().call(2000, a);
            Throwable thrown = interrupted(aboutToWait -> {
                aboutToWait.run();
                a.download();
            });
            assertTrue(thrown instanceof CancellationException, String.valueOf(thrown));
            assertTrue(a.download().get(0) > 0, "the session is as good as before");
        }
    }

    @Test
    void aSessionCanBeLeftWhileItsDeviceWorks() throws InterruptedException {
        AtomicReference<Boolean> stillInterrupted = new AtomicReference<>();
        Session left = Session.open();
        DeviceArray a = left.upload(new float[1]);
        Kernel slow = left.compile(SLOW).kernel("slow").global(1).local(1);
        slow.call(2000, a);
        interrupted(aboutToWait -> {
            aboutToWait.run();
            left.close();
            stillInterrupted.set(Thread.currentThread().isInterrupted());
        });
        assertEquals(true, stillInterrupted.get());
        assertTrue(left.isClosed());
        Patience.until(() -> left.memoryInUse() == 0, "not released when the kernel has ended");
    }
}
