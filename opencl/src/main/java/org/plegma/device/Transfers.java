package org.plegma.device;

import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jocl.CL;
import org.jocl.cl_mem;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.device.memory.HostArrays;
import org.plegma.device.timeline.Span;

/**
 * Blocking copies between Java arrays and device memory, through two pinned staging buffers in turn: while the device
 * copies one, the host fills or empties the other. A Java array cannot be given to the driver directly without stopping
 * the garbage collector for as long as the copy takes. One transfer at a time a device.
 */
final class Transfers {
    private static final int CHUNK_BYTES = 16 << 20;

    /** Oclgrind sets up what it knows of each byte of all buffers after each launch: 0.1 s for two of the size above. */
    private static final int SIMULATED_CHUNK_BYTES = 16 << 10;

    private final DeviceContext context;
    private final ReentrantLock lock = new ReentrantLock();
    private final int chunkBytes;
    private HostBuffer @Nullable [] slots;

    Transfers(DeviceContext context) {
        this.context = context;
        this.chunkBytes = context.device().isOclgrind() ? SIMULATED_CHUNK_BYTES : CHUNK_BYTES;
    }

    /** Copies {@code count} elements of an array to a buffer. */
    Event upload(Object source, int count, cl_mem target, long byteOffset, String label) {
        if (count == 0) {
            return Event.nothing(context.compute(), label, Span.Kind.COPY_IN);
        }
        return locked(label, () -> {
            int size = ElementType.of(source).bytes();
            int chunk = chunkBytes / size;
            Event first = null;
            Event last = null;
            // The counter is a long, as an int would overflow at the end of the longest arrays.
            for (long done = 0, i = 0; done < count; done += chunk, i++) {
                int part = (int) Math.min(chunk, count - done);
                HostBuffer slot = slot(i);
                slot.awaitUnused();
                HostArrays.put(source, (int) done, part, slot.bytes());
                long offset = byteOffset + done * size;
                last = context.compute()
                        .submit(
                                label,
                                Span.Kind.COPY_IN,
                                (long) part * size,
                                (queue, event) -> CL.clEnqueueWriteBuffer(
                                        queue,
                                        target,
                                        context.blocksTransfers(),
                                        offset,
                                        (long) part * size,
                                        slot.pointer(),
                                        0,
                                        null,
                                        event));
                slot.usedBy(last);
                first = first == null ? last : first;
            }
            Event end = Objects.requireNonNull(last, "there is at least one element");
            end.await();
            return first == null || first == end ? end : Event.spanning(first, end, (long) count * size);
        });
    }

    /** Copies a part of a buffer into an array. */
    Event download(cl_mem source, long byteOffset, Object target, int count, String label) {
        if (count == 0) {
            return Event.nothing(context.compute(), label, Span.Kind.COPY_OUT);
        }
        return locked(label, () -> {
            int size = ElementType.of(target).bytes();
            int chunk = chunkBytes / size;
            Event first = read(0, source, byteOffset, Math.min(chunk, count) * (long) size, label);
            Event last = first;
            for (long done = 0, i = 0; done < count; done += chunk, i++) {
                Event current = last;
                long next = done + chunk;
                if (next < count) {
                    last = read(i + 1, source, byteOffset + next * size, Math.min(chunk, count - next) * size, label);
                }
                current.await();
                HostArrays.get(slot(i).bytes(), target, (int) done, (int) Math.min(chunk, count - done));
            }
            return first == last ? last : Event.spanning(first, last, (long) count * size);
        });
    }

    private Event locked(String label, Supplier<Event> transfer) {
        Waiting.until(lock::tryLock, label, context);
        try {
            return transfer.get();
        } finally {
            lock.unlock();
        }
    }

    private Event read(long i, cl_mem source, long byteOffset, long bytes, String label) {
        HostBuffer slot = slot(i);
        slot.awaitUnused();
        Event event = context.compute()
                .submit(
                        label,
                        Span.Kind.COPY_OUT,
                        bytes,
                        (queue, e) -> CL.clEnqueueReadBuffer(
                                queue,
                                source,
                                context.blocksTransfers(),
                                byteOffset,
                                bytes,
                                slot.pointer(),
                                0,
                                null,
                                e));
        slot.usedBy(event);
        return event;
    }

    /** Copies between buffers of two devices, through the host. */
    static Event copyAcross(DeviceArray source, DeviceArray target) {
        ElementType type = source.type();
        int chunk = CHUNK_BYTES / type.bytes();
        Object host = java.lang.reflect.Array.newInstance(type.javaType(), (int) Math.min(chunk, source.length()));
        Event event = Event.nothing(target.context().compute(), "copy", Span.Kind.COPY);
        for (long done = 0; done < source.length(); done += chunk) {
            int part = (int) Math.min(chunk, source.length() - done);
            source.context()
                    .transfers()
                    .download(source.handle(), done * type.bytes(), host, part, source.label("copy from"));
            event = target.context()
                    .transfers()
                    .upload(host, part, target.handle(), done * type.bytes(), target.label("copy to"));
        }
        return event;
    }

    private HostBuffer slot(long i) {
        if (slots == null) {
            slots = new HostBuffer[] {
                new HostBuffer(context, ElementType.BYTE, chunkBytes),
                new HostBuffer(context, ElementType.BYTE, chunkBytes)
            };
        }
        return slots[(int) (i % 2)];
    }
}
