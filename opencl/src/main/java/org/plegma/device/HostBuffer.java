package org.plegma.device;

import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jocl.CL;
import org.jocl.Pointer;
import org.jocl.cl_mem;
import org.plegma.array.ElementType;
import org.plegma.device.errors.ClosedException;
import org.plegma.device.errors.OpenClStatus;
import org.plegma.device.memory.Bytes;
import org.plegma.device.memory.Pinned;
import org.plegma.device.timeline.Span;

/**
 * Pinned host memory, from and to which a device copies at full speed while the host goes on. Asynchronous copies
 * ({@link DeviceArray#uploadAsync}) need it, because the garbage collector moves Java arrays.
 *
 * <p>At most 2 GiB, which is what a {@link ByteBuffer} can hold. The buffers that it hands out must not be used after
 * {@link #close()}: their memory is gone then.
 */
public final class HostBuffer implements AutoCloseable {
    private final ElementType type;
    private final long length;
    private final ByteBuffer bytes;
    private final Pinned pinned;
    private final Cleaner.Cleanable cleanable;
    private final List<Event> users = new ArrayList<>();

    HostBuffer(DeviceContext context, ElementType type, long length) {
        context.checkOpen();
        this.type = type;
        this.length = length;
        long size = Math.multiplyExact(length, type.bytes());
        if (length < 1 || size > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "A pinned buffer holds 1 byte to 2 GiB, asked " + Bytes.text(size) + ": use several.");
        }
        int[] status = new int[1];
        cl_mem handle = CL.clCreateBuffer(
                context.handle(), CL.CL_MEM_READ_WRITE | CL.CL_MEM_ALLOC_HOST_PTR, size, null, status);
        OpenClStatus.check(status[0], "clCreateBuffer(pinned, " + Bytes.text(size) + ")");
        ByteBuffer[] mapped = new ByteBuffer[1];
        try {
            // The map lasts as long as the buffer, so the command only has to end, in whichever queue.
            Event event = context.upload().submit("map", null, 0, (queue, e) -> {
                mapped[0] = CL.clEnqueueMapBuffer(
                        queue, handle, false, CL.CL_MAP_READ | CL.CL_MAP_WRITE, 0, size, 0, null, e, status);
                return status[0];
            });
            event.await();
        } catch (RuntimeException e) {
            CL.clReleaseMemObject(handle);
            throw e;
        }
        this.bytes = mapped[0].order(ByteOrder.nativeOrder());
        this.pinned = new Pinned(context.pinned(), action -> context.upload().whileOpen(action), handle, bytes);
        this.cleanable = MemoryAccount.CLEANER.register(this, pinned);
    }

    /** The element type. */
    public ElementType type() {
        return type;
    }

    /** Number of elements. */
    public long length() {
        return length;
    }

    /** Size in bytes. */
    public long byteLength() {
        return length * type.bytes();
    }

    /** The memory, in native byte order, position 0. */
    public ByteBuffer bytes() {
        checkOpen();
        return bytes.duplicate().order(ByteOrder.nativeOrder());
    }

    /** The memory as floats. */
    public FloatBuffer floats() {
        return bytes().asFloatBuffer();
    }

    /** The memory as doubles. */
    public DoubleBuffer doubles() {
        return bytes().asDoubleBuffer();
    }

    /** The memory as ints. */
    public IntBuffer ints() {
        return bytes().asIntBuffer();
    }

    /** Starts a copy of a part of it to a part of an array; offsets and count in elements. */
    Event upload(Queue queue, long from, DeviceArray target, long offset, long count) {
        check(queue, from, target, offset, count);
        int size = type.bytes();
        return submit(
                queue,
                target.label("upload"),
                Span.Kind.COPY_IN,
                count,
                (q, e) -> CL.clEnqueueWriteBuffer(
                        q,
                        target.handle(),
                        queue.context().blocksTransfers(),
                        offset * size,
                        count * size,
                        pointer(from * size),
                        0,
                        null,
                        e));
    }

    /** Starts a copy of a part of an array to a part of it; offsets and count in elements. */
    Event download(Queue queue, long to, DeviceArray source, long offset, long count) {
        check(queue, to, source, offset, count);
        int size = type.bytes();
        return submit(
                queue,
                source.label("download"),
                Span.Kind.COPY_OUT,
                count,
                (q, e) -> CL.clEnqueueReadBuffer(
                        q,
                        source.handle(),
                        queue.context().blocksTransfers(),
                        offset * size,
                        count * size,
                        pointer(to * size),
                        0,
                        null,
                        e));
    }

    private Event submit(Queue queue, String what, Span.Kind kind, long count, Queue.Command command) {
        if (count == 0) {
            return Event.nothing(queue, what, kind);
        }
        Event event = queue.submit(what, kind, count * type.bytes(), command);
        usedBy(event);
        return event;
    }

    private void check(Queue queue, long own, DeviceArray array, long offset, long count) {
        array.checkPart(offset, count);
        if (queue.context() != array.context()) {
            throw new IllegalArgumentException(array.text() + " is on " + array.device() + ", the queue on "
                    + queue.device() + ": use a queue of the array's session and device.");
        }
        if (array.type() != type || own < 0 || own > length - count) {
            String from = own == 0 ? "" : " from element " + own + " on";
            throw new IllegalArgumentException("Cannot copy between " + array.text() + " and a pinned buffer of "
                    + length + " " + type.javaName() + "s: it needs at least " + count + " "
                    + array.type().javaName() + "s" + from + ".");
        }
    }

    Pointer pointer() {
        return pointer(0);
    }

    /** @param byteOffset from the start of the memory */
    Pointer pointer(long byteOffset) {
        checkOpen();
        return Pointer.to(bytes).withByteOffset(byteOffset);
    }

    /** Remembers a command that uses the memory, for which {@link #close()} has to wait. */
    synchronized void usedBy(Event event) {
        event.keepAlive(this);
        users.removeIf(Event::isDone);
        users.add(event);
    }

    /** Waits until no command uses the memory; whether those commands went well is not asked here. */
    void awaitUnused() {
        List<Event> waiting;
        synchronized (this) {
            waiting = List.copyOf(users);
        }
        for (Event event : waiting) {
            event.awaitEnd();
        }
    }

    private void checkOpen() {
        if (pinned.isReleased()) {
            throw new ClosedException("Pinned buffer (" + type.javaName() + " " + length + ")");
        }
    }

    /** Waits for the copies that use it, and gives the memory back. */
    @Override
    public void close() {
        if (!pinned.isReleased()) {
            awaitUnused();
            cleanable.clean();
        }
    }
}
