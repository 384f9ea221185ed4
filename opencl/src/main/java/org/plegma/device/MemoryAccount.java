package org.plegma.device;

import java.io.IOException;
import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jocl.CL;
import org.jocl.Pointer;
import org.jocl.cl_mem;
import org.jspecify.annotations.Nullable;
import org.plegma.device.errors.OpenClStatus;
import org.plegma.device.errors.OutOfDeviceMemoryException;
import org.plegma.device.isolated.SharedBlock;
import org.plegma.device.memory.Allocation;
import org.plegma.device.memory.Bytes;
import org.plegma.device.memory.MemoryReport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Allocates device memory and keeps account of it: what is live, where it was asked for, what leaked. Thread-safe. */
final class MemoryAccount implements Allocation.Owner {
    static final Cleaner CLEANER = Cleaner.create();

    private static final int COLLECTIONS = 2;
    private static final int PAUSES = 20;
    private static final long PAUSE_NANOS = 5_000_000;

    private static final Logger LOG = LoggerFactory.getLogger(MemoryAccount.class);
    private static final StackWalker STACK = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    private static final Set<Class<?>> ALLOCATING =
            Set.of(MemoryAccount.class, DeviceArray.class, Session.class, BoundArguments.class, Kernel.class);

    private final DeviceContext context;
    private final Set<Allocation> live = new LinkedHashSet<>();
    private long used;
    private long peak;
    private int leaks;
    private long leakedBytes;

    MemoryAccount(DeviceContext context) {
        this.context = context;
    }

    /**
     * Allocates a buffer.
     *
     * @param description for reports, for example {@code float 3 x 4}
     */
    Allocation allocate(long bytes, String description) {
        context.checkOpen();
        Device device = context.device();
        long limit = context.isolation() == null
                ? device.largestArrayBytes()
                : Math.min(device.maxAllocationBytes(), Integer.MAX_VALUE);
        if (bytes > limit) {
            throw new OutOfDeviceMemoryException(
                    "Cannot allocate " + Bytes.text(bytes) + " (" + description + ") on " + device.name()
                            + ": its largest single buffer is " + Bytes.text(limit) + " (used " + Bytes.text(used())
                            + ", available " + Bytes.text(available()) + "). Split the array.",
                    bytes,
                    used(),
                    available());
        }
        reserve(bytes, description);
        int[] status = new int[1];
        // OpenCL has no empty buffers; an empty array gets one byte that nothing reads.
        long size = Math.max(1, bytes);
        SharedBlock shared = share(bytes, description);
        cl_mem handle = CL.clCreateBuffer(
                context.handle(),
                CL.CL_MEM_READ_WRITE | (shared == null ? 0 : CL.CL_MEM_USE_HOST_PTR),
                size,
                shared == null ? null : Pointer.to(shared.bytes()),
                status);
        if (status[0] != CL.CL_SUCCESS) {
            unreserve(bytes);
            if (shared != null) {
                Objects.requireNonNull(context.isolation()).release(shared);
            }
            throw OpenClStatus.isOutOfMemory(status[0])
                    ? refusal(description, bytes)
                    : OpenClStatus.failure(status[0], "clCreateBuffer(" + description + ")");
        }
        Allocation allocation = new Allocation(this, handle, shared, bytes, description, where());
        synchronized (this) {
            live.add(allocation);
        }
        return allocation;
    }

    /** Takes over a buffer that other code made; like all of them it is released with its array. */
    Allocation adopt(cl_mem handle, long bytes, String description) {
        context.checkOpen();
        Allocation allocation = new Allocation(this, handle, null, bytes, description, where());
        synchronized (this) {
            used += bytes;
            peak = Math.max(peak, used);
            live.add(allocation);
        }
        return allocation;
    }

