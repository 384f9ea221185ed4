package org.plegma.device;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.lang.reflect.Array;
import java.util.Objects;
import java.util.function.Supplier;
import org.jocl.CL;
import org.jocl.cl_buffer_region;
import org.jocl.cl_mem;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ArrayShapes;
import org.plegma.array.ElementType;
import org.plegma.array.Grid;
import org.plegma.array.Preconditions;
import org.plegma.device.errors.ClosedException;
import org.plegma.device.errors.OpenClStatus;
import org.plegma.device.isolated.LaunchRequest;
import org.plegma.device.memory.Allocation;
import org.plegma.device.timeline.Span;

/**
 * An n-dimensional array in a device's memory, row-major, the last axis contiguous.
 *
 * <p>Blocking copies and kernels run in the compute queue, one after the other; asynchronous copies run in the queue they
 * are given. Close it to give its memory back; a forgotten one is freed when the garbage collector finds it, and counted
 * as a leak. Thread-safe, as far as the order of commands does not matter.
 */
public final class DeviceArray implements AutoCloseable {
    private final DeviceContext context;
    private final ElementType type;
    private final int[] shape;
    private final long length;
    private final Allocation allocation;
    private final Cleaner.Cleanable cleanable;
    private final @Nullable DeviceArray parent;
    private final long parentOffset;
    private final cl_mem handle;
    private volatile boolean closed;
    private volatile String name = "";

    DeviceArray(DeviceContext context, ElementType type, int... shape) {
        this.context = context;
        this.type = type;
        this.shape = shape.clone();
        this.length = ArrayShapes.length(shape);
        this.allocation = context.memory().allocate(Math.multiplyExact(length, type.bytes()), text());
        this.handle = allocation.handle();
        this.cleanable = MemoryAccount.CLEANER.register(this, allocation);
        this.parent = null;
        this.parentOffset = 0;
    }

    /** On a buffer that other code made, which the array releases when it is closed. */
    DeviceArray(DeviceContext context, cl_mem buffer, ElementType type, int... shape) {
        this.context = context;
        this.type = type;
        this.shape = shape.clone();
        this.length = ArrayShapes.length(shape);
        this.allocation = context.memory().adopt(buffer, Math.multiplyExact(length, type.bytes()), text());
        this.handle = buffer;
        this.cleanable = MemoryAccount.CLEANER.register(this, allocation);
        this.parent = null;
        this.parentOffset = 0;
    }

    private DeviceArray(DeviceArray parent, long offset, int... shape) {
        this.context = parent.context;
        this.type = parent.type;
        this.shape = shape.clone();
        this.length = ArrayShapes.length(shape);
        this.allocation = parent.allocation;
        this.cleanable = parent.cleanable;
        this.parent = parent;
        this.parentOffset = offset;
        int[] status = new int[1];
        cl_buffer_region region = new cl_buffer_region(offset * type.bytes(), length * type.bytes());
        this.handle = CL.clCreateSubBuffer(
                parent.handle, CL.CL_MEM_READ_WRITE, CL.CL_BUFFER_CREATE_TYPE_REGION, region, status);
        OpenClStatus.check(status[0], "clCreateSubBuffer(" + text() + ")");
        allocation.addView(handle);
    }

    /** The element type. */
    public ElementType type() {
        return type;
    }

    /** Sizes of the axes, slowest first; a copy. */
    public int[] shape() {
        return shape.clone();
    }

    /** Number of elements. */
    public long length() {
        return length;
    }

    /** Size in bytes. */
    public long bytes() {
        return length * type.bytes();
    }

    /** The device that holds it. */
    public Device device() {
        return context.device();
    }

    /** The name given by {@link #named}; empty if none was. */
    public String name() {
        return name;
    }

    /** Gives it a name for messages and reports, and returns it. */
    public DeviceArray named(String newName) {
        Preconditions.notNull(newName, "newName");
        name = newName;
        if (parent == null) {
            allocation.describe(text());
        }
        return this;
    }

    /** Whether it, its parent or its session has been closed. */
    public boolean isClosed() {
        return closed || allocation.isReleased() || context.isClosed();
    }

    /** Copies it to a new grid; blocks. Long, short and byte arrays have no grid: use {@link #download(Object)}. */
    public Grid download() {
        Grid grid = Grid.zeros(type, shape);
        download(grid.data());
        return grid;
    }

    /** Copies it into a grid of the same type and length; blocks. */
    public Event download(Grid target) {
        Preconditions.notNull(target, "target");
        return download(target.data());
    }

