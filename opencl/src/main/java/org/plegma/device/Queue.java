package org.plegma.device;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jocl.CL;
import org.jocl.cl_command_queue;
import org.jocl.cl_event;
import org.jocl.cl_queue_properties;

/**
 * A command queue of a device: its commands run one after the other. Different queues of a device may overlap; order
 * between them is made by {@link #waitFor}. Thread-safe.
 */
public final class Queue {
    /** A native call that enqueues one command and gives its event. */
    @FunctionalInterface
    interface Command {
        int enqueue(cl_command_queue queue, cl_event event);
    }

    private static final int MOST_PENDING = 256;
    private static final int FEWEST_PENDING = 4;
    private static final int MOST_QUIET = 15;
    private static final double BRIEF_SECONDS = 1e-3;

    /** How much work may lie in the queue, so that an interrupted user does not wait long behind it. */
    private static final double PENDING_SECONDS = 0.25;

    private final DeviceContext context;
    private final String name;
    private final cl_command_queue handle;
    private final Deque<Event> pending = new ArrayDeque<>();
    private Event failed;

    /** Commands without an event since the last one with an event. */
    private int quiet;

    /** Of the last commands; at first such that a few commands fit, as they may be long. */
    private double meanSeconds = PENDING_SECONDS / 16;

    private boolean closed;

    Queue(DeviceContext context, String name) {
        this.context = context;
        this.name = name;
        int[] status = new int[1];
        cl_queue_properties properties = new cl_queue_properties();
        properties.addProperty(CL.CL_QUEUE_PROPERTIES, CL.CL_QUEUE_PROFILING_ENABLE);
        this.handle = context.device().openclVersion().startsWith("OpenCL 1.")
                ? legacyQueue(context, status)
                : CL.clCreateCommandQueueWithProperties(
                        context.handle(), context.device().id(), properties, status);
        Status.check(status[0], "clCreateCommandQueue");
    }

    @SuppressWarnings("deprecation")
    private static cl_command_queue legacyQueue(DeviceContext context, int[] status) {
        return CL.clCreateCommandQueue(context.handle(), context.device().id(), CL.CL_QUEUE_PROFILING_ENABLE, status);
    }

    /** compute, upload or download. */
    public String name() {
        return name;
    }

    /** The device. */
    public Device device() {
        return context.device();
    }

    DeviceContext context() {
        return context;
    }

    /**
     * Enqueues one command. Blocks, interruptibly, while too much work is pending.
     *
     * @param kind for the timeline; null keeps the command out of it
     * @throws java.util.concurrent.CancellationException if interrupted while blocked; nothing was enqueued then
     */
    Event submit(String label, Span.Kind kind, long bytes, Command command) {
        makeRoom(label);
        synchronized (this) {
            checkOpen();
            throwUnknownFailure();
            cl_event event = new cl_event();
            long now = System.nanoTime();
            int status = command.enqueue(handle, event);
            if (status != CL.CL_SUCCESS) {
                throw context.failure(status, label);
            }
            quiet = 0;
            Event submitted = new Event(this, label, kind, bytes, now, event);
            pending.add(submitted);
            if (pending.size() == 1) {
                CL.clFlush(handle);
            }
            return submitted;
        }
    }

    /**
     * Enqueues one command without an event, which costs a third on NVIDIA. Commands that are long, or recorded, or every
     * sixteenth do get one, by which the queue's length is kept in bounds.
     */
    void submitQuietly(String label, Span.Kind kind, Command command) {
        synchronized (this) {
            checkOpen();
            boolean brief = meanSeconds < BRIEF_SECONDS;
            if (brief && quiet < MOST_QUIET && failed == null && !context.isRecording()) {
                int status = command.enqueue(handle, null);
                if (status != CL.CL_SUCCESS) {
                    throw context.failure(status, label);
                }
                quiet++;
                return;
            }
        }
        submit(label, kind, 0, command);
    }