    /** Memory for the process that kernels run in, if they run in another; else null. */
    private @Nullable SharedBlock share(long bytes, String description) {
        if (context.isolation() == null) {
            return null;
        }
        try {
            return context.isolation().allocate(Math.max(1, bytes));
        } catch (IOException noRoom) {
            unreserve(bytes);
            throw new OutOfDeviceMemoryException(
                    "Cannot allocate " + Bytes.text(bytes) + " (" + description + ") in memory that processes share: "
                            + noRoom.getMessage() + ". Close arrays, or work without a process for kernels.",
                    bytes,
                    used(),
                    available());
        }
    }

    @Override
    public void release(cl_mem handle, @Nullable SharedBlock shared) {
        if (shared != null) {
            context.queues().forEach(queue -> queue.whileOpen(CL::clFinish)); // copies may be under way
        }
        CL.clReleaseMemObject(handle);
        if (shared != null) {
            Objects.requireNonNull(context.isolation()).release(shared);
        }
    }

    private void reserve(long bytes, String description) {
        if (!tryReserve(bytes)) {
            freeForgotten(bytes);
            if (!tryReserve(bytes)) {
                throw refusal(description, bytes);
            }
        }
    }

    private synchronized boolean tryReserve(long bytes) {
        if (bytes > available()) {
            return false;
        }
        used += bytes;
        peak = Math.max(peak, used);
        return true;
    }

    /** Has the garbage collected, as the Java heap does not know how much device memory hangs on a small object. */
    private void freeForgotten(long bytes) {
        for (int i = 0; i < COLLECTIONS && available() < bytes && used() > 0; i++) {
            System.gc();
            for (int pause = 0; pause < PAUSES && available() < bytes; pause++) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private synchronized void unreserve(long bytes) {
        used -= bytes;
    }

    /** The exception for memory that is not there. */
    OutOfDeviceMemoryException refusal(String description, long bytes) {
        String asked = bytes == 0 ? "" : " asked " + Bytes.text(bytes) + ",";
        return new OutOfDeviceMemoryException(
                "Out of memory on " + context.device().name() + " for " + description + ":" + asked + " used "
                        + Bytes.text(used()) + ", available " + Bytes.text(available())
                        + ". Close arrays that are no longer needed; memory() lists them.",
                bytes,
                used(),
                available());
    }

    @Override
    public synchronized void remove(Allocation allocation) {
        if (live.remove(allocation)) {
            used -= allocation.bytes();
        }
    }

    @Override
    public synchronized void leaked(Allocation allocation) {
        leaks++;
        leakedBytes += allocation.bytes();
        String text =
                "A device array was garbage-collected without close(): {}, allocated at {}. Its memory is free again,"
                        + " but later than need be; close arrays, or use try-with-resources.";
        if (leaks == 1) {
            LOG.warn(text, allocation.description(), allocation.where());
        } else {
            LOG.debug(text, allocation.description(), allocation.where());
        }
    }

    synchronized long used() {
        return used;
    }

    synchronized long available() {
        return Math.max(0, context.device().globalMemoryBytes() - used);
    }

    synchronized MemoryReport report() {
        List<MemoryReport.Entry> entries = new ArrayList<>();
        for (Allocation allocation : live) {
            entries.add(new MemoryReport.Entry(
                    context.device().name(), allocation.description(), allocation.bytes(), allocation.where()));
        }
        return new MemoryReport(entries, used, peak, context.device().globalMemoryBytes(), leaks, leakedBytes);
    }

    /** Releases what is still live. */
    void close() {
        List<Allocation> open;
        synchronized (this) {
            open = List.copyOf(live);
        }
        for (Allocation allocation : open) {
            LOG.debug("Closed with its session: {}, allocated at {}", allocation.description(), allocation.where());
            allocation.release();
        }
    }

    /** The first frame that is not one of the layers between the user and this. */
    private static String where() {
        return STACK.walk(frames -> frames.filter(f -> !ALLOCATING.contains(f.getDeclaringClass()))
                .findFirst()
                .map(StackWalker.StackFrame::toString)
                .orElse("unknown"));
    }
}