    /** Copies it into a primitive Java array of the same type and length; blocks. */
    public Event download(Object target) {
        Preconditions.notNull(target, "target");
        int count = checkHost(target, "download into");
        return reachable(() -> context.transfers().download(handle(), 0, target, count, label("download")));
    }

    /** Copies a grid of the same type and length into it; blocks. */
    public Event upload(Grid source) {
        Preconditions.notNull(source, "source");
        return upload(source.data());
    }

    /** Copies a primitive Java array of the same type and length into it; blocks. */
    public Event upload(Object source) {
        Preconditions.notNull(source, "source");
        int count = checkHost(source, "upload from");
        return reachable(() -> context.transfers().upload(source, count, handle(), 0, label("upload")));
    }

    /**
     * Starts a copy from pinned memory, which must be left alone until the event has ended.
     *
     * @param queue a queue of this array's device
     */
    public Event uploadAsync(Queue queue, HostBuffer source) {
        Preconditions.notNull(queue, "queue");
        Preconditions.notNull(source, "source");
        return uploadAsync(queue, source, 0, 0, length);
    }

    /**
     * Starts a copy of a part from a part of pinned memory.
     *
     * @param sourceOffset first element in the pinned memory
     * @param offset first element in this array
     * @param count number of elements
     */
    public Event uploadAsync(Queue queue, HostBuffer source, long sourceOffset, long offset, long count) {
        Preconditions.notNull(queue, "queue");
        Preconditions.notNull(source, "source");
        return reachable(() -> source.upload(queue, sourceOffset, this, offset, count));
    }

    /**
     * Starts a copy to pinned memory, which is valid once the event has ended.
     *
     * @param queue a queue of this array's device
     */
    public Event downloadAsync(Queue queue, HostBuffer target) {
        Preconditions.notNull(queue, "queue");
        Preconditions.notNull(target, "target");
        return downloadAsync(queue, target, 0, 0, length);
    }

    /**
     * Starts a copy of a part to a part of pinned memory.
     *
     * @param targetOffset first element in the pinned memory
     * @param offset first element in this array
     * @param count number of elements
     */
    public Event downloadAsync(Queue queue, HostBuffer target, long targetOffset, long offset, long count) {
        Preconditions.notNull(queue, "queue");
        Preconditions.notNull(target, "target");
        return reachable(() -> target.download(queue, targetOffset, this, offset, count));
    }

    /**
     * Starts a copy of a part into another array of the same type on the same device; in the same memory, the parts must not
     * overlap.
     *
     * @param offset first element here
     * @param targetOffset first element there
     * @param count number of elements
     */
    public Event copyAsync(Queue queue, long offset, DeviceArray target, long targetOffset, long count) {
        Preconditions.notNull(queue, "queue");
        Preconditions.notNull(target, "target");
        checkPart(offset, count);
        target.checkPart(targetOffset, count);
        if (target.type != type || target.context != context || queue.context() != context) {
            throw new IllegalArgumentException("Cannot copy a part of " + text() + " to " + target.text() + " in "
                    + queue + ": type and device must be the same.");
        }
        if (count == 0) {
            return Event.nothing(queue, label("copy"), Span.Kind.COPY);
        }
        requireApart(offset, target, targetOffset, count);
        int size = type.bytes();
        Queue.Command copy = (q, e) -> CL.clEnqueueCopyBuffer(
                q, handle(), target.handle(), offset * size, targetOffset * size, count * size, 0, null, e);
        return reachable(() -> target.reachable(() -> queue.submit(label("copy"), Span.Kind.COPY, count * size, copy)));
    }

    /** Copies it into another array of the same type and length; through the host, and blocking, between devices. */
    public Event copyTo(DeviceArray target) {
        Preconditions.notNull(target, "target");
        if (target.type != type || target.length != length) {
            throw new IllegalArgumentException(
                    "Cannot copy " + text() + " to " + target.text() + ": type and length must be the same.");
        }
        if (target.context != context) {
            return reachable(() -> target.reachable(() -> Transfers.copyAcross(this, target)));
        }
        checkOpen();
        if (length == 0 || sharesMemoryWith(target) && parentOffset == target.parentOffset) {
            return Event.nothing(context.compute(), "copy", Span.Kind.COPY);
        }
        requireApart(0, target, 0, length);
        Queue.Command copy = (q, e) -> CL.clEnqueueCopyBuffer(q, handle(), target.handle(), 0, 0, bytes(), 0, null, e);
        return reachable(
                () -> target.reachable(() -> context.compute().submit(label("copy"), Span.Kind.COPY, bytes(), copy)));
    }

