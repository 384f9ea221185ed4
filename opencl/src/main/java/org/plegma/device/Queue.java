package org.plegma.device;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jocl.CL;
import org.jocl.cl_command_queue;
import org.jocl.cl_event;
import org.jocl.cl_queue_properties;
import org.jspecify.annotations.Nullable;
import org.plegma.array.Preconditions;
import org.plegma.device.errors.OpenClException;
import org.plegma.device.errors.OpenClStatus;
import org.plegma.device.timeline.LaunchMarker;
import org.plegma.device.timeline.Pace;
import org.plegma.device.timeline.Span;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A command queue of a device: its commands run one after the other. Different queues of a device may overlap; order
 * between them is made by {@link #waitFor}. Thread-safe.
 */
public final class Queue {
    /** A native call that enqueues one command and gives its event. */
    @FunctionalInterface
    interface Command {
        /** @param event null if nobody waits for the command */
        int enqueue(cl_command_queue queue, @Nullable cl_event event);
    }

    private static final Logger LOG = LoggerFactory.getLogger(Queue.class);

    private static final int MOST_QUIET = 15;

    /** Between two commands, after which the device may have nothing to do although ended commands are still listed. */
    private static final long PAUSE_NANOS = 100_000;

    /** The device is told of its work by this many commands at the latest, which NVIDIA's needs no telling of. */
    private static final int FLUSHED_TOGETHER = 16;

    private final DeviceContext context;
    private final String name;
    private final boolean timed;
    private final cl_command_queue handle;
    private final Deque<Event> pending = new ArrayDeque<>();
    private @Nullable Event failed;

    /** Commands without an event since the last one with an event. */
    private int quiet;
    /** Whether a barrier, which has no event, is behind the last command that has one. */
    private boolean barred;

    private final Pace pace = new Pace();

    /** When the last command with an event was enqueued. */
    private long lastNanos;

    private boolean closed;

    /** @param timed whether the device notes when commands start and end */
    Queue(DeviceContext context, String name, boolean timed) {
        this.context = context;
        this.name = name;
        this.timed = timed;
        int[] status = new int[1];
        cl_queue_properties properties = new cl_queue_properties();
        if (timed) { // JOCL takes a value of 0 for the end of the list, and then there is none
            properties.addProperty(CL.CL_QUEUE_PROPERTIES, CL.CL_QUEUE_PROFILING_ENABLE);
        }
        this.handle = context.device().openclVersion().startsWith("OpenCL 1.")
                ? legacyQueue(context, timed ? CL.CL_QUEUE_PROFILING_ENABLE : 0, status)
                : CL.clCreateCommandQueueWithProperties(
                        context.handle(), context.device().id(), properties, status);
        OpenClStatus.check(status[0], "clCreateCommandQueue");
    }

    @SuppressWarnings("deprecation")
    private static cl_command_queue legacyQueue(DeviceContext context, long profiling, int[] status) {
        return CL.clCreateCommandQueue(context.handle(), context.device().id(), profiling, status);
    }

    /** compute, upload or download. */
    public String name() {
        return name;
    }

    /** Whether its events have times. */
    public boolean isTimed() {
        return timed;
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
    Event submit(String label, Span.@Nullable Kind kind, long bytes, Command command) {
        makeRoom(label);
        synchronized (this) {
            checkOpen();
            throwUnknownFailure();
            mark(label, kind);
            cl_event event = new cl_event();
            long now = System.nanoTime();
            int status = command.enqueue(handle, event);
            if (status != CL.CL_SUCCESS) {
                throw context.failure(status, label);
            }
            quiet = 0;
            barred = false;
            Event submitted = new Event(this, label, kind, bytes, now, event);
            if (pending.size() % FLUSHED_TOGETHER == 0 || now - lastNanos > PAUSE_NANOS) {
                CL.clFlush(handle);
            }
            pending.add(submitted);
            lastNanos = now;
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
            if (pace.isBrief(label) && quiet < MOST_QUIET && failed == null && !context.isRecording()) {
                mark(label, kind);
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

    private void mark(String label, Span.@Nullable Kind kind) {
        if (kind == Span.Kind.KERNEL && context.sharesCores()) {
            LaunchMarker.begin(label);
        }
    }

    /** A command that failed after its enqueueing call had returned is reported by a later call, or by {@link #finish}. */
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
            if (pending.size() < pace.asked(label)) {
                return;
            }
            harvestHalf();
            if (pending.size() < pace.mostPending(label)) {
                return;
            }
            behind = pending.peekFirst();
        }
        flush();
        Waiting.forRoom(behind::isDone, label, context);
        harvest();
    }

    /** The oldest command that has not ended. */
    public Optional<Event> oldest() {
        List<Event> commands;
        synchronized (this) {
            commands = List.copyOf(pending);
        }
        return commands.stream().filter(event -> !event.isDone()).findFirst();
    }

    /** Takes ended commands off the list of pending ones, and records them. */
    synchronized void harvest() {
        Event last = pending.peekLast();
        if (last != null && last.isDone()) {
            harvestThrough(last);
        }
        while (harvestHalf()) {
            // the ended ones are among the first half of what is left
        }
        while (!pending.isEmpty() && pending.peekFirst().isDone()) {
            take(pending.removeFirst());
        }
    }

    /** As {@link #harvest} for the older half, if all of it has ended; whether something was taken. */
    private boolean harvestHalf() {
        Iterator<Event> oldestFirst = pending.iterator();
        Event middle = null;
        for (int i = 0; i < pending.size() / 2; i++) {
            middle = oldestFirst.next();
        }
        int before = pending.size();
        if (middle != null && middle.isDone()) {
            harvestThrough(middle);
        }
        return pending.size() < before;
    }

    /** As {@link #harvest} for the commands up to one that has ended. */
    synchronized void harvestThrough(Event last) {
        if (!pending.contains(last)) {
            return;
        }
        Event event;
        do {
            event = pending.peekFirst();
            if (!event.isDone()) {
                return;
            }
            take(pending.removeFirst());
        } while (event != last);
    }

    private void take(Event ended) {
        if (ended.hasUnknownFailure()) {
            failed = failed == null ? ended : failed;
        } else if (ended.hasTimes()) {
            pace.note(ended.label(), ended.ownSeconds());
            context.record(ended);
        }
    }

    /** Whether a command has failed and nobody was told of it yet; does not wait. */
    public synchronized boolean hasUnknownFailure() {
        harvest();
        return failed != null && failed.hasUnknownFailure();
    }

    /** Throws the failure of a command that nobody was told of yet; does not wait. */
    public synchronized void throwFailure() {
        harvest();
        throwUnknownFailure();
    }

    /** Waits until all commands have ended, well or not, and even if the thread is interrupted, which it stays. */
    public void drain() {
        whole(() -> {
            try {
                finish();
            } catch (OpenClException e) {
                LOG.debug("A command had failed: {}", e.getMessage());
            }
        });
    }

    /** Does what enqueues several commands of which none may be missing: the first wait after it sees an interrupt, and none before. */
    public static void whole(Runnable enqueue) {
        Preconditions.notNull(enqueue, "enqueue");
        Waiting.whole(enqueue);
    }

    /**
     * Does what enqueues commands into full queues, too: who waits for room waits for commands that may never end.
     *
     * @param hurry whether they wait for no room, or for none any more
     */
    public static void hurried(BooleanSupplier hurry, Runnable enqueue) {
        Preconditions.notNull(hurry, "hurry");
        Preconditions.notNull(enqueue, "enqueue");
        Waiting.hurried(hurry, enqueue);
    }

    /** Whether this thread has been interrupted, also if it is to see that after {@link #whole}. */
    public static boolean isInterrupted() {
        return Waiting.isInterrupted();
    }

    /** Makes later commands of this queue wait for commands of other queues of the same device. */
    public void waitFor(Event... events) {
        Preconditions.notNull(events, "events");
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
            OpenClStatus.check(status, "clEnqueueBarrierWithWaitList");
            barred = true;
        }
    }

    /** Sees to it that the device works on what was enqueued. */
    public synchronized void flush() {
        if (!closed) {
            OpenClStatus.check(CL.clFlush(handle), "clFlush");
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
            last = hasQuiet() ? null : pending.peekLast();
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
        return (quiet > 0 || barred) && !closed;
    }

    /** Hands the native queue to an action, unless the queue is closed. */
    synchronized void whileOpen(Consumer<cl_command_queue> action) {
        if (!closed) {
            action.accept(handle);
        }
    }

    /** The event of a command that had nothing to do, such as a kernel over no elements. */
    public Event nothing(String label) {
        Preconditions.notNull(label, "label");
        return Event.nothing(this, label, Span.Kind.KERNEL);
    }

    private void checkOpen() {
        if (closed) {
            throw context.gone("Queue " + name + " of " + device());
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
