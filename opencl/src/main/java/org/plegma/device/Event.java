package org.plegma.device;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jocl.CL;
import org.jocl.Pointer;
import org.jocl.cl_event;
import org.jspecify.annotations.Nullable;
import org.plegma.array.Preconditions;
import org.plegma.device.errors.OpenClException;
import org.plegma.device.errors.OpenClStatus;
import org.plegma.device.isolated.LaunchOutcome;
import org.plegma.device.timeline.LaunchMarker;
import org.plegma.device.timeline.Span;
import org.plegma.device.timeline.Timeline;

/**
 * A command given to a device: whether it has ended, and when it was queued, started and ended.
 *
 * <p>Times are nanoseconds of the device's clock; events of a queue that is not {@linkplain Queue#isTimed timed} have none, and
 * throw an {@link IllegalStateException} if asked for them. Thread-safe.
 */
public final class Event {
    private static final long LOOK_NANOS = 5_000_000;

    private final Queue queue;
    private final String label;
    private final Span.@Nullable Kind kind;
    private final long bytes;
    private final long hostNanos;
    private final int task = LongWaits.task();
    private final long launch = LaunchMarker.latest();

    /** The native event; null once the command has ended, when its times have been read and it has been released. */
    private @Nullable cl_event handle;

    /** Host memory that the command uses; held until it has ended. */
    private @Nullable Object kept;

    /** The first part of a command in two parts; null if it has only one. */
    private @Nullable Event head;

    private long started;
    private long ended;
    private @Nullable OpenClException failure;
    private boolean failureKnown;

    Event(Queue queue, String label, Span.@Nullable Kind kind, long bytes, long hostNanos, @Nullable cl_event handle) {
        this.queue = queue;
        this.label = label;
        this.kind = kind;
        this.bytes = bytes;
        this.hostNanos = hostNanos;
        this.handle = handle;
    }

    /**
     * Makes this event stand for its command and an earlier one of the same queue, so that {@link #seconds} is the time from
     * the first start to the last end; gives itself.
     *
     * @param earlier null if there is none
     */
    public Event continuing(@Nullable Event earlier) {
        Event first = this;
        while (first.head != null) {
            first = first.head;
        }
        first.head = earlier;
        return this;
    }

    /** The whole of several commands of one queue, all of which have ended. */
    static Event spanning(Event first, Event last, long bytes) {
        Event whole = new Event(first.queue, first.label, first.kind, bytes, first.hostNanos, null);
        whole.started = first.startedNanos();
        whole.ended = last.endedNanos();
        return whole;
    }

    /** A kernel that has run in another process. */
    static Event elsewhere(Queue queue, String label, long hostNanos, LaunchOutcome outcome) {
        Event event = new Event(queue, label, Span.Kind.KERNEL, 0, hostNanos, null);
        event.started = outcome.started();
        event.ended = outcome.ended();
        queue.context().clock(hostNanos, outcome.queued());
        queue.context().record(event);
        return event;
    }

    /** A command that had nothing to do. */
    static Event nothing(Queue queue, String label, Span.Kind kind) {
        return new Event(queue, label, kind, 0, System.nanoTime(), null);
    }

    /** The kernel's name, or what was copied. */
    public String label() {
        return label;
    }

    /** What the command does; null if it does nothing that a timeline shows. */
    public Span.@Nullable Kind kind() {
        return kind;
    }

    /** Bytes copied; 0 for kernels. */
    public long bytes() {
        return bytes;
    }

    /** When it was given to the queue, by {@link System#nanoTime}. */
    long hostNanos() {
        return hostNanos;
    }

    /** The task that it was given by; see {@link LongWaits}. */
    int task() {
        return task;
    }

    /** The queue that it was given to. */
    public Queue queue() {
        return queue;
    }

    /** Whether the command has ended, well or not. Does not wait, but sees to it that the device knows of the command. */
    public boolean isDone() {
        int status = ask();
        if (status == CL.CL_QUEUED) {
            queue.flush(); // not while this is locked, as the queue asks its events while it is locked itself
        }
        return status <= CL.CL_COMPLETE;
    }

    /** The state of the command, which is completed here if it has ended. */
    private synchronized int ask() {
        if (handle == null) {
            return CL.CL_COMPLETE;
        }
        int status = Answer.OF_THREAD.get().state(handle);
        if (status <= CL.CL_COMPLETE) {
            complete(status);
        }
        return status;
    }

    private void complete(int status) {
        LaunchMarker.end(launch);
        if (status < 0) {
            failure = queue.context().failure(status, label);
        } else if (queue.isTimed()) {
            readTimes();
        }
        release();
    }

    /** Each time costs a microsecond on NVIDIA, so that no more is asked than is needed. */
    private void readTimes() {
        started = profile(CL.CL_PROFILING_COMMAND_START);
        ended = profile(CL.CL_PROFILING_COMMAND_END);
        if (kind != null && queue.context().wantsClock()) {
            queue.context().clock(hostNanos, profile(CL.CL_PROFILING_COMMAND_QUEUED));
        }
    }

    private void release() {
        CL.clReleaseEvent(handle);
        handle = null;
        kept = null;
    }

    private long profile(int what) {
        Answer answer = Answer.OF_THREAD.get();
        OpenClStatus.check(answer.profile(handle, what), "clGetEventProfilingInfo(" + label + ")");
        return answer.number();
    }