    /** A command that failed after its enqueueing call had returned is reported by the next call at the latest. */
    private void throwUnknownFailure() {
        Event event = failed;
        failed = null;
        if (event != null && event.hasUnknownFailure()) {
            event.throwFailure();
        }
    }

    private void makeRoom(String label) {
        Waiting.checkInterrupt(label);
        Event behind;
        synchronized (this) {
            checkOpen();
            if (pending.size() < FEWEST_PENDING) {
                return;
            }
            harvest();
            double fitting = PENDING_SECONDS / Math.max(meanSeconds, 1e-9);
            int limit = (int) Math.max(FEWEST_PENDING, Math.min(MOST_PENDING, fitting));
            if (pending.size() < limit) {
                return;
            }
            behind = pending.peekFirst();
        }
        flush();
        Waiting.until(behind::isDone, label + " (the queue is full)");
        harvest();
    }

    /** Takes ended commands off the list of pending ones, and records them. */
    synchronized void harvest() {
        while (!pending.isEmpty() && pending.peekFirst().isDone()) {
            Event event = pending.removeFirst();
            if (event.hasUnknownFailure()) {
                failed = failed == null ? event : failed;
            } else if (event.hasTimes()) {
                meanSeconds = 0.75 * meanSeconds + 0.25 * event.ownSeconds();
                context.record(event);
            }
        }
    }

    /** Makes later commands of this queue wait for commands of other queues of the same device. */
    public void waitFor(Event... events) {
        List<cl_event> waits = new ArrayList<>();
        for (Event event : events) {
            if (event.queue().context != context) {
                throw new IllegalArgumentException(
                        "An event of " + event.queue().device() + " cannot be waited for on " + device()
                                + ": await() it on the host.");
            }
            event.queue().flush();
            cl_event retained = event.queue() == this ? null : event.retained();
            if (retained != null) {
                waits.add(retained);
            }
        }
        if (waits.isEmpty()) {
            return;
        }
        synchronized (this) {
            checkOpen();
            cl_event[] list = waits.toArray(new cl_event[0]);
            int status = CL.clEnqueueBarrierWithWaitList(handle, list.length, list, null);
            waits.forEach(CL::clReleaseEvent);
            Status.check(status, "clEnqueueBarrierWithWaitList");
        }
    }

    /** Sees to it that the device works on what was enqueued. */
    public synchronized void flush() {
        if (!closed) {
            Status.check(CL.clFlush(handle), "clFlush");
        }
    }

    /**
     * Waits until all commands have ended.
     *
     * @throws java.util.concurrent.CancellationException if the thread is interrupted; the commands go on
     * @throws OpenClException if a command failed and this was not reported before
     */
    public void finish() {
        Event last;
        synchronized (this) {
            last = quiet > 0 ? null : pending.peekLast();
        }
        if (last == null && hasQuiet()) {
            last = submit("finish", null, 0, (q, e) -> CL.clEnqueueMarkerWithWaitList(q, 0, null, e));
        }
        if (last != null) {
            last.awaitEnd();
        }
        harvest();
        synchronized (this) {
            throwUnknownFailure();
        }
    }

    private synchronized boolean hasQuiet() {
        return quiet > 0 && !closed;
    }

    /** Hands the native queue to an action, unless the queue is closed. */
    synchronized void whileOpen(Consumer<cl_command_queue> action) {
        if (!closed) {
            action.accept(handle);
        }
    }

    /** The event of a command that had nothing to do, such as a kernel over no elements. */
    public Event nothing(String label) {
        return Event.nothing(this, label, Span.Kind.KERNEL);
    }

    private void checkOpen() {
        if (closed) {
            throw new ClosedException("Queue " + name + " of " + device());
        }
    }

    /** Marks it closed; the native queue is released by the caller, perhaps later. */
    synchronized cl_command_queue detach() {
        closed = true;
        return handle;
    }

    @Override
    public String toString() {
        return name + " queue of " + device().name();
    }
}
