package org.plegma.device.memory;

import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jocl.CL;
import org.jocl.cl_command_queue;
import org.jocl.cl_mem;
import org.plegma.device.HostBuffer;

/** The native side of a {@link HostBuffer}: apart from its owner, so that it can be released when the owner is gone. */
public final class Pinned implements Runnable {
    private final Set<Pinned> all;
    private final Consumer<Consumer<cl_command_queue>> queue;
    private final cl_mem handle;
    private final ByteBuffer mapped;
    private final AtomicBoolean released = new AtomicBoolean();

    /**
     * @param all of the context; this one too, until it is released
     * @param queue does something with a queue of the context, if that is open
     */
    public Pinned(Set<Pinned> all, Consumer<Consumer<cl_command_queue>> queue, cl_mem handle, ByteBuffer mapped) {
        this.all = all;
        this.queue = queue;
        this.handle = handle;
        this.mapped = mapped;
        all.add(this);
    }

    public boolean isReleased() {
        return released.get();
    }

    /** Releases through an open queue of the context. */
    @Override
    public void run() {
        queue.accept(this::release);
    }

    public void release(cl_command_queue queue) {
        if (released.compareAndSet(false, true)) {
            CL.clEnqueueUnmapMemObject(queue, handle, mapped, 0, null, null);
            CL.clReleaseMemObject(handle);
            all.remove(this);
        }
    }
}