    /** Drivers need not notice it. */
    private void requireApart(long offset, DeviceArray target, long targetOffset, long count) {
        if (sharesMemoryWith(target) && Math.abs(parentOffset + offset - target.parentOffset - targetOffset) < count) {
            throw new IllegalArgumentException("Cannot copy " + count + " elements of " + text()
                    + " to a place that overlaps them: copy them to another array first.");
        }
    }

    /**
     * Sets every element, by a kernel (the driver's own fill hangs on large buffers).
     *
     * @throws IllegalArgumentException if the element type cannot hold the value
     */
    public Event fill(double value) {
        return FillKernel.fill(this, value);
    }

    /**
     * A part of this array as an array of its own that shares its memory and is closed with it.
     *
     * @param offset first element; times the element's size it must be a multiple of {@link Device#baseAlignmentBytes()}
     * @param viewShape shape of the part
     */
    public DeviceArray view(long offset, int... viewShape) {
        Preconditions.notNull(viewShape, "viewShape");
        checkOpen();
        long count = ArrayShapes.length(viewShape);
        if (offset < 0 || count < 1 || offset > length - count) {
            throw new IllegalArgumentException("A view of " + count + " elements from " + offset + " does not lie in "
                    + text() + ", which has " + length + ".");
        }
        long root = parentOffset + offset;
        long alignment = Math.max(1, device().baseAlignmentBytes() / type.bytes());
        if (root % alignment != 0) {
            throw new IllegalArgumentException("A view on " + device().name() + " must start at a multiple of "
                    + alignment + " " + type.javaName() + "s, not at " + root
                    + ": pad the rows, or pass the offset to the kernel.");
        }
        return new DeviceArray(parent == null ? this : parent, root, viewShape);
    }

    /** Whether both lie in the same memory: they are the same array, or views of one. */
    public boolean sharesMemoryWith(DeviceArray other) {
        Preconditions.notNull(other, "other");
        return allocation == other.allocation;
    }

    /** Whether some element of both lies at the same place. */
    public boolean overlaps(DeviceArray other) {
        Preconditions.notNull(other, "other");
        return sharesMemoryWith(other)
                && parentOffset < other.parentOffset + other.length
                && other.parentOffset < parentOffset + length;
    }

    /** The place of its first element in the array that it is a view of, in elements; 0 if it is none. */
    public long viewOffset() {
        return parentOffset;
    }

    /** Gives the memory back, and closes its views. The device may still use it in commands already enqueued. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            if (parent == null) {
                allocation.release();
                cleanable.clean();
            } else {
                allocation.releaseView(handle);
            }
        }
    }

    /** Runs a command, during which the cleaner must not take this array even if the caller has let it go. */
    private Event reachable(Supplier<Event> command) {
        try {
            return command.get();
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** Its memory as another process has it; only where kernels run in one. */
    LaunchRequest.Part shared() {
        checkOpen();
        long size = Math.max(1, bytes()); // an empty array has one byte
        return new LaunchRequest.Part(Objects.requireNonNull(allocation.shared()), parentOffset * type.bytes(), size);
    }

    DeviceContext context() {
        return context;
    }

    /** The native buffer of an open array. */
    cl_mem handle() {
        checkOpen();
        return handle;
    }

    void checkOpen() {
        if (isClosed()) {
            throw closed ? new ClosedException("Device array " + text()) : context.gone("Device array " + text());
        }
    }

    String label(String verb) {
        return verb + " " + (name.isEmpty() ? text() : name);
    }

    /** Name, type and shape. */
    String text() {
        String what = type.javaName() + " " + ArrayShapes.text(shape);
        return name.isEmpty() ? what : name + " (" + what + ")";
    }

    private int checkHost(Object array, String verb) {
        checkOpen();
        ElementType found = ElementType.of(array);
        int count = Array.getLength(array);
        if (found != type || count != length) {
            throw new IllegalArgumentException("Cannot " + verb + " " + found.javaName() + "[" + count + "]: " + text()
                    + " needs " + type.javaName() + "[" + length + "].");
        }
        return count;
    }

    void checkPart(long offset, long count) {
        checkOpen();
        if (offset < 0 || count < 0 || offset > length - count) {
            throw new IllegalArgumentException("A part of " + count + " elements from " + offset + " does not lie in "
                    + text() + ", which has " + length + ".");
        }
    }

    @Override
    public String toString() {
        return "Device array " + text() + " on " + device().name() + (isClosed() ? ", closed" : "");
    }
}