    /** Where the driver writes a number: kept outside of Java's memory, as JOCL takes twice as long for an array. */
    private static final class Answer {
        static final ThreadLocal<Answer> OF_THREAD = ThreadLocal.withInitial(Answer::new);

        private final ByteBuffer bytes = ByteBuffer.allocateDirect(Long.BYTES).order(ByteOrder.nativeOrder());
        private final Pointer pointer = Pointer.to(bytes);

        int profile(@Nullable cl_event event, int what) {
            return CL.clGetEventProfilingInfo(event, what, Long.BYTES, pointer, null);
        }

        long number() {
            return bytes.getLong(0);
        }

        /** The state of a command; negative if it failed, or the question did. */
        int state(cl_event event) {
            int code = CL.clGetEventInfo(event, CL.CL_EVENT_COMMAND_EXECUTION_STATUS, Integer.BYTES, pointer, null);
            return code == CL.CL_SUCCESS ? bytes.getInt(0) : code;
        }
    }

    synchronized void keepAlive(Object memory) {
        kept = handle == null ? null : memory;
    }

    /** The native event, retained for the caller, or null if the command has ended. */
    synchronized @Nullable cl_event retained() {
        if (ask() > CL.CL_COMPLETE) {
            CL.clRetainEvent(handle);
        }
        return handle;
    }

    /**
     * Waits until the command has ended.
     *
     * @throws java.util.concurrent.CancellationException if the thread is interrupted; the command itself goes on
     * @throws OpenClException if the command failed
     */
    public void await() {
        awaitEnd();
        queue.harvestThrough(this);
        for (Event part = head; part != null; part = part.head) {
            part.throwFailure();
        }
        throwFailure();
    }

    /** Waits until the command has ended, well or not. */
    void awaitEnd() {
        if (!isDone()) {
            queue.flush();
            if (queue.context().sharesCores()) {
                Waiting.asleep(this::isDone, this::block, label, queue.context());
            }
            Waiting.until(this::isDone, label, queue.context());
        }
    }

    /**
     * As {@link #await}, but gives up once something else has happened, which it looks at each few milliseconds.
     *
     * @return whether the command has ended
     */
    public boolean awaitUnless(BooleanSupplier other) {
        Preconditions.notNull(other, "other");
        if (!isDone()) {
            queue.flush();
            long[] next = {System.nanoTime() + LOOK_NANOS};
            boolean[] happened = {false};
            Waiting.until(
                    () -> {
                        if (isDone()) {
                            return true;
                        }
                        if (System.nanoTime() > next[0]) {
                            happened[0] = other.getAsBoolean();
                            next[0] = System.nanoTime() + LOOK_NANOS;
                        }
                        return happened[0];
                    },
                    label,
                    queue.context());
            if (happened[0]) {
                return false;
            }
        }
        await();
        return true;
    }

    private void block() {
        cl_event event = retained();
        if (event != null) {
            CL.clWaitForEvents(1, new cl_event[] {event});
            CL.clReleaseEvent(event);
        }
    }

    /** Throws the failure of the command if it failed, and notes that somebody knows of it. */
    synchronized void throwFailure() {
        if (failure != null) {
            failureKnown = true;
            throw failure;
        }
    }

    /** Whether the command failed and nobody has been told. */
    synchronized boolean hasUnknownFailure() {
        return failure != null && !failureKnown;
    }

    /** How long the device worked on it, in seconds. */
    public double seconds() {
        return (endedNanos() - startedNanos()) * 1e-9;
    }

    /** When the host enqueued it; from the host's clock, to some microseconds. Waits for the end. */
    public long queuedNanos() {
        awaitTimes();
        return head == null ? Math.min(started, hostNanos + queue.context().clockOffset()) : head.queuedNanos();
    }

    /** When the device started on it. Waits for the end. */
    public long startedNanos() {
        awaitTimes();
        return head == null ? started : head.startedNanos();
    }

    /** When the device had finished it. Waits for the end. */
    public long endedNanos() {
        awaitTimes();
        return ended;
    }

    private void awaitTimes() {
        if (!queue.isTimed()) {
            throw new IllegalStateException("There are no times of " + label + ": the " + queue + " takes none.");
        }
        if (!isDone() || failure != null) {
            await();
        }
    }

    /** The command as a part of a {@link Timeline}, on the host's clock. Waits for the end. */
    public Span span() {
        DeviceContext context = queue.context();
        long offset = context.clockOffset();
        return new Span(
                context.index(),
                queue.name(),
                label,
                Objects.requireNonNull(kind, label),
                startedNanos() - offset,
                endedNanos() - offset,
                bytes);
    }

    /** When its own command started, if it has ended. */
    long ownStart() {
        return started;
    }

    /** How long its own command ran. */
    double ownSeconds() {
        return (ended - started) * 1e-9;
    }

    /** Whether it ended well, and when. */
    synchronized boolean hasTimes() {
        return queue.isTimed() && handle == null && failure == null;
    }

    @Override
    public String toString() {
        if (!isDone()) {
            return label + " (running)";
        }
        if (failure != null) {
            return label + " (failed)";
        }
        return label + (queue.isTimed() ? " " + seconds() + " s" : " (done)");
    }
}
